"""The draw of a knock-out, R29."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import permutations
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.bracket import Bracket, Contender, DrawnBracket, Order, draw_bracket, seed_places
from scoring.faults import Fault
from scoring.ruleset import Ruleset

ROOT = Path(__file__).parents[2]
LOT, SEEDS = Order.BY_LOT, Order.BY_SEEDS


def field(*rows: str) -> list[Contender]:
    """Contenders, the best first, a row each: the pool (- for none) and the clubs: "A Salla"."""
    contenders = []
    for number, row in enumerate(rows, 1):
        pool, *clubs = row.split()
        contenders.append(Contender(number, None if pool == "-" else pool, frozenset(clubs)))
    return contenders


def first_two(pools: str) -> list[Contender]:
    """The winners of the pools and then the second, called "A1" and so on."""
    return [Contender(f"{pool}{place}", pool) for place in (1, 2) for pool in pools]


orders = st.sampled_from(Order)
pools_and_clubs = st.tuples(
    st.sampled_from("-AABC"), st.lists(st.sampled_from(["Salla", "Inari", "Posio"]), max_size=2)
).map(lambda each: " ".join([each[0], *each[1]]))


def fields(least: int, most: int) -> st.SearchStrategy[list[Contender]]:
    return st.lists(pools_and_clubs, min_size=least, max_size=most).map(lambda rows: field(*rows))


@settings(max_examples=60)
@given(fields(2, 128), orders, orders, st.integers(0, 9))
def test_every_pair_is_placed_once_and_every_match_has_one(
    contenders: list[Contender], order: Order, byes: Order, seed: int
) -> None:
    drawn = draw_bracket(contenders, Random(seed), order=order, byes=byes)
    placed = [pair for pair in drawn.bracket.slots if pair is not None]
    assert sorted(placed) == [each.pair for each in contenders]
    size = len(drawn.bracket.slots)
    assert size // 2 < len(contenders) <= size
    assert all(match != (None, None) for match in drawn.bracket.first_round)


def meetings(
    contenders: Sequence[Contender], couples: Sequence[Sequence[object]]
) -> tuple[int, int]:
    """In how many of these matches two of one pool meet, and in how many clubmates."""
    known = {each.pair: each for each in contenders}
    met = [(known[a], known[b]) for a, b in couples if a in known and b in known]
    return (
        sum(a.pool is not None and a.pool == b.pool for a, b in met),
        sum(bool(a.clubs & b.clubs) for a, b in met),
    )


def rounds_by_lot(entrants: list[object]) -> Iterator[list[tuple[object, object]]]:
    """Every way in which entrants can meet in twos, byes not among themselves."""
    if not entrants:
        yield []
        return
    one, *others = entrants
    for number, other in enumerate(others):
        if one is not None or other is not None:
            for rest in rounds_by_lot(others[:number] + others[number + 1 :]):
                yield [(one, other), *rest]


@settings(max_examples=150)
@given(fields(2, 8), orders, st.integers(0, 9))
def test_a_lot_has_as_few_unwanted_meetings_as_any_first_round(
    contenders: list[Contender], byes: Order, seed: int
) -> None:
    drawn = draw_bracket(contenders, Random(seed), order=LOT, byes=byes)
    pairs: list[object] = [each.pair for each in contenders]
    bye_count = len(drawn.bracket.slots) - len(pairs)
    free = pairs[bye_count:] if byes is SEEDS else [*pairs, *[None] * bye_count]
    least = min(meetings(contenders, couples) for couples in rounds_by_lot(free))
    assert (drawn.from_one_pool, drawn.clashes) == least
    assert meetings(contenders, drawn.bracket.first_round) == least


@settings(max_examples=150)
@given(fields(2, 10), st.integers(0, 9))
def test_seeds_have_as_few_unwanted_meetings_as_halves_of_the_field_can_have(
    contenders: list[Contender], seed: int
) -> None:
    drawn = draw_bracket(contenders, Random(seed), order=SEEDS)
    half = len(drawn.bracket.slots) // 2
    byes = len(drawn.bracket.slots) - len(contenders)
    better = [each.pair for each in contenders[byes:half]]
    others = [each.pair for each in contenders[half:]]
    least = min(
        meetings(contenders, list(zip(better, order, strict=True)))
        for order in permutations(others)
    )
    assert (drawn.from_one_pool, drawn.clashes) == least


@settings(max_examples=60)
@given(st.lists(st.integers(1, 12), min_size=2, max_size=16), orders, st.integers(0, 9))
def test_pairs_of_one_pool_never_meet_first_where_no_pool_is_half_of_the_field(
    sizes: list[int], order: Order, seed: int
) -> None:
    contenders = [
        Contender((pool, row), pool)
        for row in range(12)
        for pool, size in enumerate(sizes)
        if row < size
    ][:128]
    largest = max(Counter(each.pool for each in contenders).values())
    drawn = draw_bracket(contenders, Random(seed), order=order, byes=order)
    if largest <= len(drawn.bracket.slots) // 2:
        # By seeds a pool can fill a half by itself; there the better half meets the other.
        half = len(drawn.bracket.slots) // 2
        unavoidable = 0
        if order is SEEDS:
            byes = len(drawn.bracket.slots) - len(contenders)
            playing = Counter(each.pool for each in contenders[byes:])
            unavoidable = max(0, max(playing.values()) - (half - byes))
        assert drawn.from_one_pool == unavoidable


def test_a_club_is_parted_where_changes_two_by_two_come_to_a_dead_end() -> None:
    # Every pair but the last shares a club with all but its neighbours in the row.
    rows = range(40)
    clubs = [[f"{min(a, b)}-{max(a, b)}" for b in rows if b != a and abs(a - b) != 1] for a in rows]
    contenders = field(*(" ".join(["-", *each]) for each in clubs))
    for seed in range(20):
        assert draw_bracket(contenders, Random(seed)).clashes == 0


def test_clubs_are_not_kept_apart_unasked_and_pools_still_are() -> None:
    contenders = field(*["A Salla", "B Inari"] * 4, *["A Inari", "B Salla"] * 4)
    drawn = [draw_bracket(contenders, Random(s), keep_clubs_apart=False) for s in range(9)]
    assert max(each.clashes for each in drawn) > 0
    assert {each.from_one_pool for each in drawn} == {0}
    assert {draw_bracket(contenders, Random(s)).clashes for s in range(9)} == {0}


def test_pools_come_before_clubs() -> None:
    drawn = draw_bracket(field("A Salla", "A Inari", "B Salla", "B Salla"), Random(1))
    assert (drawn.from_one_pool, drawn.clashes) == (0, 1)


def test_by_seeds_the_best_meet_as_late_as_can_be() -> None:
    assert [seed + 1 for seed in seed_places(8)] == [1, 8, 4, 5, 2, 7, 3, 6]
    drawn = draw_bracket(field(*["-"] * 8), Random(1), order=SEEDS)
    assert drawn.bracket.slots == (1, 8, 4, 5, 2, 7, 3, 6)


def test_by_seeds_the_best_have_the_byes() -> None:
    drawn = draw_bracket(field(*["-"] * 5), Random(1), order=SEEDS)
    assert drawn.bracket.slots == (1, None, 4, 5, 2, None, 3, None)


def test_a_seed_whose_opponent_is_of_its_pool_changes_with_its_neighbour() -> None:
    drawn = draw_bracket(field(*"ABCDEFGA"), Random(1), order=SEEDS)
    assert drawn.bracket.slots == (1, 7, 4, 5, 2, 8, 3, 6)


def test_byes_go_to_the_best_also_where_opponents_are_drawn_by_lot() -> None:
    for seed in range(9):
        drawn = draw_bracket(field(*["-"] * 6), Random(seed), order=LOT, byes=SEEDS)
        with_bye = [set(match) - {None} for match in drawn.bracket.first_round if None in match]
        assert set.union(*with_bye) == {1, 2}


def test_byes_by_lot_are_used_to_keep_a_pool_apart() -> None:
    for seed in range(9):
        drawn = draw_bracket(field("B", "A", "A"), Random(seed), byes=LOT)
        assert drawn.from_one_pool == 0


def test_byes_by_lot_among_seeds_fall_to_the_better_half_by_lot() -> None:
    given_byes = Counter(
        pair
        for seed in range(60)
        for match in draw_bracket(
            field(*["-"] * 6), Random(seed), order=SEEDS, byes=LOT
        ).bracket.first_round
        if None in match
        for pair in match
    )
    assert given_byes.keys() - {None} == {1, 2, 3, 4}


def test_without_pools_and_clubs_every_bracket_is_equally_likely() -> None:
    random = Random(5)
    drawn = Counter(
        draw_bracket(field("-", "-", "-"), random, byes=LOT).bracket.slots for _ in range(4800)
    )
    # Four slots for three pairs and a bye: 24 orders, 200 of each expected.
    assert len(drawn) == 24
    assert all(130 < count < 270 for count in drawn.values())


def test_every_bracket_that_keeps_pools_apart_is_possible() -> None:
    random = Random(6)
    drawn = Counter(
        draw_bracket(field("A", "B", "A", "B"), random).bracket.slots for _ in range(3200)
    )
    # Two ways to meet, two orders of the matches, two sides of each: 200 of each expected.
    assert len(drawn) == 16
    assert all(130 < count < 270 for count in drawn.values())


def test_the_same_seed_gives_the_same_bracket_and_another_seed_another() -> None:
    drawn = [draw_bracket(first_two("ABCDEFGH"), Random(seed)) for seed in (1987, 1987, 1988)]
    assert drawn[0] == drawn[1] != drawn[2]


def test_a_bracket_is_the_same_in_every_process() -> None:
    script = (
        "from random import Random; from scoring.bracket import Contender, Order, draw_bracket;"
        "clubs = ['Salla', 'Inari', 'Posio', 'Utsjoki', 'Kemi'];"
        "field = [Contender(n, n % 9, frozenset({clubs[n % 5], clubs[n % 3]})) for n in range(40)];"
        "print([draw_bracket(field, Random(7), order=o, byes=b) for o in Order for b in Order])"
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


def test_a_club_may_leave_out_the_match_for_third_place() -> None:
    rules = Ruleset(third_place_match=False)
    assert draw_bracket(field(*["-"] * 4), Random(1), rules=rules).bracket.third_place is False
    assert draw_bracket(field(*["-"] * 4), Random(1)).bracket.third_place is True


@pytest.mark.parametrize("contenders", [[], field("-"), field(*["-"] * 129), field("-") * 2])
def test_a_field_that_cannot_be_drawn_is_malformed(contenders: list[Contender]) -> None:
    with pytest.raises(Fault) as refused:
        draw_bracket(contenders, Random(1))
    assert refused.value.code == "malformed"


@pytest.mark.parametrize(
    "slots",
    [(), (1,), (1, None), (1, 2, 3), (1, 1), (1, 2, None, None), tuple(range(256))],
)
def test_slots_that_are_no_bracket_are_malformed(slots: tuple[int | None, ...]) -> None:
    with pytest.raises(Fault):
        Bracket(slots)


def test_two_pairs_play_a_final() -> None:
    assert draw_bracket(field("A", "A"), Random(1)) == DrawnBracket(Bracket((2, 1)), 1, 0)
