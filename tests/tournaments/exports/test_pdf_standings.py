"""The standings on paper."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.builders import make_drawn_tournament, make_tournament, play, win_for_a
from tests.tournaments.exports.odd_events import make_odd_event
from tests.tournaments.exports.reading import export, fonts_of, pdf_pages, squeezed
from tournaments.models import User
from tournaments.queries.pairs import pairs_by_key
from tournaments.queries.standings import standings_of
from tournaments.wording import tie_break_reason


def test_every_page_names_the_event_and_its_number(organiser: User) -> None:
    tournament = make_drawn_tournament(organiser, pairs=33, pools=8)
    pages = pdf_pages(export(tournament, "standings", "pdf"))
    assert len(pages) > 1
    for number, page in enumerate(pages, start=1):
        assert "Testituppi" in page
        assert "Kylätalo, 28.11.–29.11.2026" in page
        assert "Printed " in page
        assert f"Page {number}/{len(pages)}" in page


def test_numbers_and_the_reason_of_a_place_stand_under_the_name(organiser: User) -> None:
    tournament = make_drawn_tournament(organiser, pairs=4, pools=1)
    for match in tournament.matches.all():
        play(organiser, match, win_for_a(16))
    (page,) = pdf_pages(export(tournament, "standings", "pdf"))
    (pool,) = standings_of(tournament)
    assert "# Pair Played Won Lost + − Tuppis" in page
    reasons = [reason for row in pool.rows if (reason := tie_break_reason(row))]
    assert reasons
    for row in pool.rows:
        assert row.pair.name in page
    for reason in reasons:
        assert squeezed(reason) in squeezed(page)
    assert "Still to play" not in page


def test_unplayed_matches_are_listed_beneath(organiser: User) -> None:
    tournament = make_drawn_tournament(organiser, pairs=4, pools=1)
    first, *others = tournament.matches.all()
    play(organiser, first, "ra13 ra13")
    (page,) = pdf_pages(export(tournament, "standings", "pdf"))
    assert "Still to play or under way · Pool A" in page
    beneath = page.split("Still to play")[1]
    for match in others:
        assert f"{match.number} Sat 28.11." in beneath
    assert beneath.count("Sat 28.11.") == len(others)


@pytest.mark.parametrize(("pairs", "pools", "page_count"), [(5, 1, 2), (20, 1, 15), (96, 16, 32)])
def test_no_name_is_cut_at_any_size(
    organiser: User, pairs: int, pools: int, page_count: int
) -> None:
    tournament = make_odd_event(organiser, pairs=pairs, pools=pools, tables=48)
    pages = pdf_pages(export(tournament, "standings", "pdf"))
    text = squeezed("".join(pages))
    for pair in pairs_by_key(tournament).values():
        for player in pair.players:
            assert squeezed(player.name) in text
            assert squeezed(player.club) in text
    assert len(pages) == page_count


def test_a_pool_that_one_page_holds_is_not_parted(organiser: User) -> None:
    tournament = make_drawn_tournament(organiser, pairs=64, pools=16)
    for match in tournament.matches.all():
        play(organiser, match, "ra13 ra13")
    pages = pdf_pages(export(tournament, "standings", "pdf"))
    for pool in standings_of(tournament):
        (page,) = [page for page in pages if f"Pool {pool.pool.label} #" in page]
        assert all(row.pair.name in page for row in pool.rows)


def test_headings_are_repeated_where_a_pool_goes_on_to_another_page(organiser: User) -> None:
    tournament = make_odd_event(organiser, pairs=20, pools=1)
    pages = pdf_pages(export(tournament, "standings", "pdf"))
    with_rows = [page for page in pages if "1= " in page]
    assert len(with_rows) == 3
    assert all("Pool A # Pair Played Won" in page for page in with_rows)
    still = [page for page in pages if "Sat 28.11. " in page.replace("28.11.–", "")]
    assert all("Still to play or under way · Pool A Match Starts Table" in page for page in still)


@pytest.mark.parametrize("pairs", [0, 1, 5])
def test_an_event_without_pools_says_so(organiser: User, pairs: int) -> None:
    tournament = make_tournament(organiser, pairs=pairs)
    (page,) = pdf_pages(export(tournament, "standings", "pdf"))
    assert "No pools yet The standings begin when the draw is published." in page
    assert "Page 1/1" in page


def test_only_embedded_fonts_are_used(organiser: User) -> None:
    tournament = make_odd_event(organiser, pairs=5, pools=1)
    assert fonts_of(export(tournament, "standings", "pdf")) == {
        "/AAAAAA+DejaVuSansCondensed": True,
        "/AAAAAA+DejaVuSansCondensed-Bold": True,
    }


@pytest.mark.parametrize(("pairs", "pools"), [(4, 1), (32, 8)])
def test_queries_do_not_grow(organiser: User, pairs: int, pools: int) -> None:
    tournament = make_drawn_tournament(organiser, pairs=pairs, pools=pools)
    with CaptureQueriesContext(connection) as queries:
        export(tournament, "standings", "pdf")
    assert len(queries) == 6
