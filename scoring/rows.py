"""What a ledger is made of: rows, the points of both sides, the state of the match."""

from dataclasses import dataclass
from enum import StrEnum

from scoring.deals import Side
from scoring.rulings import TUPPI_POINTS


class MatchState(StrEnum):
    """Where a match stands: within its deals, with a rise to play out, level, or over."""

    PLAYING = "playing"
    PLAYING_OUT = "playing_out"
    DECIDER = "decider"
    FINISHED = "finished"


class DecidedBy(StrEnum):
    """What ended a match."""

    TUPPI = "tuppi"
    POINTS = "points"
    DECIDER = "decider"
    AWARD = "award"


class EntryKind(StrEnum):
    """What kind of entry a row came from."""

    DEAL = "deal"
    PENALTY = "penalty"
    AWARD = "award"
    RESULT = "result"


class RowEvent(StrEnum):
    """What a row did beyond booking points."""

    FALL = "fall"
    TUPPI = "tuppi"
    AWARD = "award"


@dataclass(frozen=True, slots=True)
class PerSide:
    """A number of points for each pair."""

    a: int
    b: int

    def of(self, side: Side) -> int:
        """The number of one pair."""
        return self.a if side is Side.A else self.b


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the ledger.

    `deal` is the number of the deal it used up, or None. `winner` won it; `points` is what was
    booked (0 at a fall and in a result). `robbery`: a rami not won by the declarer's pair, booked
    or not. `rise` and `total` (match points) stand as they are after the row.
    """

    kind: EntryKind
    deal: int | None
    winner: Side
    points: int
    robbery: bool
    event: RowEvent | None
    rise: PerSide
    total: PerSide


@dataclass(frozen=True, slots=True)
class Ledger:
    """All rows of a match and where it stands.

    `winner` is None until the end, and in a play-off that ended level. `decided_by` is None until
    the end. `deals_played` counts the deals used up, penalties that took a deal's place included.
    """

    rows: tuple[Row, ...]
    state: MatchState
    winner: Side | None
    decided_by: DecidedBy | None
    total: PerSide
    rise: PerSide
    deals_played: int

    @property
    def is_finished(self) -> bool:
        """Whether the match takes no more entries."""
        return self.state is MatchState.FINISHED

    @property
    def rising(self) -> Side | None:
        """The pair on the rise, None at the table."""
        if self.rise.a:
            return Side.A
        return Side.B if self.rise.b else None

    @property
    def tuppi(self) -> Side | None:
        """Who made a tuppi, or None. A match judged to tuppi is none made (R17)."""
        return self.winner if self.decided_by is DecidedBy.TUPPI else None

    @property
    def nalsy(self) -> bool:
        """Whether the tuppi was made by a robbery in a single deal."""
        if self.tuppi is None:
            return False
        return self.rows[-1].robbery and self.rows[-1].points >= TUPPI_POINTS
