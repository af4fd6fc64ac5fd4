"""How many go on to the knock-out, and from which places of the pools.

sixteen pools: the winners; eight: the first two; others as chosen     R28  standard_first
up to a power of two                                                   R28  field_size
a knock-out has 2 to 128 pairs                                         Own
"""

from collections.abc import Sequence
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
