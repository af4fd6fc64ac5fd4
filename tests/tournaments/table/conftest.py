"""An event of two pools of four (16 deals a match), and a phone at the table of its first match."""

from __future__ import annotations

import pytest

from tests.builders import make_drawn_tournament
from tests.tournaments.table.phone import Phone
from tournaments.models import Tournament, User


@pytest.fixture
def tournament(organiser: User) -> Tournament:
    return make_drawn_tournament(organiser)


@pytest.fixture
def phone(tournament: Tournament) -> Phone:
    """A phone that followed the link of its table."""
    return Phone.at_table(tournament.matches.get(number=1))


@pytest.fixture
def sheet_phone(tournament: Tournament) -> Phone:
    """A phone that followed the link on the match's score sheet."""
    return Phone.with_sheet(tournament.matches.get(number=1))
