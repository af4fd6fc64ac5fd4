"""The desk's event, with a client for each role; everybody reads English."""

from __future__ import annotations

import pytest
from django.conf import settings as project
from django.test import Client

from tests.builders import add_referee, make_drawn_tournament, signed_in
from tests.tournaments.desk.desk import Desk
from tournaments.models import Tournament, User


def in_english(client: Client) -> Client:
    client.cookies[project.LANGUAGE_COOKIE_NAME] = "en"
    return client


@pytest.fixture
def tournament(organiser: User) -> Tournament:
    return make_drawn_tournament(organiser)


@pytest.fixture
def referee(tournament: Tournament) -> User:
    return add_referee(tournament)


@pytest.fixture
def client(referee: User) -> Client:
    return in_english(signed_in(referee))


@pytest.fixture
def manager(organiser: User) -> Client:
    return in_english(signed_in(organiser))


@pytest.fixture
def public() -> Client:
    return in_english(Client())


@pytest.fixture
def desk(client: Client, tournament: Tournament, organiser: User) -> Desk:
    """The desk of the event's first match, of sixteen deals."""
    return Desk(client, tournament, organiser, tournament.matches.get(number=1))
