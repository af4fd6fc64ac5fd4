"""The lists of events: which is under way, coming and past."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta

import pytest
from pytest_django import DjangoAssertNumQueries

from tests.builders import (
    SATURDAY,
    SUNDAY,
    actor,
    make_drawn_tournament,
    make_tournament,
    make_user,
    play,
    win_for_a,
)
from tests.tournaments.knockout import steps as knockout
from tests.tournaments.results.events import (
    confirm_all,
    lower_wins,
    make_knockout_event,
    open_matches,
    play_round,
)
from tournaments.models import Course, Match, Tournament, User
from tournaments.queries.events import EventList, EventSummary, visible_events

pytestmark = pytest.mark.django_db


def names(events: Sequence[EventSummary]) -> list[str]:
    return [event.tournament.name for event in events]


def listed(user: User, today: date = SUNDAY.date) -> EventList:
    return visible_events(actor(user), today)


def is_past(organiser: User) -> bool:
    """Whether the only event there is has gone to the past on its own last day."""
    events = listed(organiser)
    assert len(events.under_way) + len(events.past) == 1
    return bool(events.past)


def play_pools(organiser: User, tournament: Tournament) -> None:
    for match in Match.objects.filter(tournament=tournament):
        play(organiser, match, win_for_a(16))


def test_events_stand_by_their_days(organiser: User) -> None:
    for name, first, last in (
        ("Eilinen", -1, -1),
        ("Vanha", -400, -399),
        ("Nyt", 0, 0),
        ("Eilen alkanut", -1, 0),
        ("Kaukana", 90, 91),
        ("Huomenna", 1, 1),
    ):
        tournament = make_tournament(organiser, name=name)
        for day, shift in zip(tournament.days.order_by("date"), (first, last), strict=True):
            tournament.days.filter(pk=day.pk).update(date=date(1999, 1, 1) + timedelta(shift))
            if first == last:
                tournament.days.exclude(pk=day.pk).delete()
                break
    events = listed(organiser, date(1999, 1, 1))
    assert names(events.under_way) == ["Eilen alkanut", "Nyt"]
    assert names(events.coming) == ["Huomenna", "Kaukana"]
    assert names(events.past) == ["Eilinen", "Vanha"]


def test_an_event_is_past_once_everybody_has_a_place(organiser: User) -> None:
    tournament = make_drawn_tournament(organiser, pairs=4, pools=1)
    assert not is_past(organiser)
    play_pools(organiser, tournament)
    assert not is_past(organiser)
    confirm_all(tournament)
    assert is_past(organiser)


def test_pools_that_are_over_are_not_the_end_where_pairs_go_on(organiser: User) -> None:
    tournament = make_drawn_tournament(organiser, pairs=8, pools=2)
    knockout.of_course(tournament, Course.POOLS_AND_KNOCKOUT)
    play_pools(organiser, tournament)
    confirm_all(tournament)
    assert not is_past(organiser)
    knockout.of_course(tournament, Course.POOLS)
    assert is_past(organiser)


def test_the_final_and_the_match_for_the_third_place_end_an_event(organiser: User) -> None:
    tournament = make_knockout_event(organiser, rounds=2)
    final, third = open_matches(tournament)
    lower_wins(organiser, final)
    assert not is_past(organiser)
    lower_wins(organiser, third)
    assert is_past(organiser)


def test_a_straight_knock_out_ends_with_its_last_round(organiser: User) -> None:
    tournament = knockout.drawn(organiser, 4)
    for match in open_matches(tournament):
        lower_wins(organiser, match)
    assert not is_past(organiser)
    knockout.go_on(organiser, tournament)
    play_round(organiser, tournament)
    assert is_past(organiser)


def test_a_hidden_event_is_listed_for_its_staff_only(organiser: User) -> None:
    tournament = make_tournament(organiser, public=False)
    assert names(listed(organiser).under_way) == [tournament.name]
    assert not listed(make_user("vieras")).any


@pytest.mark.parametrize("count", [1, 4])
def test_the_list_costs_the_same_however_many_events_are_under_way(
    organiser: User, count: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(count):
        make_drawn_tournament(organiser, pairs=4, pools=1, name=f"Kisa {number}")
    reader = actor(organiser)
    with django_assert_num_queries(4):
        visible_events(reader, SATURDAY.date)
    with django_assert_num_queries(2):
        visible_events(reader, SUNDAY.date + timedelta(1))
