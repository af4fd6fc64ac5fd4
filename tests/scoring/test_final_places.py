"""Places of a whole event, R30."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pool_tables import four, table

from scoring.advancement import advance
from scoring.bracket import Bracket, Contender, draw_bracket
from scoring.faults import Fault
from scoring.final_places import FinalPlace, PlaceCriterion, final_places, level_for_lot
from scoring.knockout import Knockout, MatchKey
from scoring.pool_results import PoolResult
from scoring.standings import PairId


def knocked_out(bracket: Bracket, results: dict[tuple[int, int], str]) -> Knockout:
    return Knockout.of(bracket, {MatchKey(*key): winner for key, winner in results.items()})


def told(places: tuple[FinalPlace, ...]) -> list[str]:
    """A row a pair: its place, = where shared, its name, what parts it from the one above."""
    return [
        " ".join(
            [f"{each.place}{'=' if each.shared else ''}", str(each.pair), each.decided_by or ""]
        ).strip()
        for each in places
    ]


POOLS = [
    table("A", "A1 3/3 90", "A2 2/3 60", "A3 1/3 50", "A4 0/3 10"),
    table("B", "B1 3/3 80", "B2 2/3 70", "B3 1/3 50", "B4 0/4 10"),
]
FOUR = Bracket(("A1", "B2", "B1", "A2"))
PLAYED = {(1, 0): "B2", (1, 1): "B1", (2, 0): "B2", (2, 1): "A2"}


def test_the_last_matches_place_the_best_four_and_the_pools_the_others() -> None:
    assert told(final_places(knocked_out(FOUR, PLAYED), POOLS, lots=["B3", "A3"])) == [
        "1 B2",
        "2 B1 final",
        "3 A2 round_reached",
        "4 A1 third_place_match",
        "5 B3 round_reached",
        "6 A3 lot",
        "7 A4 pool_place",
        "8 B4 points_a_match",
    ]


def test_without_a_match_for_third_place_the_place_is_shared_whatever_the_pools_say() -> None:
    semis = {key: winner for key, winner in PLAYED.items() if key != (2, 1)}
    knockout = knocked_out(replace(FOUR, third_place=False), semis)
    assert told(final_places(knockout, POOLS, lots=["A2", "A1"]))[:5] == [
        "1 B2",
        "2 B1 final",
        "3= A1 round_reached",
        "3= A2",
        "5= A3 round_reached",
    ]


def test_pairs_that_nothing_parts_share_until_a_lot_is_recorded() -> None:
    places = final_places(knocked_out(FOUR, PLAYED), POOLS)
    assert told(places)[4:7] == ["5= A3 round_reached", "5= B3", "7 A4 pool_place"]


def test_a_lot_is_asked_about_who_shares_a_place_behind_the_last_four() -> None:
    semis = {key: winner for key, winner in PLAYED.items() if key != (2, 1)}
    knockout = knocked_out(replace(FOUR, third_place=False), semis)
    places = final_places(knockout, POOLS)
    assert [each.pair for each in places if each.shared] == ["A1", "A2", "A3", "B3"]
    assert level_for_lot(places, knockout, POOLS) == (("A3", "B3"),)
    parted = final_places(knockout, POOLS, lots=["B3", "A3"])
    assert level_for_lot(parted, knockout, POOLS) == ()


def test_of_one_pool_alone_no_lot_is_asked_about_the_places() -> None:
    places = final_places(None, [pool := table("A", "A1 1/2 50", "=A2 1/2 50", "A3 1/2 10")])
    assert any(each.shared for each in places)
    assert level_for_lot(places, None, [pool]) == ()


def test_those_who_lost_in_one_round_go_by_pool_place_then_share_then_points() -> None:
    pools = [
        table("A", "A1 3/3 90", "A2 2/3 60"),
        table("B", "B1 3/3 80", "B2 2/3 70"),
        table("C", "C1 2/3 99", "C2 2/3 75"),
        table("D", "D1 3/3 70", "D2 2/2 10"),
    ]
    bracket = Bracket(("A1", "D2", "B1", "C2", "C1", "B2", "D1", "A2"))
    results = {(1, 0): "A1", (1, 1): "B1", (1, 2): "B2", (1, 3): "A2"}
    results |= {(2, 0): "A1", (2, 1): "A2", (3, 0): "A1", (3, 1): "B1"}
    assert told(final_places(knocked_out(bracket, results), pools))[4:] == [
        "5 D1 round_reached",
        "6 C1 share_won",
        "7 D2 pool_place",
        "8 C2 share_won",
    ]


def test_a_bye_counts_as_a_round_reached() -> None:
    bracket = Bracket(("P", None, "Q", "R", "S", None, "T", None))
    results = {(1, 1): "Q", (2, 0): "P", (2, 1): "S", (3, 0): "P", (3, 1): "Q"}
    places = final_places(knocked_out(bracket, results))
    assert [(each.pair, each.place, each.round_reached) for each in places] == [
        ("P", 1, 3),
        ("S", 2, 3),
        ("Q", 3, 2),
        ("T", 4, 2),
        ("R", 5, 1),
    ]


def test_without_pools_those_who_lost_in_one_round_share_or_are_parted_by_lot() -> None:
    bracket = Bracket(tuple("PQRSTUVW"))
    results = {(1, 0): "P", (1, 1): "R", (1, 2): "T", (1, 3): "V"}
    knockout = knocked_out(bracket, results | {(2, 0): "P", (2, 1): "T", (3, 0): "P", (3, 1): "R"})
    assert told(final_places(knockout))[4:] == ["5= Q round_reached", "5= S", "5= U", "5= W"]
    assert told(final_places(knockout, lots=["W", "U"]))[4:] == [
        "5 W round_reached",
        "6 U lot",
        "7= Q lot",
        "7= S",
    ]
    assert final_places(knockout)[0].pool_place is None


def test_of_one_pool_alone_the_standings_are_the_result() -> None:
    # A match of P was annulled: its share is better, but level is level.
    pool = table("A", "Q 2/3 80", "=P 2/2 80", "R 1/3 40")
    assert told(final_places(None, [pool])) == ["1= Q", "1= P", "3 R pool_place"]


def test_of_several_pools_alone_the_winners_come_first() -> None:
    assert told(final_places(None, POOLS))[:4] == [
        "1 A1",
        "2 B1 points_a_match",
        "3 B2 pool_place",
        "4 A2 points_a_match",
    ]


def test_of_three_pairs_the_one_who_lost_to_a_finalist_is_third() -> None:
    knockout = knocked_out(Bracket(("P", None, "Q", "R")), {(1, 1): "Q", (2, 0): "Q"})
    assert told(final_places(knockout)) == ["1 Q", "2 P final", "3 R round_reached"]


def test_after_a_final_alone_the_others_go_by_their_pool() -> None:
    knockout = knocked_out(Bracket(("A1", "A2")), {(1, 0): "A2"})
    assert told(final_places(knockout, [four("A")])) == [
        "1 A2",
        "2 A1 final",
        "3 A3 round_reached",
        "4 A4 pool_place",
    ]


@pytest.mark.parametrize(
    "knockout, pools, lots",
    [
        (knocked_out(FOUR, {}), POOLS, []),
        (knocked_out(FOUR, PLAYED), [replace(POOLS[0], open_matches=1), POOLS[1]], []),
        (knocked_out(FOUR, PLAYED), POOLS[:1], []),
        (None, [POOLS[0], POOLS[0]], []),
        (None, POOLS, ["X"]),
        (None, POOLS, ["A1", "A1"]),
    ],
)
def test_what_has_no_places_yet_or_cannot_be_is_malformed(
    knockout: Knockout | None, pools: list[PoolResult], lots: list[PairId]
) -> None:
    with pytest.raises(Fault) as refused:
        final_places(knockout, pools, lots=lots)
    assert refused.value.code == "malformed"


@settings(max_examples=60)
@given(
    st.lists(st.integers(2, 6), min_size=1, max_size=6),
    st.integers(1, 3),
    st.booleans(),
    st.integers(0, 99),
)
def test_an_event_from_pools_to_places(
    sizes: list[int], first: int, third_place: bool, seed: int
) -> None:
    random = Random(seed)
    pools = [
        table(
            number,
            *(f"{number}.{place} {9 - place}/9 {random.randrange(20)}" for place in range(size)),
        )
        for number, size in enumerate(sizes)
    ]
    going_on = advance(pools, first=first).field
    contenders = [Contender(each.pair, each.pool) for each in going_on]
    bracket = draw_bracket(contenders, random).bracket
    knockout = Knockout.of(Bracket(bracket.slots, third_place), {})
    while knockout.playable:
        match = knockout.playable[0]
        winner = match.a if random.random() < 0.5 else match.b
        knockout, changes = knockout.corrected(match.key, winner)
        assert all(not change.loses_result for change in changes)
    everybody = [each.pair for pool in pools for each in pool.standings]
    places = final_places(knockout, pools, lots=everybody)
    assert sorted(map(str, everybody)) == sorted(str(each.pair) for each in places)
    # With a lot for everybody only the third place can be shared.
    assert {each.place for each in places if each.shared} <= {3}
    assert [each.place for each in places if not each.shared] == [
        number for number, each in enumerate(places, 1) if not each.shared
    ]
    rounds = [each.round_reached or 0 for each in places]
    assert rounds == sorted(rounds, reverse=True)
    assert places[0].pair == knockout.champion
    assert {each.pair for each in places if each.round_reached} == {each.pair for each in going_on}
    for above, below in pairwise(places):
        if below.place > 5 and above.round_reached == below.round_reached:
            assert above.pool_place is not None
            assert below.pool_place is not None
            assert above.pool_place <= below.pool_place
    assert [each.decided_by for each in places[:2]] == [None, PlaceCriterion.FINAL]
