"""Cup points of an event's final places.

places 1-16: 25 22 20 18 16 14 12 10 9 7 6 5 4 3 2 1, to each player of the pair     R31
"""

from typing import Final

from scoring.faults import Fault, FaultCode

CUP_POINTS: Final = (25, 22, 20, 18, 16, 14, 12, 10, 9, 7, 6, 5, 4, 3, 2, 1)
"""What each player of the pair gets, the first place first: 174, for both players 348."""


def points_for_place(place: int) -> int:
    """The cup points that each player of a pair gets for a place from 1; 0 after the sixteenth.

    Pairs that share a place get the points of that place each (R31 tells of none that share it).
    Raises `malformed` for a place below 1.
    """
    if place < 1:
        raise Fault(FaultCode.MALFORMED)
    return CUP_POINTS[place - 1] if place <= len(CUP_POINTS) else 0
