"""What an organiser does in these tests: looks at the schedule as it is, then changes it."""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone

from tournaments.actions.calling import call_match
from tournaments.actions.delays import delay_play
from tournaments.actions.moves import move_back, move_match, swap_matches
from tournaments.models import Match, Tournament, User
from tournaments.permissions import actor_of
from tournaments.queries.timetables import delay_picture
from tournaments.timetable import fingerprint


def at(clock: str, day: int = 28) -> datetime:
    """A time in November 2026, Saturday the 28th unless told otherwise."""
    hour, minute = (int(part) for part in clock.split("."))
    return datetime(2026, 11, day, hour, minute, tzinfo=timezone.get_default_timezone())


def match(tournament: Tournament, number: int) -> Match:
    return tournament.matches.get(number=number)


def place(tournament: Tournament, number: int) -> str:
    """When and where a match is: "Sat 11.15 1"."""
    found = match(tournament, number)
    return f"{timezone.localtime(found.starts_at):%a %H.%M} {found.table}"


def places(tournament: Tournament) -> dict[int, str]:
    return {each.number: place(tournament, each.number) for each in tournament.matches.all()}


def move(organiser: User, tournament: Tournament, number: int, clock: str, table: int) -> Match:
    return move_match(
        actor=actor_of(organiser),
        tournament=tournament,
        number=number,
        starts_at=at(clock),
        table=table,
        seen=fingerprint([match(tournament, number)]),
    )


def swap(organiser: User, tournament: Tournament, number: int, other: int) -> None:
    swap_matches(
        actor=actor_of(organiser),
        tournament=tournament,
        number=number,
        other=other,
        seen=fingerprint([match(tournament, number), match(tournament, other)]),
    )


def back(organiser: User, tournament: Tournament, number: int) -> None:
    move_back(actor=actor_of(organiser), tournament=tournament, number=number)


def call(user: User, tournament: Tournament, number: int, table: int | None = None) -> Match:
    return call_match(
        actor=actor_of(user),
        tournament=tournament,
        number=number,
        table=table or match(tournament, number).table,
    )


def delay(organiser: User, tournament: Tournament, clock: str, minutes: int) -> int:
    return delay_play(
        actor=actor_of(organiser),
        tournament=tournament,
        starts_at=at(clock),
        minutes=minutes,
        seen=delay_picture(tournament, None, 0).seen,
    )
