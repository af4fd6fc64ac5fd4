"""Reading filled sheets: forgiving of how things are typed, every fault with its cell."""

from __future__ import annotations

import random
from datetime import UTC, date, datetime
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl import Workbook

from scoring.diagnosis import diagnose
from scoring.ledger import replay
from scoring.notation import format_sheet
from tests.scoring.score_sheets import Sheet, fixed, sheets
from tests.tournaments.filled.filling import Filling
from tests.tournaments.imports.building import repacked, saved, workbook
from tournaments.exports.event_head import EventHead
from tournaments.exports.xlsx.filled_sheets import _add_round
from tournaments.exports.xlsx.filled_styles import add_styles
from tournaments.imports.faults import UnreadableFile
from tournaments.imports.filled_faults import FilledCode, FilledFault, UnfitFile
from tournaments.imports.filled_form import Marker
from tournaments.imports.filled_sheets import FilledFile, read_filled
from tournaments.imports.filled_wording import file_sentence, filled_sentence
from tournaments.models import Match, Pool
from tournaments.queries.matches import MatchView
from tournaments.queries.pairs import PairView, PlayerView
from tournaments.queries.sheets import SheetView

SLUG = "kisa"
STEADY = settings(deadline=None, derandomize=True, database=None, max_examples=60)
SIXTEEN = fixed(16)
MARKER = str(Marker(1, SLUG, "matches"))


def empty_form(kind: str = "fixed", deals: int | None = 16, matches: int = 1) -> Filling:
    """A sheet of matches that no database knows, each between pairs 2n - 1 and 2n."""
    return Filling(_form(kind, deals, matches))


@cache
def _form(kind: str, deals: int | None, matches: int) -> bytes:
    book = Workbook()
    add_styles(book)
    del book[book.sheetnames[0]]
    head = EventHead("Kisa", "Kemi", "28.11.2026", datetime(2026, 11, 28, tzinfo=UTC))
    views = []
    for number in range(1, matches + 1):
        match = Match(
            number=number,
            round=1,
            table=number,
            starts_at=datetime(2026, 11, 28, 9, tzinfo=UTC),
            format=kind,
            deals=deals,
        )
        a, b = (
            PairView(n, n, (PlayerView("Aino", "", ""), PlayerView("Eero", "", "")))
            for n in (2 * number - 1, 2 * number)
        )
        views.append(SheetView(MatchView(match, a, b, Pool(number=1)), (), replay(SIXTEEN, ()), ()))
    _add_round(book, head, "Kierros 1", MARKER, views)
    return saved(book)


def read(form: Filling) -> FilledFile:
    return read_filled(form.saved(), SLUG)


def typed(form: Filling) -> str:
    """What the first match of the form reads in short."""
    [match] = read(form).matches
    assert match.faults == ()
    found = diagnose(SIXTEEN, [each.line for each in match.lines])
    assert found.faults == ()
    return format_sheet(found.entries)


def faults(form: Filling) -> list[tuple[str, str, str]]:
    """Code, sheet and cell of every fault."""
    file = read(form)
    return [
        (fault.code.value, fault.sheet, fault.cell)
        for fault in [*(f for match in file.matches for f in match.faults), *file.faults]
    ]


@STEADY
@given(sheets())
def test_any_sheet_that_keeps_the_rules_comes_back_as_it_was_filled_in(sheet: Sheet) -> None:
    match_format, entries = sheet
    form = empty_form(match_format.kind.value, match_format.deals)
    form.deals(1, entries)
    file = read(form)
    if not entries:
        assert (file.matches, file.empty) == ((), 1)
        return
    [match] = file.matches
    found = diagnose(match_format, [each.line for each in match.lines])
    assert (match.faults, found.faults) == ((), ())
    assert (match.number, match.pair_a, match.pair_b) == (1, 1, 2)
    assert found.entries == entries


@STEADY
@given(sheets())
def test_a_whole_sheet_in_one_cell_comes_back_too(sheet: Sheet) -> None:
    match_format, entries = sheet
    form = empty_form(match_format.kind.value, match_format.deals)
    form.put(1, 1, short=f" {format_sheet(entries).upper()} ".replace("=", " ="))
    form.block(1)[0].cell(form.block(1)[1], 6).data_type = "s"
    [*matches] = read(form).matches
    if entries:
        found = diagnose(match_format, [each.line for each in matches[0].lines])
        assert found.entries == entries
    else:
        assert matches == []


@pytest.mark.parametrize(
    "cells, notation",
    [
        ({"game": "RAMI ", "declarer": " a", "tricks": 8}, "ra8"),
        ({"game": "Rami", "declarer": "B", "tricks": "8"}, "rb5"),
        ({"game": "r", "declarer": "Pari A", "tricks": " 8\u00a0"}, "ra8"),
        ({"game": "ＮＯＬＯ", "tricks": 4.0}, "na4"),
        ({"game": "nolo", "declarer": "  ", "tricks": "0"}, "na0"),
        ({"short": "RA+12"}, "ra9"),
        ({"short": " na4   rb8 "}, "na4 rb8"),
        ({"short": "B76–24T"}, "b76-24t"),
    ],
)
def test_reading_forgives_how_it_was_typed(cells: dict[str, Any], notation: str) -> None:
    assert typed(empty_form().put(1, 1, **cells)) == notation


@pytest.mark.parametrize("word", ["putosi", "PUTOSI ", "fell", "/", "putoaa"])
def test_a_fall_is_told_by_a_word(word: str) -> None:
    form = empty_form().put(1, 1, game="rami", declarer="A", tricks=8)
    assert typed(form.put(1, 2, game="nolo", tricks=word)) == "ra8 n/"


@pytest.mark.parametrize(
    "cells, code, cell",
    [
        ({"declarer": "A", "tricks": 8}, "game_missing", "C6"),
        ({"game": "sooli", "tricks": 8}, "game_unknown", "C6"),
        ({"game": "rami", "declarer": "C", "tricks": 8}, "declarer_unknown", "D6"),
        ({"game": "rami", "declarer": "A"}, "tricks_missing", "E6"),
        ({"game": "rami", "declarer": "A", "tricks": "kahdeksan"}, "tricks_unread", "E6"),
        ({"game": "rami", "declarer": "A", "tricks": -1}, "tricks_unread", "E6"),
        ({"game": "rami", "declarer": "A", "tricks": 8.5}, "tricks_unread", "E6"),
        ({"game": "rami", "declarer": "A", "tricks": "9" * 5000}, "tricks_unread", "E6"),
        ({"game": "rami", "declarer": "A", "tricks": "=6+2"}, "formula_cell", "E6"),
        ({"short": "=HYPERLINK(1)"}, "formula_cell", "F6"),
        ({"game": True, "tricks": 8}, "other_cell", "C6"),
        ({"game": "nolo", "tricks": date(2026, 8, 4)}, "other_cell", "E6"),
        ({"game": "nolo", "tricks": 4, "short": "na4"}, "both_ways", "F6"),
    ],
)
def test_a_row_that_says_no_line_is_named_by_its_cell(
    cells: dict[str, Any], code: str, cell: str
) -> None:
    assert faults(empty_form().put(1, 1, **cells)) == [(code, "Kierros 1", cell)]


def test_every_fault_of_a_row_and_of_a_match_is_told_at_once() -> None:
    form = empty_form().put(1, 1, game="x", declarer="y").put(1, 2, game="nolo", tricks="z")
    assert faults(form) == [
        ("game_unknown", "Kierros 1", "C6"),
        ("declarer_unknown", "Kierros 1", "D6"),
        ("tricks_missing", "Kierros 1", "E6"),
        ("tricks_unread", "Kierros 1", "E7"),
    ]


def test_a_gap_in_the_middle_is_named_and_rows_left_at_the_end_are_not() -> None:
    form = empty_form().put(1, 1, short="ra8").put(1, 4, short="na4")
    assert faults(form) == [("gap", "Kierros 1", "C7")]
    assert typed(empty_form().put(1, 1, short="ra8").put(1, 20, game=" ")) == "ra8"


def test_a_gap_before_the_first_line_is_one_too() -> None:
    assert faults(empty_form().put(1, 2, short="ra8")) == [("gap", "Kierros 1", "C6")]


@pytest.mark.parametrize(
    "notation, code, cell",
    [
        (({"game": "rami", "declarer": "A", "tricks": 14},), "tricks_out_of_range", "E6"),
        (({"game": "nolo", "declarer": "B", "tricks": 4},), "declarer_in_nolo", "D6"),
        (({"game": "rami", "tricks": 8},), "declarer_missing", "D6"),
        (({"game": "nolo", "tricks": "putosi"},), "cut_short_without_fall", "E6"),
        (({"short": "b76-24t"}, {"game": "nolo", "tricks": 4}), "match_over", "C7"),
        (({"short": "ra13"}, {"short": "rb13 xx"}), "unreadable", "F7"),
    ],
)
def test_a_line_the_rules_refuse_leads_to_its_cell(
    notation: tuple[dict[str, Any], ...], code: str, cell: str
) -> None:
    form = empty_form()
    for line, cells in enumerate(notation, start=1):
        form.put(1, line, **cells)
    [match] = read(form).matches
    found = diagnose(SIXTEEN, [each.line for each in match.lines])
    [fault] = found.faults
    assert (fault.code.value, match.lines[fault.index].cell(fault.code.value)) == (code, cell)


def test_matches_that_are_not_filled_in_are_counted() -> None:
    file = read(empty_form(matches=5).put(3, 1, short="ra8"))
    assert ([match.number for match in file.matches], file.empty) == ([3], 4)


def test_a_match_filled_in_twice_is_one_if_both_read_alike() -> None:
    form = empty_form().put(1, 1, short="ra8")
    copy = form.book.copy_worksheet(form.book["Kierros 1"])
    copy.title = "Kopio"
    assert [match.number for match in read(form).matches] == [1]
    copy["F6"] = "ra9"
    assert faults(form) == [("match_twice", "Kopio", "A4")]
    copy["F6"] = None
    assert faults(form) == []


def test_rows_moved_under_another_match_are_named() -> None:
    form = empty_form(matches=2).put(1, 1, short="ra8").put(2, 1, short="na4")
    sheet, first = form.block(2)
    sheet.cell(first, 1).value = 1
    assert faults(form) == [("other_match", "Kierros 1", f"A{first}")]


def test_a_row_put_in_without_a_number_belongs_to_the_match_above() -> None:
    form = empty_form().put(1, 1, short="ra8")
    form.block(1)[0]["A6"] = None
    assert typed(form) == "ra8"


def test_what_stands_above_the_first_match_is_named() -> None:
    book = workbook({"Kierros 1": [[MARKER], [], [], ["", "", "rami"]]})
    file = read_filled(book, SLUG)
    assert [(fault.code.value, fault.cell) for fault in file.faults] == [("no_match", "C4")]


def test_a_head_without_its_pairs_is_named() -> None:
    form = empty_form().put(1, 1, short="ra8")
    form.block(1)[0]["C5"] = "Aino"
    assert faults(form) == [("pairs_unread", "Kierros 1", "A4")]


def test_sheets_of_somebody_elses_are_passed_over() -> None:
    form = empty_form().put(1, 1, short="ra8")
    form.book.create_sheet("Omat").append(["muistiinpanoja"])
    form.book.create_sheet("Tyhjä")
    assert read(form).passed_over == ("Omat",)


@pytest.mark.parametrize(
    "first, code, text",
    [
        ("Sija", "not_the_form", ""),
        ("", "not_the_form", ""),
        ("tuppiliitto-score-sheets 2 kisa matches", "other_version", "2"),
        ("tuppiliitto-score-sheets 1 toinen-kisa matches", "other_event", "toinen-kisa"),
    ],
)
def test_a_workbook_of_something_else_is_refused_with_the_reason(
    first: str, code: str, text: str
) -> None:
    with pytest.raises(UnfitFile) as refused:
        read_filled(workbook({"Taulu": [[first, "x"]]}), SLUG)
    assert (refused.value.fault.code.value, refused.value.fault.text) == (code, text)
    assert "{" not in str(filled_sentence(refused.value.fault))


@pytest.mark.parametrize(
    "content, code",
    [
        (b"", "empty"),
        (b"PK\x03\x04rikki", "damaged"),
        (b"Aino;Eero\n", "damaged"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "old_excel"),
        (b"PK\x03\x04" + bytes(3 * 1024 * 1024), "too_large"),
        (repacked(workbook({"A": [[MARKER]]}), {"xl/styles.xml": bytes(9_000_000)}), None),
        (
            repacked(
                workbook({"A": [[MARKER]]}),
                {
                    "xl/workbook.xml": b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaa">]>'
                    b"<workbook>&a;</workbook>"
                },
            ),
            "damaged",
        ),
        (workbook({f"A{n}": [[MARKER]] for n in range(101)}), "too_many_sheets"),
        (workbook({"A": [[MARKER], *[["x"]] * 2_100]}), "too_many_rows"),
        (workbook({"A": [[MARKER], ["x"] * 80]}), "too_many_columns"),
    ],
)
def test_a_hostile_or_broken_file_is_refused_as_a_whole(content: bytes, code: str | None) -> None:
    with pytest.raises(UnreadableFile) as refused:
        read_filled(content, SLUG)
    assert code is None or refused.value.fault.code.value == code
    assert "{" not in str(file_sentence(refused.value.fault))


def test_every_fault_has_its_words() -> None:
    for code in FilledCode:
        sentence = str(filled_sentence(FilledFault(code, "Kierros 1", "D14", "x" * 500, 3)))
        assert sentence.startswith("Kierros 1, cell D14: ")
        assert "{" not in sentence
        assert len(sentence) < 300


@STEADY
@given(st.integers())
def test_whatever_is_written_anywhere_there_is_an_answer(seed: int) -> None:
    chance = random.Random(seed)
    form = empty_form(matches=2)
    sheet = form.book["Kierros 1"]
    odd = ["rami", "nolo", "A", 3, "8", None, "=1+1", "!a", 2.5, True, "ra8", 1, "B"]
    for _each in range(20):
        cell = sheet.cell(chance.randrange(1, 60), chance.randrange(1, 9))
        cell.value = chance.choice(odd)
    try:
        file = read(form)
    except UnfitFile:
        return
    for match in file.matches:
        for fault in match.faults:
            assert fault.sheet == "Kierros 1"
            assert fault.cell
    for match in file.matches:
        diagnose(SIXTEEN, [each.line for each in match.lines])
