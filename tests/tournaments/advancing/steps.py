"""What an organiser does in these tests: results come in, level pairs are parted, the list is
locked. A pool is told by its pairs in the order drawn: P, Q, R, S …"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from itertools import combinations

from django.db.models import F

from scoring.prospects import Prospect
from tests.builders import play
from tests.tournaments.timetable.steps import at
from tests.tournaments.withdrawals.steps import match_of, side_of
from tournaments.actions.advancing import set_advancing
from tournaments.actions.events import change_settings, settings_of
from tournaments.actions.locked_fields import lock_field
from tournaments.actions.lots import draw_lot, enter_lot
from tournaments.actions.play_offs import make_play_off
from tournaments.actions.sheets import take_back_last
from tournaments.models import Course, LockedField, Lot, Match, Stage, Tournament, User
from tournaments.permissions import actor_of
from tournaments.queries.advancing import AdvancingPicture, advancing_picture, tie_picture
from tournaments.queries.going_on import going_on
from tournaments.queries.standings import standings_of

LETTERS = "PQRSTUVWXYZ"
NOW = at("16.00")


def choose(
    organiser: User,
    tournament: Tournament,
    *,
    first: int | None = None,
    size: int | None = None,
    course: Course = Course.POOLS_AND_KNOCKOUT,
) -> None:
    tournament.refresh_from_db()
    actor = actor_of(organiser)
    change_settings(
        actor=actor,
        tournament=tournament,
        settings=replace(settings_of(tournament), course=course),
        seen_revision=tournament.revision,
    )
    tournament.refresh_from_db()
    if course == Course.POOLS_AND_KNOCKOUT:
        set_advancing(
            actor=actor,
            tournament=tournament,
            first=first,
            size=size,
            seen_revision=tournament.revision,
        )
        tournament.refresh_from_db()


def numbers(tournament: Tournament, pool: int) -> dict[str, int]:
    """The pair numbers of a pool by letter."""
    places = tournament.pools.live().get(number=pool).places.select_related("pair")
    return {
        letter: place.pair.number
        for letter, place in zip(LETTERS, places.order_by("position"), strict=False)
    }


def confirm(tournament: Tournament) -> None:
    """Both pairs of every match stand by its result."""
    tournament.matches.update(confirmed_a=F("revision"), confirmed_b=F("revision"))


def result(
    organiser: User, match: Match, winner: int | None, points: int = 40, against: int = 20
) -> None:
    """The bare result of a match; in a play-off without a winner it is level."""
    if winner is None:
        notation = "na6 nb6 na6 nb6"
    else:
        notation = f"{side_of(match, winner).lower()}{points}-{against}"
    play(organiser, match, notation)


def play_pool(
    organiser: User,
    tournament: Tournament,
    pool: int,
    *results: str,
    confirmed: bool = True,
) -> None:
    """Results as "PQ", P beat Q by 40 to 20, or "PQ 60-0"; without any, everybody beats all who
    were drawn behind them."""
    named = numbers(tournament, pool)
    for told in results or ["".join(each) for each in combinations(named, 2)]:
        who, _blank, score = told.partition(" ")
        points, against = (int(each) for each in (score or "40-20").split("-"))
        winner, loser = (named[letter] for letter in who)
        result(organiser, match_of(tournament, winner, loser), winner, points, against)
    if confirmed:
        confirm(tournament)


def reopen(organiser: User, match: Match) -> None:
    """The last line of the sheet is taken back: the match is to be finished again."""
    match.refresh_from_db()
    take_back_last(
        actor=actor_of(organiser),
        match=match,
        reason="another match's sheet",
        seen_revision=match.revision,
    )


CIRCLE = ("PQ", "QR", "RP", "PS", "QS", "RS")
"""P, Q and R are level on everything, S is last."""


def marks(tournament: Tournament, pool: int) -> str:
    """What every pair of a pool comes to: capital through, small out, ? open, . untold."""
    told = {}
    for each in going_on(tournament, standings_of(tournament)).pools:
        for row in each.rows:
            told[row.row.pair.number] = row.prospect
    shapes = {Prospect.THROUGH: str.upper, Prospect.OUT: str.lower, Prospect.OPEN: lambda x: "?"}
    return "".join(
        shapes[told[number]](letter) if told[number] else "."
        for letter, number in numbers(tournament, pool).items()
    )


def picture(tournament: Tournament) -> AdvancingPicture:
    tournament.refresh_from_db()
    return advancing_picture(tournament)


def make(
    organiser: User, tournament: Tournament, pool: int, level: Iterable[int], now: datetime = NOW
) -> list[Match]:
    level = list(level)
    shown = tie_picture(tournament, level, now)
    assert shown is not None
    return make_play_off(
        actor=actor_of(organiser),
        tournament=tournament,
        pool=pool,
        pairs=level,
        seen=shown.seen,
        now=now,
    )


def lot(organiser: User, tournament: Tournament, level: Iterable[int], seed: str = "52") -> Lot:
    return draw_lot(actor=actor_of(organiser), tournament=tournament, pairs=list(level), seed=seed)


def lot_by_hand(
    organiser: User,
    tournament: Tournament,
    order: Iterable[int],
    witnesses: tuple[str, ...] = ("Aino Näki", "Eero Katsoi"),
) -> Lot:
    return enter_lot(
        actor=actor_of(organiser),
        tournament=tournament,
        order=list(order),
        witnesses=witnesses,
    )


def lock(organiser: User, tournament: Tournament, seen: str | None = None) -> LockedField:
    return lock_field(
        actor=actor_of(organiser),
        tournament=tournament,
        seen=picture(tournament).seen if seen is None else seen,
    )


def field(tournament: Tournament) -> list[int]:
    """The pairs on the list, as things stand, the best first."""
    return [each.pair.number for each in picture(tournament).field]


def play_off_matches(tournament: Tournament) -> list[Match]:
    return list(
        tournament.matches.filter(stage=Stage.PLAY_OFF)
        .select_related("tournament", "pair_a", "pair_b")
        .order_by("number")
    )
