"""Who makes the events that end."""

from __future__ import annotations

import pytest

from tests.builders import make_event_maker
from tournaments.models import User


@pytest.fixture
def organiser(db: None) -> User:
    return make_event_maker()
