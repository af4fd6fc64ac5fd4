"""Score sheets to play on."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.ledger import FormatKind
from tests.builders import make_drawn_tournament, make_tournament, play
from tests.tournaments.exports.odd_events import make_odd_event
from tests.tournaments.exports.reading import export, fonts_of, pdf_pages, squeezed
from tournaments.exports.pdf.sheet_grid import MOST_ROWS, Section, pages_of, sections_of
from tournaments.models import Match, User
from tournaments.queries.matches import matches_of


def numbers(first: int, last: int) -> tuple[str, ...]:
    return tuple(str(number) for number in range(first, last + 1))


def test_each_match_has_a_page_with_its_place_time_and_pairs(organiser: User) -> None:
    tournament = make_drawn_tournament(organiser, pairs=8, pools=2)
    pages = pdf_pages(export(tournament, "score-sheets", "pdf"))
    views = matches_of(tournament)
    assert len(pages) == len(views) == 12
    for page, view in zip(pages, views, strict=True):
        assert "Testituppi" in page
        assert "Kylätalo, 28.11.–29.11.2026" in page
        assert re.search(rf"Match {view.match.number}\b", page)
        for label, value in (
            ("Pool", view.pool.label),
            ("Round", view.match.round),
            ("Table", view.match.table),
            ("Deals", 16),
        ):
            assert f"{label} {value} " in page
        assert "Starts Sat 28.11. " in page
        for pair in (view.a, view.b):
            assert f"Pair {pair.number}" in page
            for player in pair.players:
                assert page.count(player.name) >= 2, "in the head and under the signature"
                assert player.club in page


def test_the_sheet_has_every_column_and_box(organiser: User) -> None:
    tournament = make_drawn_tournament(organiser, pairs=4, pools=1)
    page = pdf_pages(export(tournament, "score-sheets", "pdf"))[0]
    for words in (
        "First dealer (the player dealt the first jack):",
        "Deal Dealer Game Declarer Points Tricks A B Rise A B Match points A B",
        "Rise played out",
        "Decider",
        "Rulings and remarks",
        "Result",
        "Winner",
        "Tuppi",
        "Signatures",
    ):
        assert words in page


@pytest.mark.parametrize(("pairs", "deals"), [(4, 16), (5, 12)])
def test_rows_are_the_deals_then_a_rise_played_out_then_a_decider(
    organiser: User, pairs: int, deals: int
) -> None:
    tournament = make_drawn_tournament(organiser, pairs=pairs, pools=1)
    match = tournament.matches.get(number=1)
    assert pages_of(sections_of(match)) == [
        [
            Section("", numbers(1, deals)),
            Section("Rise played out", numbers(deals + 1, deals + 4)),
            Section("Decider", ("",)),
        ]
    ]
    page = pdf_pages(export(tournament, "score-sheets", "pdf"))[0]
    assert " ".join(numbers(1, deals)) in page
    assert "Rise played out " + " ".join(numbers(deals + 1, deals + 4)) in page


def test_a_match_with_more_rows_than_a_page_holds_goes_on_overleaf() -> None:
    match = Match(format=FormatKind.FIXED, deals=24)
    assert pages_of(sections_of(match)) == [
        [Section("", numbers(1, 24))],
        [Section("Rise played out", numbers(25, 28)), Section("Decider", ("",))],
    ]
    assert MOST_ROWS == 24


@pytest.mark.parametrize(
    ("kind", "deals", "rows"), [(FormatKind.TO_TUPPI, None, 24), (FormatKind.PLAY_OFF, 4, 4)]
)
def test_matches_that_are_not_played_out_have_plain_rows(
    kind: FormatKind, deals: int | None, rows: int
) -> None:
    assert sections_of(Match(format=kind, deals=deals)) == [Section("", numbers(1, rows))]


def test_long_names_are_wrapped_and_markup_is_only_text(organiser: User) -> None:
    tournament = make_odd_event(organiser, pairs=5, pools=1)
    pages = pdf_pages(export(tournament, "score-sheets", "pdf"))
    for page, view in zip(pages, matches_of(tournament), strict=True):
        for pair in (view.a, view.b):
            for player in pair.players:
                assert squeezed(player.name) in squeezed(page)
                assert squeezed(player.club) in squeezed(page)
        assert "Outo & <i>tuppi</i>" in page


def test_sheets_are_empty_whatever_has_been_played(organiser: User) -> None:
    tournament = make_drawn_tournament(organiser, pairs=4, pools=1)
    before = pdf_pages(export(tournament, "score-sheets", "pdf"))
    play(organiser, tournament.matches.get(number=1), "ra13 ra13")
    after = pdf_pages(export(tournament, "score-sheets", "pdf"))

    def unprinted(pages: list[str]) -> list[str]:
        return [re.sub(r"Printed \S+ \S+", "", page) for page in pages]

    assert unprinted(before) == unprinted(after)


@pytest.mark.parametrize("pairs", [0, 1, 5])
def test_an_event_without_matches_says_so(organiser: User, pairs: int) -> None:
    tournament = make_tournament(organiser, pairs=pairs)
    (page,) = pdf_pages(export(tournament, "score-sheets", "pdf"))
    assert "No matches yet Rounds, tables and times are made" in page


@pytest.mark.parametrize(("pairs", "pools", "page_count"), [(33, 8, 52), (96, 16, 240)])
def test_there_is_one_page_a_match(
    organiser: User, pairs: int, pools: int, page_count: int
) -> None:
    tournament = make_odd_event(organiser, pairs=pairs, pools=pools, tables=48)
    content = export(tournament, "score-sheets", "pdf")
    assert len(pdf_pages(content)) == page_count


def test_only_embedded_fonts_are_used(organiser: User) -> None:
    tournament = make_odd_event(organiser, pairs=5, pools=1)
    assert fonts_of(export(tournament, "score-sheets", "pdf")) == {
        "/AAAAAA+DejaVuSansCondensed": True,
        "/AAAAAA+DejaVuSansCondensed-Bold": True,
    }


@pytest.mark.parametrize(("pairs", "pools"), [(4, 1), (32, 8)])
def test_queries_do_not_grow(organiser: User, pairs: int, pools: int) -> None:
    tournament = make_drawn_tournament(organiser, pairs=pairs, pools=pools)
    with CaptureQueriesContext(connection) as queries:
        export(tournament, "score-sheets", "pdf")
    assert len(queries) == 4
