"""Match points typed without their sheet -> what is impossible about them.

points of a deal are multiples of 4, so those of a match are          R1-R3
a tuppi is a rise of 52 or more                                       R9
on points the winner has more                                         R10
a match to tuppi ends with one                                        R12
a play-off has no tuppi                                               R13
"""

from dataclasses import replace
from enum import StrEnum
from typing import Final

from scoring.deals import POINTS_A_STEP, Side
from scoring.entries import FormatKind, ResultEntry
from scoring.rulings import TUPPI_POINTS

# No match comes near it; it keeps sums printable whatever somebody types.
LARGEST_TOTAL: Final = 1_000_000


class ResultProblem(StrEnum):
    """Why a result cannot be; in the order in which they are looked for."""

    OUT_OF_RANGE = "out_of_range"
    NO_MULTIPLE = "no_multiple"
    TUPPI_TOO_LOW = "tuppi_too_low"
    WINNER_HAS_FEWER = "winner_has_fewer"
    LEVEL = "level"
    TUPPI_MISSING = "tuppi_missing"
    TUPPI_IN_PLAY_OFF = "tuppi_in_play_off"


def result_problem(entry: ResultEntry, kind: FormatKind | None = None) -> ResultProblem | None:
    """What is impossible about a result in a match of this kind; None where it can be.

    Without a kind only what can be in no match at all is told.
    """
    totals = (entry.total_a, entry.total_b)
    if any(not 0 <= each <= LARGEST_TOTAL for each in totals):
        return ResultProblem.OUT_OF_RANGE
    if any(each % POINTS_A_STEP for each in totals):
        return ResultProblem.NO_MULTIPLE
    won, lost = totals if entry.winner is Side.A else totals[::-1]
    if entry.tuppi:
        if won < TUPPI_POINTS:
            return ResultProblem.TUPPI_TOO_LOW
        return ResultProblem.TUPPI_IN_PLAY_OFF if kind is FormatKind.PLAY_OFF else None
    if won <= lost:
        return ResultProblem.LEVEL if won == lost else ResultProblem.WINNER_HAS_FEWER
    return ResultProblem.TUPPI_MISSING if kind is FormatKind.TO_TUPPI else None


def turned_round(entry: ResultEntry, kind: FormatKind | None = None) -> ResultEntry | None:
    """The same result with the points of the pairs exchanged, where that can be and it cannot."""
    turned = replace(entry, total_a=entry.total_b, total_b=entry.total_a)
    if result_problem(entry, kind) is None or result_problem(turned, kind) is not None:
        return None
    return turned
