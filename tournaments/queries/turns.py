"""Who deals, who shows first and who leads at a table, by name (R5)."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.deals import Side
from scoring.ledger import Ledger
from scoring.turns import Seat, dealers, leader_in_nolo, leaders_in_rami
from tournaments.queries.matches import MatchView


@dataclass(frozen=True)
class RamiLead:
    """Who leads a rami if this player declares it."""

    declarer: str
    leader: str


@dataclass(frozen=True)
class TurnView:
    """The next deal: who deals it, who shows first and leads a nolo, who leads a rami."""

    deal: int
    dealer: str
    shows_first: str
    leads_nolo: str
    rami_by_a: tuple[RamiLead, ...]
    rami_by_b: tuple[RamiLead, ...]


def player_at(view: MatchView, seat: Seat) -> str:
    """The name of the player of a seat."""
    pair = view.a if seat.side is Side.A else view.b
    return pair.players[0 if seat in (Seat.A1, Seat.B1) else 1].name


def turn_of(view: MatchView, ledger: Ledger) -> TurnView | None:
    """The turn of the deal that comes next; None after the end and where the seats are not said."""
    seating = view.match.seating
    if seating is None or ledger.is_finished:
        return None
    used_up = ledger.deals_played
    by_a, by_b = (
        tuple(
            RamiLead(player_at(view, declarer), player_at(view, leader))
            for declarer, leader in leaders_in_rami(seating, side).items()
        )
        for side in Side
    )
    return TurnView(
        deal=used_up + 1,
        dealer=player_at(view, seating.dealer(used_up)),
        shows_first=player_at(view, seating.elder_hand(used_up)),
        leads_nolo=player_at(view, leader_in_nolo(seating, used_up)),
        rami_by_a=by_a,
        rami_by_b=by_b,
    )


def dealer_names(view: MatchView, ledger: Ledger) -> tuple[str, ...]:
    """Who dealt each row of a sheet; "" where nobody did or the seats are not said."""
    seating = view.match.seating
    if seating is None:
        return ("",) * len(ledger.rows)
    return tuple(
        "" if seat is None else player_at(view, seat) for seat in dealers(seating, ledger.rows)
    )
