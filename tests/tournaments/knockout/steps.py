"""What an organiser does with a knock-out, step by step."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.utils import timezone

from scoring.bracket import Order
from tests.builders import SUNDAY, make_drawn_tournament, make_tournament, play
from tournaments.actions.brackets import draw_knockout, publish_bracket
from tournaments.actions.knockout_play import make_next_matches
from tournaments.brackets import BracketState, state_of
from tournaments.models import (
    Bracket,
    Confirmation,
    Course,
    LockedField,
    Match,
    Tournament,
    User,
)
from tournaments.permissions import actor_of

SUNDAY_MORNING = datetime(2026, 11, 29, 9, 0, tzinfo=timezone.get_default_timezone())
assert SUNDAY_MORNING.date() == SUNDAY.date

TUPPI_A = "ra13 ra13"
"""A whole sheet that pair A wins by a tuppi, 56 to 0."""
TUPPI_B = "rb13 rb13"
"""The same for pair B."""


def straight(
    organiser: User, pairs: int, *, tables: int = 16, clubs: Sequence[str] = ("",)
) -> Tournament:
    """A straight knock-out of this many pairs, not drawn yet."""
    tournament = make_tournament(organiser, pairs=pairs, tables=tables, clubs=clubs)
    return of_course(tournament, Course.KNOCKOUT)


def after_pools(organiser: User, *, pairs: int = 16, pools: int = 4, size: int = 8) -> Tournament:
    """Pools drawn and the first of each locked as the field, best first, pool by pool."""
    tournament = make_drawn_tournament(organiser, pairs=pairs, pools=pools)
    lock_field(tournament, size)
    return tournament


def lock_field(tournament: Tournament, size: int) -> LockedField:
    places = sorted(
        (place.position, pool.number, place.pair.number)
        for pool in tournament.pools.live()
        for place in pool.places.select_related("pair")
    )
    return LockedField.objects.create(
        tournament=tournament,
        first=size // tournament.pools.count(),
        size=size,
        rows=[
            {
                "pair": pair,
                "pool": pool,
                "ground": "place",
                "pool_place": place,
                "moved_past": [],
            }
            for place, pool, pair in places[:size]
        ],
        locked_by_name="Olli",
    )


def of_course(tournament: Tournament, course: Course) -> Tournament:
    tournament.course = course
    tournament.save(update_fields=["course"])
    return tournament


def draw(organiser: User, tournament: Tournament, **options: object) -> Bracket:
    options = {"seed": "52", "order": Order.BY_LOT, **options}
    return draw_knockout(actor=actor_of(organiser), tournament=tournament, **options)


def publish(organiser: User, tournament: Tournament, number: int = 1, **options: object) -> Bracket:
    options = {"starts_at": SUNDAY_MORNING, **options}
    return publish_bracket(
        actor=actor_of(organiser), tournament=tournament, number=number, **options
    )


def drawn(organiser: User, pairs: int, **options: object) -> Tournament:
    """A straight knock-out drawn and published."""
    tournament = straight(organiser, pairs, **options)
    draw(organiser, tournament)
    publish(organiser, tournament)
    return tournament


def match_at(tournament: Tournament, round_number: int, number: int = 0) -> Match:
    """The match of the knock-out in play there."""
    return tournament.matches.live().get(
        bracket__counts=True, round=round_number, bracket_number=number
    )


def win(organiser: User, match: Match, side: str = "A", *, reason: str = "") -> Match:
    """The side wins by a tuppi and both pairs confirm it."""
    play(organiser, match, TUPPI_A if side == "A" else TUPPI_B, reason=reason)
    return confirm(match)


def confirm(match: Match) -> Match:
    """Both pairs stand by the sheet as it is now. Nothing follows from it yet, other than at the
    tables and the desk, so that tests say themselves when the knock-out goes on."""
    match.refresh_from_db()
    match.confirmed_a = match.confirmed_b = match.revision
    match.save(update_fields=["confirmed_a", "confirmed_b"])
    for side in "AB":
        Confirmation.objects.create(
            match=match, side=side, revision=match.revision, made_by_name="Reetta"
        )
    return match


def go_on(organiser: User, tournament: Tournament) -> list[Match]:
    return make_next_matches(actor=actor_of(organiser), tournament=tournament)


def play_round(organiser: User, tournament: Tournament, side: str = "A") -> None:
    """Every open match of the knock-out is won by this side, and the next are made."""
    for match in tournament.matches.live().filter(bracket__counts=True).order_by("number"):
        if match.is_open:
            win(organiser, match, side)
    go_on(organiser, tournament)


def state(tournament: Tournament) -> BracketState:
    bracket = Bracket.objects.get(tournament=tournament, counts=True)
    return state_of(
        bracket, bracket.matches.live(), dict(tournament.pairs.values_list("pk", "number"))
    )


def pairs_of(match: Match) -> tuple[int, int]:
    return match.pair_a.number, match.pair_b.number


def place_of(match: Match) -> tuple[str, int]:
    """When and where: 29.11. 9.00, table 1."""
    return f"{timezone.localtime(match.starts_at):%d %H:%M}", match.table
