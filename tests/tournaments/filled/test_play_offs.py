"""A play-off in the workbook: its sheet has what the printed one has, and no rises (R13)."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from openpyxl.worksheet.worksheet import Worksheet

from tests.builders import play, sheet_in_short
from tests.tournaments.advancing import steps
from tests.tournaments.filled.filling import Filling, filling
from tests.tournaments.filled.test_pages import bring, looked_at, taking
from tests.tournaments.manage.pages import text
from tournaments.models import Match, Tournament, User

FELL = '"0,1,2,3,4,5,6,7,8,9,10,11,12,13,fell"'
NO_FALL = '"0,1,2,3,4,5,6,7,8,9,10,11,12,13"'
CAPTION = "Nothing falls, both pairs collect"


@pytest.fixture
def play_off(organiser: User, tournament: Tournament) -> Match:
    """The first match between three level pairs of pool A."""
    steps.choose(organiser, tournament, first=2, size=4)
    steps.play_pool(organiser, tournament, 1, *steps.CIRCLE)
    named = steps.numbers(tournament, 1)
    return steps.make(organiser, tournament, 1, [named[letter] for letter in "PQR"])[0]


def rows_of(sheet: Worksheet, number: int) -> int:
    lines = [row for row in range(4, sheet.max_row + 1) if sheet.cell(row, 1).value == number]
    return len(lines) - 2


def tricks_offered(sheet: Worksheet) -> str | None:
    return next(
        choice.formula1
        for choice in sheet.data_validations.dataValidation
        if str(choice.sqref).startswith("E")
    )


def test_nothing_falls_on_it_and_nothing_is_played_out(
    tournament: Tournament, play_off: Match
) -> None:
    book = filling(tournament)
    sheet, first = book.block(play_off.number)
    assert sheet.title == "Play-off"
    assert tricks_offered(sheet) == NO_FALL
    notes = [sheet.cell(row, 7).value for row in range(first, sheet.max_row + 1)]
    assert notes[0] == CAPTION
    assert "Rise played out, decider" not in notes
    pool, _first = book.block(1)
    assert tricks_offered(pool) == FELL


def test_it_has_rows_for_its_four_deals_and_for_what_is_booked_beside_them(
    organiser: User, tournament: Tournament, play_off: Match
) -> None:
    sheet, _first = filling(tournament).block(play_off.number)
    assert rows_of(sheet, play_off.number) == 6
    play(organiser, play_off, "ra8 na4 !a")
    sheet, first = filling(tournament).block(play_off.number)
    assert sheet.cell(first, 7).value is None
    assert sheet.cell(first + 3, 7).value == CAPTION
    assert not sheet.cell(first + 3, 3).protection.locked


def test_what_is_filled_in_comes_back(
    client: Client, organiser: User, tournament: Tournament, play_off: Match
) -> None:
    told = "ra8 na4 rb10 na6"
    filled = filling(tournament).sheet(play_off, told)
    preview = looked_at(client, tournament, filled)
    client.post(preview.wsgi_request.path, taking(preview))
    assert sheet_in_short(play_off) == told


def test_a_block_of_four_rows_as_it_was_made_before_is_read_too(
    client: Client, tournament: Tournament, play_off: Match
) -> None:
    book: Filling = filling(tournament)
    sheet, first = book.block(play_off.number)
    sheet.delete_rows(first + 4, 2)
    for row in range(first, first + 4):
        sheet.cell(row, 7).value = None
    book.blocks = {play_off.number: (sheet, first)}
    book.sheet(play_off, "ra8 na4 rb10 na6")
    preview = looked_at(client, tournament, book)
    client.post(preview.wsgi_request.path, taking(preview))
    assert sheet_in_short(play_off) == "ra8 na4 rb10 na6"


def test_a_fall_written_into_it_all_the_same_is_told_by_its_cell(
    client: Client, tournament: Tournament, play_off: Match
) -> None:
    book = filling(tournament).put(play_off.number, 1, game="rami", declarer="A", tricks="fell")
    _sheet, first = book.block(play_off.number)
    answer = client.get(bring(client, tournament, book)["Location"])
    assert re.search(rf"Play-off, cell E{first}:", text(answer))
