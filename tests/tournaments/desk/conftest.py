"""An event of two pools of four (16 deals a match), its referee signed in and reading English."""

from __future__ import annotations

import pytest
from django.conf import settings as project
from django.test import Client

from tests.builders import add_referee, make_drawn_tournament, signed_in
from tests.tournaments.desk.desk import Desk
from tournaments.models import Tournament, User


@pytest.fixture
def tournament(organiser: User) -> Tournament:
    return make_drawn_tournament(organiser)


@pytest.fixture
def client(tournament: Tournament) -> Client:
    client = signed_in(add_referee(tournament))
    client.cookies[project.LANGUAGE_COOKIE_NAME] = "en"
    return client


@pytest.fixture
def desk(client: Client, tournament: Tournament, organiser: User) -> Desk:
    """The desk of the event's first match."""
    return Desk(client, tournament, organiser, tournament.matches.get(number=1))
