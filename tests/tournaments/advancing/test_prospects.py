"""Through, out or open while pools run, as the standings show it (R25 to R28)."""

from __future__ import annotations

from itertools import product

import pytest
from django.test import Client

from scoring.standings import PlayedMatch, rank
from scoring.withdrawal import Choice
from tests.builders import make_drawn_tournament
from tests.tournaments.advancing.steps import (
    CIRCLE,
    choose,
    confirm,
    lock,
    marks,
    numbers,
    play_pool,
)
from tests.tournaments.withdrawals.steps import match_of, withdraw
from tournaments.models import Course, Tournament, User
from tournaments.queries.going_on import Line, OpenPointKind, going_on
from tournaments.queries.standings import standings_of

pytestmark = pytest.mark.django_db


def test_a_pair_is_through_or_out_as_soon_as_that_is_sure(
    organiser: User, tournament: Tournament
) -> None:
    assert marks(tournament, 1) == "????"
    play_pool(organiser, tournament, 1, "PR", "PS", "QR", "QS")
    assert marks(tournament, 1) == "PQrs"
    assert marks(tournament, 2) == "????", "the other pool has not begun"


def test_a_result_that_is_not_confirmed_is_not_taken_for_granted(
    organiser: User, tournament: Tournament
) -> None:
    play_pool(organiser, tournament, 1, "PR", "PS", "QR", "QS", confirmed=False)
    assert marks(tournament, 1) == "????"
    confirm(tournament)
    assert marks(tournament, 1) == "PQrs"


def test_what_the_page_tells_is_what_every_end_of_the_pool_brings(
    organiser: User, tournament: Tournament
) -> None:
    """Every winner of the open matches, with scores that could be, tried out through the ranking:
    nobody through or out where an end says otherwise, nobody open where all ends agree on wins."""
    named = numbers(tournament, 1)
    played = ["PQ 48-0", "RS 40-20", "PR 20-12"]
    open_pairs = ["PS", "QR", "QS"]
    play_pool(organiser, tournament, 1, *played)
    told = dict(zip(named, marks(tournament, 1), strict=True))
    known = [
        PlayedMatch(each[0], each[1], each[0], *(int(x) for x in each[3:].split("-")))
        for each in played
    ]
    scores = [(4, 0), (60, 0), (300, 296), (400, 0)]
    among: dict[str, set[bool]] = {letter: set() for letter in named}
    for winners in product((0, 1), repeat=3):
        for score in product(scores, repeat=3):
            end = [
                PlayedMatch(pair[first], pair[1 - first], pair[first], *points)
                for pair, first, points in zip(open_pairs, winners, score, strict=True)
            ]
            for standing in rank([*named], [*known, *end]):
                first_two = standing.place + (standing.shared and standing.place == 2) <= 2
                among[str(standing.pair)].add(first_two)
    for letter, outcomes in among.items():
        expected = (
            {True: letter, False: letter.lower()}[outcomes.pop()] if len(outcomes) == 1 else "?"
        )
        assert told[letter] == expected, letter


def test_nothing_is_told_of_a_pool_with_more_than_fifteen_matches_open(organiser: User) -> None:
    tournament = make_drawn_tournament(organiser, pairs=14, pools=2)
    choose(organiser, tournament, first=2, size=4)
    assert marks(tournament, 1) == "......."
    play_pool(organiser, tournament, 1, "PQ", "PR", "PS", "PT", "PU")
    assert marks(tournament, 1) == "......."
    play_pool(organiser, tournament, 1, "PV")
    assert marks(tournament, 1) == "P??????"


def test_a_withdrawn_pair_is_out_and_the_line_moves_past_it(
    organiser: User, tournament: Tournament
) -> None:
    play_pool(organiser, tournament, 1)
    withdraw(organiser, tournament, numbers(tournament, 1)["P"], Choice.STAND)
    assert marks(tournament, 1) == "pQRs"
    pool = going_on(tournament, standings_of(tournament)).pools[0]
    assert [row.line for row in pool.rows] == [None, None, Line.ALL, None]


def test_the_best_of_the_next_places_are_open_until_every_pool_is_over(
    organiser: User, tournament: Tournament
) -> None:
    choose(organiser, tournament, first=3, size=8)
    tournament = make_drawn_tournament(organiser, pairs=12, pools=3, name="Kolme")
    choose(organiser, tournament, first=1, size=4)
    play_pool(organiser, tournament, 1)
    assert marks(tournament, 1) == "P?rs"
    pool = going_on(tournament, standings_of(tournament)).pools[0]
    assert [row.line for row in pool.rows] == [Line.ALL, Line.SOME, None, None]
    assert [point.kind for point in pool.open_points] == [OpenPointKind.OTHER_POOLS]
    assert pool.open_points[0].pools == ("B", "C")
    play_pool(organiser, tournament, 2, "PQ 100-0", *("PR", "PS", "QR", "QS", "RS"))
    play_pool(organiser, tournament, 3, "PQ", "PR", "PS", "QR 80-0", "QS", "RS")
    assert [marks(tournament, pool) for pool in (1, 2, 3)] == ["Pqrs", "Pqrs", "PQrs"]


def test_a_level_place_that_decides_is_open_and_says_why(
    organiser: User, tournament: Tournament
) -> None:
    play_pool(organiser, tournament, 1, *CIRCLE)
    assert marks(tournament, 1) == "???s"
    pool = going_on(tournament, standings_of(tournament)).pools[0]
    # The line would part the three.
    assert [row.line for row in pool.rows] == [None, None, Line.LEVEL, None]
    assert pool.is_over
    [point] = pool.open_points
    assert point.kind is OpenPointKind.LEVEL
    assert {pair.number for pair in point.pairs} == set(numbers(tournament, 1).values()) - {
        numbers(tournament, 1)["S"]
    }


def test_once_the_list_is_locked_it_alone_says_who_is_through(
    organiser: User, tournament: Tournament
) -> None:
    for pool in (1, 2):
        play_pool(organiser, tournament, pool)
    lock(organiser, tournament)
    tournament.matches.update(confirmed_a=None)
    assert marks(tournament, 1) == "PQrs"


@pytest.mark.parametrize(
    ("course", "first"), [(Course.POOLS, None), (Course.POOLS_AND_KNOCKOUT, None)]
)
def test_where_nobody_goes_on_nothing_is_told(
    organiser: User, course: Course, first: int | None
) -> None:
    tournament = make_drawn_tournament(organiser, pairs=4, pools=1, name="Yksi")
    choose(organiser, tournament, first=first, course=course)
    play_pool(organiser, tournament, 1)
    assert marks(tournament, 1) == "...."
    assert 'id="going-on"' not in Client().get(f"/t/{tournament.slug}/standings/").content.decode()


def test_eight_pools_go_by_the_rules_where_nothing_is_chosen(organiser: User) -> None:
    tournament = make_drawn_tournament(organiser, pairs=32, pools=8)
    play_pool(organiser, tournament, 8, "PR", "PS", "QR", "QS")
    assert marks(tournament, 8) == "PQrs"


def test_the_marks_stand_on_the_pages(organiser: User, tournament: Tournament) -> None:
    play_pool(organiser, tournament, 1, "PR", "PS", "QR", "QS")
    page = Client().get(f"/t/{tournament.slug}/standings/").content.decode()
    assert page.count('class="prospect through"') == page.count('class="prospect out"') == 2
    assert page.count("Those above go on") == 2
    through = numbers(tournament, 1)["P"]
    assert 'class="prospect through"' in (
        Client().get(f"/t/{tournament.slug}/pairs/{through}/").content.decode()
    )


def test_a_match_opened_again_opens_what_it_decided(
    organiser: User, tournament: Tournament
) -> None:
    play_pool(organiser, tournament, 1, "PR", "PS", "QR", "QS", "PQ")
    named = numbers(tournament, 1)
    assert marks(tournament, 1) == "PQrs"
    match = match_of(tournament, named["Q"], named["S"])
    match.confirmed_b = None
    match.save()
    assert marks(tournament, 1) == "P???"


def test_level_pairs_that_all_go_on_are_not_said_to_be_open(organiser: User) -> None:
    tournament = make_drawn_tournament(organiser, pairs=12, pools=3, name="Kolme")
    choose(organiser, tournament, first=2, size=8)
    play_pool(organiser, tournament, 1, *CIRCLE)
    play_pool(organiser, tournament, 2)
    play_pool(organiser, tournament, 3, "PQ", "PR", "PS", "QR", "QS", "RS 80-0")
    assert marks(tournament, 1) == "PQRs"
    pool = going_on(tournament, standings_of(tournament)).pools[0]
    assert [row.line for row in pool.rows] == [None, None, Line.ALL, None]
