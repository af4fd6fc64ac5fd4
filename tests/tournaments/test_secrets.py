"""No public page or file holds what lets somebody in: links at the tables, codes of pairs."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from io import BytesIO

import pytest
from django.test import Client
from pypdf import PdfReader

from scoring.withdrawal import Choice
from tests.builders import make_drawn_tournament, make_event_maker, play, win_for_a
from tests.tournaments.exports.codes import codes_in
from tests.tournaments.test_addresses import ADDRESSES, ALL, address
from tests.tournaments.withdrawals.steps import withdraw
from tournaments.access import pair_code, sheet_secret, table_secret
from tournaments.exports.registry import EXPORTS
from tournaments.models import Match, Tournament
from tournaments.permissions import OPEN_TO_ALL, Act
from tournaments.printed_links import pair_address
from tournaments.qr_codes import qr_code

PUBLIC = OPEN_TO_ALL - {Act.KEEP_SHEET}


def played_event() -> Tournament:
    """Drawn, one match under way and one over, a pair withdrawn; its key is always the same, so
    that no code is by chance some other number of the pages."""
    organiser = make_event_maker()
    tournament = make_drawn_tournament(organiser, pairs=8, pools=2, tables=3)
    tournament.access_key = "0123456789abcdef" * 2
    tournament.save()
    first, second, *_others = tournament.matches.all()
    play(organiser, first, "ra8 na4")
    play(organiser, second, win_for_a(16))
    Match.objects.filter(pk=second.pk).update(confirmed_a=1, confirmed_b=1)
    withdraw(organiser, tournament, 8, Choice.STAND)
    return tournament


def secrets_of(tournament: Tournament) -> set[str]:
    """All that is secret of the event: of links and codes made anew later too."""
    found = {tournament.access_key}
    for table in range(21):
        found |= {table_secret(tournament, table, renewed) for renewed in range(3)}
    for match in tournament.matches.all():
        found.add(sheet_secret(match))
    for pair in tournament.pairs.all():
        found.add(pair_code(tournament, pair))
    return found


def public_addresses(tournament: Tournament) -> Iterator[str]:
    for pattern in ALL:
        if ADDRESSES[str(pattern.name)] in PUBLIC:
            yield address(pattern)
    event = f"/t/{tournament.slug}/"
    for match in tournament.matches.all():
        yield f"{event}matches/{match.number}/"
    for pair in tournament.pairs.all():
        yield f"{event}pairs/{pair.number}/"
    for (name, kind), export in EXPORTS.items():
        yield f"{event}export/{name}.{kind}"
        for paper in export.papers:
            yield f"{event}export/{name}.{kind}?paper={paper}"


def text_of(content: bytes) -> str:
    """All that can be read in a page or file."""
    if content.startswith(b"%PDF"):
        pages = PdfReader(BytesIO(content)).pages
        return " ".join(page.extract_text() for page in pages)
    if content.startswith(b"PK"):
        with zipfile.ZipFile(BytesIO(content)) as packed:
            return " ".join(packed.read(name).decode() for name in packed.namelist())
    return content.decode()


@pytest.mark.django_db
def test_no_public_page_or_file_holds_a_secret(settings: object) -> None:
    settings.SITE_URL = "http://tuppi.local:8000"
    tournament = played_event()
    secrets = secrets_of(tournament)
    opened = 0
    for where in public_addresses(tournament):
        response = Client().get(where)
        if response.status_code != 200:
            continue
        opened += 1
        words = set(re.findall(r"\w+", text_of(response.content)))
        assert not words & secrets, where
    assert opened > 60


@pytest.mark.django_db
def test_the_only_code_on_public_paper_is_that_of_the_event(settings: object) -> None:
    settings.SITE_URL = "http://tuppi.local:8000"
    tournament = played_event()
    public = qr_code(f"http://tuppi.local:8000/t/{tournament.slug}/")
    for name, kind in EXPORTS:
        if kind == "pdf":
            content = Client().get(f"/t/{tournament.slug}/export/{name}.pdf").content
            assert codes_in(content) == ([public] if name == "poster" else []), name


@pytest.mark.django_db
def test_the_link_to_a_pair_is_its_public_page(settings: object) -> None:
    settings.SITE_URL = "http://tuppi.local:8000"
    tournament = played_event()
    where = pair_address(tournament, 3).removeprefix(settings.SITE_URL)
    assert Client().get(where).status_code == 200
