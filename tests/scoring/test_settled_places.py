"""Which places are sure while matches are open or doubted, held against every end there can be."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st
from pool_tables import table

from scoring.bracket import Bracket
from scoring.final_places import FinalPlace, final_places
from scoring.knockout import Knockout, MatchKey, Stage
from scoring.pool_results import PoolResult
from scoring.settled_places import settled_places
from scoring.standings import PairId

EIGHT = Bracket(tuple("PQRSTUVW"))
FIRST = {(1, 0): "P", (1, 1): "R", (1, 2): "T", (1, 3): "V"}
SEMIS = {(2, 0): "P", (2, 1): "T"}
LAST = {(3, 0): "P", (3, 1): "R"}
POOLS = [
    table("A", "P 3/3 90", "Q 2/3 80", "R 1/3 70", "S 0/3 60"),
    table("B", "T 3/3 90", "U 2/3 50", "V 1/3 40", "W 0/3 30", "X 0/3 0"),
]


def knocked_out(results: dict[tuple[int, int], str], bracket: Bracket = EIGHT) -> Knockout:
    return Knockout.of(bracket, {MatchKey(*key): winner for key, winner in results.items()})


def told(places: tuple[FinalPlace, ...]) -> str:
    """ "1 P, 5= Q": the place, = where shared, and the pair."""
    return ", ".join(f"{each.place}{'=' if each.shared else ''} {each.pair}" for each in places)


def sure(
    results: dict[tuple[int, int], str],
    *doubted: tuple[int, int],
    pools: list[PoolResult] | None = None,
    bracket: Bracket = EIGHT,
) -> str:
    knockout = knocked_out(results, bracket)
    keys = [MatchKey(*key) for key in doubted]
    return told(settled_places(knockout, POOLS if pools is None else pools, doubted=keys).places)


def test_once_all_is_played_and_nothing_doubted_every_place_is_sure() -> None:
    everything = FIRST | SEMIS | LAST
    knockout = knocked_out(everything)
    assert settled_places(knockout, POOLS).places == final_places(knockout, POOLS)
    assert sure(everything) == "1 P, 2 T, 3 R, 4 V, 5 Q, 6 U, 7 S, 8 W, 9 X"


def test_a_doubted_semi_final_leaves_those_who_lost_before_it() -> None:
    assert sure(FIRST | SEMIS | LAST, (2, 0)) == "5 Q, 6 U, 7 S, 8 W, 9 X"


def test_without_a_match_for_third_place_who_lost_the_other_semi_final_stays_third() -> None:
    bracket = Bracket(EIGHT.slots, third_place=False)
    results = FIRST | SEMIS | {(3, 0): "P"}
    assert sure(results, (2, 0), bracket=bracket) == "3= V, 5 Q, 6 U, 7 S, 8 W, 9 X"


def test_a_doubted_first_match_leaves_those_whom_either_loser_stands_on_one_side_of() -> None:
    # P or Q may have lost it: both are ahead of U, S and W by their pools.
    assert sure(FIRST | SEMIS | LAST, (1, 0)) == "6 U, 7 S, 8 W, 9 X"
    # T or U: Q stands between them.
    assert sure(FIRST | SEMIS | LAST, (1, 2)) == "7 S, 8 W, 9 X"


def test_without_pools_a_place_shared_either_way_stays() -> None:
    assert sure(FIRST | SEMIS | LAST, (1, 0), pools=[]) == "5= S, 5= U, 5= W"


def test_a_group_is_level_for_sure_where_nobody_else_can_come_into_it() -> None:
    results = FIRST | SEMIS | LAST
    whole = settled_places(knocked_out(results), [])
    assert whole.level == (frozenset("QSUW"),)
    # P or Q is among them.
    assert settled_places(knocked_out(results), [], doubted=[MatchKey(1, 0)]).level == ()
    level = ("P 3/3 9", "=Q 3/3 9", "=S 3/3 9", "U 1/3 5", "=W 1/3 5")
    beside = [table("A", *level, "R 0/3 4", "T 0/3 3", "V 0/3 2")]
    doubted = settled_places(knocked_out(results), beside, doubted=[MatchKey(1, 0)])
    assert told(doubted.places) == "5= S, 7= U, 7= W"
    assert doubted.level == (frozenset("UW"),)


def test_what_is_open_leaves_places_open_as_what_is_doubted_does() -> None:
    assert sure({}) == "9 X"
    assert sure(FIRST) == "5 Q, 6 U, 7 S, 8 W, 9 X"
    assert sure(FIRST | SEMIS | {(3, 1): "R"}) == "3 R, 4 V, 5 Q, 6 U, 7 S, 8 W, 9 X"
    assert sure(FIRST | SEMIS | {(3, 1): "R"}, (1, 3)) == "5 Q, 6 U, 9 X"


def test_what_parts_a_pair_from_one_that_is_not_sure_is_not_told() -> None:
    places = settled_places(
        knocked_out(FIRST | SEMIS | LAST), POOLS, doubted=[MatchKey(1, 0)]
    ).places
    assert [(each.pair, each.decided_by) for each in places[:2]] == [
        ("U", None),
        ("S", "pool_place"),
    ]


def test_an_event_without_a_knock_out_has_every_place() -> None:
    assert settled_places(None, POOLS).places == final_places(None, POOLS)


def ends(knockout: Knockout, doubted: Collection[MatchKey]) -> Iterator[Knockout]:
    """Every end: each doubted match that still has its result went one way or the other, and every
    open match is won by either pair."""
    for key in sorted(doubted):
        match = next(each for each in knockout.matches if each.key == key)
        if match.stage is Stage.FINISHED:
            rest = [each for each in doubted if each > key]
            yield from ends(knockout, rest)
            other, _changes = knockout.corrected(key, match.loser)
            yield from ends(other, rest)
            return
    if not knockout.playable:
        yield knockout
        return
    match = knockout.playable[0]
    for pair in (match.a, match.b):
        after, _changes = knockout.corrected(match.key, pair)
        yield from ends(after, ())


def begun(bracket: Bracket, chance: Random, matches: int) -> Knockout:
    """So many matches of it played, by lot."""
    knockout = Knockout.of(bracket, {})
    for _match in range(matches):
        if not knockout.playable:
            break
        match = chance.choice(knockout.playable)
        knockout, _changes = knockout.corrected(match.key, chance.choice((match.a, match.b)))
    return knockout


def pools_of(names: list[str], chance: Random) -> list[PoolResult]:
    """The pairs in two pools with few different figures, so that many are level."""
    chance.shuffle(names)
    return [
        table(
            pool,
            *(f"{pair} {chance.randrange(2, 4)}/{3} {chance.choice((10, 20))}" for pair in own),
        )
        for pool, own in (("A", names[::2]), ("B", names[1::2]))
    ]


@settings(max_examples=150)
@given(
    st.integers(2, 8), st.booleans(), st.booleans(), st.integers(4, 8), st.integers(0, 2), st.data()
)
def test_the_places_told_are_those_that_every_end_gives(
    size: int, third_place: bool, with_pools: bool, played: int, doubts: int, data: st.DataObject
) -> None:
    chance = Random(data.draw(st.integers(0, 9999)))
    names = list("PQRSTUVW"[:size])
    slots: list[PairId | None] = [*names, *[None] * (2 ** (size - 1).bit_length() - size)]
    byes = len(slots) - size
    # A bye stands beside a pair.
    slots = [each for i in range(byes) for each in (names[i], None)] + list(names[byes:])
    knockout = begun(Bracket(tuple(slots), third_place), chance, played)
    finished = [each.key for each in knockout.matches if each.stage is Stage.FINISHED]
    doubted = chance.sample(finished, min(doubts, len(finished)))
    pools = pools_of([*names, "Y", "Z"], chance) if with_pools else []
    lots = chance.sample(names, size // 2)
    by_end = [
        {each.pair: each for each in final_places(end, pools, lots=lots)}
        for end in ends(knockout, doubted)
    ]
    settled = settled_places(knockout, pools, doubted=doubted, lots=lots)
    everywhere = {
        pair: places
        for pair in by_end[0]
        if len(places := {(end[pair].place, end[pair].shared) for end in by_end}) == 1
    }
    assert {each.pair: {(each.place, each.shared)} for each in settled.places} == everywhere
    for each in settled.places:
        if each.decided_by is not None:
            # Of those who share a place the one named first alone tells it.
            told_by_ends = {end[each.pair].decided_by for end in by_end}
            assert told_by_ends - {None} == {each.decided_by}
    groups = [level_in(end) for end in by_end]
    assert set(settled.level) == set.intersection(*groups)


def level_in(places: dict[PairId, FinalPlace]) -> set[frozenset[PairId]]:
    """The groups that share a place."""
    shared = {each.place for each in places.values() if each.shared}
    return {
        frozenset(pair for pair, each in places.items() if each.place == place) for place in shared
    }
