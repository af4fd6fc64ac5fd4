"""When waiting matches are expected to start."""

from dataclasses import replace
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from scoring.estimates import OpenMatch, expected_starts


def match(number: int, a: str, b: str, table: int, planned: int, **more: int) -> OpenMatch:
    return OpenMatch(number, a, b, table, planned, 60, **more)


ROUNDS = [
    match(1, "P", "Q", 1, 600),
    match(2, "R", "S", 2, 600),
    match(3, "P", "R", 1, 660),
    match(4, "Q", "S", 2, 660),
]


def test_on_time_the_estimate_is_the_plan() -> None:
    plan = {1: 600, 2: 600, 3: 660, 4: 660}
    assert expected_starts(ROUNDS, 590, starts_are_told=True) == plan
    assert expected_starts(ROUNDS, 640, starts_are_told=False) == plan


def test_what_is_under_way_holds_its_table_and_both_pairs() -> None:
    playing = [replace(ROUNDS[0], heard=650, left=30), *ROUNDS[2:]]
    assert expected_starts(playing, 655, starts_are_told=True) == {3: 680, 4: 680}


def test_what_should_have_ended_ends_now_at_the_earliest() -> None:
    playing = [replace(ROUNDS[0], heard=620, left=5), ROUNDS[2]]
    assert expected_starts(playing, 700, starts_are_told=True) == {3: 700}


def test_where_starts_are_told_what_was_not_called_starts_now_and_pushes_what_follows() -> None:
    told = expected_starts(ROUNDS, 625, starts_are_told=True)
    assert told == {1: 625, 2: 625, 3: 685, 4: 685}


def test_where_starts_are_not_told_a_match_overdue_ends_now() -> None:
    assert expected_starts(ROUNDS, 675, starts_are_told=False) == {1: 600, 2: 600, 3: 675, 4: 675}


def test_a_late_start_does_not_fall_into_a_break() -> None:
    told = expected_starts(ROUNDS, 625, starts_are_told=True, breaks=[(680, 720)])
    assert told == {1: 625, 2: 625, 3: 720, 4: 720}


open_matches = st.lists(
    st.builds(
        lambda pairs, table, planned, length, heard, left: (
            *pairs, table, planned, length, heard, left
        ),
        st.sampled_from(list(combinations(range(8), 2))),
        st.integers(1, 4),
        st.integers(0, 20).map(lambda slot: 600 + 30 * slot),
        st.integers(5, 90),
        st.none() | st.integers(600, 700),
        st.integers(0, 60),
    ),
    max_size=15,
).map(lambda found: [OpenMatch(number, *each) for number, each in enumerate(found, 1)])  # fmt: skip
breaks = st.lists(
    st.tuples(st.integers(600, 900), st.integers(1, 90)).map(lambda b: (b[0], sum(b))), max_size=2
)


@given(open_matches, st.integers(500, 1200), st.booleans(), breaks)
def test_nothing_is_expected_at_two_places_at_once_nor_before_its_plan(
    matches: list[OpenMatch], now: int, told: bool, breaks: list[tuple[int, int]]
) -> None:
    expected = expected_starts(matches, now, starts_are_told=told, breaks=breaks)
    waiting = {each.match: each for each in matches if each.heard is None}
    assert set(expected) == set(waiting)
    for number, start in expected.items():
        each = waiting[number]
        assert start >= each.planned
        assert not told or start >= now
        assert start == each.planned or not any(since <= start < until for since, until in breaks)
        for other in matches:
            shares = other.table == each.table or {other.a, other.b} & {each.a, each.b}
            if other.heard is not None and shares:
                assert start >= max(now, other.heard + other.left)
    for one, other in combinations(waiting.values(), 2):
        if one.table == other.table or {one.a, one.b} & {other.a, other.b}:
            first, second = sorted((one, other), key=lambda m: (expected[m.match], m.planned))
            assert expected[second.match] >= expected[first.match] + first.length


@given(open_matches, st.integers(500, 1200), st.integers(0, 120), st.booleans(), breaks)
def test_estimates_never_get_earlier_as_time_goes_by(
    matches: list[OpenMatch], now: int, later: int, told: bool, breaks: list[tuple[int, int]]
) -> None:
    before = expected_starts(matches, now, starts_are_told=told, breaks=breaks)
    after = expected_starts(matches, now + later, starts_are_told=told, breaks=breaks)
    assert all(after[number] >= start for number, start in before.items())
