"""The poster with the event's address."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pytest
from pypdf import PdfReader

from tests.builders import make_tournament
from tests.tournaments.exports.odd_events import make_odd_event
from tests.tournaments.exports.reading import export, pdf_pages, squeezed
from tournaments.models import User


def test_it_says_the_address_the_site_was_started_with(organiser: User, settings: Any) -> None:
    settings.SITE_URL = "http://192.168.1.20:8000"
    (page,) = pdf_pages(export(make_tournament(organiser), "poster", "pdf"))
    assert "http://192.168.1.20:8000/t/testituppi-2026/" in page
    assert page.startswith("Testituppi Kylätalo, 28.11.–29.11.2026")


@pytest.mark.parametrize(("paper", "width"), [("a4", 595), ("a3", 842)])
def test_it_fills_the_paper_it_is_for(organiser: User, paper: str, width: int) -> None:
    content = export(make_tournament(organiser), "poster", "pdf", paper=paper)
    (page,) = PdfReader(BytesIO(content)).pages
    assert round(page.mediabox.width) == width


def test_a_long_name_is_wrapped(organiser: User) -> None:
    name = "Rovaniemen lentokonesuihkuturbiinimoottorimekaanikkojen tuppikisa & <b>karkelot</b>"
    tournament = make_odd_event(organiser, pairs=0, pools=0, name=name)
    (page,) = pdf_pages(export(tournament, "poster", "pdf"))
    assert squeezed(name) in squeezed(page)
