"""An organiser at work, reading English."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.test import Client

from tests.builders import signed_in
from tournaments.models import User


@pytest.fixture
def client(organiser: User) -> Client:
    client = signed_in(organiser)
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"
    return client
