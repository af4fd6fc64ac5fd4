"""The draw, R24."""

import subprocess
import sys
from collections import Counter
from itertools import combinations
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.draw import DrawResult, Entrant, count_clashes, draw_pools, split_sizes
from scoring.faults import Fault

ROOT = Path(__file__).parents[2]


def entrants(*clubs: str) -> list[Entrant]:
    """One pair for each text of club names parted by blanks."""
    return [Entrant(number, frozenset(each.split())) for number, each in enumerate(clubs, 1)]


club_names = st.sampled_from(["Sallan", "Kittil\u00e4n", "Inarin", "Posion", "Savukosken"])
entries = st.lists(st.lists(club_names, max_size=2).map(" ".join), min_size=1, max_size=24).map(
    lambda clubs: entrants(*clubs)
)


@given(entries, st.data())
def test_every_pair_is_drawn_once_into_pools_of_the_right_size(
    entered: list[Entrant], data: st.DataObject
) -> None:
    pool_count = data.draw(st.integers(1, len(entered)))
    seeds = data.draw(st.lists(st.sampled_from([each.id for each in entered]), unique=True))
    apart = data.draw(st.booleans())
    drawn = draw_pools(entered, pool_count, Random(1), keep_clubs_apart=apart, seeds=seeds)
    assert sorted(sum(drawn.pools, ())) == [each.id for each in entered]
    assert tuple(map(len, drawn.pools)) == split_sizes(len(entered), pool_count)


@given(entries, st.data())
def test_the_clashes_told_are_those_that_are_there(
    entered: list[Entrant], data: st.DataObject
) -> None:
    pool_count = data.draw(st.integers(1, len(entered)))
    apart = data.draw(st.booleans())
    drawn = draw_pools(entered, pool_count, Random(2), keep_clubs_apart=apart)
    clubs = {each.id: each.clubs for each in entered}
    met = [
        (one, two)
        for pool in drawn.pools
        for one, two in combinations(pool, 2)
        if clubs[one] & clubs[two]
    ]
    assert drawn.clashes == len(met) == count_clashes(drawn.pools, entered)


@st.composite
def clubs_that_fit(draw: st.DrawFn) -> tuple[list[Entrant], int]:
    """Pairs of one club or none each, no club with more pairs than there are pools."""
    pool_count = draw(st.integers(1, 12))
    sizes = draw(st.lists(st.integers(1, pool_count), min_size=1, max_size=12))
    clubs = [f"club{number}" for number, size in enumerate(sizes) for _ in range(size)]
    clubs += [""] * draw(st.integers(0, 5))
    clubs += [""] * max(0, pool_count - len(clubs))
    return entrants(*draw(st.permutations(clubs))), pool_count


@given(clubs_that_fit(), st.integers(0, 99))
def test_clubmates_never_meet_where_every_club_fits(
    entry: tuple[list[Entrant], int], seed: int
) -> None:
    entered, pool_count = entry
    assert draw_pools(entered, pool_count, Random(seed)).clashes == 0


@given(st.lists(st.integers(1, 9), min_size=1, max_size=5), st.integers(2, 6), st.integers(0, 99))
def test_a_club_too_large_for_the_pools_is_spread_evenly(
    sizes: list[int], pool_count: int, seed: int
) -> None:
    clubs = [f"club{number}" for number, size in enumerate(sizes) for _ in range(size)]
    entered = entrants(*clubs, *[""] * pool_count)
    unavoidable = 0
    for size in sizes:
        each, more = divmod(size, pool_count)
        unavoidable += pool_count * (each * (each - 1) // 2) + more * each
    assert draw_pools(entered, pool_count, Random(seed)).clashes == unavoidable


def test_mixed_pairs_are_kept_apart_where_a_search_finds_how() -> None:
    # A ring: every pair shares a club with its two neighbours, two pools can take turns.
    clubs = [f"c{number} c{(number + 1) % 20}" for number in range(20)]
    assert [draw_pools(entrants(*clubs), 2, Random(seed)).clashes for seed in range(10)] == [0] * 10


def test_nobody_is_kept_apart_unasked() -> None:
    entered = entrants(*["Sallan", "Inarin"] * 8)
    clashes = {draw_pools(entered, 8, Random(s), keep_clubs_apart=False).clashes for s in range(9)}
    assert max(clashes) > 0


def test_the_same_seed_gives_the_same_draw_and_another_seed_another() -> None:
    entered = entrants(*["Sallan", "Sallan Inarin", "", "Inarin"] * 8)
    draws = [draw_pools(entered, 8, Random(seed)) for seed in (1987, 1987, 1988)]
    assert draws[0] == draws[1] != draws[2]


def test_a_draw_is_the_same_in_every_process() -> None:
    script = (
        "from random import Random; from scoring.draw import Entrant, draw_pools;"
        "clubs = ['Salla', 'Inari', 'Posio', 'Utsjoki', 'Kemi'];"
        "pairs = [Entrant(n, frozenset({clubs[n % 5], clubs[n % 3]})) for n in range(40)];"
        "print(draw_pools(pairs, 8, Random(7)))"
    )
    answers = {
        subprocess.run(
            [sys.executable, "-c", script],
            cwd=ROOT,
            env={"PYTHONHASHSEED": hash_seed},
            capture_output=True,
            check=True,
        ).stdout
        for hash_seed in ("1", "2", "3")
    }
    assert len(answers) == 1


@settings(max_examples=25)
@given(st.integers(1, 8), st.integers(0, 20), st.booleans(), st.integers(0, 9))
def test_seeds_head_the_first_pools_and_go_round_again(
    pool_count: int, seed_count: int, apart: bool, seed: int
) -> None:
    entered = entrants(*["Sallan", "Inarin", ""] * 8)
    seeds = [each.id for each in reversed(entered)][:seed_count]
    drawn = draw_pools(entered, pool_count, Random(seed), keep_clubs_apart=apart, seeds=seeds)
    for number, pool in enumerate(drawn.pools):
        heads = tuple(seeds[number::pool_count])
        assert pool[: len(heads)] == heads


def test_without_clubs_every_arrangement_is_equally_likely() -> None:
    entered = entrants("", "", "", "")
    random = Random(3)
    drawn = Counter(draw_pools(entered, 2, random).pools for _ in range(4800))
    # 4! orders in two pools of two: 200 of each expected, give or take five deviations.
    assert len(drawn) == 24
    assert all(130 < count < 270 for count in drawn.values())


def test_with_clubs_kept_apart_every_arrangement_without_clashes_is_possible() -> None:
    entered = entrants("x", "x", "y", "y", "", "")
    random = Random(4)
    drawn = Counter(
        tuple(frozenset(pool) for pool in draw_pools(entered, 2, random).pools) for _ in range(1600)
    )
    # One x, one y and one other in each of the two pools: eight ways, 200 of each expected.
    assert len(drawn) == 8
    assert all(130 < count < 270 for count in drawn.values())


def test_one_pair_is_a_pool_of_its_own() -> None:
    assert draw_pools(entrants("Sallan"), 1, Random(1)) == DrawResult(((1,),), 0)


@pytest.mark.parametrize("pool_count", [-1, 0, 3])
def test_a_draw_that_leaves_a_pool_empty_is_refused(pool_count: int) -> None:
    with pytest.raises(Fault) as refused:
        draw_pools(entrants("", ""), pool_count, Random(1))
    assert refused.value.code == "malformed"


@pytest.mark.parametrize("seeds", [[9], [1, 1]])
def test_unknown_and_doubled_seeds_are_refused(seeds: list[int]) -> None:
    with pytest.raises(Fault) as refused:
        draw_pools(entrants("", ""), 1, Random(1), seeds=seeds)
    assert refused.value.code == "malformed"


def test_a_pair_entered_twice_is_refused() -> None:
    with pytest.raises(Fault) as refused:
        draw_pools([*entrants(""), *entrants("")], 1, Random(1))
    assert refused.value.code == "malformed"
