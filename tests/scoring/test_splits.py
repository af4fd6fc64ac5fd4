"""How entries are split into pools, R21-R23."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.faults import Fault
from scoring.splits import Split, deals_for_pool, propose_splits, recommended_pools, split_sizes


@given(st.integers(1, 400), st.integers(1, 400))
def test_sizes_differ_by_one_at_most_larger_first(pairs: int, pools: int) -> None:
    pools = min(pairs, pools)
    sizes = split_sizes(pairs, pools)
    assert (len(sizes), sum(sizes)) == (pools, pairs)
    assert sizes[0] - sizes[-1] <= 1
    assert list(sizes) == sorted(sizes, reverse=True)


@pytest.mark.parametrize("pairs, pools", [(0, 0), (0, 1), (3, 4), (3, 0), (3, -1)])
def test_a_pool_without_a_pair_is_refused(pairs: int, pools: int) -> None:
    with pytest.raises(Fault) as refused:
        split_sizes(pairs, pools)
    assert refused.value.code == "malformed"


def test_small_pools_play_longer_matches() -> None:
    assert [deals_for_pool(size) for size in (2, 3, 4, 5, 6)] == [16, 16, 16, 12, 12]


@pytest.mark.parametrize(
    "pairs, pools", [(2, 1), (3, 1), (7, 1), (8, 2), (13, 3), (31, 7), (32, 8), (63, 8), (64, 16)]
)
def test_the_number_of_pools_recommended(pairs: int, pools: int) -> None:
    assert recommended_pools(pairs) == pools
    assert [each.pools for each in propose_splits(pairs, 8, 5) if each.recommended] == [pools]


def test_thirty_two_pairs_on_sixteen_tables() -> None:
    splits = propose_splits(32, tables=16, minutes_per_deal=5)
    assert [each.pools for each in splits] == [8, 7, 6, 5, 4, 3, 2]
    assert splits[0] == Split(
        pools=8,
        pool_sizes=(4,) * 8,
        deals=(16,) * 8,
        matches=48,
        rounds=3,
        deals_per_pair=(48, 48),
        tables_in_use=16,
        slots=3,
        minutes=240,
        recommended=True,
    )


def test_pools_of_five_and_four_play_the_same_number_of_deals() -> None:
    split = propose_splits(13, tables=6, minutes_per_deal=5)[0]
    assert (split.pool_sizes, split.deals, split.deals_per_pair) == (
        (5, 4, 4),
        (12, 16, 16),
        (48, 48),
    )
    # Three slots beside the pools of four, then two in which the pool of five is alone.
    assert (split.slots, split.minutes) == (5, 3 * 80 + 2 * 60)


def test_fewer_tables_take_more_slots() -> None:
    assert [propose_splits(32, tables, 5)[0].slots for tables in (16, 10, 8, 1)] == [3, 5, 6, 48]


@pytest.mark.parametrize("tables", [None, 0, -3])
def test_without_tables_the_time_is_unknown(tables: int | None) -> None:
    split = propose_splits(32, tables, 5)[0]
    assert (split.slots, split.minutes) == (None, None)


@pytest.mark.parametrize("pairs", [0, 1])
def test_nobody_to_play_against_means_no_split(pairs: int) -> None:
    assert propose_splits(pairs, 4, 5) == ()


@pytest.mark.parametrize("pairs, minutes", [(-1, 5), (8, 0)])
def test_an_impossible_call_is_refused(pairs: int, minutes: int) -> None:
    with pytest.raises(Fault) as refused:
        propose_splits(pairs, 4, minutes)
    assert refused.value.code == "malformed"


@pytest.mark.parametrize("pairs", [2, 3, 4, 5, 7, 8, 20, 21, 41, 64, 200])
def test_every_split_has_sound_pools_and_one_is_recommended_first(pairs: int) -> None:
    splits = propose_splits(pairs, None, 5)
    assert [each.recommended for each in splits] == [True] + [False] * (len(splits) - 1)
    assert len({each.pools for each in splits}) == len(splits)
    for split in splits:
        assert sum(split.pool_sizes) == pairs
        assert min(4, pairs) <= min(split.pool_sizes)
        assert max(split.pool_sizes) <= 20
        assert split.matches == sum(size * (size - 1) // 2 for size in split.pool_sizes)
