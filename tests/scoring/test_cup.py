"""Cup points (R31)."""

from __future__ import annotations

import pytest

from scoring.cup import points_for_place
from scoring.faults import Fault


def test_the_first_sixteen_places_get_points() -> None:
    given = [points_for_place(place) for place in range(1, 19)]
    assert given == [25, 22, 20, 18, 16, 14, 12, 10, 9, 7, 6, 5, 4, 3, 2, 1, 0, 0]


def test_an_event_gives_348_points_to_the_players_of_both_seats() -> None:
    assert 2 * sum(points_for_place(place) for place in range(1, 100)) == 348


@pytest.mark.parametrize("place", [0, -1])
def test_there_is_no_place_above_the_first(place: int) -> None:
    with pytest.raises(Fault):
        points_for_place(place)
