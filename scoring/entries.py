"""What is written on a score sheet: the match's format and its entries.

Entries hold what was seen or ruled, never what follows from it; the ledger works that out.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from scoring.deals import Game, Side
from scoring.faults import Fault, FaultCode
from scoring.rulings import AwardReason, Penalty, PlayOffence

PLAY_OFF_DEALS: Final = 4


class FormatKind(StrEnum):
    """How a match ends: after its deals (R10), at a tuppi (R12), as a play-off (R13)."""

    FIXED = "fixed"
    TO_TUPPI = "to_tuppi"
    PLAY_OFF = "play_off"


@dataclass(frozen=True, slots=True)
class MatchFormat:
    """The kind of a match and its number of deals.

    `deals` is 1 or more in a fixed match, None in a match to tuppi, 4 in a play-off; anything
    else raises `malformed`.
    """

    kind: FormatKind
    deals: int | None

    def __post_init__(self) -> None:
        deals = self.deals
        if self.kind is FormatKind.TO_TUPPI:
            sound = deals is None
        elif deals is None or isinstance(deals, bool):
            sound = False
        elif self.kind is FormatKind.PLAY_OFF:
            sound = deals == PLAY_OFF_DEALS
        else:
            sound = deals >= 1
        if not sound:
            raise Fault(FaultCode.MALFORMED)


@dataclass(frozen=True, slots=True)
class Tricks:
    """A deal played to its end: pair A took `tricks_a` of the thirteen, pair B the others."""

    tricks_a: int


@dataclass(frozen=True, slots=True)
class CutShort:
    """A deal not played on because it ended a rise: `winner` is the pair not on the rise (R8)."""

    winner: Side


@dataclass(frozen=True, slots=True)
class PlayRuling:
    """A deal whose rest was decided by an offence in play (R16).

    `tricks_before_a` and `tricks_before_b` are the tricks won before it, together 0 to 12.
    """

    offence: PlayOffence
    against: Side
    tricks_before_a: int
    tricks_before_b: int


@dataclass(frozen=True, slots=True)
class DealEntry:
    """One deal. `declarer` is None in nolo and only there (R4)."""

    game: Game
    declarer: Side | None
    outcome: Tricks | CutShort | PlayRuling


@dataclass(frozen=True, slots=True)
class PenaltyEntry:
    """28 points `against` a pair (R15); it uses up a deal unless the referee said it does not."""

    offence: Penalty
    against: Side
    counts_as_deal: bool = True


@dataclass(frozen=True, slots=True)
class AwardEntry:
    """The match given `to` a pair (R17, R18)."""

    to: Side
    reason: AwardReason


@dataclass(frozen=True, slots=True)
class ResultEntry:
    """The outcome of a match whose sheet is missing: match points, and whether by a tuppi."""

    winner: Side
    total_a: int
    total_b: int
    tuppi: bool = False


Entry = DealEntry | PenaltyEntry | AwardEntry | ResultEntry
