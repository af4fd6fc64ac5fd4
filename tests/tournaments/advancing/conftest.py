from __future__ import annotations

import pytest

from tests.builders import make_drawn_tournament
from tests.tournaments.advancing.steps import choose
from tournaments.models import Tournament, User


@pytest.fixture
def tournament(organiser: User) -> Tournament:
    """Two pools of four, of which the first two go on."""
    tournament = make_drawn_tournament(organiser, tables=4)
    choose(organiser, tournament, first=2, size=4)
    return tournament
