"""The points of one deal.

nolo: six tricks 4 points, five 8 ... none 28                        R1
rami won by the declarer's pair: seven tricks 4 ... thirteen 28      R2
rami robbed by the others: seven tricks 8 ... thirteen 56            R3
thirteen tricks; a rami has a declarer, a nolo has none              R4
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from scoring.faults import Fault, FaultCode

TRICKS_IN_DEAL: Final = 13
TRICKS_TO_WIN_RAMI: Final = 7
TRICKS_TO_WIN_NOLO: Final = 6
POINTS_A_STEP: Final = 4


class Side(StrEnum):
    """One of the two pairs of a match."""

    A = "A"
    B = "B"

    @property
    def other(self) -> "Side":
        """The opponents."""
        return Side.B if self is Side.A else Side.A


class Game(StrEnum):
    """What a deal is played as."""

    RAMI = "rami"
    NOLO = "nolo"


@dataclass(frozen=True, slots=True)
class DealScore:
    """Who won a deal, for how many points, and whether a rami was robbed."""

    winner: Side
    points: int
    robbery: bool


def points_for(game: Game, *, robbery: bool, tricks: int) -> int:
    """Points that the winner of a deal gets for its own number of tricks (R1-R3).

    `tricks` is 0 to 6 in nolo, 7 to 13 in rami; any other number does not win and raises
    `tricks_out_of_range`. `robbery` has no meaning in nolo.
    """
    if game is Game.NOLO:
        if not 0 <= tricks <= TRICKS_TO_WIN_NOLO:
            raise Fault(FaultCode.TRICKS_OUT_OF_RANGE)
        return POINTS_A_STEP * (TRICKS_TO_WIN_NOLO + 1 - tricks)
    if not TRICKS_TO_WIN_RAMI <= tricks <= TRICKS_IN_DEAL:
        raise Fault(FaultCode.TRICKS_OUT_OF_RANGE)
    points = POINTS_A_STEP * (tricks - TRICKS_TO_WIN_RAMI + 1)
    return 2 * points if robbery else points


def check_declarer(game: Game, declarer: Side | None) -> None:
    """Raise a fault unless a rami has a declarer and a nolo has none (R4)."""
    if game is _IN_RAMI:
        if declarer is None:
            raise Fault(FaultCode.DECLARER_MISSING)
    elif game is _IN_NOLO:
        if declarer is not None:
            raise Fault(FaultCode.DECLARER_IN_NOLO)
    else:
        raise Fault(FaultCode.UNKNOWN_GAME)


def _worked_out(game: Game, declarer: Side | None, tricks_a: int) -> DealScore:
    a_reached_seven = tricks_a >= TRICKS_TO_WIN_RAMI
    a_wins = a_reached_seven if game is Game.RAMI else not a_reached_seven
    winner = Side.A if a_wins else Side.B
    robbery = declarer is not None and winner is not declarer
    tricks = tricks_a if a_wins else TRICKS_IN_DEAL - tricks_a
    return DealScore(winner, points_for(game, robbery=robbery, tricks=tricks), robbery)


def _table(game: Game, declarer: Side | None) -> tuple[DealScore, ...]:
    return tuple(_worked_out(game, declarer, tricks) for tricks in range(TRICKS_IN_DEAL + 1))


# Looked up by pair A's tricks: a replay reads these instead of working out every deal anew.
_RAMI_BY_A: Final = _table(Game.RAMI, Side.A)
_RAMI_BY_B: Final = _table(Game.RAMI, Side.B)
_NOLO: Final = _table(Game.NOLO, None)
# A member of an enum is slow to name; these are named once.
_IN_NOLO: Final = Game.NOLO
_IN_RAMI: Final = Game.RAMI
_BY_A: Final = Side.A


def score_deal(game: Game, declarer: Side | None, tricks_a: int) -> DealScore:
    """Winner and points of a deal played to the end in which pair A took `tricks_a` of 13 (R1-R4).

    Raises `unknown_game`, `declarer_missing`, `declarer_in_nolo` or `tricks_out_of_range`,
    whichever comes first.
    """
    check_declarer(game, declarer)
    if not 0 <= tricks_a <= TRICKS_IN_DEAL:
        raise Fault(FaultCode.TRICKS_OUT_OF_RANGE)
    if declarer is None:
        return _NOLO[tricks_a]
    return _RAMI_BY_A[tricks_a] if declarer is _BY_A else _RAMI_BY_B[tricks_a]
