"""Tables that all keep score at once lose nothing and double nothing, on either database.

A short run; `tests/bench/bench_tables.py` is the long one.
"""

from __future__ import annotations

import os
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection

from tests.robots.proof import play_hall
from tests.tournaments.test_processes import database_url

TABLES, DEALS = 6, 8


@pytest.fixture
def environment(tmp_path: Path) -> Iterator[dict[str, str]]:
    """A site of its own on the kind of database these tests run on."""
    kept = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
    site = {**kept, "DATA_DIR": str(tmp_path)}
    if connection.vendor == "sqlite":
        yield site
        return
    name = f"robots_{uuid.uuid4().hex[:12]}"
    with connection.cursor() as cursor:
        cursor.execute(f"create database {name}")
    url = database_url().rsplit("/", 1)[0]
    try:
        yield {**site, "DATABASE_URL": f"{url}/{name}"}
    finally:
        with connection.cursor() as cursor:
            cursor.execute(f"drop database {name} with (force)")


@pytest.mark.django_db(transaction=True)
def test_what_tables_were_told_is_saved_is_what_the_sheets_hold(
    environment: dict[str, str],
) -> None:
    assert not settings.DEBUG
    proof = play_hall(environment, tables=TABLES, deals=DEALS, kills=2, seed=52)
    assert proof.wrong == ()
    assert proof.deals_saved >= TABLES * DEALS
    assert proof.stale_refused > 0
