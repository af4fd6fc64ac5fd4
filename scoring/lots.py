"""Fair lots from nothing but random numbers."""

from collections.abc import Sequence
from typing import Protocol, TypeVar

_Item = TypeVar("_Item")


class Random(Protocol):
    """A source of lots, such as `random.Random(seed)`."""

    def random(self) -> float:
        """A number from 0 up to but not including 1."""
        ...


def below(bound: int, random: Random) -> int:
    """A whole number from 0 to `bound` - 1, all equally likely."""
    return int(random.random() * bound)


def one_of(items: Sequence[_Item], random: Random) -> _Item:
    """One of the items, all equally likely."""
    return items[below(len(items), random)]


def shuffled(items: Sequence[_Item], random: Random) -> list[_Item]:
    """The items in an order of which all are equally likely (Fisher-Yates)."""
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        other = below(last + 1, random)
        order[last], order[other] = order[other], order[last]
    return order
