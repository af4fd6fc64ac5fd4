"""The final places of an event."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.builders import (
    make_drawn_tournament,
    make_event_maker,
    make_tournament,
    play,
    win_for_a,
)
from tests.tournaments.withdrawals.steps import annul, win
from tournaments.models import Tournament, User
from tournaments.queries.places import NoPlaces, places_of
from tournaments.queries.standings import standings_of


@pytest.fixture
def organiser(db: None) -> User:
    return make_event_maker()


def play_all(organiser: User, tournament: Tournament) -> None:
    for match in tournament.matches.all():
        play(organiser, match, "ra13 ra13" if match.number % 3 else win_for_a(match.deals))


def test_a_single_pool_played_to_its_end_gives_the_places(organiser: User) -> None:
    tournament = make_drawn_tournament(organiser, pairs=6, pools=1)
    play_all(organiser, tournament)
    places = places_of(tournament)
    (pool,) = standings_of(tournament)
    assert places.missing is None
    assert [(placed.pair, placed.place, placed.shared) for placed in places.pairs] == [
        (row.pair, row.standing.place, row.standing.shared) for row in pool.rows
    ]


def test_pairs_that_stay_level_share_their_place(organiser: User) -> None:
    tournament = make_drawn_tournament(organiser, pairs=4, pools=1)
    for winner, loser in [(1, 2), (2, 3), (3, 1), (1, 4), (2, 4), (3, 4)]:
        win(organiser, tournament, winner, loser)
    placed = places_of(tournament).pairs
    assert sorted(each.pair.number for each in placed[:3]) == [1, 2, 3]
    assert [(each.place, each.shared) for each in placed] == [(1, True)] * 3 + [(4, False)]


def test_a_match_still_to_be_played_leaves_all_places_open(organiser: User) -> None:
    tournament = make_drawn_tournament(organiser, pairs=4, pools=1)
    play_all(organiser, tournament)
    last = tournament.matches.order_by("number").last()
    assert last is not None
    play(organiser, last, "ra8", reason="too early")
    places = places_of(tournament)
    assert places.missing is NoPlaces.NOT_FINISHED
    assert {placed.place for placed in places.pairs} == {None}
    annul(organiser, last)
    assert places_of(tournament).missing is None


def test_several_pools_settle_no_places_but_an_order(organiser: User) -> None:
    tournament = make_drawn_tournament(organiser, pairs=8, pools=2)
    play_all(organiser, tournament)
    places = places_of(tournament)
    assert places.missing is NoPlaces.SEVERAL_POOLS
    assert [(placed.pair, placed.place) for placed in places.pairs] == [
        (row.pair, None) for pool in standings_of(tournament) for row in pool.rows
    ]


@pytest.mark.parametrize("pairs", [0, 3])
def test_before_the_draw_pairs_stand_by_number(organiser: User, pairs: int) -> None:
    places = places_of(make_tournament(organiser, pairs=pairs))
    assert places.missing is NoPlaces.NOT_DRAWN
    assert [placed.pair.number for placed in places.pairs] == list(range(1, pairs + 1))


@pytest.mark.parametrize(("pairs", "pools"), [(4, 1), (16, 4)])
def test_queries_do_not_grow(organiser: User, pairs: int, pools: int) -> None:
    tournament = make_drawn_tournament(organiser, pairs=pairs, pools=pools)
    with CaptureQueriesContext(connection) as queries:
        places_of(tournament)
    assert len(queries) == 5
