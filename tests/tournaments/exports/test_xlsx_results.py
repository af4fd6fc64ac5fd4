"""Every match and every deal as a workbook."""

from __future__ import annotations

from datetime import datetime

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.builders import make_drawn_tournament, make_tournament, play, win_for_a
from tests.tournaments.exports.odd_events import make_odd_event
from tests.tournaments.exports.reading import export, table_of, workbook
from tournaments.models import Tournament, User
from tournaments.queries.matches import matches_of


def played_tournament(organiser: User) -> Tournament:
    tournament = make_drawn_tournament(organiser, pairs=4, pools=1)
    sheets = [
        "ra8 na4 rb7 !b- ra13",
        "rb0",
        win_for_a(16),
        "=b:late",
        "ra8 rb3-2!b:revoke n/",
    ]
    for match, sheet in zip(tournament.matches.order_by("number"), sheets, strict=False):
        play(organiser, match, sheet)
    return tournament


def test_a_row_a_match_with_who_won_and_how(organiser: User) -> None:
    tournament = played_tournament(organiser)
    views = matches_of(tournament)
    rows = table_of(export(tournament, "results", "xlsx"), "Matches")
    assert rows[0] == {
        "Match": 1,
        "Pool": "A",
        "Round": 1,
        "Table": 1,
        "Starts": datetime(2026, 11, 28, 11, 15),  # noqa: DTZ001 - a sheet knows no zones
        "Pair A number": views[0].a.number,
        "Pair A": views[0].a.name,
        "Pair B number": views[0].b.number,
        "Pair B": views[0].b.name,
        "Match points A": 76,
        "Match points B": 0,
        "Of them from the jury A": None,
        "Of them from the jury B": None,
        "Winner's number": views[0].a.number,
        "Winner": views[0].a.name,
        "Decided": "by a tuppi",
        "Tuppi": "tuppi",
        "Deals played": 4,
        "State": "finished",
        "Remark": None,
    }
    told = [
        (row["Decided"], row["Tuppi"], row["State"], row["Match points A"], row["Match points B"])
        for row in rows
    ]
    assert told[1:] == [
        ("by a tuppi", "nälsytuppi", "finished", 56, 0),
        ("on points", None, "finished", 32, 0),
        ("awarded", None, "finished", 0, 52),
        (None, None, "under way", 40, 0),
        (None, None, "not started", None, None),
    ]


def test_a_row_a_deal_as_the_sheet_has_it(organiser: User) -> None:
    tournament = played_tournament(organiser)
    rows = table_of(export(tournament, "results", "xlsx"), "Deals")
    first = [row for row in rows if row["Match"] == 1]
    assert [row["Short notation"] for row in first] == ["ra8", "na4", "rb7", "!b-", "ra13"]
    assert first[0] == {
        "Match": 1,
        "Line": 1,
        "Deal": 1,
        "Dealer": None,
        "Game": "RAMI",
        "Declarer": "A",
        "Tricks A": 8,
        "Tricks B": 5,
        "Points": 8,
        "Rise A": 8,
        "Rise B": 0,
        "Match points A": 8,
        "Match points B": 0,
        "Remark": None,
        "Ruled by": None,
        "Ruled at": None,
        "Short notation": "ra8",
    }
    assert [(row["Line"], row["Deal"]) for row in first] == [
        (1, 1),
        (2, 2),
        (3, 3),
        (4, None),
        (5, 4),
    ]
    assert [row["Remark"] for row in rows if row["Match"] in (2, 4)] == [
        "Robbery. Tuppi.",
        "Awarded to pair B: late.",
    ]


def test_a_notation_that_begins_with_an_equals_sign_is_text(organiser: User) -> None:
    tournament = played_tournament(organiser)
    sheet = workbook(export(tournament, "results", "xlsx"))["Deals"]
    (cell,) = [row[16] for row in sheet.iter_rows() if row[16].value == "=b:late"]
    assert cell.data_type == "s"


def test_numbers_are_numbers_and_times_are_times(organiser: User) -> None:
    tournament = played_tournament(organiser)
    book = workbook(export(tournament, "results", "xlsx"))
    matches, deals = book["Matches"], book["Deals"]
    for row in matches.iter_rows(min_row=2):
        assert [cell.data_type for cell in row[:9]] == [
            *("n", "s", "n", "n", "d"),
            *("n", "s", "n", "s"),
        ]
        assert row[4].number_format == "d.m.yyyy h:mm"
    for row in deals.iter_rows(min_row=2):
        assert {cell.data_type for cell in (*row[:3], *row[6:13])} == {"n"}


def test_both_sheets_are_frozen_and_filtered(organiser: User) -> None:
    tournament = played_tournament(organiser)
    book = workbook(export(tournament, "results", "xlsx"))
    assert book.sheetnames == ["Matches", "Deals"]
    assert [sheet.freeze_panes for sheet in book] == ["A2", "A2"]
    deal_count = sum(match.entry_count for match in tournament.matches.all())
    assert [sheet.auto_filter.ref for sheet in book] == ["A1:T7", f"A1:Q{deal_count + 1}"]


def test_no_text_becomes_a_formula(organiser: User) -> None:
    tournament = make_odd_event(organiser, pairs=5, pools=1, name="=1+1")
    for match in tournament.matches.all():
        play(organiser, match, "=a:forfeit")
    for sheet in workbook(export(tournament, "results", "xlsx")):
        types = {cell.data_type for row in sheet.iter_rows() for cell in row}
        assert types <= {"s", "n", "d"}


@pytest.mark.parametrize("pairs", [0, 1, 5])
def test_an_event_without_matches_says_so(organiser: User, pairs: int) -> None:
    tournament = make_tournament(organiser, pairs=pairs)
    book = workbook(export(tournament, "results", "xlsx"))
    assert book["Matches"]["A2"].value == (
        "Rounds, tables and times are made when the draw is published."
    )
    assert book["Deals"]["A2"].value == "No deals yet"


@pytest.mark.parametrize(("pairs", "pools"), [(4, 1), (16, 4)])
def test_queries_do_not_grow(organiser: User, pairs: int, pools: int) -> None:
    tournament = make_drawn_tournament(organiser, pairs=pairs, pools=pools)
    for match in tournament.matches.all():
        play(organiser, match, "ra13 !b")
    with CaptureQueriesContext(connection) as queries:
        export(tournament, "results", "xlsx")
    assert len(queries) == 6
