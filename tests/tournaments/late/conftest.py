from __future__ import annotations

import pytest

from tests.builders import make_drawn_tournament
from tournaments.models import Tournament, User


@pytest.fixture
def tournament(organiser: User) -> Tournament:
    """Two pools of four at four tables: 16 deals a match, rounds at 11.15, 12.35 and 13.55."""
    return make_drawn_tournament(organiser, tables=4)
