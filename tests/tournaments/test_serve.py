"""The site's start on a fresh machine, in real processes."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command

from tests.builders import make_user
from tournaments.actions.demo import load_demo_once
from tournaments.actions.ledgers import find_differences
from tournaments.models import Match, Tournament
from tournaments.queries.standings import standings_of

ROOT = Path(settings.BASE_DIR)


def environment(folder: Path, **extra: str) -> dict[str, str]:
    kept = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
    return {**kept, "DATA_DIR": str(folder), **extra}


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def served(folder: Path, **extra: str) -> Iterator[tuple[str, str]]:
    """The site served from an empty folder: its address and what it printed at the start."""
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    process = subprocess.Popen(
        [sys.executable, "manage.py", "serve"],
        cwd=ROOT,
        env=environment(folder, PORT=str(port), SITE_URL=address, **extra),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert process.stdout is not None
    printed = ""
    try:
        for line in process.stdout:  # the server says when it listens
            printed += line
            if "Booting worker" in line:
                break
        yield address, printed
    finally:
        process.terminate()
        process.communicate(timeout=30)


def read(address: str) -> tuple[int, str]:
    try:
        with urllib.request.urlopen(address, timeout=30) as response:  # noqa: S310 - loopback
            return response.status, response.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def test_a_fresh_start_shows_the_demo_events_and_their_accounts(tmp_path: Path) -> None:
    with served(tmp_path, DEMO="1") as (address, printed):
        assert re.search(r"organiser  \S{12}\n", printed)
        assert re.search(r"referee  \S{12}\n", printed)
        status, front = read(f"{address}/")
        assert status == 200
        for slug in ("demo", "demo-finished", "demo-coming"):
            assert f"/t/{slug}/" in front
        [sheet] = re.findall(r'href="(/static/tuppiliitto/tables\.[0-9a-f]+\.css)"', front)
        assert read(address + sheet)[0] == 200
        assert read(f"{address}/t/demo/standings/")[0] == 200
        status, missing = read(f"{address}/t/ei-ole/")
        assert status == 404
        assert "Traceback" not in missing


def test_a_start_without_demo_leads_the_first_organiser_in(tmp_path: Path) -> None:
    with served(tmp_path, DEMO="0") as (address, printed):
        [link] = re.findall(r"(http://\S+/first/\S+/)", printed)
        assert link.startswith(address)
        assert read(link)[0] == 200
        assert "/t/demo/" not in read(f"{address}/")[1]


def test_a_second_start_makes_nothing_twice(tmp_path: Path) -> None:
    def start() -> str:
        return subprocess.run(
            [sys.executable, "manage.py", "serve", "--prepare-only"],
            cwd=ROOT,
            env=environment(tmp_path, DEMO_PASSWORD="demo-52-demo"),
            capture_output=True,
            text=True,
            check=True,
        ).stdout

    assert "demo-52-demo" in start()
    again = start()
    assert "demo-52-demo" not in again
    assert "/first/" not in again
    assert (tmp_path / "secret-key").stat().st_mode & 0o077 == 0


@pytest.mark.django_db
def test_the_demo_events_are_as_far_as_they_are_meant_to_be() -> None:
    assert [account.username for account in load_demo_once()] == ["organiser", "referee"]
    assert load_demo_once() == []
    demo, finished, coming = (
        Tournament.objects.get(slug=slug) for slug in ("demo", "demo-finished", "demo-coming")
    )
    matches = list(demo.matches.all())
    assert (demo.pairs.count(), demo.pools.count(), len(matches)) == (32, 8, 48)
    assert sum(match.is_finished for match in matches) == 24
    assert sum(match.under_way for match in matches) == 1
    assert any(match.tuppi for match in matches)
    assert sorted(pool.places.count() for pool in finished.pools.all()) == [4, 4, 5]
    assert all(match.is_finished for match in finished.matches.all())
    assert any(row.tie_break for pool in standings_of(finished) for row in pool.rows)
    assert (coming.pairs.count() > 0, coming.pools.count()) == (True, 0)
    assert not find_differences().is_bad


@pytest.mark.django_db
def test_a_site_with_anybody_on_it_gets_no_demo() -> None:
    make_user()
    assert load_demo_once() == []
    assert not Tournament.objects.exists()


@pytest.mark.django_db
def test_check_ledgers_is_a_command(capsys: pytest.CaptureFixture[str]) -> None:
    load_demo_once()
    call_command("check_ledgers")
    assert "matches checked" in capsys.readouterr().out
    Match.objects.filter(tournament__slug="demo", number=1).update(total_a=1)
    with pytest.raises(Exception, match="differ"):
        call_command("check_ledgers", "demo")
    call_command("check_ledgers", "demo", "--rebuild")
    call_command("check_ledgers", "demo")
    with pytest.raises(Exception, match="no such event"):
        call_command("check_ledgers", "ei-ole")
