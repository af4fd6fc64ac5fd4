"""The standings as a workbook."""

from __future__ import annotations

from io import BytesIO
from zipfile import ZipFile

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.builders import make_drawn_tournament, make_tournament, play, win_for_a
from tests.tournaments.exports.odd_events import make_odd_event
from tests.tournaments.exports.reading import export, table_of, workbook
from tournaments.models import User
from tournaments.queries.standings import standings_of
from tournaments.wording import tie_break_reason


def test_a_row_a_pair_with_real_numbers_and_reasons_in_words(organiser: User) -> None:
    tournament = make_drawn_tournament(organiser, pairs=9, pools=2)
    for match in tournament.matches.all():
        play(organiser, match, "ra13 ra13" if match.number % 3 else win_for_a(match.deals))
    expected = [
        {
            "Pool": pool.pool.label,
            "Place": row.standing.place,
            "Shared place": "yes" if row.standing.shared else "no",
            "Pair number": row.pair.number,
            "Player 1": row.pair.players[0].name,
            "Club 1": row.pair.players[0].club or None,
            "Player 2": row.pair.players[1].name,
            "Club 2": row.pair.players[1].club or None,
            "Played": row.standing.played,
            "Won": row.standing.wins,
            "Lost": row.standing.losses,
            "Match points for": row.standing.points,
            "Match points against": row.standing.points_against,
            "Tuppis": row.tuppis,
            "Reason of the place": tie_break_reason(row) or None,
            "Remark": None,
        }
        for pool in standings_of(tournament)
        for row in pool.rows
    ]
    assert len(expected) == 9
    assert table_of(export(tournament, "standings", "xlsx"), "Standings") == expected


def test_the_heading_row_is_frozen_filtered_and_printed_on_every_page(organiser: User) -> None:
    tournament = make_drawn_tournament(organiser, pairs=8, pools=2)
    book = workbook(export(tournament, "standings", "xlsx"))
    assert book.sheetnames == ["Standings"]
    sheet = book["Standings"]
    assert sheet.freeze_panes == "A2"
    assert sheet.auto_filter.ref == "A1:P9"
    assert sheet.print_title_rows == "$1:$1"
    assert sheet.page_setup.orientation == "landscape"
    assert sheet.page_setup.paperSize == 9
    assert sheet.sheet_properties.pageSetUpPr.fitToPage
    assert (sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight) == (1, 0)
    assert sheet.oddHeader.left.text == "Testituppi"
    assert book.properties.title == "Standings – Testituppi"


def test_columns_are_as_wide_as_what_they_hold_up_to_a_limit(organiser: User) -> None:
    tournament = make_odd_event(organiser, pairs=5, pools=1)
    sheet = workbook(export(tournament, "standings", "xlsx"))["Standings"]
    assert sheet.column_dimensions["A"].width == len("Pool") + 5
    assert sheet.column_dimensions["E"].width == 50
    rows = list(sheet.iter_rows(min_row=2))
    wrapped = [row for row in rows if row[4].alignment.wrap_text]
    assert sorted(row[3].value for row in wrapped) == [1, 4]
    heights = {row[3].value: sheet.row_dimensions[row[0].row].height for row in rows}
    assert heights == {1: 45, 2: None, 3: None, 4: 45, 5: None}


def test_no_text_becomes_a_formula(organiser: User) -> None:
    tournament = make_odd_event(organiser, pairs=5, pools=1, name="=1+1 & co")
    content = export(tournament, "standings", "xlsx")
    cells = [cell for row in workbook(content)["Standings"].iter_rows() for cell in row]
    assert {cell.data_type for cell in cells} == {"s", "n"}
    texts = [cell.value for cell in cells if isinstance(cell.value, str)]
    assert any(text.startswith("=HYPERLINK") for text in texts)
    assert "@SUM(A1)" in texts
    assert "-2+3" in texts
    with ZipFile(BytesIO(content)) as parts:
        assert b"<f>" not in parts.read("xl/worksheets/sheet1.xml")


@pytest.mark.parametrize("pairs", [0, 1, 5])
def test_an_event_without_pools_says_so(organiser: User, pairs: int) -> None:
    tournament = make_tournament(organiser, pairs=pairs)
    sheet = workbook(export(tournament, "standings", "xlsx"))["Standings"]
    assert sheet["A1"].value == "Pool"
    assert sheet["A2"].value == "The standings begin when the draw is published."
    assert sheet.max_row == 2


@pytest.mark.parametrize(("pairs", "pools"), [(4, 1), (32, 8)])
def test_queries_do_not_grow(organiser: User, pairs: int, pools: int) -> None:
    tournament = make_drawn_tournament(organiser, pairs=pairs, pools=pools)
    with CaptureQueriesContext(connection) as queries:
        export(tournament, "standings", "xlsx")
    assert len(queries) == 6
