"""The whole event as a workbook."""

from __future__ import annotations

from datetime import datetime

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import translation
from openpyxl.utils import get_column_letter

from tests.builders import make_drawn_tournament, make_tournament, play
from tests.tournaments.archive.sites import make_restless
from tests.tournaments.exports.eventful import NOTE, REASON, Eventful
from tests.tournaments.exports.odd_events import make_odd_event
from tests.tournaments.exports.reading import export, table_of, workbook
from tournaments.exports.xlsx.workbook import LONGEST_TITLE, sheet_title
from tournaments.models import JuryDecision, User
from tournaments.queries.matches import matches_of

SHEETS = [
    "Entries",
    "Draw",
    "Schedule",
    "Standings",
    "Places",
    "Matches",
    "Deals",
    "Rulings",
    "Decisions of the jury",
    "Records",
]
EMPTY = {"Places"}
"""Of those, what has no rows in an event that is not over."""
FORBIDDEN = set("[]:*?/\\")


def test_every_sheet_is_frozen_filtered_and_ready_to_print(eventful: Eventful) -> None:
    book = workbook(export(eventful.tournament, "workbook", "xlsx"))
    assert book.sheetnames == SHEETS
    assert book.properties.title == "The whole event – Testituppi"
    for sheet in book:
        assert sheet.freeze_panes == "A2"
        last = get_column_letter(sheet.max_column)
        # Beneath the headings of a sheet without rows it says why there are none.
        filtered = 1 if sheet.title in EMPTY else sheet.max_row
        assert sheet.auto_filter.ref == f"A1:{last}{filtered}"
        assert sheet.print_title_rows == "$1:$1"
        assert (sheet.page_setup.orientation, sheet.page_setup.paperSize) == ("landscape", 9)
        assert (sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight) == (1, 0)
        assert sheet.sheet_properties.pageSetUpPr.fitToPage
        assert sheet.oddFooter.right.text == "&P/&N"


def test_a_cell_is_a_number_a_time_or_a_text_and_never_a_formula(organiser: User) -> None:
    tournament = make_odd_event(organiser, pairs=5, pools=1, name="=1+1")
    for match in tournament.matches.all():
        play(organiser, match, "=a:forfeit")
    book = workbook(export(tournament, "workbook", "xlsx"))
    cells = [cell for sheet in book for row in sheet.iter_rows() for cell in row]
    assert {cell.data_type for cell in cells} == {"s", "n", "d"}
    formulas = [cell for cell in cells if str(cell.value).startswith(("=", "+", "-", "@"))]
    assert {cell.value for cell in formulas} >= {"@SUM(A1)", "-2+3", "=a:forfeit"}
    assert all(cell.data_type == "s" and cell.quotePrefix for cell in formulas)


@pytest.mark.parametrize(
    ("sheet", "numbers", "times"),
    [
        ("Entries", "A", "F"),
        ("Draw", "AHI", "E"),
        ("Schedule", "BCEFH", "A"),
        ("Standings", "BDIJKLMN", ""),
        ("Matches", "ACDFHJKLMNR", "E"),
        ("Deals", "ABCGHIJKLM", "P"),
        ("Rulings", "ABCEG", "J"),
        ("Decisions of the jury", "AE", "BI"),
    ],
)
def test_numbers_are_numbers_and_times_are_times(
    eventful: Eventful, sheet: str, numbers: str, times: str
) -> None:
    rows = workbook(export(eventful.tournament, "workbook", "xlsx"))[sheet].iter_rows(min_row=2)
    for row in rows:
        for cell in row:
            if cell.value is None:
                continue
            wanted = (
                (int,)
                if cell.column_letter in numbers
                else (datetime,)
                if cell.column_letter in times
                else (str,)
            )
            assert isinstance(cell.value, wanted), (sheet, cell.coordinate, cell.value)


def test_the_draw_tells_every_pair_in_the_order_drawn(organiser: User) -> None:
    tournament = make_restless(organiser)
    rows = table_of(export(tournament, "workbook", "xlsx"), "Draw")
    assert [(row["Draw"], row["State"]) for row in rows] == (
        [(3, "this one counts")] * 7 + [(2, "taken back")] * 7 + [(1, "not published")]
    )
    draw = tournament.draws.get(number=3)
    assert [row["Pair number"] for row in rows[:7]] == draw.pools[0]
    assert [(row["Pool"], row["Order in the pool"]) for row in rows[:2]] == [("A", 1), ("A", 2)]
    assert (rows[0]["Seed"], rows[0]["Clubmates kept apart"]) == ("ä 1", "no")
    assert (rows[-1]["Pool"], rows[-1]["Pair number"]) == (None, None)


def test_a_ruling_names_offence_offender_and_who_ruled(eventful: Eventful) -> None:
    rows = table_of(export(eventful.tournament, "workbook", "xlsx"), "Rulings")
    (row,) = [row for row in rows if row["Match"] == eventful.ruled]
    offender = eventful.view(eventful.ruled).b
    assert {key: value for key, value in row.items() if key != "Ruled at"} == {
        "Match": eventful.ruled,
        "Line": 2,
        "Deal": 2,
        "Offence": "faulty show",
        "Against pair number": offender.number,
        "Against pair": offender.name,
        "Points": 28,
        "Remark": "28 against pair B: faulty show.",
        "Ruled by": "Tuula Tuomari",
    }


def test_a_decision_is_told_with_its_public_reason_and_undoing(organiser: User) -> None:
    tournament = make_restless(organiser)
    rows = table_of(export(tournament, "workbook", "xlsx"), "Decisions of the jury")
    first, last = (JuryDecision.objects.get(number=number) for number in (1, len(rows)))
    assert [row["Number"] for row in rows] == [last.number, first.number]
    assert (rows[1]["What was decided"], rows[1]["Reason"]) == ("Barred from the event", "Rude")
    assert rows[1]["About"] == ", ".join(first.subject)
    assert (rows[0]["Undone by"], rows[0]["Reason of the undoing"]) == ("olli", "Loud")
    assert rows[0]["Jury"] == "Maija Aho (Kemi), Eero Niemi"


def test_it_holds_nothing_that_is_for_the_staff(eventful: Eventful) -> None:
    book = workbook(export(eventful.tournament, "workbook", "xlsx"))
    texts = {str(cell.value) for sheet in book for row in sheet.iter_rows() for cell in row}
    assert not [text for text in texts if NOTE in text or "fever" in text]
    assert [text for text in texts if REASON in text]


def test_standings_matches_and_deals_are_those_of_the_smaller_workbooks(
    eventful: Eventful,
) -> None:
    whole = export(eventful.tournament, "workbook", "xlsx")
    for name, sheet in [("standings", "Standings"), ("results", "Matches"), ("results", "Deals")]:
        assert table_of(whole, sheet) == table_of(export(eventful.tournament, name, "xlsx"), sheet)


@pytest.mark.parametrize("pairs", [0, 3])
def test_an_event_before_its_draw_says_what_is_not_there_yet(organiser: User, pairs: int) -> None:
    book = workbook(export(make_tournament(organiser, pairs=pairs), "workbook", "xlsx"))
    assert [sheet["A2"].value for sheet in book] == [
        1 if pairs else "No pairs yet",
        "The draw has not been made yet",
        "Rounds, tables and times are made when the draw is published.",
        "The standings begin when the draw is published.",
        "The draw has not been published yet.",
        "Rounds, tables and times are made when the draw is published.",
        "No deals yet",
        "No rulings",
        "The jury has decided nothing in this event.",
        "No deal has been written yet.",
    ]


@pytest.mark.parametrize("language", ["fi", "en"])
def test_names_of_sheets_are_such_as_excel_opens(organiser: User, language: str) -> None:
    tournament = make_drawn_tournament(organiser, pairs=4, pools=1)
    with translation.override(language):
        for name in ("workbook", "results", "standings", "result-form"):
            names = workbook(export(tournament, name, "xlsx")).sheetnames
            assert len({each.lower() for each in names}) == len(names)
            for each in names:
                assert 0 < len(each) <= LONGEST_TITLE
                assert not FORBIDDEN & set(each)


@pytest.mark.parametrize(
    ("text", "taken", "title"),
    [
        ("Tilanne", (), "Tilanne"),
        ("Tuomarineuvoston tekemät päätökset", (), "Tuomarineuvoston tekemät päätök"),
        ("Tuomarineuvoston päätökset myös tässä", (), "Tuomarineuvoston päätökset myös"),
        ("a/b\\c[d]e:f*g?h", (), "a b c d e f g h"),
        ("'Tupen' cup'", (), "Tupen' cup"),
        ("Matches", ("matches",), "Matches 2"),
        ("Matches", ("matches", "matches 2"), "Matches 3"),
        ("x" * 40, ("x" * 31,), "x" * 29 + " 2"),
        ("\U0001f0cf" * 20, (), "\U0001f0cf" * 15),
        ("History", (), "History 1"),
        ("??", (), "1"),
        ("Kemi\x00\n\t", (), "Kemi"),
    ],
)  # fmt: skip
def test_any_text_becomes_a_name_of_a_sheet(text: str, taken: tuple[str, ...], title: str) -> None:
    assert sheet_title(text, taken) == title


@pytest.mark.parametrize(("pairs", "pools"), [(4, 1), (16, 4)])
def test_queries_do_not_grow(organiser: User, pairs: int, pools: int) -> None:
    tournament = make_drawn_tournament(organiser, pairs=pairs, pools=pools)
    for match in matches_of(tournament):
        play(organiser, match.match, "ra13 !b")
    with CaptureQueriesContext(connection) as queries:
        export(tournament, "workbook", "xlsx")
    assert len(queries) == 13
