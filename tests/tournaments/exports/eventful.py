"""An event in which everything happened that comes after a draw."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.notation import parse_sheet
from scoring.turns import Seat, Seating
from scoring.withdrawal import Choice
from tests.builders import make_drawn_tournament, play
from tests.tournaments.withdrawals.steps import annul, withdraw
from tournaments.actions.jury import change_points
from tournaments.actions.rulings import record_ruling
from tournaments.actions.seats import set_seats
from tournaments.ledger import format_of
from tournaments.models import Match, Tournament, User
from tournaments.permissions import actor_of
from tournaments.queries.matches import MatchView, matches_of
from tournaments.ruling_facts import RuledBy

REASON = "=the wrong pairs <b>sat</b> here & played"
NOTE = "she was in tears"


@dataclass(frozen=True)
class Eventful:
    """The event and the numbers of its matches by what happened in them."""

    tournament: Tournament
    decided: int
    bare: int
    jury: int
    ruled: int
    forfeited: tuple[int, ...]
    withdrawn: int

    def view(self, number: int) -> MatchView:
        return matches_of(self.tournament)[number - 1]


def make_eventful(organiser: User, choice: Choice = Choice.ANNUL) -> Eventful:
    """Five pairs in one pool.

    Of the pair that withdraws no match was finished, one begun; `choice` is what becomes of them.
    Of the others' six matches one was annulled, one has a bare result, one points from the jury,
    one a ruling and its seats, and two are still to play.
    """
    tournament = make_drawn_tournament(organiser, pairs=5, pools=1)
    leaving = 1
    own: list[int] = []
    others: list[int] = []
    for view in matches_of(tournament):
        is_own = leaving in (view.a.number, view.b.number)
        (own if is_own else others).append(view.match.number)
    decided, bare, jury, ruled, *_rest = others
    play(organiser, _match(tournament, own[0]), "ra8")
    play(organiser, _match(tournament, decided), "rb0")
    annul(organiser, _match(tournament, decided), REASON)
    play(organiser, _match(tournament, bare), "b76-24t")
    play(organiser, _match(tournament, jury), "rb0")
    give_points(organiser, _match(tournament, jury), "A", -8)
    give_points(organiser, _match(tournament, jury), "B", 12)
    play(organiser, _match(tournament, ruled), "ra8")
    rule(organiser, _match(tournament, ruled), "!b")
    sit(organiser, _match(tournament, ruled))
    withdraw(organiser, tournament, leaving, choice)
    return Eventful(tournament, decided, bare, jury, ruled, tuple(own), leaving)


def give_points(organiser: User, match: Match, side: str, points: int) -> None:
    change_points(
        actor=actor_of(organiser),
        match=match,
        side=side,
        points=points,
        reason="a deal was left out",
        note=NOTE,
        seen_revision=match.revision,
    )


def rule(organiser: User, match: Match, notation: str) -> None:
    (entry,) = parse_sheet(notation, format_of(match))
    record_ruling(
        actor=actor_of(organiser),
        match=match,
        entry=entry,
        ruled=RuledBy("Tuula Tuomari", NOTE),
        seen_revision=match.revision,
    )


def sit(organiser: User, match: Match) -> None:
    """Pair B's second on the left of pair A's first; pair A's second deals first."""
    set_seats(
        actor=actor_of(organiser),
        match=match,
        seating=Seating(left_of_a1=Seat.B2, first_dealer=Seat.A2),
        seen_revision=match.seats_revision,
    )


def _match(tournament: Tournament, number: int) -> Match:
    return tournament.matches.select_related("tournament").get(number=number)
