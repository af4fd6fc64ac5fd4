"""Offences, and what each of them costs.

28 points to the others, or the offender's rise falls    R15  `Penalty`, PENALTY_POINTS
the rest of the tricks for the others' good              R16  `PlayOffence`, tricks_after_ruling
the match judged to tuppi; the match given up            R17, R18  `AwardReason`, award_points
"""

from enum import StrEnum
from typing import Final

from scoring.deals import TRICKS_IN_DEAL, Game, Side
from scoring.faults import Fault, FaultCode

TUPPI_POINTS: Final = 52
"""A rise of so many points or more is a tuppi (R9)."""

PENALTY_POINTS: Final = 28
"""What the others book for an offence of R15, as if they had won a deal."""


class Penalty(StrEnum):
    """Offences that stand in a deal's place (R15)."""

    SHOW_OUT_OF_TURN = "show_out_of_turn"
    FAULTY_SHOW = "faulty_show"
    THIRD_MISDEAL = "third_misdeal"


class PlayOffence(StrEnum):
    """Offences in the play of a deal, which decide the rest of its tricks (R16)."""

    PLAY_OUT_OF_TURN = "play_out_of_turn"
    REVOKE = "revoke"
    SEVERAL_CARDS = "several_cards"
    LOOKED_AT_TURNED_TRICK = "looked_at_turned_trick"
    FAILED_SPREAD = "failed_spread"


class AwardReason(StrEnum):
    """Why a match is given to one pair (R17, R18)."""

    SIGNALLING = "signalling"
    FORFEIT = "forfeit"
    LATE = "late"
    REMOVED = "removed"


def tricks_after_ruling(
    game: Game, offence: PlayOffence, against: Side, before_a: int, before_b: int
) -> int:
    """Pair A's tricks of 13 once the current and all later tricks went by the ruling (R16).

    `before_a` and `before_b` are the tricks already won (in an unsound spread with the spread
    cards that hold): none below 0, together at most 12, or `tricks_out_of_range`. In rami the
    others take the rest, in nolo the offender does. A spread is made in rami only: in nolo it is
    `several_cards`, and `failed_spread` there is `malformed`.
    """
    if offence is PlayOffence.FAILED_SPREAD and game is Game.NOLO:
        raise Fault(FaultCode.MALFORMED)
    if before_a < 0 or before_b < 0 or before_a + before_b >= TRICKS_IN_DEAL:
        raise Fault(FaultCode.TRICKS_OUT_OF_RANGE)
    takes_the_rest = against if game is Game.NOLO else against.other
    return TRICKS_IN_DEAL - before_b if takes_the_rest is Side.A else before_a


def award_points(rise: int) -> int:
    """Points that complete the winner's `rise` (0 at the table) to a tuppi's 52 (R17, R18)."""
    return TUPPI_POINTS - rise
