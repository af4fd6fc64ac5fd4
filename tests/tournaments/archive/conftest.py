"""Archives of events, and the site they go into."""

from __future__ import annotations

import pytest

from tests.tournaments.exports.eventful import Eventful, make_eventful
from tournaments.models import User


@pytest.fixture
def eventful(organiser: User) -> Eventful:
    return make_eventful(organiser)
