"""An event with an organiser, and an address of the site that no request claims."""

from __future__ import annotations

import pytest

from tests.builders import make_tournament
from tournaments.models import Tournament, User


@pytest.fixture(autouse=True)
def _site_url(settings: object) -> None:
    settings.SITE_URL = "http://testi.example"


@pytest.fixture
def tournament(organiser: User) -> Tournament:
    return make_tournament(organiser)
