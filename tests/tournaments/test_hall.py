"""Whether phones can open the site, and the codes that lead there."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

import pytest
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from tests.builders import make_event_maker, make_tournament, signed_in
from tournaments.hall import Hall, Obstacle, hall_of, own_addresses, start_line
from tournaments.qr_codes import QUIET, qr_code

EVERYBODY = "0.0.0.0"  # noqa: S104 - compared, not bound
OWN = ("192.168.1.20", "10.0.0.7")


def hall(site_url: str, host: str = EVERYBODY, *, https: bool = False, own=OWN) -> Hall:
    return hall_of(site_url=site_url, host=host, https=https, own_addresses=own)


@pytest.mark.parametrize(
    ("site_url", "host", "https", "obstacles", "suggestion"),
    [
        ("http://192.168.1.20:8000", EVERYBODY, False, [], None),
        ("http://10.0.0.7:8000", "10.0.0.7", False, [], None),
        ("http://tuppi.local:8000", EVERYBODY, False, [], None),
        ("https://tuppi.example", "127.0.0.1", True, [], None),
        (
            "http://127.0.0.1:8000",
            "127.0.0.1",
            False,
            [Obstacle.SERVES_ITSELF_ONLY, Obstacle.NAMES_ITSELF_ONLY],
            "http://192.168.1.20:8000",
        ),
        (
            "http://localhost",
            EVERYBODY,
            False,
            [Obstacle.NAMES_ITSELF_ONLY],
            "http://192.168.1.20",
        ),
        (
            "http://10.0.0.7:8000",
            "127.0.0.1",
            False,
            [Obstacle.SERVES_ITSELF_ONLY],
            "http://10.0.0.7:8000",
        ),
        (
            "http://192.168.1.77:8000",
            EVERYBODY,
            False,
            [Obstacle.ADDRESS_HAS_CHANGED],
            "http://192.168.1.20:8000",
        ),
        (
            "http://[::1]:8000",
            "::1",
            True,
            [Obstacle.NAMES_ITSELF_ONLY],
            "http://192.168.1.20:8000",
        ),
    ],
)
def test_what_stands_in_the_way_of_phones(
    site_url: str, host: str, https: bool, obstacles: list[Obstacle], suggestion: str | None
) -> None:
    found = hall(site_url, host, https=https)
    assert (list(found.obstacles), found.suggestion) == (obstacles, suggestion)


def test_the_line_to_start_by_keeps_the_data_and_the_port(tmp_path: Path) -> None:
    folder = tmp_path / "my data"
    url = "http://192.168.1.20:8371"
    line = start_line(url, port=8371, data_dir=folder, demo=False)
    assert shlex.split(line) == [
        "DEMO=0",
        f"DATA_DIR={folder}",
        "HOST=0.0.0.0",
        "PORT=8371",
        f"SITE_URL={url}",
        "make",
        "run",
    ]
    assert "DEMO" not in start_line(url, port=8371, data_dir=folder, demo=True)


def test_a_machine_in_no_network_gets_no_suggestion() -> None:
    found = hall("http://127.0.0.1:8000", "127.0.0.1", own=())
    assert found.suggestion is None
    assert found.obstacles


def test_own_addresses_are_no_loopback() -> None:
    assert not [address for address in own_addresses() if address.startswith("127.")]


@pytest.mark.django_db
def test_the_page_warns_and_shows_no_code_that_would_open_nothing(
    settings: Any,
) -> None:
    settings.SITE_URL, settings.HOST = "http://127.0.0.1:8000", "127.0.0.1"
    organiser = make_event_maker()
    address = reverse("manage-hall", args=[make_tournament(organiser).slug])
    page = signed_in(organiser).get(address)
    assert len(page.context["hall"].obstacles) == 2
    assert b'class="qr"' not in page.content


@pytest.mark.django_db
def test_the_page_shows_the_code_of_an_address_phones_can_open(settings: Any) -> None:
    settings.SITE_URL, settings.HOST = "http://tuppi.local:8000", EVERYBODY
    organiser = make_event_maker()
    tournament = make_tournament(organiser)
    page = signed_in(organiser).get(reverse("manage-hall", args=[tournament.slug]))
    assert page.context["hall"].obstacles == ()
    code = qr_code("http://tuppi.local:8000/t/testituppi-2026/")
    assert code.path in page.content.decode()


@given(st.text(min_size=1, max_size=120))
def test_a_code_has_its_margin_and_its_three_corners(text: str) -> None:
    code = qr_code(text)
    dark = {(run.x + step, run.y) for run in code.runs for step in range(run.length)}
    assert {x for x, _y in dark} | {y for _x, y in dark} <= set(range(QUIET, code.size - QUIET))
    first, last = QUIET, code.size - QUIET - 1
    assert {(first, first), (last, first), (first, last)} <= dark
    assert all(0 < run.length <= code.size for run in code.runs)
