"""A late round: what follows, to the next day too, and taking it back."""

from __future__ import annotations

import pytest

from tests.builders import (
    SATURDAY,
    SUNDAY,
    draw_and_publish,
    event_settings,
    make_tournament,
    play,
)
from tests.tournaments.timetable.steps import at, call, delay, match, move, places
from tournaments.actions.delays import delay_in_force, take_back_delay
from tournaments.actions.events import DayPlan, change_settings
from tournaments.actions.refusals import Refused, Stale
from tournaments.models import Tournament, User
from tournaments.permissions import actor_of
from tournaments.queries.timetables import delay_picture

pytestmark = pytest.mark.django_db


def starts(tournament: Tournament) -> list[str]:
    """When matches start, in order, each time once."""
    found = {place.rsplit(" ", 1)[0]: None for _number, place in sorted(places(tournament).items())}
    return list(found)


def take_back(organiser: User, tournament: Tournament) -> int:
    in_force = delay_in_force(tournament)
    return take_back_delay(
        actor=actor_of(organiser),
        tournament=tournament,
        seen_delay=in_force.pk if in_force else 0,
    )


def test_a_late_round_moves_what_follows(organiser: User, tournament: Tournament) -> None:
    assert delay(organiser, tournament, "12.35", 25) == 8
    assert starts(tournament) == ["Sat 11.15", "Sat 13.00", "Sat 14.20"]


def test_what_was_called_or_has_begun_stays(organiser: User, tournament: Tournament) -> None:
    play(organiser, match(tournament, 1), "ra8")
    call(organiser, tournament, 2)
    assert delay(organiser, tournament, "11.15", 5) == 10
    found = places(tournament)
    assert [found[number] for number in (1, 2, 3, 5)] == [
        "Sat 11.15 1", "Sat 11.15 2", "Sat 11.20 3", "Sat 12.40 1",
    ]  # fmt: skip


def test_a_delay_goes_round_the_break_and_on_to_sunday(organiser: User) -> None:
    tournament = make_tournament(organiser, pairs=8, tables=4)
    lunch = DayPlan(
        SATURDAY.date,
        SATURDAY.starts_at,
        SATURDAY.ends_at.replace(hour=17),
        SATURDAY.ends_at.replace(hour=14),
        SATURDAY.ends_at.replace(hour=15),
    )
    change_settings(
        actor=actor_of(organiser),
        tournament=tournament,
        settings=event_settings(tables=4, days=(lunch, SUNDAY)),
        seen_revision=1,
    )
    draw_and_publish(organiser, tournament, 2)
    assert starts(tournament) == ["Sat 11.15", "Sat 12.35", "Sat 15.00"]
    picture = delay_picture(tournament, at("12.35"), 30)
    assert [each.after for each in picture.delays] == [at("15.00"), at("9.00", day=29)]
    assert [len(each.matches) for each in picture.next_day] == [4]
    delay(organiser, tournament, "12.35", 30)
    assert starts(tournament) == ["Sat 11.15", "Sat 15.00", "Sun 09.00"]


def test_what_would_end_after_the_last_day_is_told(organiser: User, tournament: Tournament) -> None:
    change_settings(
        actor=actor_of(organiser),
        tournament=tournament,
        settings=event_settings(tables=4, days=(SATURDAY,)),
        seen_revision=1,
    )
    picture = delay_picture(tournament, at("13.55"), 400)
    assert [(each.after, each.late) for each in picture.delays] == [(at("20.35"), True)]


def test_a_delay_is_taken_back(organiser: User, tournament: Tournament) -> None:
    before = places(tournament)
    delay(organiser, tournament, "11.15", 10)
    delay(organiser, tournament, "12.45", 10)
    play(organiser, match(tournament, 9), "ra8")
    assert take_back(organiser, tournament) == 7
    assert starts(tournament) == ["Sat 11.25", "Sat 12.45", "Sat 14.15", "Sat 14.05"]
    assert take_back(organiser, tournament) == 11
    assert places(tournament) == before | {9: "Sat 14.15 1"}
    with pytest.raises(Stale, match="taken back already"):
        take_back(organiser, tournament)


def test_a_delay_is_not_taken_back_onto_a_match_moved_since(
    organiser: User, tournament: Tournament
) -> None:
    delay(organiser, tournament, "13.55", 100)
    move(organiser, tournament, 10, "13.55", 1)
    before = places(tournament)
    with pytest.raises(Refused, match="matches 9 and 10 would be in each other's way"):
        take_back(organiser, tournament)
    assert places(tournament) == before


def test_a_delay_seen_before_something_began_is_stale(
    organiser: User, tournament: Tournament
) -> None:
    from tournaments.actions.delays import delay_play

    seen = delay_picture(tournament, at("11.15"), 10).seen
    play(organiser, match(tournament, 1), "ra8")
    before = places(tournament)
    with pytest.raises(Stale):
        delay_play(
            actor=actor_of(organiser),
            tournament=tournament,
            starts_at=at("11.15"),
            minutes=10,
            seen=seen,
        )
    assert places(tournament) == before


@pytest.mark.parametrize("clock, minutes", [("11.20", 5), ("11.15", 0), ("11.15", 601)])
def test_a_delay_of_nothing_or_out_of_range_is_refused(
    organiser: User, tournament: Tournament, clock: str, minutes: int
) -> None:
    with pytest.raises(Refused):
        delay(organiser, tournament, clock, minutes)
