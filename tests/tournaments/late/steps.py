"""What an organiser does in these tests: enters a pair after the draw, looks, adds it."""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone

from scoring.places import clashes
from tests.builders import numbered_pair
from tests.tournaments.timetable.steps import at
from tournaments.actions.entries import add_pair
from tournaments.actions.late_pairs import add_late_pair, take_back_late_pair
from tournaments.models import Match, Tournament, User
from tournaments.permissions import actor_of
from tournaments.queries.late_pairs import LatePicture, late_picture
from tournaments.timetable import places_of

TEN = at("10.00")
"""Before anything has begun: the first cards are at 11.15."""


def enter(organiser: User, tournament: Tournament, number: int) -> None:
    """A pair that came after the draw is on the list."""
    pair = add_pair(
        actor=actor_of(organiser),
        tournament=tournament,
        entry=numbered_pair(number),
        after_draw=True,
    )
    assert pair.number == number


def look(
    tournament: Tournament, number: int, pool: int | None = None, now: datetime = TEN
) -> LatePicture:
    picture = late_picture(tournament, number, pool, now)
    assert picture is not None
    return picture


def join(
    organiser: User,
    tournament: Tournament,
    number: int,
    pool: int | None = None,
    now: datetime = TEN,
) -> list[Match]:
    picture = look(tournament, number, pool, now)
    assert picture.chosen is not None
    return add_late_pair(
        actor=actor_of(organiser),
        tournament=tournament,
        number=number,
        pool=picture.chosen.pool.number,
        seen=picture.seen,
        now=now,
    )


def leave(organiser: User, tournament: Tournament, number: int) -> list[int]:
    return take_back_late_pair(actor=actor_of(organiser), tournament=tournament, number=number)


def facts(tournament: Tournament) -> dict[int, tuple[object, ...]]:
    """All that tells where and how a match is, by number, without the number of its slot."""
    return {
        match.number: (
            match.pool_id,
            match.round,
            match.pair_a_id,
            match.pair_b_id,
            match.deals,
            match.table,
            timezone.localtime(match.starts_at),
            match.called_at,
            match.moved_by_hand,
            match.annulment,
            match.revision,
        )
        for match in tournament.matches.all()
    }


def conflicts(tournament: Tournament) -> tuple[tuple[int, int], ...]:
    return clashes(places_of(tournament.matches.live(), tournament.minutes_per_deal))
