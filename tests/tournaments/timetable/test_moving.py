"""Moving by hand, changing places, moving back: nothing is ever at two places at once."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.places import clashes
from scoring.withdrawal import Choice
from tests.builders import play
from tests.tournaments.timetable.steps import (
    at,
    back,
    call,
    delay,
    match,
    move,
    place,
    places,
    swap,
)
from tests.tournaments.withdrawals.steps import annul, withdraw
from tournaments.actions.moves import move_match
from tournaments.actions.refusals import Refused, Stale
from tournaments.models import AuditRecord, Tournament, User
from tournaments.permissions import actor_of
from tournaments.timetable import fingerprint, places_of

pytestmark = pytest.mark.django_db


def slots(tournament: Tournament) -> list[list[int]]:
    """The numbers of the matches by slot, slots in order of their numbers."""
    found: dict[int, list[int]] = {}
    for each in tournament.matches.order_by("slot", "table"):
        found.setdefault(each.slot, []).append(each.number)
    return list(found.values())


def test_a_match_moves_to_a_time_of_its_own_behind_all_others(
    organiser: User, tournament: Tournament
) -> None:
    assert place(tournament, 9) == "Sat 13.55 1"
    moved = move(organiser, tournament, 9, "15.15", 3)
    assert (place(tournament, 9), moved.moved_by_hand) == ("Sat 15.15 3", True)
    assert slots(tournament)[-1] == [9]
    assert AuditRecord.objects.filter(verb="move_match", match__number=9).count() == 1


def test_a_match_moves_between_two_rounds_where_there_is_a_gap(
    organiser: User, tournament: Tournament
) -> None:
    delay(organiser, tournament, "13.55", 100)
    move(organiser, tournament, 9, "14.00", 2)
    assert place(tournament, 9) == "Sat 14.00 2"
    assert slots(tournament)[2:] == [[9], [10, 11, 12]]


@pytest.mark.parametrize(
    "clock, table",
    [
        ("12.35", 1),
        ("12.35", 4),
        ("13.00", 3),
        ("14.00", 2),
        ("13.55", 2),
        ("15.15", 5),
        ("15.15", 0),
    ],
)
def test_a_place_that_is_not_free_is_refused(
    organiser: User, tournament: Tournament, clock: str, table: int
) -> None:
    before = places(tournament)
    with pytest.raises(Stale, match="not free any more"):
        move(organiser, tournament, 9, clock, table)
    assert places(tournament) == before


def test_a_time_on_no_day_of_play_is_refused(organiser: User, tournament: Tournament) -> None:
    with pytest.raises(Refused, match="day of play"):
        move_match(
            actor=actor_of(organiser),
            tournament=tournament,
            number=9,
            starts_at=at("11.15", day=30),
            table=1,
            seen=fingerprint([match(tournament, 9)]),
        )


def test_what_has_begun_was_called_or_is_annulled_stays(
    organiser: User, tournament: Tournament
) -> None:
    play(organiser, match(tournament, 1), "ra8")
    call(organiser, tournament, 2)
    withdraw(organiser, tournament, match(tournament, 3).pair_a.number, Choice.ANNUL)
    for number in (1, 2, 3):
        with pytest.raises(Stale, match="stays where it is"):
            move(organiser, tournament, number, "15.15", number)


def test_the_place_of_an_annulled_match_is_free_for_another(
    organiser: User, tournament: Tournament
) -> None:
    annul(organiser, match(tournament, 1))
    annul(organiser, match(tournament, 2))
    here = {match(tournament, n).pair_a_id for n in (1, 2)} | {
        match(tournament, n).pair_b_id for n in (1, 2)
    }
    other = next(each for each in tournament.matches.filter(slot=2) if each.pair_a_id in here)
    moved = move(organiser, tournament, other.number, "11.15", 1)
    assert (place(tournament, other.number), place(tournament, 1)) == ("Sat 11.15 1",) * 2
    assert moved.slot != match(tournament, 1).slot


def test_two_matches_change_places_and_go_back(organiser: User, tournament: Tournament) -> None:
    before, numbers = places(tournament), slots(tournament)
    swap(organiser, tournament, 5, 8)
    assert places(tournament) == before | {5: before[8], 8: before[5]}
    assert match(tournament, 5).moved_by_hand
    back(organiser, tournament, 8)
    assert (places(tournament), slots(tournament)) == (before, numbers)
    assert not match(tournament, 5).moved_by_hand


def test_matches_that_share_a_pair_with_the_other_round_do_not_change_places(
    organiser: User, tournament: Tournament
) -> None:
    before = places(tournament)
    with pytest.raises(Stale, match="cannot change places"):
        swap(organiser, tournament, 1, 5)
    assert places(tournament) == before


def test_moves_are_undone_one_by_one_the_last_first(
    organiser: User, tournament: Tournament
) -> None:
    move(organiser, tournament, 9, "15.15", 1)
    move(organiser, tournament, 9, "16.40", 2)
    back(organiser, tournament, 9)
    assert (place(tournament, 9), match(tournament, 9).moved_by_hand) == ("Sat 15.15 1", True)
    back(organiser, tournament, 9)
    assert (place(tournament, 9), match(tournament, 9).moved_by_hand) == ("Sat 13.55 1", False)
    with pytest.raises(Refused, match="was not moved by hand"):
        back(organiser, tournament, 9)


def test_a_match_does_not_go_back_to_a_place_taken_since(
    organiser: User, tournament: Tournament
) -> None:
    move(organiser, tournament, 9, "15.15", 1)
    swapped = places(tournament)
    move(organiser, tournament, 10, "13.55", 1)
    with pytest.raises(Refused, match="cannot go back"):
        back(organiser, tournament, 9)
    assert places(tournament) == swapped | {10: "Sat 13.55 1"}


def test_a_match_does_not_go_back_across_a_delay(organiser: User, tournament: Tournament) -> None:
    move(organiser, tournament, 9, "15.15", 1)
    delay(organiser, tournament, "11.15", 20)
    with pytest.raises(Refused, match="was not moved by hand since"):
        back(organiser, tournament, 9)


def test_an_organiser_who_saw_an_older_place_is_told(
    organiser: User, tournament: Tournament
) -> None:
    seen = fingerprint([match(tournament, 9)])
    move(organiser, tournament, 9, "15.15", 1)
    with pytest.raises(Stale, match="Somebody moved the match meanwhile"):
        move_match(
            actor=actor_of(organiser),
            tournament=tournament,
            number=9,
            starts_at=at("15.15"),
            table=2,
            seen=seen,
        )


acts = st.lists(
    st.one_of(
        st.tuples(
            st.just("move"),
            st.integers(1, 12),
            st.sampled_from(["11.15", "12.35", "13.00", "13.55", "15.15", "15.30", "16.40"]),
            st.integers(1, 4),
        ),
        st.tuples(st.just("swap"), st.integers(1, 12), st.integers(1, 12)),
        st.tuples(st.just("back"), st.integers(1, 12)),
        st.tuples(
            st.just("delay"),
            st.sampled_from(["11.15", "12.35", "13.55", "15.15"]),
            st.sampled_from([5, 80, 400]),
        ),
        st.tuples(st.just("call"), st.integers(1, 12), st.integers(1, 4)),
    ),
    max_size=8,
)


@given(acts)
@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_whatever_is_done_no_two_waiting_matches_are_in_each_others_way(
    organiser: User, tournament: Tournament, acts: list[tuple]
) -> None:
    from django.db import transaction

    steps = {"move": move, "swap": swap, "back": back, "delay": delay, "call": call}
    with transaction.atomic():
        for name, *values in acts:
            try:
                steps[name](organiser, tournament, *values)
            except Refused:
                continue
        waiting = [each for each in tournament.matches.all() if each.called_at is None]
        assert clashes(places_of(waiting, tournament.minutes_per_deal)) == ()
        starts = [each.starts_at for each in sorted(waiting, key=lambda each: each.slot)]
        assert starts == sorted(starts)
        transaction.set_rollback(True)
