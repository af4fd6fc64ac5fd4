"""The workbook that is filled in: what stands in it, what of it can be written in."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import translation
from pytest_django import DjangoAssertNumQueries

from scoring.withdrawal import Choice
from tests.builders import (
    add_referee,
    make_drawn_tournament,
    make_tournament,
    play,
    signed_in,
    win_for_a,
)
from tests.tournaments.filled.filling import COLUMNS, Filling, filling, form
from tests.tournaments.withdrawals.steps import withdraw
from tournaments.imports.filled_form import read_marker
from tournaments.models import Match, Tournament, User

ADDRESS = "/t/testituppi-2026/manage/export/score-sheets.xlsx"


def test_each_round_has_a_sheet_and_the_instructions_come_first(tournament: Tournament) -> None:
    names = [sheet.title for sheet in filling(tournament).book.worksheets]
    assert names == ["Instructions", "Round 1", "Round 2", "Round 3"]


def test_every_sheet_names_the_format_and_the_event(tournament: Tournament) -> None:
    markers = [read_marker(sheet["A1"].value) for sheet in filling(tournament).book.worksheets]
    assert [(each.version, each.slug, each.kind) for each in markers if each] == [
        (1, tournament.slug, "help"),
        *[(1, tournament.slug, "matches")] * 3,
    ]


def test_the_head_of_a_match_has_the_pairs_of_the_paper_sheet(tournament: Tournament) -> None:
    match = tournament.matches.get(number=1)
    sheet, first = filling(tournament).block(1)
    heads = [[cell.value for cell in row[:4]] for row in sheet[first - 2 : first - 1]]
    assert [head[:3] for head in heads] == [
        [1, "A", match.pair_a.number],
        [1, "B", match.pair_b.number],
    ]
    assert heads[0][3] == f"Aino Ensi{match.pair_a.number} – Eero Toka{match.pair_a.number}"


def test_only_the_cells_to_fill_in_are_open_and_there_is_no_password(
    tournament: Tournament,
) -> None:
    sheet, first = filling(tournament).block(1)
    assert sheet.protection.sheet
    assert sheet.protection.password is None
    opened = {
        cell.column
        for row in sheet[first : first + 21]
        for cell in row
        if not cell.protection.locked
    }
    assert opened == set(COLUMNS.values())
    assert all(cell.protection.locked for row in sheet[1 : first - 1] for cell in row)
    assert sheet.cell(first, COLUMNS["short"]).number_format == "@"
    assert sheet.freeze_panes == "A4"


def test_cells_offer_what_can_be_written(tournament: Tournament) -> None:
    sheet, first = filling(tournament).block(1)
    offered = {
        str(choice.sqref).split(":")[0][0]: choice.formula1
        for choice in sheet.data_validations.dataValidation
    }
    assert offered == {
        "C": '"rami,nolo"',
        "D": '"A,B"',
        "E": '"0,1,2,3,4,5,6,7,8,9,10,11,12,13,fell"',
    }
    assert all(
        f"C{first}" in choice.sqref or f"D{first}" in choice.sqref or f"E{first}" in choice.sqref
        for choice in sheet.data_validations.dataValidation
    )


def test_lines_that_are_saved_stand_there_locked_and_the_rest_is_open(
    organiser: User, tournament: Tournament
) -> None:
    match = tournament.matches.get(number=1)
    play(organiser, match, "ra8 rb/ !a:third_misdeal")
    sheet, first = filling(tournament).block(1)
    lines = [[cell.value for cell in row[2:6]] for row in sheet[first : first + 3]]
    assert lines == [
        ["rami", "A", 8, None],
        ["rami", "B", "fell", None],
        [None, None, None, "!a:third_misdeal"],
        [None, None, None, None],
    ]
    assert sheet.cell(first, 3).protection.locked
    assert not sheet.cell(first + 3, 3).protection.locked
    assert sheet.cell(first - 1, 7).value == "under way, A 8, B 28"


def test_a_bare_result_is_told_and_its_deals_can_be_typed(
    organiser: User, tournament: Tournament
) -> None:
    play(organiser, tournament.matches.get(number=1), "b76-24t")
    sheet, first = filling(tournament).block(1)
    assert sheet.cell(first, 6).value is None
    assert not sheet.cell(first, 6).protection.locked
    assert sheet.cell(first - 1, 7).value == (
        "Only the result is known: A 24, B 76. Type the deals."
    )


def test_annulled_matches_are_left_out(organiser: User, tournament: Tournament) -> None:
    pair = tournament.matches.get(number=1).pair_a
    withdraw(organiser, tournament, pair.number, Choice.ANNUL)
    annulled = set(Match.objects.exclude(annulment="").values_list("number", flat=True))
    assert annulled
    book = filling(tournament).book
    there = {sheet.cell(row, 1).value for sheet in book for row in range(4, sheet.max_row + 1)}
    assert not annulled & there


def test_one_round_can_be_taken_alone(client: Client, tournament: Tournament) -> None:
    answer = client.get(ADDRESS, {"round": "2"})
    book = Filling(answer.content).book
    assert [sheet.title for sheet in book.worksheets] == ["Instructions", "Round 2"]
    assert client.get(ADDRESS, {"round": "x"}).status_code == 404
    assert answer["Content-Disposition"].startswith("attachment")


def test_an_event_without_matches_says_so(organiser: User) -> None:
    book = filling(make_tournament(organiser, pairs=2, name="Tyhjä")).book
    assert [sheet.title for sheet in book.worksheets] == ["Instructions"]
    assert "when the draw is published" in book.worksheets[0]["A5"].value


def test_the_workbook_speaks_the_language_of_whoever_takes_it(tournament: Tournament) -> None:
    with translation.override("fi"):
        titles = [sheet.title for sheet in filling(tournament).book.worksheets]
    assert len(titles) == 4


def test_referees_do_not_take_the_workbook(tournament: Tournament) -> None:
    assert signed_in(add_referee(tournament)).get(ADDRESS).status_code == 403


def test_many_matches_of_a_round_go_on_to_another_sheet(
    organiser: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    big = make_drawn_tournament(organiser, pairs=160, pools=40, tables=80, name="Iso")
    with django_assert_num_queries(5):
        content = form(big)
    titles = [sheet.title for sheet in Filling(content).book.worksheets]
    assert titles[1:3] == ["Round 1 (1)", "Round 1 (2)"]


@pytest.mark.parametrize("deals", [1, 200])
def test_a_match_has_rows_for_its_deals_and_for_playing_out(
    tournament: Tournament, deals: int
) -> None:
    Match.objects.filter(number=1).update(deals=deals)
    sheet, first = filling(tournament).block(1)
    rows = [row for row in range(first, sheet.max_row + 1) if sheet.cell(row, 1).value == 1]
    assert len(rows) == deals + 6


def test_a_finished_sheet_has_no_rows_to_fill_in(organiser: User, tournament: Tournament) -> None:
    match = tournament.matches.get(number=1)
    play(organiser, match, win_for_a(16))
    sheet, first = filling(tournament).block(1)
    assert [sheet.cell(row, 1).value for row in range(first, first + 17)] == [1] * 16 + [None]
    assert all(sheet.cell(row, 3).protection.locked for row in range(first, first + 16))
