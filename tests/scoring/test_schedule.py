"""Rounds, tables and times."""

from collections import Counter, defaultdict
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.faults import Fault
from scoring.schedule import (
    Day,
    Fixture,
    Placement,
    Round,
    fixtures_of_pools,
    lay_slots,
    place_fixtures,
    round_robin,
    slot_lengths,
)

SIZES = range(2, 21)


def test_four_pairs_meet_in_three_rounds() -> None:
    assert round_robin([1, 2, 3, 4]) == (
        Round(1, ((1, 4), (2, 3)), None),
        Round(2, ((4, 2), (3, 1)), None),
        Round(3, ((3, 4), (1, 2)), None),
    )


@pytest.mark.parametrize("size", SIZES)
def test_everybody_meets_everybody_once(size: int) -> None:
    met = [frozenset(match) for each in round_robin(range(size)) for match in each.matches]
    assert Counter(met) == Counter(map(frozenset, combinations(range(size), 2)))


@pytest.mark.parametrize("size", SIZES)
def test_nobody_is_twice_in_a_round_and_rounds_are_as_few_as_can_be(size: int) -> None:
    rounds = round_robin(range(size))
    assert [each.number for each in rounds] == list(range(1, size + size % 2))
    for each in rounds:
        present = [pair for match in each.matches for pair in match]
        present += [] if each.sitting_out is None else [each.sitting_out]
        assert sorted(present) == list(range(size))


@pytest.mark.parametrize("size", SIZES)
def test_sitting_out_is_spread(size: int) -> None:
    sitters = [each.sitting_out for each in round_robin(range(size))]
    assert sorted(sitters) == list(range(size)) if size % 2 else set(sitters) == {None}


@pytest.mark.parametrize("size", SIZES)
def test_sides_are_balanced(size: int) -> None:
    as_a = Counter(a for each in round_robin(range(size)) for a, _ in each.matches)
    counts = [as_a[pair] for pair in range(size)]
    assert max(counts) - min(counts) <= 1


def test_fewer_than_two_pairs_have_no_rounds() -> None:
    assert (round_robin([]), round_robin([7])) == ((), ())


def test_fixtures_come_round_by_round() -> None:
    fixtures = fixtures_of_pools([["P", "Q", "R"], ["S", "T"]], [16, 12])
    assert [(each.round, each.pool) for each in fixtures] == [(1, 0), (1, 1), (2, 0), (3, 0)]
    assert {each.pool: each.deals for each in fixtures} == {0: 16, 1: 12}


@pytest.mark.parametrize(
    "pools, deals",
    [([["P", "P"]], [12]), ([["P", "Q"], ["Q", "R"]], [12, 12]), ([["P"]], []), ([["P"]], [0])],
)
def test_unsound_pools_are_refused(pools: list[list[str]], deals: list[int]) -> None:
    with pytest.raises(Fault) as refused:
        fixtures_of_pools(pools, deals)
    assert refused.value.code == "malformed"


pool_sizes = st.lists(st.integers(1, 9), max_size=7)


def fixtures_for(sizes: list[int]) -> tuple[Fixture, ...]:
    pools = [[f"{index}.{pair}" for pair in range(size)] for index, size in enumerate(sizes)]
    return fixtures_of_pools(pools, [12 if size > 4 else 16 for size in sizes])


@given(pool_sizes, st.integers(1, 12))
def test_every_fixture_is_placed_once_without_clashes(sizes: list[int], tables: int) -> None:
    fixtures = fixtures_for(sizes)
    placements = place_fixtures(fixtures, tables)
    assert Counter(each.fixture for each in placements) == Counter(fixtures)
    assert all(1 <= each.table <= tables for each in placements)
    seats = Counter((each.slot, each.table) for each in placements)
    present = Counter(
        (each.slot, pair) for each in placements for pair in (each.fixture.a, each.fixture.b)
    )
    assert set(seats.values()) | set(present.values()) <= {1}


@given(pool_sizes, st.integers(1, 12))
def test_every_pair_plays_its_rounds_in_order(sizes: list[int], tables: int) -> None:
    turns = defaultdict(list)
    for each in place_fixtures(fixtures_for(sizes), tables):
        turns[each.fixture.a].append((each.slot, each.fixture.round))
        turns[each.fixture.b].append((each.slot, each.fixture.round))
    for taken in turns.values():
        assert [number for _, number in taken] == sorted(number for _, number in taken)


@given(pool_sizes, st.integers(1, 12))
def test_no_slot_is_empty_and_there_are_no_more_than_round_after_round_would_take(
    sizes: list[int], tables: int
) -> None:
    fixtures = fixtures_for(sizes)
    slots = {each.slot for each in place_fixtures(fixtures, tables)}
    assert slots == set(range(len(slots)))
    in_round = Counter(each.round for each in fixtures)
    assert len(slots) <= sum(-(-matches // tables) for matches in in_round.values())


def test_pools_keep_to_their_own_tables_where_there_are_enough() -> None:
    used = defaultdict(set)
    for each in place_fixtures(fixtures_for([4, 5, 4, 3]), 8):
        used[each.fixture.pool].add(each.table)
    assert used == {0: {1, 2}, 1: {3, 4}, 2: {5, 6}, 3: {7}}


def test_a_round_that_needs_more_tables_goes_on_and_leaves_no_table_idle() -> None:
    slots = Counter(each.slot for each in place_fixtures(fixtures_for([4] * 8), 10))
    assert slots == {0: 10, 1: 10, 2: 10, 3: 10, 4: 8}


@pytest.mark.parametrize("tables", [0, -1])
def test_nobody_plays_without_a_table(tables: int) -> None:
    with pytest.raises(Fault) as refused:
        place_fixtures(fixtures_for([4]), tables)
    assert refused.value.code == "malformed"


def test_a_slot_lasts_as_long_as_its_longest_match() -> None:
    placements = [
        Placement(Fixture(0, 1, "P", "Q", 16), 0, 1),
        Placement(Fixture(1, 1, "R", "S", 12), 0, 2),
        Placement(Fixture(1, 2, "R", "T", 12), 1, 1),
    ]
    assert slot_lengths(placements, 5) == (80, 60)
    assert slot_lengths([], 5) == ()


def test_slots_are_laid_one_after_the_other_and_overnight() -> None:
    days = [Day(675, 900), Day(540, 1000)]
    assert lay_slots([80, 80, 80, 60], days, pause=15) == ((0, 675), (0, 770), (1, 540), (1, 635))


def test_a_slot_may_end_with_the_day() -> None:
    assert lay_slots([60, 60], [Day(600, 720)]) == ((0, 600), (0, 660))


def test_past_the_last_day_play_goes_on() -> None:
    assert lay_slots([60, 60, 60], [Day(600, 700)]) == ((0, 600), (0, 660), (0, 720))


def test_a_day_too_short_for_a_slot_is_passed_over() -> None:
    assert lay_slots([90], [Day(600, 660), Day(500, 900)]) == ((1, 500),)


def test_no_slot_is_laid_into_a_break() -> None:
    days = [Day(675, 960, (780, 840)), Day(540, 1000)]
    assert lay_slots([60, 60, 60, 60, 60], days) == (
        (0, 675), (0, 840), (0, 900), (1, 540), (1, 600),
    )  # fmt: skip


def test_a_slot_may_end_as_the_break_begins() -> None:
    assert lay_slots([60, 60], [Day(600, 900, (660, 700))]) == ((0, 600), (0, 700))


spans = st.tuples(st.integers(0, 1000), st.integers(1, 440))


@st.composite
def playing_day(draw: st.DrawFn) -> Day:
    start, length = draw(spans)
    lunch = draw(st.none() | st.tuples(st.integers(0, length), st.integers(0, length)))
    if lunch is None or lunch[0] == lunch[1]:
        return Day(start, start + length)
    since, until = sorted(lunch)
    return Day(start, start + length, (start + since, start + until))


playing_days = st.lists(playing_day(), min_size=1, max_size=3)


@given(st.lists(st.integers(0, 200), max_size=12), playing_days, st.integers(0, 30))
def test_slots_keep_their_order_and_never_overlap(
    lengths: list[int], days: list[Day], pause: int
) -> None:
    laid = lay_slots(lengths, days, pause)
    assert list(laid) == sorted(laid)
    for index, (day, minute) in enumerate(laid):
        assert minute >= days[day].starts
        assert day == len(days) - 1 or minute + lengths[index] <= days[day].ends
        since, until = days[day].break_ or (0, 0)
        assert minute >= until or minute + lengths[index] <= since
        if index and laid[index - 1][0] == day:
            assert minute >= laid[index - 1][1] + lengths[index - 1] + pause


@pytest.mark.parametrize(
    "lengths, days, pause",
    [([60], [], 0), ([60], [Day(0, 1)], -1), ([-1], [Day(0, 1)], 0)],
)
def test_impossible_times_are_refused(lengths: list[int], days: list[Day], pause: int) -> None:
    with pytest.raises(Fault) as refused:
        lay_slots(lengths, days, pause)
    assert refused.value.code == "malformed"


@pytest.mark.parametrize("starts, ends", [(-1, 10), (10, 10), (20, 10)])
def test_a_day_ends_after_it_starts(starts: int, ends: int) -> None:
    with pytest.raises(Fault) as refused:
        Day(starts, ends)
    assert refused.value.code == "malformed"


@pytest.mark.parametrize("lunch", [(590, 640), (640, 640), (650, 640), (700, 730)])
def test_a_break_lies_within_its_day(lunch: tuple[int, int]) -> None:
    with pytest.raises(Fault) as refused:
        Day(600, 720, lunch)
    assert refused.value.code == "malformed"
