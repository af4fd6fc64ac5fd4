"""Filling in the workbook of score sheets as a volunteer would."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from typing import Any

from openpyxl import Workbook, load_workbook
from openpyxl.worksheet.worksheet import Worksheet

from scoring.ledger import Entry
from scoring.notation import parse_sheet
from tournaments.exports.registry import STAFF_EXPORTS
from tournaments.exports.xlsx.filled_sheets import cells_of
from tournaments.imports.filled_form import HEADING_ROW
from tournaments.ledger import format_of
from tournaments.models import Match, Tournament

COLUMNS = {"game": 3, "declarer": 4, "tricks": 5, "short": 6}


def form(tournament: Tournament, **chosen: str) -> bytes:
    """The workbook as an organiser takes it."""
    wanted = STAFF_EXPORTS[("score-sheets", "xlsx")]
    return wanted.make(tournament, wanted.options(chosen)).content


class Filling:
    """A workbook of the form being filled in."""

    def __init__(self, content: bytes) -> None:
        self.book: Workbook = load_workbook(BytesIO(content))
        self.blocks = {
            sheet.cell(row, 1).value: (sheet, row + 2)
            for sheet in self.book.worksheets
            for row in range(HEADING_ROW + 1, sheet.max_row + 1)
            if sheet.cell(row, 2).value == "A"
        }

    def block(self, number: int) -> tuple[Worksheet, int]:
        """The sheet of a match and the first row to fill in."""
        return self.blocks[number]

    def put(self, number: int, line: int, **cells: Any) -> Filling:
        """Writes cells of a line of a match, counted from 1."""
        sheet, first = self.block(number)
        for name, value in cells.items():
            sheet.cell(first + line - 1, COLUMNS[name]).value = value
        return self

    def deals(self, number: int, entries: Sequence[Entry]) -> Filling:
        """Fills in the lines of a match, a row each."""
        for line, entry in enumerate(entries, start=1):
            for name, value in zip(COLUMNS, cells_of(entry), strict=True):
                self.put(number, line, **{name: value})
            sheet, first = self.block(number)
            cell: Any = sheet.cell(first + line - 1, COLUMNS["short"])
            if cell.value is not None:
                cell.data_type = "s"
        return self

    def sheet(self, match: Match, notation: str) -> Filling:
        """Fills in a sheet, a row for each of its lines."""
        return self.deals(match.number, parse_sheet(notation, format_of(match)))

    def saved(self) -> bytes:
        out = BytesIO()
        self.book.save(out)
        return out.getvalue()


def filling(tournament: Tournament) -> Filling:
    return Filling(form(tournament))
