"""Who deals, who shows first, who leads.

the deal passes clockwise, deal by deal; an entry that used up no deal leaves it     R5
the elder hand, left of the dealer, shows first                                      R5
nolo: the elder hand leads; rami: the player right of the declarer                   R5

Play goes clockwise, so the player on the left is the next one.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from scoring.deals import Side
from scoring.faults import Fault, FaultCode
from scoring.rows import EntryKind, Row


class Seat(StrEnum):
    """A player of a match: the first or the second of pair A or of pair B."""

    A1 = "A1"
    A2 = "A2"
    B1 = "B1"
    B2 = "B2"

    @property
    def side(self) -> Side:
        """The player's pair."""
        return Side.A if self in (Seat.A1, Seat.A2) else Side.B

    @property
    def partner(self) -> "Seat":
        """The player opposite."""
        return _PARTNERS[self]


_PARTNERS = {Seat.A1: Seat.A2, Seat.A2: Seat.A1, Seat.B1: Seat.B2, Seat.B2: Seat.B1}


@dataclass(frozen=True, slots=True)
class Seating:
    """Who sits where, and who deals first.

    Partners sit opposite each other, so it is all said by `left_of_a1`, the player of pair B on
    the left of pair A's first; a player of pair A there raises `malformed`.
    """

    left_of_a1: Seat
    first_dealer: Seat

    def __post_init__(self) -> None:
        if self.left_of_a1.side is not Side.B:
            raise Fault(FaultCode.MALFORMED)

    @property
    def clockwise(self) -> tuple[Seat, Seat, Seat, Seat]:
        """The four players in the order of play, from pair A's first on."""
        return (Seat.A1, self.left_of_a1, Seat.A2, self.left_of_a1.partner)

    def left_of(self, seat: Seat) -> Seat:
        """The player whose turn comes after this one's."""
        return self._along(seat, 1)

    def right_of(self, seat: Seat) -> Seat:
        """The player whose turn comes before this one's."""
        return self._along(seat, -1)

    def dealer(self, deals_used_up: int) -> Seat:
        """Who deals once so many deals (0 or more) are used up."""
        return self._along(self.first_dealer, deals_used_up)

    def elder_hand(self, deals_used_up: int) -> Seat:
        """Who shows first in the deal after so many."""
        return self.left_of(self.dealer(deals_used_up))

    def _along(self, seat: Seat, steps: int) -> Seat:
        order = self.clockwise
        return order[(order.index(seat) + steps) % len(order)]


def leader_in_nolo(seating: Seating, deals_used_up: int) -> Seat:
    """Who leads a nolo: the elder hand."""
    return seating.elder_hand(deals_used_up)


def leaders_in_rami(seating: Seating, pair: Side) -> dict[Seat, Seat]:
    """Who leads a rami declared by one of `pair`, by which of its players declared."""
    return {seat: seating.right_of(seat) for seat in Seat if seat.side is pair}


def dealers(seating: Seating, rows: Sequence[Row]) -> tuple[Seat | None, ...]:
    """Who dealt the deal of every row of a ledger; None for awards and bare results.

    A row that used up no deal belongs to the dealer whose deal is then dealt again.
    """
    found: list[Seat | None] = []
    used_up = 0
    for row in rows:
        dealt = row.kind in (EntryKind.DEAL, EntryKind.PENALTY)
        found.append(seating.dealer(used_up) if dealt else None)
        if row.deal is not None:
            used_up = row.deal
    return tuple(found)
