"""Cards for the tables and for the pairs."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.withdrawal import Choice
from tests.builders import make_drawn_tournament, make_tournament
from tests.tournaments.exports.eventful import Eventful
from tests.tournaments.exports.odd_events import make_odd_event
from tests.tournaments.exports.reading import (
    export,
    fonts_of,
    page_sizes,
    pdf_pages,
    squeezed,
)
from tests.tournaments.withdrawals.steps import annul, withdraw
from tournaments.exports.event_head import start_text
from tournaments.exports.pdf.cards import parted, qr_place
from tournaments.exports.pdf.cutting import WHOLE, cut_document
from tournaments.models import User
from tournaments.queries.matches import matches_of, matches_of_pair
from tournaments.queries.pairs import pairs_by_key

CARDS = ["table-cards", "pair-cards"]


def test_a_table_has_its_number_and_its_matches_in_their_order(organiser: User) -> None:
    tournament = make_drawn_tournament(organiser, pairs=8, pools=2)
    pages = pdf_pages(export(tournament, "table-cards", "pdf"))
    views = matches_of(tournament)
    assert len(pages) == 4
    for number, page in enumerate(pages, start=1):
        assert f"Testituppi Kylätalo, 28.11.–29.11.2026 Table {number} Match" in page
        rows = [
            f"{start_text(v.match.starts_at)} Pool {v.pool.label}, round {v.match.round} "
            f"Match {v.match.number} Pair A {v.a.name} Pair B {v.b.name}"
            for v in sorted(views, key=lambda v: v.match.slot)
            if v.match.table == number
        ]
        assert len(rows) == 3
        assert " ".join(rows) in page


def test_table_cards_on_a5_are_in_the_order_of_a_cut_pile(organiser: User) -> None:
    tournament = make_drawn_tournament(organiser, pairs=10, pools=2)
    content = export(tournament, "table-cards", "pdf", paper="a5")
    tables = [re.findall(r"Table (\d+) Match", page) for page in pdf_pages(content)]
    assert tables == [["1", "3"], ["2", "4"]]
    assert page_sizes(content) == {(842, 595)}


def test_a_pair_has_its_number_players_and_matches(organiser: User) -> None:
    tournament = make_drawn_tournament(organiser, pairs=4, pools=1)
    (page,) = pdf_pages(export(tournament, "pair-cards", "pdf"))
    views = matches_of(tournament)
    for pair in pairs_by_key(tournament).values():
        players = " ".join(f"{p.name} {p.club}".strip() for p in pair.players)
        assert f"Pair {pair.number} Pool A {players} Table Opponents" in page
        for view in matches_of_pair(views, pair):
            opponents = view.b if view.a.pk == pair.pk else view.a
            start = start_text(view.match.starts_at)
            row = f"{view.match.table} {start} · Round {view.match.round} {opponents.name}"
            assert row in page


def test_pair_cards_are_four_to_a_paper_in_the_order_of_a_cut_pile(organiser: User) -> None:
    tournament = make_drawn_tournament(organiser, pairs=10, pools=2)
    content = export(tournament, "pair-cards", "pdf")
    pairs = [re.findall(r"Pair (\d+) Pool", page) for page in pdf_pages(content)]
    assert pairs == [["1", "4", "7", "10"], ["2", "5", "8"], ["3", "6", "9"]]
    assert page_sizes(content) == {(595, 842)}


def test_rows_that_a_card_cannot_hold_go_on_to_another() -> None:
    assert parted([3, 3, 3, 9, 1], lambda height: height, 7) == [[3, 3], [3], [9], [1]]
    assert parted([], lambda height: height, 7) == [[]]


def test_the_place_of_a_code_is_empty_without_an_address_and_of_one_size() -> None:
    ends: list[float] = []

    def content(address: str | None) -> int:
        return len(
            cut_document(
                "card", [lambda canvas: ends.append(qr_place(canvas, 9, 99, 50, address))], WHOLE
            )
        )

    assert content("https://example.org/t/kisa/") > content(None) + 500
    assert ends[0] == ends[1] < 49


def test_a_table_of_many_matches_has_more_cards_with_its_number(organiser: User) -> None:
    tournament = make_drawn_tournament(organiser, pairs=6, pools=1, tables=1)
    pages = pdf_pages(export(tournament, "table-cards", "pdf"))
    assert ["Card 1/2" in pages[0], "Card 2/2" in pages[1], len(pages)] == [True, True, 2]
    assert all("Table 1 Match" in page for page in pages)
    text = " ".join(pages)
    for view in matches_of(tournament):
        assert f"Match {view.match.number} " in text


def test_a_pair_of_many_matches_has_more_cards_with_its_names(organiser: User) -> None:
    tournament = make_drawn_tournament(organiser, pairs=12, pools=1)
    text = " ".join(pdf_pages(export(tournament, "pair-cards", "pdf")))
    assert text.count("Card 1/2") == text.count("Card 2/2") == 12
    assert text.count("Pair 7 Pool A Aino Ensi7") == 2


@pytest.mark.parametrize("name", CARDS)
@pytest.mark.parametrize("pairs", [0, 1, 5])
def test_an_event_without_a_draw_says_so(organiser: User, pairs: int, name: str) -> None:
    tournament = make_tournament(organiser, pairs=pairs)
    (page,) = pdf_pages(export(tournament, name, "pdf"))
    assert "No matches yet Rounds, tables and times are made" in page


@pytest.mark.parametrize(
    ("pairs", "pools", "tables", "papers"), [(5, 1, 4, 3), (33, 8, 17, 9), (96, 16, 82, 48)]
)
def test_no_name_is_cut(organiser: User, pairs: int, pools: int, tables: int, papers: int) -> None:
    tournament = make_odd_event(organiser, pairs=pairs, pools=pools, tables=48)
    table_cards = pdf_pages(export(tournament, "table-cards", "pdf"))
    pair_cards = pdf_pages(export(tournament, "pair-cards", "pdf"))
    for text in (squeezed("".join(table_cards)), squeezed("".join(pair_cards))):
        for pair in pairs_by_key(tournament).values():
            assert all(squeezed(player.name) in text for player in pair.players)
    assert (len(table_cards), len(pair_cards)) == (tables, papers)


def test_annulled_matches_and_withdrawn_pairs_are_on_no_card(eventful: Eventful) -> None:
    tournament = eventful.tournament
    gone = {eventful.decided, *eventful.forfeited}
    tables = " ".join(pdf_pages(export(tournament, "table-cards", "pdf")))
    for view in matches_of(tournament):
        row = f"Match {view.match.number} Pair A {view.a.name} Pair B {view.b.name}"
        assert (row in tables) == (view.match.number not in gone)
    pairs = " ".join(pdf_pages(export(tournament, "pair-cards", "pdf")))
    numbers = re.findall(r"Pair (\d+) Pool", pairs)
    assert numbers == [str(n) for n in range(1, 6) if n != eventful.withdrawn]
    assert "Aino Ensi1 " not in pairs


def test_an_event_of_annulled_matches_has_no_table_cards_and_empty_pair_cards(
    organiser: User,
) -> None:
    tournament = make_drawn_tournament(organiser, pairs=2, pools=1)
    annul(organiser, tournament.matches.get())
    (page,) = pdf_pages(export(tournament, "table-cards", "pdf"))
    assert "No matches to play Every match of the event is annulled." in page
    (page,) = pdf_pages(export(tournament, "pair-cards", "pdf"))
    assert page.count("No matches") == 2
    for number in (1, 2):
        withdraw(organiser, tournament, number, Choice.ANNUL)
    (page,) = pdf_pages(export(tournament, "pair-cards", "pdf"))
    assert "No pairs to play Every pair of the event has withdrawn." in page


@pytest.mark.parametrize("name", CARDS)
def test_only_embedded_fonts_are_used(organiser: User, name: str) -> None:
    tournament = make_odd_event(organiser, pairs=5, pools=1)
    assert fonts_of(export(tournament, name, "pdf")) == {
        "/AAAAAA+DejaVuSansCondensed": True,
        "/AAAAAA+DejaVuSansCondensed-Bold": True,
    }


@pytest.mark.parametrize("name", CARDS)
@pytest.mark.parametrize(("pairs", "pools"), [(4, 1), (32, 8)])
def test_queries_do_not_grow(organiser: User, pairs: int, pools: int, name: str) -> None:
    tournament = make_drawn_tournament(organiser, pairs=pairs, pools=pools)
    with CaptureQueriesContext(connection) as queries:
        export(tournament, name, "pdf")
    assert len(queries) == 4
