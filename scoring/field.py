"""How many go on to the knock-out, and from which places of the pools.

sixteen pools: the winners; eight: the first two; others as chosen     R28  standard_first
up to a power of two                                                   R28  field_size
a knock-out has 2 to 128 pairs                                         Own
what other numbers of pools can do                                     Own  propose_fields
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from scoring.faults import Fault, FaultCode

SMALLEST_FIELD: Final = 2
LARGEST_FIELD: Final = 128


def standard_first(pool_count: int) -> int | None:
    """How many of each pool go on by the rules (R28); None where the organiser chooses."""
    return {16: 1, 8: 2}.get(pool_count)


def field_size(pool_count: int, first: int) -> int:
    """The least power of two, 2 or more, with room for the first of each pool (R28)."""
    size = SMALLEST_FIELD
    while size < pool_count * first:
        size *= 2
    return size


def first_and_size(pool_count: int, first: int | None, size: int | None) -> tuple[int, int]:
    """How many of each pool go on and how many in all, where either or both may be left out (R28).

    Without `first` it is as many as fit into the size, or those of the rules; without `size` the
    least power of two. Raises `malformed` without a pool, where neither is given and the rules have
    none, and for a field of fewer than 2 or more than 128 or without room for the first of each
    pool.
    """
    if first is None:
        first = standard_first(pool_count) if size is None else size // max(1, pool_count)
    if first is None or first < 0 or not pool_count:
        raise Fault(FaultCode.MALFORMED)
    if size is None:
        size = field_size(pool_count, first)
    if not max(SMALLEST_FIELD, pool_count * first) <= size <= LARGEST_FIELD:
        raise Fault(FaultCode.MALFORMED)
    return first, size


@dataclass(frozen=True, slots=True)
class FieldProposal:
    """The `first` of each pool and the best `next_best` of the place behind make `size` pairs."""

    first: int
    size: int
    next_best: int

    @property
    def code(self) -> str:
        """Both numbers in short: 2:8."""
        return f"{self.first}:{self.size}"


def propose_fields(pool_count: int, pair_count: int, most: int = 3) -> tuple[FieldProposal, ...]:
    """Fields to choose from, the smallest first: every power of two with room for the winners.

    None that takes in every pair, and at most `most`; none without a pool.
    """
    found: list[FieldProposal] = []
    size = field_size(pool_count, 1)
    while pool_count and size < pair_count and size <= LARGEST_FIELD and len(found) < most:
        first = size // pool_count
        found.append(FieldProposal(first, size, size - first * pool_count))
        size *= 2
    return tuple(found)


def rows_going_on(eligible: Sequence[int], size: int) -> tuple[int, int]:
    """Of pools with so many pairs that are not barred: down to which place all go on, and down to
    which somebody can.

    The two differ where the best next-placed are compared; for one running pool they are the
    `first` and the `up_to` of `scoring.prospects`. Raises `malformed` without a pool and for a
    field that is too small or too large.
    """
    if not eligible or not SMALLEST_FIELD <= size <= LARGEST_FIELD:
        raise Fault(FaultCode.MALFORMED)
    every, some = 0, 0
    for row in range(1, max(eligible) + 1):
        going_on = sum(min(count, row) for count in eligible)
        if going_on <= size:
            every = row
        some = row
        if going_on >= size:
            break
    return every, some
