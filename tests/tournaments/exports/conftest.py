"""Files are tested in English, whatever the catalogue of the site's language says."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.utils import translation

from tests.tournaments.exports.eventful import Eventful, make_eventful
from tournaments.models import User


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    with translation.override("en"):
        yield


@pytest.fixture
def eventful(organiser: User) -> Eventful:
    return make_eventful(organiser)
