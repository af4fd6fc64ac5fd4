"""What every test can ask for."""

from __future__ import annotations

import os

import pytest

# Playwright's own loop runs in the test's thread; Django would refuse the database there.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")


@pytest.fixture(autouse=True)
def _fast_passwords(settings: object) -> None:
    """Argon2 is slow by design; tests sign in hundreds of times."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # type: ignore[attr-defined]
