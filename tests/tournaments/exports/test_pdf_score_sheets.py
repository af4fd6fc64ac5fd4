"""Score sheets to play on."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.builders import make_drawn_tournament, make_tournament, play
from tests.tournaments.advancing.steps import CIRCLE, make, play_pool
from tests.tournaments.advancing.steps import numbers as numbers_of
from tests.tournaments.exports.odd_events import make_odd_event
from tests.tournaments.exports.reading import export, fonts_of, page_sizes, pdf_pages, squeezed
from tests.tournaments.withdrawals.steps import annul
from tournaments.models import User
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
            assert f"No. {pair.number}" in page
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


@pytest.mark.parametrize("paper", ["a4", "a5"])
def test_a_play_off_has_both_pairs_points_and_no_rise(organiser: User, paper: str) -> None:
    tournament = make_drawn_tournament(organiser, pairs=4, pools=1)
    play_pool(organiser, tournament, 1, *CIRCLE)
    level = [numbers_of(tournament, 1)[letter] for letter in "PQR"]
    made = make(organiser, tournament, 1, level)
    play(organiser, made[0], "ra8 nb5")
    for name in ("score-sheets", "score-sheets-filled"):
        content = export(tournament, name, "pdf", paper=paper, stage="play_off")
        page = pdf_pages(content)[0]
        assert "Deal Dealer Game Declarer Tricks A B Points A B Match points A B" in page
        for words in ("Rise", "Tuppi", "Decider"):
            assert f"{words} " not in page.replace("Tuppiliitto", ""), words
    assert "+8" in page


@pytest.mark.parametrize("paper", ["a4", "a5"])
@pytest.mark.parametrize(("pairs", "deals"), [(4, 16), (5, 12)])
def test_rows_are_numbered_for_deals_then_for_a_rise_played_out(
    organiser: User, pairs: int, deals: int, paper: str
) -> None:
    tournament = make_drawn_tournament(organiser, pairs=pairs, pools=1)
    page = pdf_pages(export(tournament, "score-sheets", "pdf", paper=paper))[0]
    assert " ".join(numbers(1, deals)) in page
    assert "Rise played out " + " ".join(numbers(deals + 1, deals + 4)) in page


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


@pytest.mark.parametrize(
    ("pairs", "pools", "on_a4", "on_a5"), [(33, 8, 52, 26), (96, 16, 240, 120)]
)
def test_there_is_one_page_a_match_and_half_a_page_on_a5(
    organiser: User, pairs: int, pools: int, on_a4: int, on_a5: int
) -> None:
    tournament = make_odd_event(organiser, pairs=pairs, pools=pools, tables=48)
    assert len(pdf_pages(export(tournament, "score-sheets", "pdf"))) == on_a4
    assert len(pdf_pages(export(tournament, "score-sheets", "pdf", paper="a5"))) == on_a5


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


def test_a5_is_two_to_a_landscape_a4_in_the_order_of_a_cut_pile(organiser: User) -> None:
    tournament = make_drawn_tournament(organiser, pairs=6, pools=1)
    content = export(tournament, "score-sheets", "pdf", paper="a5")
    assert [match_numbers(page) for page in pdf_pages(content)] == [
        [1, 9], [2, 10], [3, 11], [4, 12], [5, 13], [6, 14], [7, 15], [8],
    ]  # fmt: skip
    assert page_sizes(content) == {(842, 595)}
    assert page_sizes(export(tournament, "score-sheets", "pdf")) == {(595, 842)}


def test_one_round_is_printed_alone(organiser: User) -> None:
    tournament = make_drawn_tournament(organiser, pairs=8, pools=2)
    pages = pdf_pages(export(tournament, "score-sheets", "pdf", round="2"))
    wanted = [v.match.number for v in matches_of(tournament) if v.match.round == 2]
    assert [match_numbers(page) for page in pages] == [[number] for number in wanted]


@pytest.mark.parametrize("paper", ["a4", "a5"])
def test_a_round_that_there_is_not_gives_a_page_that_says_so(organiser: User, paper: str) -> None:
    tournament = make_drawn_tournament(organiser, pairs=4, pools=1)
    (page,) = pdf_pages(export(tournament, "score-sheets", "pdf", round="9", paper=paper))
    assert "No such matches The event has no matches of this round or number." in page


def test_a_round_of_annulled_matches_says_so(organiser: User) -> None:
    tournament = make_drawn_tournament(organiser, pairs=4, pools=1)
    for match in tournament.matches.filter(round=1).select_related("tournament"):
        annul(organiser, match)
    (page,) = pdf_pages(export(tournament, "score-sheets", "pdf", round="1"))
    assert "No matches to play Every match of the round is annulled." in page


def test_blank_sheets_are_for_the_deals_of_the_pools(organiser: User) -> None:
    tournament = make_drawn_tournament(organiser, pairs=5, pools=1)
    (page,) = pdf_pages(export(tournament, "score-sheets-blank", "pdf"))
    assert "Testituppi Kylätalo, 28.11.–29.11.2026 Match Pool Round Table Starts Deals 12" in page
    assert "Aino" not in page
    for words in ("First dealer", "Rise played out 13 14 15 16", "Decider", "Signatures"):
        assert words in page


def test_blank_sheets_are_of_both_kinds_where_the_pools_differ_or_are_not_drawn(
    organiser: User,
) -> None:
    undrawn = make_tournament(organiser)
    drawn = make_drawn_tournament(organiser, pairs=9, pools=2, name="Toinen")
    for tournament in (undrawn, drawn):
        pages = pdf_pages(export(tournament, "score-sheets-blank", "pdf"))
        assert [re.findall(r"Deals (\d+)", page) for page in pages] == [["12"], ["16"]]
        pages = pdf_pages(export(tournament, "score-sheets-blank", "pdf", paper="a5"))
        assert [re.findall(r"Deals (\d+)", page) for page in pages] == [["12"] * 2, ["16"] * 2]


def test_blank_sheets_before_a_draw_are_for_the_deals_of_the_events_own_rules(
    organiser: User,
) -> None:
    tournament = make_tournament(organiser)
    tournament.rules = {"deals_in_small_pool": 20, "deals_in_large_pool": 20}
    (page,) = pdf_pages(export(tournament, "score-sheets-blank", "pdf"))
    assert "Deals 20" in page


def test_blank_sheets_take_three_queries(organiser: User) -> None:
    tournament = make_drawn_tournament(organiser, pairs=9, pools=2)
    with CaptureQueriesContext(connection) as queries:
        export(tournament, "score-sheets-blank", "pdf")
    assert len(queries) == 3


def match_numbers(page: str) -> list[int]:
    return [int(number) for number in re.findall(r"Match (\d+)\b", page)]
