"""What rows a score sheet has, what stands in them and how they fall on pages."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scoring.ledger import FormatKind
from scoring.notation import parse_sheet
from tests.builders import make_drawn_tournament
from tests.tournaments.exports.eventful import sit
from tests.tournaments.exports.odd_events import make_odd_event
from tournaments.exports.event_head import EventHead, event_head
from tournaments.exports.pdf.sheet_form import SheetForm, blank_form, filled_form, form_to_play
from tournaments.exports.pdf.sheet_grid import row_height
from tournaments.exports.pdf.sheet_pages import WithFoot, WithSide, laid_out, sheet_faces
from tournaments.exports.pdf.sheet_paper import ON_A4, ON_A5, SheetPaper
from tournaments.exports.pdf.sheet_rows import (
    Cell,
    Room,
    Section,
    SheetRow,
    empty_sections,
    filled_sections,
    pages_of,
)
from tournaments.ledger import format_of
from tournaments.models import User
from tournaments.queries.matches import MatchView, matches_of
from tournaments.queries.sheets import SheetView, sheet_from

MM = 72 / 25.4


def empty(first: int, last: int) -> tuple[SheetRow, ...]:
    return tuple(SheetRow(str(number)) for number in range(first, last + 1))


def shape(sections: list[Section]) -> list[tuple[str, str]]:
    """Each section's caption with its rows' numbers; those written on in brackets."""
    return [
        (
            section.caption,
            " ".join(f"[{row.number}]" if row.cells else row.number for row in section.rows),
        )
        for section in sections
    ]


def written(sections: list[Section]) -> list[SheetRow]:
    return [row for section in sections for row in section.rows if row.cells]


def room(rows: float, *, free: float = 0, remark: float = 1) -> Room:
    """A page of so many rows without captions, a bar as high as a row."""
    return Room(height=rows, row=1, bar=1, free=free, remark_height=lambda _words: remark)


@pytest.fixture
def view(organiser: User) -> MatchView:
    """A match of sixteen deals, its seats said: pair A's second deals first, then B1, A1, B2."""
    tournament = make_drawn_tournament(organiser, pairs=4, pools=1)
    match = tournament.matches.select_related("tournament").get(number=1)
    sit(organiser, match)
    return matches_of(tournament)[0]


def sheet(view: MatchView, notation: str, deals: int | None = 16) -> SheetView:
    view.match.deals = deals
    return sheet_from(view, parse_sheet(notation, format_of(view.match)))


@pytest.mark.parametrize("deals", [12, 16])
def test_empty_rows_are_the_deals_then_a_rise_played_out_then_a_decider(deals: int) -> None:
    assert empty_sections(FormatKind.FIXED, deals) == [
        Section("", empty(1, deals)),
        Section("Rise played out", empty(deals + 1, deals + 4)),
        Section("Decider", (SheetRow(""),)),
    ]


@pytest.mark.parametrize(
    ("kind", "deals", "rows"), [(FormatKind.TO_TUPPI, None, 24), (FormatKind.PLAY_OFF, 4, 4)]
)
def test_matches_that_are_not_played_out_have_plain_rows(
    kind: FormatKind, deals: int | None, rows: int
) -> None:
    assert empty_sections(kind, deals) == [Section("", empty(1, rows))]


def test_a_written_row_says_all_of_its_deal(view: MatchView) -> None:
    rows = written(filled_sections(sheet(view, "ra8 nb5 rb-24")))
    a2, b1, a1 = view.a.players[1].name, view.b.players[0].name, view.a.players[0].name
    assert rows[0] == SheetRow(
        "1",
        tuple(Cell(text) for text in (a2, "RAMI", "A", "8", "5", "+8", "8", "", "8", "0")),
    )
    assert [cell.text for cell in rows[1].cells] == [
        b1, "NOLO", "", "8", "5", "0", "8", "", "8", "0",
    ]  # fmt: skip
    assert [cell.text for cell in rows[2].cells] == [
        a1, "RAMI", "B", "9", "4", "+24", "24", "", "32", "0",
    ]  # fmt: skip


def test_a_fallen_rise_is_struck_through_and_nothing_else(view: MatchView) -> None:
    rows = written(filled_sections(sheet(view, "ra8 nb5 nb4 ra8")))
    struck = [(row.number, cell.text) for row in rows for cell in row.cells if cell.struck]
    assert struck == [("2", "8"), ("4", "12")]


def test_the_tuppi_is_ringed_and_nothing_else(view: MatchView) -> None:
    def ringed(notation: str) -> list[tuple[str, str]]:
        rows = written(filled_sections(sheet(view, notation)))
        return [(row.number, cell.text) for row in rows for cell in row.cells if cell.ringed]

    assert ringed("rb13 na5 rb13 rb13") == [("4", "56")]
    assert ringed("rb13 na5") == []
    assert ringed("rb13 =b:signalling") == []


def test_rulings_without_a_deal_of_their_own_are_starred_and_said_in_words(
    view: MatchView,
) -> None:
    rows = written(filled_sections(sheet(view, "ra8 !b !a- ra3-2!b:revoke =b:late")))
    assert [row.number for row in rows] == ["1", "2", "*", "3", "*"]
    assert [row.remark for row in rows] == [
        "",
        "Deal 2: 28 against pair B: faulty show.",
        "* 28 against pair A: faulty show. No deal was used up. Pair A fell.",
        "Deal 3: Ruling against pair B, the rest of the tricks: revoke.",
        "* Awarded to pair B: late.",
    ]
    assert (rows[4].cells[6], rows[4].cells[7]) == (Cell("20", struck=True), Cell("52"))


def test_a_match_under_way_keeps_all_its_rows_to_write_in(view: MatchView) -> None:
    assert shape(filled_sections(sheet(view, "na6 nb6 na6", deals=6))) == [
        ("", "[1] [2] [3] 4 5 6"),
        ("Rise played out", "7 8 9 10"),
        ("Decider", ""),
    ]


def test_rulings_that_use_up_no_deal_take_no_numbered_row_away(view: MatchView) -> None:
    assert shape(filled_sections(sheet(view, "na6 !a- nb6", deals=4)))[0] == (
        "",
        "[1] [*] [2] 3 4",
    )


def test_a_rise_played_out_and_a_decider_stand_under_their_captions(view: MatchView) -> None:
    playing_out = sheet(view, "na6 nb6 na6 na6 na6", deals=4)
    assert shape(filled_sections(playing_out)) == [
        ("", "[1] [2] [3] [4]"),
        ("Rise played out", "[5] 6 7 8"),
        ("Decider", ""),
    ]
    decided = sheet(view, "na6 nb6 nb6 na6 na6", deals=4)
    assert decided.ledger.is_finished
    assert shape(filled_sections(decided)) == [("", "[1] [2] [3] [4]"), ("Decider", "[5]")]


def test_a_match_that_is_over_has_no_rows_for_what_did_not_come(view: MatchView) -> None:
    finished = sheet(view, "ra13 ra13", deals=4)
    assert shape(filled_sections(finished)) == [("", "[1] [2] 3 4")]


def test_a_rise_played_out_longer_than_its_rows_has_more_of_them(view: MatchView) -> None:
    long = sheet(view, "nb6 na6 na6 na6 na6 na6 na6 na6", deals=3)
    assert shape(filled_sections(long)) == [
        ("", "[1] [2] [3]"),
        ("Rise played out", "[4] [5] [6] [7] [8]"),
        ("Decider", ""),
    ]


def test_a_bare_result_fills_no_row(view: MatchView) -> None:
    assert shape(filled_sections(sheet(view, "b76-24t", deals=4))) == [("", "1 2 3 4")]


def test_remarks_whose_room_does_not_grow_part_the_rows_where_it_is_full() -> None:
    ruled = tuple(SheetRow(str(number), (), "said") for number in range(1, 7))
    page = replace(room(6, free=2), grows=False)
    assert [len(each[0].rows) for each in pages_of([Section("", ruled)], page)] == [2, 2, 2]


def test_what_a_page_cannot_hold_goes_on_to_the_next() -> None:
    assert pages_of([Section("", empty(1, 30))], room(24)) == [
        [Section("", empty(1, 24))],
        [Section("", empty(25, 30))],
    ]


def test_a_section_that_a_page_can_hold_is_not_parted() -> None:
    sections = empty_sections(FormatKind.FIXED, 24)
    assert pages_of(sections, room(27)) == [sections[:1], sections[1:]]
    assert pages_of(sections, room(32)) == [sections]
    assert pages_of(sections, room(30)) == [sections[:2], sections[2:]]


def test_a_section_parted_by_a_page_has_its_caption_again() -> None:
    assert pages_of([Section("Rise played out", empty(1, 5))], room(4)) == [
        [Section("Rise played out", empty(1, 3))],
        [Section("Rise played out", empty(4, 5))],
    ]


def test_remarks_take_room_from_rows_once_their_box_is_full() -> None:
    ruled = tuple(SheetRow(str(number), (), "said") for number in range(1, 7))
    section = [Section("", ruled)]
    assert [len(page[0].rows) for page in pages_of(section, room(6, free=6))] == [6]
    assert [len(page[0].rows) for page in pages_of(section, room(6, free=2))] == [4, 2]
    assert [len(page[0].rows) for page in pages_of(section, room(6, free=2), said=2)] == [3, 3]


@pytest.mark.parametrize(
    ("deals", "paper", "least"),
    [
        (12, ON_A4, 8),
        (16, ON_A4, 6.5),
        (20, ON_A4, 8.5),
        (24, ON_A4, 7.4),
        (12, ON_A5, 6),
        (16, ON_A5, 5),
        (20, ON_A5, 6),
        (24, ON_A5, 5),
    ],
)
def test_an_empty_sheet_is_one_page_of_rows_high_enough_to_write_in(
    deals: int, paper: SheetPaper, least: float, head: EventHead
) -> None:
    assert lowest_row(head, blank_form(deals), paper) >= least


@pytest.mark.parametrize(("paper", "least"), [(ON_A4, 6.8), (ON_A5, 4.6)])
def test_with_the_longest_names_a_knockout_match_is_still_one_page(
    organiser: User, paper: SheetPaper, least: float
) -> None:
    tournament = make_odd_event(organiser, pairs=4, pools=1)
    view = next(v for v in matches_of(tournament) if {v.a.number, v.b.number} == {1, 4})
    view.match.deals = 24
    form = form_to_play(view, "http://192.168.1.20:8000/k/long-enough-to-be-a-secret")
    assert lowest_row(event_head(tournament), form, paper) >= least


def lowest_row(head: EventHead, form: SheetForm, paper: SheetPaper) -> float:
    """How high the rows of a sheet are on paper, in millimetres; it has one page."""
    layout, (sections,) = laid_out(head, form, paper)
    return row_height(sections, layout.paper, layout.room.height) * paper.cut.scale / MM


def test_everything_beside_the_rows_stands_on_the_page_with_room_for_remarks(
    head: EventHead, view: MatchView
) -> None:
    view.match.deals = 24
    for paper in (ON_A4, ON_A5):
        for form in (blank_form(24), form_to_play(view, "http://192.168.1.20:8000/k/secret")):
            layout, _pages = laid_out(head, form, paper)
            assert isinstance(layout, WithSide)
            assert layout.room.free >= 30 * MM


def test_remarks_that_do_not_fit_beside_the_rows_go_below_them(
    view: MatchView, head: EventHead
) -> None:
    few = filled_form(sheet(view, "na4 !a " * 6, deals=24))
    layout, pages = laid_out(head, few, ON_A4)
    assert (isinstance(layout, WithSide), len(pages)) == (True, 1)
    many = filled_form(sheet(view, "!a- !b- " * 24 + "na6", deals=24))
    layout, pages = laid_out(head, many, ON_A4)
    assert (isinstance(layout, WithFoot), len(pages)) == (True, 4)


def test_no_type_is_smaller_than_six_points_on_paper() -> None:
    for paper in (ON_A4, ON_A5):
        assert min(paper.small, paper.label) * paper.cut.scale >= 6


def test_a_sheet_of_many_rulings_goes_on_overleaf(view: MatchView, head: EventHead) -> None:
    form = filled_form(sheet(view, "!a- !b- " * 24 + "na6"))
    assert len(sheet_faces(head, form)) == 4


@pytest.fixture
def head(organiser: User) -> EventHead:
    return event_head(make_drawn_tournament(organiser, pairs=4, pools=1, name="Toinen"))


def test_a_row_of_a_play_off_says_what_either_pair_booked_and_no_rise(view: MatchView) -> None:
    view.match.format = FormatKind.PLAY_OFF.value
    rows = written(filled_sections(sheet(view, "ra8 nb5 !b =a:late", deals=4)))
    texts = [[cell.text for cell in row.cells[1:]] for row in rows]
    assert texts == [
        ["RAMI", "A", "8", "5", "+8", "", "8", "0"],
        ["NOLO", "", "8", "5", "", "+8", "8", "8"],
        ["", "", "", "", "+28", "", "36", "8"],
        ["", "", "", "", "0", "", "36", "8"],
    ]
