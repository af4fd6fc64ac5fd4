"""Codes on cards and score sheets: which address each holds, and where there are none."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.builders import actor, make_drawn_tournament, play, win_for_a
from tests.tournaments.exports.codes import codes_in
from tests.tournaments.exports.odd_events import make_odd_event
from tests.tournaments.exports.reading import pdf_pages
from tournaments.access import pair_code
from tournaments.actions.table_links import (
    renew_pair_code,
    renew_sheet_link,
    renew_table_link,
    revoke_table_link,
)
from tournaments.exports.registry import EXPORTS, STAFF_EXPORTS
from tournaments.models import Match, Tournament, User
from tournaments.printed_links import pair_address, sheet_address, table_address
from tournaments.qr_codes import QrCode, qr_code

SITE = "http://192.168.1.20:8000"
SCAN = "Scan to keep the score"


@pytest.fixture(autouse=True)
def _phones_can_open(settings: object) -> None:
    settings.SITE_URL = SITE


def staff_file(tournament: Tournament, name: str, **chosen: str) -> bytes:
    wanted = STAFF_EXPORTS[(name, "pdf")]
    return wanted.make(tournament, wanted.options(chosen)).content


def codes_of(*addresses: str) -> list[QrCode]:
    return [qr_code(address) for address in addresses]


@pytest.mark.parametrize("paper", ["a4", "a5"])
def test_a_table_card_opens_the_table(organiser: User, paper: str) -> None:
    tournament = make_drawn_tournament(organiser, pairs=4, pools=1)
    content = staff_file(tournament, "table-cards", paper=paper)
    assert table_address(tournament, 1).startswith(f"{SITE}/t/testituppi-2026/table/1/")
    assert codes_in(content) == codes_of(*(table_address(tournament, n) for n in (1, 2)))
    assert "".join(pdf_pages(content)).count(SCAN) == 2


def test_renewed_and_revoked_tables_print_what_holds_now(organiser: User) -> None:
    tournament = make_drawn_tournament(organiser, pairs=6, pools=1)
    who = actor(organiser)
    renew_table_link(actor=who, tournament=tournament, table=1, seen=0)
    revoke_table_link(actor=who, tournament=tournament, table=2, seen=0)
    content = staff_file(tournament, "table-cards")
    assert codes_in(content) == codes_of(
        table_address(tournament, 1, 1), table_address(tournament, 3)
    )
    assert [SCAN in page for page in pdf_pages(content)] == [True, False, True]


def test_a_pair_card_has_the_pairs_code_and_opens_its_public_page(organiser: User) -> None:
    tournament = make_drawn_tournament(organiser, pairs=4, pools=1)
    renew_pair_code(actor=actor(organiser), tournament=tournament, number=2, seen=0)
    content = staff_file(tournament, "pair-cards")
    text = " ".join(pdf_pages(content))
    shown = re.findall(r"(\d{5}) Your code: with it you confirm your results", text)
    assert shown == [pair_code(tournament, pair) for pair in tournament.pairs.all()]
    assert codes_in(content) == codes_of(*(pair_address(tournament, n) for n in range(1, 5)))


@pytest.mark.parametrize("paper", ["a4", "a5"])
def test_a_sheet_from_the_organiser_opens_its_match_and_a_public_one_nothing(
    organiser: User, paper: str
) -> None:
    tournament = make_drawn_tournament(organiser, pairs=4, pools=1)
    first, second, *others = tournament.matches.all()
    renew_sheet_link(actor=actor(organiser), match=first, seen=0)
    play(organiser, second, win_for_a(16))
    Match.objects.filter(pk=second.pk).update(confirmed_a=1, confirmed_b=1)
    first.refresh_from_db()
    content = staff_file(tournament, "score-sheets", paper=paper)
    # A sheet whose result is confirmed has no code: its link is over. On A5 the pile is cut.
    expected = codes_of(*(sheet_address(match) for match in (first, *others)))
    assert len(codes_in(content)) == 5
    assert all(code in codes_in(content) for code in expected)
    public = EXPORTS[("score-sheets", "pdf")]
    shown = public.make(tournament, public.options({"paper": paper})).content
    assert codes_in(shown) == []
    assert SCAN not in "".join(pdf_pages(shown))


@pytest.mark.parametrize("site", ["http://127.0.0.1:8000", "http://localhost:8000"])
@pytest.mark.parametrize("name", ["table-cards", "pair-cards", "score-sheets"])
def test_nothing_is_printed_that_no_phone_could_open(
    organiser: User, settings: object, name: str, site: str
) -> None:
    settings.SITE_URL = site
    content = staff_file(make_drawn_tournament(organiser, pairs=4, pools=1), name)
    text = " ".join(pdf_pages(content))
    assert codes_in(content) == []
    assert SCAN not in text
    assert "Your code" not in text


@pytest.mark.parametrize("name", ["table-cards", "pair-cards", "score-sheets"])
def test_long_names_leave_every_code_whole(organiser: User, name: str) -> None:
    tournament = make_odd_event(organiser, pairs=5, pools=1)
    codes = codes_in(staff_file(tournament, name))
    assert codes
    whole = {len(code.runs) for code in codes}
    assert min(whole) > 200


@pytest.mark.parametrize("name", ["table-cards", "pair-cards", "score-sheets"])
@pytest.mark.parametrize(("pairs", "pools"), [(4, 1), (32, 8)])
def test_queries_do_not_grow(organiser: User, name: str, pairs: int, pools: int) -> None:
    tournament = make_drawn_tournament(organiser, pairs=pairs, pools=pools)
    with CaptureQueriesContext(connection) as queries:
        staff_file(tournament, name)
    assert len(queries) == (4 if name == "score-sheets" else 5)
