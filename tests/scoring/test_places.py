"""Where matches could sit, and delays of what waits."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.delays import Start, first_fit, put_off
from scoring.faults import Fault
from scoring.places import Place, clashes, free_tables
from scoring.schedule import Day

SATURDAY, SUNDAY = Day(675, 1260, (780, 840)), Day(1440 + 540, 1440 + 1080)

places = st.builds(
    lambda match, pairs, table, start, length: Place(match, *pairs, table, start, start + length),
    st.integers(1, 30),
    st.sampled_from(list(combinations(range(6), 2))),
    st.integers(1, 4),
    st.integers(0, 200),
    st.integers(1, 60),
)
some_places = st.lists(places, max_size=12, unique_by=lambda place: place.match)


@given(places, some_places)
def test_a_free_table_makes_no_clash_and_every_other_would(
    place: Place, others: list[Place]
) -> None:
    others = [other for other in others if other.match != place.match]
    free = free_tables(place, others, 4)
    for table in range(1, 5):
        moved = Place(place.match, place.a, place.b, table, place.start, place.end)
        mine = [pair for pair in clashes([moved, *others]) if place.match in pair]
        assert (mine == []) == (table in free)


@given(some_places)
def test_clashes_are_all_pairs_of_matches_that_share_a_table_or_a_pair_at_once(
    found: list[Place],
) -> None:
    expected = {
        tuple(sorted((one.match, other.match)))
        for one, other in combinations(found, 2)
        if one.overlaps(other.start, other.end)
        and (one.table == other.table or {one.a, one.b} & {other.a, other.b})
    }
    assert clashes(found) == tuple(sorted(expected))


def test_a_delay_goes_no_further_than_it_must() -> None:
    starts = [Start(675, 60), Start(735, 40), Start(900, 60)]
    assert put_off(starts, 20, [SATURDAY, SUNDAY]) == (695, 840, 900)


def test_what_no_longer_fits_its_day_starts_on_the_next() -> None:
    starts = [Start(1140, 60), Start(1200, 60), Start(1980, 60)]
    assert put_off(starts, 30, [SATURDAY, SUNDAY]) == (1170, 1980, 2040)


def test_past_the_last_day_play_goes_on() -> None:
    assert put_off([Start(1200, 60)], 30, [SATURDAY]) == (1230,)
    assert first_fit(770, 60, [SATURDAY]) == 840


slots = st.lists(
    st.tuples(st.integers(0, 600), st.integers(1, 120)),
    min_size=1,
    max_size=10,
    unique_by=lambda s: s[0],
).map(lambda found: [Start(675 + minute, length) for minute, length in sorted(found)])


@given(slots, st.integers(1, 300))
def test_a_delay_moves_nothing_forward_and_keeps_clear_what_was(
    starts: list[Start], minutes: int
) -> None:
    new = put_off(starts, minutes, [SATURDAY, SUNDAY])
    assert new[0] >= starts[0].minute + minutes
    for (one, moved), (other, other_moved) in combinations(zip(starts, new, strict=True), 2):
        assert moved >= one.minute
        assert other_moved > moved
        if other.minute >= one.minute + one.length:
            assert other_moved >= moved + one.length
    for start, moved in zip(starts, new, strict=True):
        if moved != start.minute:
            assert moved == first_fit(moved, start.length, [SATURDAY, SUNDAY])


@given(slots, st.integers(1, 200), st.integers(1, 100))
def test_a_longer_delay_starts_nothing_earlier(starts: list[Start], less: int, more: int) -> None:
    days = [SATURDAY, SUNDAY]
    shorter, longer = put_off(starts, less, days), put_off(starts, less + more, days)
    assert all(one <= other for one, other in zip(shorter, longer, strict=True))


@pytest.mark.parametrize(
    "starts, minutes, days",
    [
        ([Start(700, 60)], 0, [SATURDAY]),
        ([Start(700, 60)], 5, []),
        ([Start(700, 60), Start(690, 60)], 5, [SATURDAY]),
    ],
)
def test_impossible_delays_are_refused(starts: list[Start], minutes: int, days: list[Day]) -> None:
    with pytest.raises(Fault) as refused:
        put_off(starts, minutes, days)
    assert refused.value.code == "malformed"
