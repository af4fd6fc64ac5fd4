"""Archives of events, and the site they go into."""

from __future__ import annotations

import pytest

from tests.builders import make_event_maker
from tests.tournaments.exports.eventful import Eventful, make_eventful
from tournaments.models import User


@pytest.fixture
def organiser(db: None) -> User:
    return make_event_maker()


@pytest.fixture
def eventful(organiser: User) -> Eventful:
    return make_eventful(organiser)
