"""An event of two pools of four, its first match won on points by pair A, nobody confirmed."""

from __future__ import annotations

import pytest

from tests.builders import add_referee, make_drawn_tournament, play, win_for_a
from tournaments.models import Match, Tournament, User


@pytest.fixture
def tournament(organiser: User) -> Tournament:
    return make_drawn_tournament(organiser)


@pytest.fixture
def referee(tournament: Tournament) -> User:
    return add_referee(tournament)


@pytest.fixture
def match(organiser: User, tournament: Tournament) -> Match:
    match = tournament.matches.get(number=1)
    play(organiser, match, win_for_a(16))
    match.refresh_from_db()
    return match
