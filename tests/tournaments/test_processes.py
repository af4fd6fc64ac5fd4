"""Several processes on one sheet: every line lands once, in one order."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from urllib.parse import quote

import pytest
from django.conf import settings
from django.db import connection

from tests.builders import make_drawn_tournament, make_event_maker, sheet_in_short
from tournaments.actions.ledgers import find_differences
from tournaments.models import AuditRecord, LedgerEntry, SheetRevision

PROCESSES = 4
LINES = ["na6", "nb6", "na5", "nb5"]


def database_url() -> str:
    """The address of the database these tests are on."""
    values = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{values['NAME']}"
    password = f":{quote(values['PASSWORD'])}" if values["PASSWORD"] else ""
    return (
        f"postgres://{values['USER']}{password}@{values['HOST']}:{values['PORT']}/{values['NAME']}"
    )


@pytest.mark.django_db(transaction=True)
def test_lines_written_from_several_processes_all_land_once() -> None:
    organiser = make_event_maker()
    match = make_drawn_tournament(organiser).matches.get(number=1)
    workers = [
        subprocess.Popen(
            [sys.executable, "-m", "tests.writing_process", "olli", str(match.pk), *LINES],
            cwd=settings.BASE_DIR,
            env=os.environ | {"DATABASE_URL": database_url()},
            stderr=subprocess.PIPE,
            text=True,
        )
        for _process in range(PROCESSES)
    ]
    for worker in workers:
        _out, wrong = worker.communicate(timeout=120)
        assert (worker.returncode, wrong) == (0, "")

    count = PROCESSES * len(LINES)
    match.refresh_from_db()
    assert Counter(sheet_in_short(match).split()) == Counter(LINES * PROCESSES)
    assert list(
        LedgerEntry.objects.filter(match=match).order_by("pk").values_list("position", "ended")
    ) == [(position, None) for position in range(1, count + 1)]
    assert (match.revision, SheetRevision.objects.count()) == (count, count)
    assert AuditRecord.objects.filter(match=match).count() == count
    assert not find_differences().is_bad
