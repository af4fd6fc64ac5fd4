"""What every test can ask for."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from django.utils import translation

from tests.builders import make_event_maker
from tournaments.models import User

# Playwright's own loop runs in the test's thread; Django would refuse the database there.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")


@pytest.fixture(autouse=True)
def _language(request: pytest.FixtureRequest, settings: object) -> Iterator[None]:
    """Tests read the texts as the code writes them; those marked `finnish` read the site's own."""
    if request.node.get_closest_marker("finnish"):
        yield
        return
    settings.LANGUAGE_CODE = "en"
    with translation.override("en"):
        yield


@pytest.fixture(autouse=True)
def _fast_passwords(settings: object) -> None:
    """Argon2 is slow by design; tests sign in hundreds of times."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture
def organiser(db: None) -> User:
    """Somebody who may make events, and organises those made in the test."""
    return make_event_maker()
