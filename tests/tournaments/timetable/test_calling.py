"""Calling matches, and which can be called now."""

from __future__ import annotations

import pytest
from django.core.exceptions import PermissionDenied

from tests.builders import add_referee, make_drawn_tournament, make_user, play
from tests.tournaments.timetable.steps import at, back, call, match, place, swap
from tournaments.actions.calling import take_back_call
from tournaments.actions.refusals import Refused, Stale
from tournaments.models import AuditRecord, Tournament, User
from tournaments.permissions import actor_of
from tournaments.queries.estimates import estimates_of
from tournaments.queries.matches import matches_of
from tournaments.queries.timetables import ready_views

pytestmark = pytest.mark.django_db


def ready(tournament: Tournament, clock: str = "11.15") -> dict[int, int]:
    """What can start now, with the table of each, in order."""
    views = ready_views(matches_of(tournament), tournament, at(clock))
    return {each.view.match.number: each.table for each in views}


def finish(organiser: User, tournament: Tournament, *numbers: int) -> None:
    for number in numbers:
        play(organiser, match(tournament, number), "ra0")


def test_a_referee_calls_a_match_once(organiser: User, tournament: Tournament) -> None:
    referee = add_referee(tournament)
    first = call(referee, tournament, 1)
    assert first.is_called
    assert call(referee, tournament, 1).called_at == first.called_at
    assert AuditRecord.objects.filter(verb="call_match").count() == 1


def test_others_call_nobody(tournament: Tournament) -> None:
    with pytest.raises(PermissionDenied):
        call(make_user("satu"), tournament, 1)


def test_a_call_is_taken_back_until_the_first_deal(organiser: User, tournament: Tournament) -> None:
    call(organiser, tournament, 1)
    for _again in range(2):
        taken = take_back_call(actor=actor_of(organiser), tournament=tournament, number=1)
        assert taken.called_at is None
    call(organiser, tournament, 1)
    play(organiser, match(tournament, 1), "ra8")
    with pytest.raises(Stale, match="has begun"):
        take_back_call(actor=actor_of(organiser), tournament=tournament, number=1)


def test_a_pair_or_a_table_is_called_once_at_a_time(
    organiser: User, tournament: Tournament
) -> None:
    call(organiser, tournament, 1)
    shared = next(
        each
        for each in tournament.matches.filter(slot=1)
        if match(tournament, 1).pair_a_id in (each.pair_a_id, each.pair_b_id)
    )
    with pytest.raises(Refused, match="is at table 1, in match 1"):
        call(organiser, tournament, shared.number, 4)
    finish(organiser, tournament, 3, 4)
    free = next(n for n in ready(tournament) if n > 4)
    with pytest.raises(Refused, match="Match 1 is at table 1"):
        call(organiser, tournament, free, 1)
    with pytest.raises(Refused, match="no such table"):
        call(organiser, tournament, free, 5)


def test_first_the_first_round_can_start_then_whoever_is_free(
    organiser: User, tournament: Tournament
) -> None:
    assert ready(tournament) == {1: 1, 2: 2, 3: 3, 4: 4}
    assert ready(tournament, "11.15") == ready(tournament, "20.00")
    finish(organiser, tournament, 1, 2)
    found = ready(tournament)
    assert list(found)[:2] == [3, 4]
    pairs = {
        pair
        for number in (1, 2)
        for pair in (match(tournament, number).pair_a_id, match(tournament, number).pair_b_id)
    }
    for number in list(found)[2:]:
        assert {match(tournament, number).pair_a_id, match(tournament, number).pair_b_id} <= pairs
    assert len(found) == 4


def test_nothing_of_tomorrow_can_start_today(organiser: User, tournament: Tournament) -> None:
    tournament.matches.filter(slot=0).update(starts_at=at("9.00", day=29))
    assert set(ready(tournament)).isdisjoint({1, 2, 3, 4})


def test_an_evening_goes_on_after_midnight(tournament: Tournament) -> None:
    tournament.matches.update(starts_at=at("0.30", day=29))
    assert set(ready(tournament, "23.40")) == {1, 2, 3, 4}
    tournament.matches.update(starts_at=at("5.30", day=29))
    assert ready(tournament, "23.40") == {}


def test_where_the_own_table_is_taken_another_is_offered_and_the_two_change_tables(
    organiser: User,
) -> None:
    tournament = make_drawn_tournament(organiser, pairs=6, pools=1, tables=3)
    for number in (1, 2, 3):
        call(organiser, tournament, number)
    playing = {match(tournament, 1).pair_a_id, match(tournament, 1).pair_b_id}
    second = tournament.matches.filter(slot=1)
    [free] = [each for each in second if playing.isdisjoint({each.pair_a_id, each.pair_b_id})]
    at_first = second.get(table=1)
    if free != at_first:
        swap(organiser, tournament, free.number, at_first.number)
    finish(organiser, tournament, 2, 3)
    assert ready(tournament) == {free.number: 2}
    holder = second.get(table=2).number
    call(organiser, tournament, free.number, 2)
    assert (match(tournament, free.number).table, match(tournament, holder).table) == (2, 1)
    assert match(tournament, holder).moved_by_hand
    assert ready(tournament) == {}
    take_back_call(actor=actor_of(organiser), tournament=tournament, number=free.number)
    back(organiser, tournament, free.number)
    assert (match(tournament, free.number).table, match(tournament, holder).table) == (1, 2)


def told(tournament: Tournament, clock: str) -> dict[int, str]:
    found = estimates_of(
        tournament.matches.all(), list(tournament.days.all()), tournament, at(clock)
    )
    return {number: f"{when:%H.%M}" for number, when in sorted(found.items())}


def test_estimates_are_told_where_ten_minutes_behind(
    organiser: User, tournament: Tournament
) -> None:
    assert told(tournament, "11.20") == {}
    for number in (1, 2, 3, 4):
        call(organiser, tournament, number)
    tournament.matches.filter(number__lte=4).update(called_at=at("11.24"))
    assert told(tournament, "11.30") == {}  # nine minutes late
    tournament.matches.filter(number__lte=2).update(called_at=at("11.27"))
    found = told(tournament, "11.30")
    # Pool A ends 12.47, told in steps of five minutes (and in UTC here).
    assert found == {5: "10.50", 6: "10.50", 9: "12.10", 10: "12.10"}
    assert told(tournament, "11.32") == found
    assert (
        estimates_of(
            tournament.matches.all(), list(tournament.days.all()), tournament, at("11.30", day=27)
        )
        == {}
    )
    assert place(tournament, 5) == "Sat 12.35 1"
