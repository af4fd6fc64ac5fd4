"""The schedule for the wall."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.builders import make_drawn_tournament, make_tournament
from tests.tournaments.exports.odd_events import make_odd_event
from tests.tournaments.exports.reading import export, fonts_of, pdf_pages, squeezed
from tournaments.models import User
from tournaments.queries.matches import schedule_of
from tournaments.queries.pairs import pairs_by_key


def test_every_start_has_its_tables_pairs_and_pools(organiser: User) -> None:
    tournament = make_drawn_tournament(organiser, pairs=8, pools=2)
    text = " ".join(pdf_pages(export(tournament, "schedule", "pdf")))
    assert "Sat 28.11. 11.15 · Round 1 Table Match Pool" in text
    assert "Sat 28.11. 12.35 · Round 2" in text
    for slot in schedule_of(tournament):
        for view in slot.matches:
            row = f"{view.match.table} {view.a.name} {view.b.name} {view.pool.label}"
            assert row in text
    assert "Sits out:" not in text


def test_who_sits_out_is_told(organiser: User) -> None:
    tournament = make_drawn_tournament(organiser, pairs=5, pools=1)
    text = " ".join(pdf_pages(export(tournament, "schedule", "pdf")))
    for pair in pairs_by_key(tournament).values():
        assert text.count(f"Sits out: {pair.name}") == 1


def test_a_round_played_in_waves_stands_at_each_start(organiser: User) -> None:
    tournament = make_drawn_tournament(organiser, pairs=4, pools=1, tables=1)
    text = " ".join(pdf_pages(export(tournament, "schedule", "pdf")))
    assert text.count("· Round 1 ") == text.count("· Round 2 ") == text.count("· Round 3 ") == 2


@pytest.mark.parametrize(
    ("pairs", "pools", "page_count"), [(5, 1, 3), (20, 1, 38), (33, 8, 9), (96, 16, 35)]
)
def test_no_name_is_cut_and_headings_repeat(
    organiser: User, pairs: int, pools: int, page_count: int
) -> None:
    tournament = make_odd_event(organiser, pairs=pairs, pools=pools, tables=48)
    pages = pdf_pages(export(tournament, "schedule", "pdf"))
    text = squeezed("".join(pages))
    for pair in pairs_by_key(tournament).values():
        assert all(squeezed(player.name) in text for player in pair.players)
    assert all("Table Match Pool" in page for page in pages)
    assert len(pages) == page_count


@pytest.mark.parametrize("pairs", [0, 1, 5])
def test_an_event_without_a_schedule_says_so(organiser: User, pairs: int) -> None:
    tournament = make_tournament(organiser, pairs=pairs)
    (page,) = pdf_pages(export(tournament, "schedule", "pdf"))
    assert "No schedule yet Rounds, tables and times are made" in page


def test_only_embedded_fonts_are_used(organiser: User) -> None:
    tournament = make_odd_event(organiser, pairs=5, pools=1)
    assert fonts_of(export(tournament, "schedule", "pdf")) == {
        "/AAAAAA+DejaVuSansCondensed": True,
        "/AAAAAA+DejaVuSansCondensed-Bold": True,
    }


@pytest.mark.parametrize(("pairs", "pools"), [(4, 1), (32, 8)])
def test_queries_do_not_grow(organiser: User, pairs: int, pools: int) -> None:
    tournament = make_drawn_tournament(organiser, pairs=pairs, pools=pools)
    with CaptureQueriesContext(connection) as queries:
        export(tournament, "schedule", "pdf")
    assert len(queries) == 6
