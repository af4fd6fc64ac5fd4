"""A pair that joins a pool under way: who meets whom in which round, when and where."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.faults import Fault
from scoring.late_pair import Meeting, Waiting, place_waiting, with_newcomer
from scoring.places import Place, clashes
from scoring.schedule import Day, round_robin

NEWCOMER = 99
DAYS = (Day(11 * 60, 21 * 60), Day(24 * 60 + 9 * 60, 24 * 60 + 18 * 60))


def meetings(size: int) -> list[Meeting]:
    return [
        Meeting(each.number, a, b) for each in round_robin(range(size)) for a, b in each.matches
    ]


def after_rounds(size: int, played: int) -> tuple[Meeting, ...]:
    """The new rounds of a pool of which the first rounds have been played."""
    all_of_them = meetings(size)
    return with_newcomer(
        range(size),
        NEWCOMER,
        [each for each in all_of_them if each.round <= played],
        [each for each in all_of_them if each.round > played],
        first_round=played + 1,
    )


@given(st.integers(2, 11), st.randoms(use_true_random=False), st.integers(0, 2**32))
def test_everybody_meets_everybody_once_and_nobody_is_twice_in_a_round(
    size: int, chance: Random, fixing: int
) -> None:
    share = Random(fixing).random()
    fixed, free = [], []
    for each in meetings(size):
        (fixed if chance.random() < share else free).append(each)
    first_round = min((each.round for each in free), default=size)
    laid = with_newcomer(range(size), NEWCOMER, fixed, free, first_round=first_round)
    met = Counter(each.pairs for each in [*fixed, *laid])
    assert met == Counter(map(frozenset, combinations([*range(size), NEWCOMER], 2)))
    playing = Counter((pair, each.round) for each in [*fixed, *laid] for pair in each.pairs)
    assert set(playing.values()) == {1}
    assert all(each.round >= first_round for each in laid)
    sides = {each.pairs: each.a for each in free}
    assert all(sides.get(each.pairs, each.a) == each.a for each in laid)


@given(st.integers(2, 11), st.data())
def test_everybody_is_on_either_side_equally_often(size: int, data: st.DataObject) -> None:
    played = data.draw(st.integers(0, size - 1))
    fixed = [each for each in meetings(size) if each.round <= played]
    surplus: Counter[int] = Counter()
    for each in [*fixed, *after_rounds(size, played)]:
        surplus[each.a] += 1
        surplus[each.b] -= 1
    assert set(surplus.values()) <= {-1, 0, 1}


@pytest.mark.parametrize("size", range(2, 13))
def test_rounds_left_are_as_few_as_can_be(size: int) -> None:
    for played in range(size):
        laid = after_rounds(size, played)
        fewest = max(size, -(-len(laid) // ((size + 1) // 2)))
        assert len({each.round for each in laid}) == fewest, played


def test_a_pair_joins_a_pool_of_five_in_the_place_of_who_sits_out() -> None:
    kept = {each for each in meetings(5) if each.round > 1}
    laid = after_rounds(5, 1)
    assert kept <= set(laid)
    assert sorted(each.round for each in laid if NEWCOMER in each.pairs) == [2, 3, 4, 5, 6]


def test_pairs_that_have_gone_are_met_behind_all_others() -> None:
    all_of_them = meetings(4)
    laid = with_newcomer(range(4), NEWCOMER, all_of_them, [], first_round=4, gone=[2])
    assert [each.pairs for each in laid][-1] == {2, NEWCOMER}
    assert [each.round for each in laid] == [4, 5, 6, 7]


@pytest.mark.parametrize(
    ("pairs", "fixed", "free"),
    [
        ([1, 2, NEWCOMER], [], []),
        ([1, 2], [], []),
        ([1, 2], [Meeting(1, 1, 2)], [Meeting(1, 1, 2)]),
        ([1, 2], [Meeting(1, 1, 3)], []),
    ],
)
def test_meetings_that_are_not_those_of_the_pool_are_malformed(
    pairs: list[int], fixed: list[Meeting], free: list[Meeting]
) -> None:
    with pytest.raises(Fault):
        with_newcomer(pairs, NEWCOMER, fixed, free)


@given(st.integers(2, 9), st.data())
def test_nobody_is_at_two_places_at_once(size: int, data: st.DataObject) -> None:
    played = data.draw(st.integers(0, size - 1))
    tables = data.draw(st.integers(1, 6))
    length = data.draw(st.sampled_from([60, 80]))
    waiting = [
        Waiting(number, each.round, each.a, each.b, first=NEWCOMER in each.pairs)
        for number, each in enumerate(after_rounds(size, played), start=1)
    ]
    others = [
        Place(100 + slot, 200 + slot, 300 + slot, 1 + slot % tables, start, start + 80)
        for slot, start in enumerate(data.draw(st.lists(st.integers(600, 1500), max_size=6)))
    ]
    starts = data.draw(st.lists(st.integers(660, 1200), max_size=4))
    placed = place_waiting(
        waiting, others, starts, earliest=700, length=length, tables=tables, days=DAYS
    )
    assert sorted(placed) == [each.match for each in waiting]
    known = set(clashes(others))
    assert set(clashes([*others, *placed.values()])) == known
    assert all(place.start >= 700 and 1 <= place.table <= tables for place in placed.values())
    rounds = {each.match: each.round for each in waiting}
    for pair in {pair for place in placed.values() for pair in (place.a, place.b)}:
        own = sorted(
            (place.start, rounds[place.match])
            for place in placed.values()
            if pair in (place.a, place.b)
        )
        assert [each for _start, each in own] == sorted(each for _start, each in own)


def test_a_match_keeps_its_place_where_it_can() -> None:
    placed = place_waiting(
        [Waiting(1, 2, 1, 2, own=(700, 3)), Waiting(2, 2, 3, 4, own=(700, 1))],
        [Place(9, 8, 9, 1, 700, 780)],
        [700, 780],
        earliest=650,
        length=80,
        tables=3,
        days=DAYS,
    )
    assert {number: (place.start, place.table) for number, place in placed.items()} == {
        1: (700, 3),
        2: (700, 2),
    }


def test_what_does_not_fit_the_day_goes_on_the_next() -> None:
    placed = place_waiting(
        [Waiting(1, 1, 1, 2), Waiting(2, 2, 1, 3)],
        [],
        [20 * 60 - 40],
        earliest=0,
        length=80,
        tables=1,
        days=DAYS,
    )
    assert [place.start for place in placed.values()] == [20 * 60 - 40, 24 * 60 + 9 * 60]


@pytest.mark.parametrize(
    "wrong", [{"tables": 0}, {"length": 0}, {"days": ()}], ids=["table", "length", "day"]
)
def test_no_table_no_length_or_no_day_is_malformed(wrong: dict[str, object]) -> None:
    with pytest.raises(Fault):
        place_waiting([], [], [], **{"earliest": 0, "length": 1, "tables": 1, "days": DAYS} | wrong)
