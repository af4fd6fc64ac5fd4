"""Places of a pool, R25 and R26. The published examples are in test_conformance."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.faults import Fault
from scoring.standings import Criterion, PairId, PlayedMatch, Standing, rank


def won(winner: str, loser: str, points: int = 40, against: int = 40) -> PlayedMatch:
    return PlayedMatch(winner, loser, winner, points, against)


def places(standings: tuple[Standing, ...]) -> list[tuple[PairId, int, Criterion | None]]:
    return [(each.pair, each.place, each.decided_by) for each in standings]


CIRCLE = [won("P", "Q"), won("Q", "R"), won("R", "P")]


def test_figures_come_from_the_pool_matches() -> None:
    standings = rank(["P", "Q"], [won("Q", "P", 52, 12)], play_off=[won("P", "Q", 99, 0)])
    assert standings == (
        Standing("Q", 1, False, 1, 1, 0, 52, 12, None),
        Standing("P", 2, False, 1, 0, 1, 12, 52, Criterion.WINS),
    )


def test_level_pairs_share_and_keep_the_order_they_came_in() -> None:
    assert [(each.pair, each.place, each.shared) for each in rank(["R", "P", "Q"], CIRCLE)] == [
        ("R", 1, True),
        ("P", 1, True),
        ("Q", 1, True),
    ]


def test_an_unfinished_play_off_parts_nobody() -> None:
    standings = rank(["P", "Q", "R"], CIRCLE, play_off=[won("R", "P"), won("R", "Q")])
    assert [each.place for each in standings] == [1, 1, 1]


def test_play_off_wins_among_those_still_level_come_before_play_off_points() -> None:
    # P and Q have two wins each, Q more points; their own match went to P.
    level = ["P", "Q", "R", "S"]
    play_off = [
        won("P", "Q", 4, 0),
        won("P", "R", 4, 0),
        won("S", "P", 8, 4),
        won("Q", "R", 60, 0),
        won("Q", "S", 60, 0),
        won("R", "S", 4, 0),
    ]
    assert places(rank(level, [], play_off)) == [
        ("P", 1, None),
        ("Q", 2, Criterion.PLAY_OFF_WINS),
        ("R", 3, Criterion.PLAY_OFF_WINS),
        ("S", 4, Criterion.PLAY_OFF_WINS),
    ]


def test_play_off_points_are_those_of_the_whole_play_off() -> None:
    level_match = PlayedMatch("P", "Q", None, 16, 16)
    play_off = [level_match, won("P", "R", 20, 4), won("Q", "R", 24, 4)]
    assert places(rank(["P", "Q", "R"], CIRCLE, play_off)) == [
        ("Q", 1, None),
        ("P", 2, Criterion.PLAY_OFF_POINTS),
        ("R", 3, Criterion.PLAY_OFF_WINS),
    ]


def test_pairs_without_a_lot_come_after_those_with_one_and_share() -> None:
    standings = rank(["P", "Q", "R", "S"], [], lots=["R"])
    assert places(standings) == [
        ("R", 1, None),
        ("P", 2, Criterion.LOT),
        ("Q", 2, None),
        ("S", 2, None),
    ]


def test_a_large_pool_without_matches_is_one_shared_place() -> None:
    standings = rank(range(3000), [])
    assert {each.place for each in standings} == {1}


@pytest.mark.parametrize(
    "pairs, matches, play_off, lots",
    [
        (["P", "P"], [], [], []),
        (["P"], [won("P", "P")], [], []),
        (["P"], [won("P", "Q")], [], []),
        (["P", "Q"], [PlayedMatch("P", "Q", "R", 4, 0)], [], []),
        (["P", "Q"], [PlayedMatch("P", "Q", None, 4, 4)], [], []),
        (["P", "Q"], [], [won("P", "R")], []),
        (["P", "Q"], [], [], ["R"]),
        (["P", "Q"], [], [], ["P", "P"]),
    ],
)
def test_unknown_doubled_and_self_paired_pairs_are_malformed(
    pairs: list[str], matches: list[PlayedMatch], play_off: list[PlayedMatch], lots: list[str]
) -> None:
    with pytest.raises(Fault) as refused:
        rank(pairs, matches, play_off, lots)
    assert (refused.value.code, refused.value.entry) == ("malformed", None)


Pool = tuple[list[PairId], list[PlayedMatch], list[PlayedMatch], list[PairId]]


@st.composite
def pools(draw: st.DrawFn) -> Pool:
    pairs: list[PairId] = list("PQRSTU"[: draw(st.integers(0, 6))])
    points = st.sampled_from([20, 24])

    def played(meetings: list[tuple[PairId, PairId]], level: bool) -> list[PlayedMatch]:
        return [
            PlayedMatch(
                a, b, draw(st.sampled_from([a, b, None] if level else [a, b])),
                draw(points), draw(points),
            )
            for a, b in meetings
        ]  # fmt: skip

    everybody = list(combinations(pairs, 2))
    missing = draw(st.sets(st.sampled_from(everybody), max_size=3)) if everybody else set()
    matches = played([each for each in everybody if each not in missing], level=False)
    play_off = played(everybody, level=True) if draw(st.booleans()) else []
    lots = draw(st.permutations(pairs))[: draw(st.integers(0, len(pairs)))]
    return pairs, matches, play_off, lots


def turned(match: PlayedMatch) -> PlayedMatch:
    return PlayedMatch(match.b, match.a, match.winner, match.points_b, match.points_a)


@given(pools(), st.randoms(use_true_random=False))
def test_neither_the_order_of_matches_nor_of_the_pairs_in_them_matters(
    pool: Pool, random: "st.random.Random"
) -> None:
    pairs, matches, play_off, lots = pool
    mixed = [random.sample(each, len(each)) for each in (matches, play_off)]
    mixed = [[turned(m) if random.random() < 0.5 else m for m in each] for each in mixed]
    assert rank(pairs, mixed[0], mixed[1], lots) == rank(pairs, matches, play_off, lots)


@given(pools(), st.randoms(use_true_random=False))
def test_the_order_of_the_pairs_matters_only_among_those_who_share(
    pool: Pool, random: "st.random.Random"
) -> None:
    pairs, matches, play_off, lots = pool
    expected = rank(pairs, matches, play_off, lots)
    order = random.sample(pairs, len(pairs))
    got = rank(order, matches, play_off, lots)
    assert [(each.place, each.decided_by) for each in got] == [
        (each.place, each.decided_by) for each in expected
    ]
    assert {each.pair: each.place for each in got} == {each.pair: each.place for each in expected}
    assert [each.pair for each in got] == sorted(
        order, key=lambda pair: next(each.place for each in got if each.pair == pair)
    )


@given(pools())
def test_figures_add_up_and_places_leave_no_gap(pool: Pool) -> None:
    pairs, matches, play_off, lots = pool
    standings = rank(pairs, matches, play_off, lots)
    assert sorted(map(str, pairs)) == sorted(str(each.pair) for each in standings)
    assert sum(each.wins for each in standings) == len(matches)
    assert sum(each.losses for each in standings) == len(matches)
    assert sum(each.points for each in standings) == sum(each.points_against for each in standings)
    for index, each in enumerate(standings):
        above = [other for other in standings if other.place < each.place]
        level = [other for other in standings if other.place == each.place]
        assert each.place == len(above) + 1
        assert each.shared == (len(level) > 1)
        first_of_place = index == each.place - 1
        assert (each.decided_by is None) == (index == 0 or not first_of_place)


@given(pools())
def test_more_wins_never_stand_below_fewer(pool: Pool) -> None:
    wins = [each.wins for each in rank(*pool)]
    assert wins == sorted(wins, reverse=True)
