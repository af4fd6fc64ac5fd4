"""Who is already through or out while a pool runs, R25 to R28."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.faults import Fault
from scoring.prospects import Prospect, RunningPool, prospects
from scoring.ruleset import STANDARD, Ruleset
from scoring.standings import PairId, PlayedMatch, rank

THROUGH, OUT, OPEN = Prospect.THROUGH, Prospect.OUT, Prospect.OPEN


def won(winner: str, loser: str, points: int = 40, against: int = 20) -> PlayedMatch:
    return PlayedMatch(winner, loser, winner, points, against)


def running(pairs: str, *results: str, barred: str = "", gone: str = "") -> RunningPool:
    """A pool of one-letter pairs; "PQ" is a win of P over Q, all else not annulled is open."""
    met = {frozenset(each) for each in results}
    still = [
        (a, b)
        for a, b in combinations(pairs, 2)
        if {a, b} not in met and a not in gone and b not in gone
    ]
    return RunningPool(list(pairs), [won(*each) for each in results], still, barred, gone)


def told(pool: RunningPool, first: int, up_to: int | None = None) -> str:
    """Every pair's letter, capital where it is through, small where it is out, ? where open."""
    letters = {THROUGH: str.upper, OUT: str.lower, OPEN: lambda pair: "?"}
    return "".join(
        letters[each](str(pair)) for pair, each in prospects(pool, first, up_to=up_to).items()
    )


def test_before_the_first_match_everything_is_open() -> None:
    assert told(running("PQRS"), 1) == "????"


def test_a_pair_with_more_wins_than_anybody_can_reach_is_through() -> None:
    assert told(running("PQRS", "PQ", "PR", "PS", "QR"), 1) == "Pqrs"


def test_a_win_over_whoever_can_still_draw_level_is_enough() -> None:
    # Either Q or R comes to the two wins of P, which has beaten both.
    assert told(running("PQRS", "PQ", "PR", "QS", "RS"), 1) == "Pqrs"


def test_where_two_go_on_a_pair_can_be_through_while_its_place_is_open() -> None:
    # P and Q have won both their matches and meet each other last; nobody else can come to two.
    assert told(running("PQRS", "PR", "PS", "QR", "QS"), 2) == "PQrs"
    assert told(running("PQRS", "PR", "PS", "QR", "QS"), 1) == "??rs"


def test_points_that_are_to_come_decide_nothing_beforehand() -> None:
    # R can still make a circle of it.
    pool = running("PQR", "PQ", "QR")
    assert told(pool, 1) == "???"
    assert told(replace(pool, matches=[won("P", "Q", 400, 0), won("Q", "R")]), 1) == "?q?", (
        "R may still bring more points than P; Q, which is done, has too few"
    )


def test_points_of_finished_matches_count_once_no_other_can_change_them() -> None:
    # P, Q and R won one each of their own and beat S and T; what is open is S against T.
    circle = [won("P", "Q", 60, 0), won("Q", "R", 40, 20), won("R", "P", 40, 20)]
    others = [won(a, b) for a in "PQR" for b in "ST"]
    pool = RunningPool("PQRST", circle + others, [("S", "T")])
    assert told(pool, 1) == "Pqrst"
    assert told(pool, 2) == "PqRst"


def test_a_place_still_level_after_the_pool_is_open_until_a_play_off_or_a_lot_parts_it() -> None:
    pool = running("PQR", "PQ", "QR", "RP")
    assert told(pool, 1) == "???"
    assert told(pool, 3) == "PQR"
    play_off = [won("P", "Q"), won("P", "R"), won("R", "Q")]
    assert told(replace(pool, play_off=play_off), 1) == "Pqr"
    assert told(replace(pool, lots=["R"]), 1) == "pqR"


def test_a_withdrawn_pair_is_out_and_the_others_move_up_past_it() -> None:
    assert told(running("PQRS", "PQ", "PR", "PS", "QR", "QS", barred="P"), 1) == "pQrs"


def test_a_pair_of_which_nothing_is_left_does_not_keep_the_others_from_being_compared() -> None:
    pool = running("PQRS", "PQ", "QR", "RP", gone="S")
    circle = [won("P", "Q", 60, 0), won("Q", "R"), won("R", "P")]
    assert told(replace(pool, matches=circle), 1) == "Pqrs"


def test_the_next_place_may_still_be_taken_as_one_of_the_best() -> None:
    pool = running("PQRS", "PQ", "PR", "PS", "QR", "QS")
    assert told(pool, 1) == "Pqrs"
    assert told(pool, 1, up_to=2) == "P?rs"


def test_with_too_many_open_matches_nothing_is_told_but_who_is_barred() -> None:
    pool = running("PQRSTUV", "PQ", "PR", "PS", "PT", "PU", barred="V")
    assert len(pool.open_matches) == 16
    assert told(pool, 6) == "??????v"


@pytest.mark.parametrize(
    "pool",
    [
        RunningPool(["P", "P"], [], []),
        RunningPool(["P", "Q"], [won("P", "Q")], [("Q", "P")]),
        RunningPool(["P", "Q"], [], [("P", "Q"), ("P", "Q")]),
        RunningPool(["P", "Q"], [], [("P", "R")]),
        RunningPool(["P", "Q"], [], [("P", "P")]),
        RunningPool(["P", "Q"], [], [], barred=["R"]),
        RunningPool(["P", "Q"], [], [], gone=["R"]),
        RunningPool(["P", "Q"], [], [("P", "Q")], gone=["Q"]),
    ],
)
def test_a_pool_that_cannot_be_is_malformed(pool: RunningPool) -> None:
    with pytest.raises(Fault) as refused:
        prospects(pool, 1)
    assert refused.value.code == "malformed"


@pytest.mark.parametrize("first, up_to", [(-1, None), (2, 1)])
def test_places_that_cannot_be_are_malformed(first: int, up_to: int | None) -> None:
    with pytest.raises(Fault):
        prospects(running("PQ"), first, up_to=up_to)


@st.composite
def running_pools(draw: st.DrawFn, points: Sequence[int] = (20, 24), most: int = 5) -> RunningPool:
    pairs: list[PairId] = list("PQRSTU"[: draw(st.integers(2, most))])
    gone = draw(st.sets(st.sampled_from(pairs), max_size=1)) if draw(st.booleans()) else set()
    barred = draw(st.sets(st.sampled_from(pairs), max_size=2)) if draw(st.booleans()) else set()
    matches: list[PlayedMatch] = []
    still: list[tuple[PairId, PairId]] = []
    for a, b in combinations([pair for pair in pairs if pair not in gone], 2):
        fate = draw(st.sampled_from(["a", "b", "open", "a", "b", "open", "annulled"]))
        if fate == "open" and len(still) < 5:
            still.append((a, b))
        elif fate != "annulled":
            won_points, lost_points = draw(st.sampled_from(points)), draw(st.sampled_from(points))
            winner = b if fate == "b" else a
            matches.append(PlayedMatch(a, b, winner, won_points, lost_points))
    return RunningPool(pairs, matches, still, barred, gone)


RULES = st.builds(
    Ruleset, restart_when_parted=st.booleans(), mutual_waits_for_all=st.booleans()
) | st.just(STANDARD)


# The oracle: every winner of every open match, and for points that are to come every number.


def by_every_way(pool: RunningPool, pair: PairId, rules: Ruleset) -> Iterator[tuple[int, int]]:
    """For every way the pool can end: how many that are not barred are ahead, and level."""
    still = pool.open_matches
    counted = set(pool.pairs) - set(pool.barred) - set(pool.gone) - {pair}
    staying = [each for each in pool.pairs if each not in pool.gone]
    results = [(m.winner, m.b if m.winner == m.a else m.a) for m in pool.matches]
    for winners in product((0, 1), repeat=len(still)):
        wins = results + [
            (match[side], match[1 - side]) for match, side in zip(still, winners, strict=True)
        ]
        totals = {each: sum(winner == each for winner, _ in wins) for each in staying}
        level = {each for each in staying if totals[each] == totals[pair]}
        above = {each for each in staying if totals[each] > totals[pair]}
        for ahead, same in endings(pool, pair, level, wins, 0, rules):
            yield len((ahead | above) & counted), len(same & counted)


def endings(
    pool: RunningPool,
    pair: PairId,
    level: set[PairId],
    wins: list[tuple[PairId | None, PairId]],
    asked: int,
    rules: Ruleset,
) -> Iterator[tuple[set[PairId], set[PairId]]]:
    """Of the pairs level with this one: those that end ahead of it and level with it."""
    if level == {pair} or asked == 3:
        yield set(), level
        return
    for above, same in partings(pool, pair, level, wins, asked, rules):
        again = same != level and rules.restart_when_parted
        for ahead, rest in endings(pool, pair, same, wins, 0 if again else asked + 1, rules):
            yield above | ahead, rest


def partings(
    pool: RunningPool,
    pair: PairId,
    level: set[PairId],
    wins: list[tuple[PairId | None, PairId]],
    asked: int,
    rules: Ruleset,
) -> Iterator[tuple[set[PairId], set[PairId]]]:
    """The ways in which the criterion can part them: ahead of this pair, and level with it."""
    mutual = [each for each in wins if level.issuperset(each)]
    if (
        asked < 2
        and rules.mutual_waits_for_all
        and len(mutual) < len(level) * (len(level) - 1) // 2
    ):
        yield set(), level
        return
    figures = dict.fromkeys(level, 0)
    free: set[PairId] = set()
    if asked == 0:
        for winner, _ in mutual:
            figures[winner] += 1
    else:
        concerned = (lambda a, b: {a, b} <= level) if asked == 1 else (lambda a, b: {a, b} & level)
        free = {each for met in pool.open_matches if concerned(*met) for each in met} & level
        for match in pool.matches:
            if concerned(match.a, match.b):
                for each, points in ((match.a, match.points_a), (match.b, match.points_b)):
                    if each in level:
                        figures[each] += points
    # Every number that is near to one already there stands for all others.
    near = {value + more for value in figures.values() for more in (-2, -1, 0, 1, 2)}
    possible = {
        each: {value for value in near if value >= figures[each]}
        if each in free
        else {figures[each]}
        for each in level
    }
    others = sorted(level - {pair})
    for own in possible[pair]:
        ways = [{(value > own) - (value < own) for value in possible[each]} for each in others]
        for way in product(*ways):
            above, same = (
                {each for each, sign in zip(others, way, strict=True) if sign == wanted}
                for wanted in (1, 0)
            )
            yield above, same | {pair}


@settings(max_examples=150)
@given(running_pools(), st.integers(0, 3), st.integers(0, 2), RULES)
def test_what_is_told_is_what_trying_every_outcome_says(
    pool: RunningPool, first: int, more: int, rules: Ruleset
) -> None:
    expected = {}
    for pair in pool.pairs:
        expected[pair] = OUT
        if pair not in pool.barred and pair not in pool.gone:
            ends = set(by_every_way(pool, pair, rules))
            if all(ahead + level < first for ahead, level in ends):
                expected[pair] = THROUGH
            elif any(ahead < first + more for ahead, _ in ends):
                expected[pair] = OPEN
    assert prospects(pool, first, up_to=first + more, rules=rules) == expected


def ended(
    pool: RunningPool, results: Sequence[tuple[int, int, int]], rules: Ruleset
) -> dict[PairId, tuple[int, int]]:
    """By `rank` itself, with these winners and points: pairs ahead, and pairs ahead or level."""
    matches = list(pool.matches)
    for (a, b), (side, *points) in zip(pool.open_matches, results, strict=True):
        matches.append(PlayedMatch(a, b, (a, b)[side], *points))
    staying = [pair for pair in pool.pairs if pair not in pool.gone]
    eligible = [
        each for each in rank(staying, matches, rules=rules) if each.pair not in pool.barred
    ]
    return {
        each.pair: (
            sum(other.place < each.place for other in eligible),
            sum(other.place <= each.place for other in eligible) - 1,
        )
        for each in eligible
    }


@settings(max_examples=150)
@given(running_pools(most=6), st.integers(0, 3), RULES, st.data())
def test_no_result_ever_contradicts_what_was_told(
    pool: RunningPool, first: int, rules: Ruleset, data: st.DataObject
) -> None:
    before = prospects(pool, first, rules=rules)
    points = st.sampled_from([0, 4, 20, 24, 28, 400])
    results = [data.draw(st.tuples(st.integers(0, 1), points, points)) for _ in pool.open_matches]
    for pair, (ahead, not_behind) in ended(pool, results, rules).items():
        if before[pair] is THROUGH:
            assert not_behind < first
        if before[pair] is OUT:
            assert ahead >= first


@settings(max_examples=40)
@given(running_pools(points=[1], most=4), st.integers(1, 3))
def test_what_is_told_to_be_open_can_really_end_either_way(pool: RunningPool, first: int) -> None:
    pool = replace(pool, open_matches=pool.open_matches[:2])
    before = prospects(pool, first)
    ends = [
        ended(pool, results, STANDARD)
        for results in product(
            product((0, 1), (0, 1, 2, 9), (0, 1, 2, 9)), repeat=len(pool.open_matches)
        )
    ]
    for pair in (pair for pair, each in before.items() if each is OPEN):
        assert any(end[pair][0] < first for end in ends)
        assert any(end[pair][1] >= first for end in ends)


@settings(max_examples=60)
@given(running_pools(points=[20]), st.integers(1, 3), st.data())
def test_who_is_through_or_out_stays_so_as_results_come_in(
    pool: RunningPool, first: int, data: st.DataObject
) -> None:
    before = prospects(pool, first)
    open_matches = list(pool.open_matches)
    matches = list(pool.matches)
    while open_matches:
        a, b = open_matches.pop(data.draw(st.integers(0, len(open_matches) - 1)))
        winner = data.draw(st.sampled_from([a, b]))
        matches.append(PlayedMatch(a, b, winner, data.draw(st.integers(0, 60)), 24))
        now = prospects(replace(pool, matches=matches, open_matches=open_matches), first)
        assert all(now[pair] is each for pair, each in before.items() if each is not OPEN)
        before = now
