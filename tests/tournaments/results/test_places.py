"""The final places of an event (R30)."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.final_places import PlaceCriterion
from scoring.lots import shuffled
from tests.builders import make_drawn_tournament, make_tournament, play
from tests.tournaments.knockout import steps
from tests.tournaments.knockout.test_deciding import right
from tests.tournaments.results.events import (
    confirm_all,
    lower_wins,
    make_knockout_event,
    make_pools,
    open_matches,
    own_places,
    play_pools,
    play_round,
)
from tests.tournaments.withdrawals.steps import annul, win
from tournaments.models import Course, Lot, Match, Tournament, User
from tournaments.placing import NoPlaces
from tournaments.queries.places import Places, places_of
from tournaments.queries.standings import standings_of


def told(places: Places) -> dict[int, int | None]:
    return {placed.pair.number: placed.place for placed in places.pairs}


def straight(organiser: User, pairs: int) -> Tournament:
    tournament = steps.drawn(organiser, pairs)
    while open_matches(tournament):
        play_round(organiser, tournament)
    return tournament


ENDED: dict[str, Callable[[User], Tournament]] = {
    "one pool": lambda user: make_pools(user, pairs=6, pools=1, seed=3),
    "one pool of which nobody was to go on": lambda user: make_pools(
        user, pairs=5, pools=1, course=Course.POOLS_AND_KNOCKOUT
    ),
    "three pools": lambda user: make_pools(user, pairs=13, pools=3),
    "pools, then eight": lambda user: make_knockout_event(user, rounds=3),
    "pools, then four": lambda user: make_knockout_event(user, pairs=9, pools=2, size=4, rounds=2),
    "pools, then a final": lambda user: make_knockout_event(
        user, pairs=8, pools=2, size=2, rounds=1
    ),
    "straight, with byes": lambda user: straight(user, 6),
}


@pytest.mark.parametrize("name", ENDED)
def test_everybody_has_the_place_that_another_way_gives_too(organiser: User, name: str) -> None:
    tournament = ENDED[name](organiser)
    places = places_of(tournament)
    assert (places.missing, places.open) == (None, ())
    assert told(places) == own_places(tournament)
    by_place = [placed.place for placed in places.pairs]
    assert by_place == sorted(by_place, key=lambda place: place or 0)
    for placed in places.pairs:
        assert placed.shared == (by_place.count(placed.place) > 1)
    assert [placed.place for placed in places.champions] == [1]


def test_a_pair_is_told_with_its_last_match_its_pool_and_the_pair_above(organiser: User) -> None:
    tournament = make_knockout_event(organiser, rounds=3)
    first, second, third, fourth, fifth, *_rest = places_of(tournament).pairs
    final, third_place = (steps.match_at(tournament, 3, number) for number in (0, 1))
    assert [placed.last.view.match for placed in (first, second)] == [final, final]
    assert [placed.last.view.match for placed in (third, fourth)] == [third_place, third_place]
    assert [placed.final.decided_by for placed in (first, second, third, fourth, fifth)] == [
        None,
        PlaceCriterion.FINAL,
        PlaceCriterion.ROUND_REACHED,
        PlaceCriterion.THIRD_PLACE_MATCH,
        PlaceCriterion.ROUND_REACHED,
    ]
    assert [placed.above for placed in (first, second, third)] == [None, first, second]
    assert fifth.last.match.key.round == 1
    assert fifth.last.loser == fifth.pair
    pool = next(
        pool for pool in standings_of(tournament) if fifth.pair in [row.pair for row in pool.rows]
    )
    assert (fifth.pool, fifth.row.pair) == (pool.pool, fifth.pair)


def test_pairs_that_stay_level_share_their_place(organiser: User) -> None:
    tournament = make_drawn_tournament(organiser, pairs=4, pools=1)
    for winner, loser in [(1, 2), (2, 3), (3, 1), (1, 4), (2, 4), (3, 4)]:
        win(organiser, tournament, winner, loser)
    confirm_all(tournament)
    placed = places_of(tournament).pairs
    assert sorted(each.pair.number for each in placed[:3]) == [1, 2, 3]
    assert [(each.place, each.shared) for each in placed] == [(1, True)] * 3 + [(4, False)]


def test_a_recorded_lot_parts_who_is_level_at_the_end(organiser: User) -> None:
    """Those out in the first round of a straight knock-out are level but for a lot."""
    tournament = straight(organiser, 8)
    shared = [placed for placed in places_of(tournament).pairs if placed.shared]
    assert [placed.place for placed in shared] == [5] * 4
    level = sorted(placed.pair.number for placed in shared)

    def lot(number: int, pairs: list[int], seed: str) -> Lot:
        return Lot.objects.create(
            tournament=tournament,
            number=number,
            scope=Lot.Scope.PLACES,
            pairs=pairs,
            order=shuffled(pairs, Random(seed)),
            seed=seed,
            made_by_name="Olli",
        )

    lot(1, level[:3], "of some only")
    assert sum(placed.shared for placed in places_of(tournament).pairs) == 4
    lot(2, level, "an earlier one")
    latest = lot(3, level, "7")
    parted = places_of(tournament).pairs[4:]
    assert [(each.pair.number, each.place, each.shared) for each in parted] == [
        (number, place, False) for place, number in enumerate(latest.order, start=5)
    ]
    assert [each.lot for each in parted] == [None, latest, latest, latest]


def test_a_match_still_to_be_played_leaves_all_places_open(organiser: User) -> None:
    tournament = make_pools(organiser, pairs=4, pools=1)
    last = tournament.matches.order_by("number").last()
    assert last is not None
    play(organiser, last, "ra8", reason="too early")
    places = places_of(tournament)
    assert places.missing is NoPlaces.NOT_FINISHED
    assert [view.match for view in places.open] == [last]
    assert set(told(places).values()) == {None}
    annul(organiser, last)
    assert places_of(tournament).missing is None


def test_a_result_that_is_not_confirmed_leaves_them_open_and_an_awarded_one_does_not(
    organiser: User,
) -> None:
    tournament = make_pools(organiser, pairs=4, pools=1)
    first, second = tournament.matches.order_by("number")[:2]
    Match.objects.filter(pk=first.pk).update(confirmed_b=None)
    places = places_of(tournament)
    assert places.missing is NoPlaces.NOT_CONFIRMED
    assert [view.match for view in places.open] == [first]
    play(organiser, first, "=a:forfeit", reason="never came")
    assert places_of(tournament).missing is None
    play(organiser, second, "=a:forfeit ", reason="never came")
    assert places_of(tournament).missing is None


def test_pools_that_are_over_wait_for_the_knock_out_that_follows(organiser: User) -> None:
    tournament = make_pools(organiser, course=Course.POOLS_AND_KNOCKOUT)
    places = places_of(tournament)
    assert places.missing is NoPlaces.KNOCKOUT_NOT_DRAWN
    assert [(placed.pair, placed.place) for placed in places.pairs] == [
        (row.pair, None) for pool in standings_of(tournament) for row in pool.rows
    ]
    steps.of_course(tournament, Course.POOLS)
    assert places_of(tournament).missing is None


def test_one_pool_of_which_some_are_to_go_on_waits_too(organiser: User) -> None:
    tournament = make_pools(organiser, pairs=6, pools=1, course=Course.POOLS_AND_KNOCKOUT)
    assert places_of(tournament).missing is None
    tournament.advance_first, tournament.advance_size = 4, 4
    tournament.save()
    assert places_of(tournament).missing is NoPlaces.KNOCKOUT_NOT_DRAWN


@pytest.mark.parametrize("pairs", [0, 3])
def test_before_the_draw_pairs_stand_by_number(organiser: User, pairs: int) -> None:
    places = places_of(make_tournament(organiser, pairs=pairs))
    assert places.missing is NoPlaces.NOT_DRAWN
    assert [placed.pair.number for placed in places.pairs] == list(range(1, pairs + 1))


def test_a_running_knock_out_tells_those_whom_no_open_match_can_move(organiser: User) -> None:
    """Whatever becomes of the open matches, who has a place now keeps it."""
    tournament = make_knockout_event(organiser)
    known: list[dict[int, int | None]] = []
    while open_matches(tournament):
        for match in open_matches(tournament):
            places = places_of(tournament)
            assert places.missing is NoPlaces.KNOCKOUT_RUNNING
            assert match in [view.match for view in places.open]
            known.append({pair: place for pair, place in told(places).items() if place})
            lower_wins(organiser, match)
        steps.go_on(organiser, tournament)
    end = told(places_of(tournament))
    assert end == own_places(tournament)
    # Four are not in it; then the first round is over, then the semi-finals and the last matches.
    assert [len(each) for each in known] == [4, 4, 4, 4, 8, 8, 8, 10]
    for each in known:
        assert each == {pair: end[pair] for pair in each}


def test_the_last_result_of_a_knock_out_is_waited_for_until_it_is_confirmed(
    organiser: User,
) -> None:
    tournament = make_knockout_event(organiser, pairs=8, pools=2, size=2)
    final = steps.match_at(tournament, 1)
    play(organiser, final, steps.TUPPI_B)
    places = places_of(tournament)
    assert places.missing is NoPlaces.KNOCKOUT_NOT_CONFIRMED
    assert [view.match for view in places.open] == [final]
    assert [placed.place for placed in places.placed] == [3, 4, 5, 6, 7, 8]
    steps.confirm(final)
    places = places_of(tournament)
    assert places.missing is None
    assert places.champions[0].pair.number == final.pair_b.number


def test_a_result_corrected_after_the_next_match_was_made_leaves_the_places_it_cannot_move(
    organiser: User,
) -> None:
    tournament = make_knockout_event(organiser, pairs=9, pools=2, size=4, rounds=2)
    before = {placed.pair.number: placed.place for placed in places_of(tournament).placed}
    assert len(before) == 9
    semi_final = correct(organiser, steps.match_at(tournament, 1))
    places = places_of(tournament)
    assert places.missing is NoPlaces.KNOCKOUT_UNDECIDED
    assert [view.match for view in places.open] == [semi_final]
    assert places.champions == ()
    told = {placed.pair.number: placed.place for placed in places.placed}
    assert told == {pair: place for pair, place in before.items() if (place or 0) > 4}
    assert len(told) == 5


def test_who_lost_beside_a_corrected_match_keeps_a_place_that_either_loser_leaves_it(
    organiser: User,
) -> None:
    tournament = make_knockout_event(organiser, pairs=16, pools=4, size=8, rounds=3)
    before = {placed.pair.number: placed.place for placed in places_of(tournament).placed}
    quarter = correct(organiser, steps.match_at(tournament, 1))
    told = {placed.pair.number: placed.place for placed in places_of(tournament).placed}
    assert set(told) & {quarter.pair_a.number, quarter.pair_b.number} == set()
    assert {place for place in told.values() if (place or 0) > 8} == set(range(9, 17))
    assert any((place or 0) <= 8 for place in told.values())
    assert {pair: before[pair] for pair in told} == told
    right(organiser, tournament, quarter.number, reason="the other pair won")
    while open_matches(tournament):
        play_round(organiser, tournament)
    after = {placed.pair.number: placed.place for placed in places_of(tournament).placed}
    assert after != before
    assert {pair: after[pair] for pair in told} == told


def correct(organiser: User, match: Match) -> Match:
    """The other pair has won, as both say now."""
    return steps.win(organiser, match, "B" if match.winner == "A" else "A", reason="typed wrong")


def test_a_straight_knock_out_does_not_ask_pools(organiser: User) -> None:
    tournament = steps.straight(organiser, 5)
    assert places_of(tournament).missing is NoPlaces.KNOCKOUT_NOT_DRAWN
    steps.draw(organiser, tournament)
    steps.publish(organiser, tournament)
    assert places_of(tournament).missing is NoPlaces.KNOCKOUT_RUNNING


@pytest.mark.parametrize(("pairs", "pools", "size", "rounds"), [(8, 2, 2, 1), (20, 4, 8, 1)])
def test_queries_do_not_grow(
    organiser: User, pairs: int, pools: int, size: int, rounds: int
) -> None:
    tournament = make_knockout_event(organiser, pairs=pairs, pools=pools, size=size, rounds=rounds)
    with CaptureQueriesContext(connection) as queries:
        places_of(tournament)
    # One more where anybody is level: for lots.
    assert 5 <= len(queries) <= 6


def test_play_does_not_count_before_it_is_drawn_again(organiser: User) -> None:
    tournament = make_drawn_tournament(organiser, pairs=4, pools=1)
    play_pools(organiser, tournament)
    assert places_of(tournament).missing is None
    tournament.pools.update(is_live=False)
    tournament.matches.update(is_live=False)
    assert places_of(tournament).missing is NoPlaces.NOT_DRAWN
