"""Events for tests, made by the same actions the site uses."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, time

from django.test import Client

from scoring.ledger import Ledger
from scoring.notation import format_sheet, parse_sheet
from tournaments.actions.draws import make_draw, publish_draw
from tournaments.actions.entries import EnteredPair, EnteredPlayer, import_pairs
from tournaments.actions.events import DayPlan, EventSettings, make_event, show_event
from tournaments.actions.sheets import replace_sheet
from tournaments.ledger import entries_of, format_of
from tournaments.models import Match, Membership, Role, Tournament, User
from tournaments.permissions import Actor, actor_of

SATURDAY = DayPlan(date(2026, 11, 28), time(11, 15), time(21, 0))
SUNDAY = DayPlan(date(2026, 11, 29), time(9, 0), time(18, 0))


def make_user(username: str = "olli", **fields: object) -> User:
    return User.objects.create_user(username=username, password="pöytä52-ja-nousu", **fields)


def make_event_maker(username: str = "olli") -> User:
    return make_user(username, may_make_events=True)


def event_settings(
    *, name: str = "Testituppi", tables: int = 16, days: Sequence[DayPlan] = (SATURDAY, SUNDAY)
) -> EventSettings:
    return EventSettings(
        name=name, place="Kylätalo", table_count=tables, minutes_per_deal=5, days=days
    )


def make_tournament(
    organiser: User,
    *,
    pairs: int = 0,
    name: str = "Testituppi",
    tables: int = 16,
    public: bool = True,
    clubs: Sequence[str] = ("Kemi", "Oulu", "Tornio", ""),
) -> Tournament:
    """An event with this many pairs, the players of a pair from one club, clubs in turn."""
    tournament = make_event(
        actor=actor_of(organiser), settings=event_settings(name=name, tables=tables)
    )
    actor = actor_of(organiser)
    if pairs:
        import_pairs(
            actor=actor,
            tournament=tournament,
            entries=[numbered_pair(n, clubs[n % len(clubs)]) for n in range(1, pairs + 1)],
            source="test",
        )
    if public:
        show_event(actor=actor, tournament=tournament, public=True)
        tournament.is_public = True
    return tournament


def numbered_pair(number: int, club: str = "") -> EnteredPair:
    """Pair 1 is Aino Ensi1 and Eero Toka1, and so on."""
    return EnteredPair(
        EnteredPlayer(f"Aino Ensi{number}", club),
        EnteredPlayer(f"Eero Toka{number}", club),
        row=number,
    )


def draw_and_publish(organiser: User, tournament: Tournament, pools: int) -> Tournament:
    actor = actor_of(organiser)
    draw = make_draw(actor=actor, tournament=tournament, pool_count=pools, seed="52")
    publish_draw(actor=actor, tournament=tournament, number=draw.number)
    tournament.refresh_from_db()
    return tournament


def make_drawn_tournament(
    organiser: User, *, pairs: int = 8, pools: int = 2, tables: int = 16, name: str = "Testituppi"
) -> Tournament:
    tournament = make_tournament(organiser, pairs=pairs, tables=tables, name=name)
    return draw_and_publish(organiser, tournament, pools)


def add_referee(tournament: Tournament, username: str = "reetta") -> User:
    referee = make_user(username)
    Membership.objects.create(tournament=tournament, user=referee, role=Role.REFEREE)
    return referee


def play(organiser: User, match: Match, notation: str, reason: str = "") -> Ledger:
    """Makes the match's sheet read `notation`."""
    match.refresh_from_db()
    return replace_sheet(
        actor=actor_of(organiser),
        match=match,
        entries=parse_sheet(notation, format_of(match)),
        seen_revision=match.revision,
        reason=reason,
    )


def sheet_in_short(match: Match) -> str:
    """The match's sheet as it is saved now, in the notation."""
    return format_sheet(entries_of(Match.objects.get(pk=match.pk)))


def win_for_a(deals: int) -> str:
    """A whole sheet that A wins on points, 4 to 0, at the table after the last deal."""
    rest = ["na6", "nb6"] * (deals // 2 - 1)
    return " ".join([*rest, "na6", "nb6"])


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def actor(user: User) -> Actor:
    return actor_of(user)
