"""An event of two pools of four (16 deals a match), its organiser signed in and reading English."""

from __future__ import annotations

import pytest
from django.conf import settings as project
from django.test import Client

from tests.builders import make_drawn_tournament, signed_in
from tournaments.models import Tournament, User


@pytest.fixture
def tournament(organiser: User) -> Tournament:
    return make_drawn_tournament(organiser)


@pytest.fixture
def client(organiser: User) -> Client:
    client = signed_in(organiser)
    client.cookies[project.LANGUAGE_COOKIE_NAME] = "en"
    return client
