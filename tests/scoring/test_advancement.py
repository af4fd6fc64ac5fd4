"""Who goes on from the pools, R26 to R28."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pool_tables import four, table

from scoring.advancement import (
    Advancement,
    Block,
    Candidate,
    Ground,
    Obstacle,
    advance,
)
from scoring.faults import Fault
from scoring.field import field_size, rows_going_on, standard_first
from scoring.pool_results import Comparison, PoolResult
from scoring.prospects import Prospect, RunningPool, prospects
from scoring.standings import PairId, PlayedMatch, Standing, rank


def names(candidates: Sequence[Candidate]) -> str:
    return " ".join(str(each.pair) for each in candidates)


def test_of_sixteen_pools_the_winners_go_on() -> None:
    settled = advance([four(letter) for letter in "ABCDEFGHIJKLMNOP"])
    assert {each.pair for each in settled.field} == {f"{letter}1" for letter in "ABCDEFGHIJKLMNOP"}
    assert settled.is_settled


def test_of_eight_pools_the_first_two_go_on() -> None:
    settled = advance([four(letter) for letter in "ABCDEFGH"])
    assert {each.pair for each in settled.field} == {
        f"{letter}{place}" for letter in "ABCDEFGH" for place in (1, 2)
    }


@pytest.mark.parametrize("pools, first", [(16, 1), (8, 2), (1, None), (6, None), (15, None)])
def test_for_other_numbers_the_organiser_chooses(pools: int, first: int | None) -> None:
    assert standard_first(pools) == first


@pytest.mark.parametrize(
    "pools, first, size", [(16, 1, 16), (8, 2, 16), (5, 1, 8), (3, 2, 8), (1, 4, 4), (1, 1, 2)]
)
def test_a_field_is_a_power_of_two(pools: int, first: int, size: int) -> None:
    assert field_size(pools, first) == size


@pytest.mark.parametrize(
    "eligible, size, every, some",
    [
        ([4] * 8, 16, 2, 2),
        ([4] * 5, 8, 1, 2),
        ([4, 4], 2, 1, 1),
        ([4, 1], 4, 3, 3),
        ([2, 2], 8, 2, 2),
        ([4] * 3, 2, 0, 1),
    ],
)
def test_some_places_go_on_in_every_pool_and_the_next_in_some(
    eligible: list[int], size: int, every: int, some: int
) -> None:
    assert rows_going_on(eligible, size) == (every, some)


@pytest.mark.parametrize("eligible, size", [([], 4), ([4], 1), ([4], 129)])
def test_a_field_that_cannot_be_is_malformed(eligible: list[int], size: int) -> None:
    with pytest.raises(Fault):
        rows_going_on(eligible, size)


FIVE = [
    table("A", "A1 3/3 90", "A2 2/3 80", "A3 1/3 10"),
    table("B", "B1 3/3 95", "B2 2/3 60", "B3 1/3 10"),
    table("C", "C1 2/3 90", "C2 1/3 99", "C3 1/3 10"),
    table("D", "D1 4/4 90", "D2 3/4 10", "D3 1/4 10"),
    table("E", "E1 3/3 80", "E2 2/3 60", "E3 1/3 10"),
]


def test_the_best_next_placed_fill_the_field_by_share_then_points_a_match_then_a_lot() -> None:
    settled = advance(FIVE, first=1, lots=["E2", "B2"])
    assert [(each.pair, each.ground, each.decided_by) for each in settled.field] == [
        ("B1", Ground.POOL_PLACE, None),
        ("A1", Ground.POOL_PLACE, Comparison.POINTS_A_MATCH),
        ("E1", Ground.POOL_PLACE, Comparison.POINTS_A_MATCH),
        ("D1", Ground.POOL_PLACE, Comparison.POINTS_A_MATCH),
        ("C1", Ground.POOL_PLACE, Comparison.SHARE_WON),
        ("D2", Ground.BEST_NEXT, Comparison.POOL_PLACE),
        ("A2", Ground.BEST_NEXT, Comparison.SHARE_WON),
        ("E2", Ground.BEST_NEXT, Comparison.POINTS_A_MATCH),
    ]
    assert settled.next_best[0].decided_by is Comparison.LOT
    assert names(settled.next_best).startswith("B2 C2")
    assert settled.is_settled


def test_a_candidate_has_its_figures() -> None:
    candidate = advance(FIVE, first=1).field[6]
    assert (candidate.pair, candidate.pool, candidate.pool_place) == ("A2", "A", 2)
    assert (candidate.share_won, candidate.points_a_match) == (Fraction(2, 3), Fraction(80, 3))


def test_pairs_of_different_pools_that_are_level_at_the_cut_need_a_lot() -> None:
    unsettled = advance(FIVE, first=1)
    assert unsettled.blocks == (Block(Obstacle.LOT_NEEDED, ("B", "E"), ("B2", "E2")),)
    blocked = [each for each in unsettled.field + unsettled.next_best if each.blocked_by]
    assert names(blocked) == "B2 E2"


def test_level_pairs_that_both_go_on_or_both_do_not_need_no_lot() -> None:
    assert advance(FIVE, size=9).is_settled
    assert advance(FIVE, size=7).is_settled


def test_a_field_of_any_size_takes_as_many_of_each_pool_as_fit() -> None:
    settled = advance(FIVE, size=11, lots=["B2"])
    assert [each.ground for each in settled.field].count(Ground.POOL_PLACE) == 10
    assert settled.field[10].row == 3


def test_a_level_place_that_decides_blocks_until_a_play_off_or_a_lot_parts_it() -> None:
    pools = [table("A", "A1 2/3 90", "=A2 2/3 90", "=A3 2/3 90", "A4 0/3 0"), four("B")]
    unsettled = advance(pools, first=2)
    assert unsettled.blocks == (Block(Obstacle.LEVEL, ("A",), ("A1", "A2", "A3")),)
    assert {each.pair: each.blocked_by for each in unsettled.field} == {
        "A1": Obstacle.LEVEL,
        "A2": Obstacle.LEVEL,
        "B1": None,
        "B2": None,
    }


def test_a_level_place_elsewhere_is_shared_and_blocks_nothing() -> None:
    top = table("A", "A1 2/3 90", "=A2 2/3 90", "A3 1/3 90", "A4 0/3 0")
    bottom = table("B", "B1 3/3 90", "B2 2/3 90", "B3 1/3 0", "=B4 1/3 0")
    assert advance([top, bottom], first=2).is_settled


def test_level_pairs_whose_shares_differ_block_where_one_is_compared_with_other_pools() -> None:
    # A match of A3 was annulled: level with A2 in its pool, it would do better than B2.
    pools = [
        table("A", "A1 3/3 90", "A2 1/3 40", "=A3 1/2 40"),
        table("B", "B1 3/3 9", "B2 1/3 99"),
    ]
    assert advance(pools, first=1, size=3).blocks == (Block(Obstacle.LEVEL, ("A",), ("A2", "A3")),)


def test_pairs_level_in_their_pool_are_parted_before_a_lot_with_those_of_other_pools() -> None:
    alone = [
        table(letter, f"{letter}1 3/3 90", f"{letter}2 1/3 60", f"{letter}3 1/3 40")
        for letter in "AC"
    ]
    level = table("B", "B1 3/3 90", "B2 1/3 60", "=B3 1/3 60", "=B4 1/3 60")
    for pools in ([alone[0], level, alone[1]], [level, *alone], [*alone, level]):
        unsettled = advance(pools, first=1, size=4)
        assert unsettled.blocks == (Block(Obstacle.LEVEL, ("B",), ("B2", "B3", "B4")),)
        told = {each.pair: each.blocked_by for each in unsettled.field + unsettled.next_best}
        assert {pair for pair, obstacle in told.items() if obstacle is Obstacle.LEVEL} == {
            "B2",
            "B3",
            "B4",
        }
        assert {pair for pair, obstacle in told.items() if obstacle is Obstacle.LOT_NEEDED} == {
            "A2",
            "C2",
        }


def test_of_a_pools_level_pairs_one_that_needs_a_lot_keeps_all_open() -> None:
    pools = [
        table("A", "A1 3/3 90", "A2 1/3 60", "=A3 1/3 60"),
        table("B", "B1 3/3 90", "B2 2/3 90", "B3 1/3 60"),
    ]
    unsettled = advance(pools, first=2, size=5)
    assert unsettled.blocks == (Block(Obstacle.LEVEL, ("A",), ("A2", "A3")),)
    told = {each.pair: each.blocked_by for each in unsettled.field + unsettled.next_best}
    assert {pair for pair, obstacle in told.items() if obstacle} == {"A2", "A3", "B3"}


def test_an_unfinished_pool_blocks_its_own_places_and_those_compared_with_it() -> None:
    pools = [table("A", "A1 1/2 40", "=A2 1/2 40", "A3 0/2 0", to_play=2), four("B"), four("C")]
    unsettled = advance(pools, first=1)
    assert unsettled.blocks == (Block(Obstacle.UNFINISHED, ("A",)),)
    assert {each.pair: each.blocked_by for each in unsettled.field} == {
        "A1": Obstacle.UNFINISHED,
        "B1": None,
        "C1": None,
        "B2": Obstacle.UNFINISHED,
    }


def test_past_a_barred_pair_the_next_of_its_pool_moves_up() -> None:
    barred = replace(four("A"), barred={"A1"})
    settled = advance([barred, four("B")], first=2)
    assert {each.pair for each in settled.field} == {"A2", "A3", "B1", "B2"}
    moved = next(each for each in settled.field if each.pair == "A3")
    assert (moved.pool_place, moved.row, moved.moved_past) == (3, 2, ("A1",))


def test_for_a_pool_that_has_nobody_left_the_next_best_of_all_goes_on() -> None:
    empty = replace(four("A"), barred={"A1", "A2", "A3"})
    settled = advance([empty, four("B"), four("C", points=90)], first=2, size=6)
    assert names(settled.field) == "B1 C1 A4 B2 C2 B3"
    assert settled.field[-1].ground is Ground.BEST_NEXT


def test_where_nobody_is_left_at_all_places_are_missing() -> None:
    settled = advance([table("A", "A1 1/1 40", "A2 0/1 20")], first=1, size=4)
    assert (names(settled.field), settled.missing) == ("A1 A2", 2)


@pytest.mark.parametrize(
    "pools, numbers",
    [
        ([], {"first": 1}),
        (FIVE, {}),
        (FIVE, {"first": -1}),
        (FIVE, {"first": 2, "size": 9}),
        (FIVE, {"size": 1}),
        (FIVE, {"size": 129}),
        (FIVE, {"first": 1, "lots": ["X"]}),
        (FIVE, {"first": 1, "lots": ["A2", "A2"]}),
        ([four("A"), four("A")], {"first": 1}),
        ([four("A"), replace(four("A"), pool="B")], {"first": 1}),
        ([replace(four("A"), barred={"B1"})], {"first": 2}),
        ([replace(four("A"), open_matches=-1)], {"first": 2}),
    ],
)
def test_what_cannot_be_is_malformed(pools: list[PoolResult], numbers: dict[str, object]) -> None:
    with pytest.raises(Fault) as refused:
        advance(pools, **numbers)
    assert refused.value.code == "malformed"


@st.composite
def finished_pools(draw: st.DrawFn) -> list[PoolResult]:
    pools: list[PoolResult] = []
    for letter in "ABCDE"[: draw(st.integers(1, 5))]:
        pairs: list[PairId] = [f"{letter}{number}" for number in range(draw(st.integers(2, 4)))]
        matches = [
            PlayedMatch(a, b, draw(st.sampled_from([a, b])), 20, draw(st.sampled_from([20, 24])))
            for a, b in combinations(pairs, 2)
        ]
        barred = draw(st.sets(st.sampled_from(pairs), max_size=1))
        pools.append(PoolResult(letter, rank(pairs, matches), 0, barred))
    return pools


@st.composite
def half_played_pools(draw: st.DrawFn) -> list[RunningPool]:
    pools: list[RunningPool] = []
    for letter in "ABC"[: draw(st.integers(1, 3))]:
        pairs: list[PairId] = [f"{letter}{number}" for number in range(draw(st.integers(2, 4)))]
        meetings = draw(st.permutations(list(combinations(pairs, 2))))
        played = draw(st.integers(0, len(meetings)))
        matches = [PlayedMatch(a, b, draw(st.sampled_from([a, b])), 20, 20) for a, b in meetings]
        barred = draw(st.sets(st.sampled_from(pairs), max_size=1))
        pools.append(RunningPool(pairs, matches[:played], meetings[played:], barred))
    return pools


@given(half_played_pools(), st.integers(1, 3), st.data())
def test_who_was_told_to_be_through_goes_on_in_the_end_and_who_was_out_does_not(
    running: list[RunningPool], first: int, data: st.DataObject
) -> None:
    size = field_size(len(running), first)
    every, some = rows_going_on([len(pool.pairs) - len(pool.barred) for pool in running], size)
    finished = []
    for number, pool in enumerate(running):
        rest = [
            PlayedMatch(a, b, data.draw(st.sampled_from([a, b])), 20, data.draw(st.integers(0, 9)))
            for a, b in pool.open_matches
        ]
        standings = rank(pool.pairs, [*pool.matches, *rest])
        finished.append(PoolResult(number, standings, 0, pool.barred))
    answer = advance(finished, first=first)
    for pool in running:
        for pair, told in prospects(pool, every, up_to=some).items():
            if told is Prospect.THROUGH:
                assert pair in going_on(answer)
            if told is Prospect.OUT:
                assert pair not in going_on(answer)


def going_on(settled: Advancement) -> set[PairId]:
    return {each.pair for each in settled.field}


@given(finished_pools(), st.integers(1, 3))
def test_the_first_of_every_pool_go_on_and_never_a_barred_pair(
    pools: list[PoolResult], first: int
) -> None:
    answer = advance(pools, first=first)
    everybody = [each.pair for each in answer.field + answer.next_best]
    assert sorted(map(str, everybody)) == sorted(
        str(each.pair) for pool in pools for each in pool.eligible
    )
    assert len(answer.field) + answer.missing == field_size(len(pools), first)
    for pool in pools:
        assert {each.pair for each in pool.eligible[:first]} <= going_on(answer)


@st.composite
def even_pools(draw: st.DrawFn) -> list[PoolResult]:
    """Pools that are over, in which many are level with others of their pool or of another one."""
    figures = st.sampled_from(["1/3 60", "1/3 60", "1/3 40", "1/2 60"])
    pools = []
    for letter in "ABCD"[: draw(st.integers(2, 4))]:
        rows = [f"{letter}0 3/3 90"]
        for number in range(1, draw(st.integers(2, 4))):
            level = "=" if number > 1 and draw(st.booleans()) else ""
            rows.append(f"{level}{letter}{number} {draw(figures)}")
        pools.append(table(letter, *rows))
    return pools


def parted(pool: PoolResult, order: Sequence[PairId]) -> PoolResult:
    """The pool once these level pairs of it have come into this order."""
    standings = list(pool.standings)
    at = min(number for number, each in enumerate(standings) if each.pair in order)
    level = {each.pair: each for each in standings if each.pair in order}
    standings[at : at + len(order)] = [
        replace(level[pair], place=at + place, shared=False) for place, pair in enumerate(order, 1)
    ]
    return replace(pool, standings=standings)


@given(even_pools(), st.data(), st.randoms(use_true_random=False))
def test_what_is_told_once_the_pools_are_over_holds_whatever_is_drawn(
    pools: list[PoolResult], data: st.DataObject, random: st.random.Random
) -> None:
    pairs = sum(len(pool.standings) for pool in pools)
    size = data.draw(st.integers(len(pools), pairs))
    now = advance(pools, first=1, size=size)
    through = {each.pair for each in now.field if not each.blocked_by}
    out = {each.pair for each in now.next_best if not each.blocked_by}
    lots: list[PairId] = []
    answer = now
    while not answer.is_settled:
        block = random.choice(answer.blocks)
        order = random.sample(block.pairs, len(block.pairs))
        if block.obstacle is Obstacle.LEVEL:
            pools = [parted(pool, order) if pool.pool == block.pools[0] else pool for pool in pools]
        else:
            lots = order
        answer = advance(pools, first=1, size=size, lots=lots)
    assert through <= going_on(answer)
    assert not out & going_on(answer)


def turned(standings: Sequence[Standing]) -> list[Standing]:
    """The same places, those who share one in the opposite order."""
    order = sorted(enumerate(standings), key=lambda each: (each[1].place, -each[0]))
    return [standing for _, standing in order]


@settings(max_examples=100)
@given(finished_pools(), st.integers(1, 3))
def test_a_field_is_settled_where_no_order_of_level_pairs_or_pools_could_change_it(
    pools: list[PoolResult], first: int
) -> None:
    answer = advance(pools, first=first)
    others = [
        advance(order, first=first)
        for turns in range(2 ** len(pools))
        for mixed in [
            [
                replace(pool, standings=turned(pool.standings)) if turns >> number & 1 else pool
                for number, pool in enumerate(pools)
            ]
        ]
        for order in (mixed, mixed[::-1])
    ]
    assert answer.is_settled == all(going_on(other) == going_on(answer) for other in others)


@settings(max_examples=60)
@given(finished_pools(), st.integers(1, 3), st.randoms(use_true_random=False))
def test_play_offs_and_lots_settle_every_field(
    pools: list[PoolResult], first: int, random: st.random.Random
) -> None:
    parted = [
        replace(
            pool,
            standings=[
                replace(each, place=number, shared=False)
                for number, each in enumerate(pool.standings, 1)
            ],
        )
        for pool in pools
    ]
    answer = advance(parted, first=first)
    assert {block.obstacle for block in answer.blocks} <= {Obstacle.LOT_NEEDED}
    for block in answer.blocks:
        lots = random.sample(block.pairs, len(block.pairs))
        assert advance(parted, first=first, lots=lots).is_settled
