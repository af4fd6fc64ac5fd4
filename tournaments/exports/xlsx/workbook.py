"""Workbooks: tables under a frozen, filtered heading row, ready to print.

Text from people is always written as text, so that a name beginning with = is no formula.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Sequence
from datetime import datetime
from io import BytesIO
from textwrap import wrap
from typing import Any

from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.styles import Alignment, Border, Font, Side
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.properties import PageSetupProperties

from tournaments.exports.event_head import EventHead
from tournaments.exports.file import ExportedFile, xlsx_file
from tournaments.exports.tables.table import Cell, Table
from tournaments.exports.text import begins_like_a_formula, printable

WIDEST = 50
"""The widest column, in characters; longer text goes on to more lines."""

LONGEST_TITLE = 31
"""The longest name of a sheet that Excel opens, in UTF-16 units as Excel counts."""

_FORBIDDEN_IN_TITLES = re.compile(r"[\[\]:*?/\\]")
_KEPT_BY_EXCEL = "history"

_NARROWEST = 6
_FILTER_ARROW = 5
_HEADING_WIDTH = 10
_MARGIN = 3
_LINE_HEIGHT = 15
_DATE_TIME = "d.m.yyyy h:mm"
_DATE_TIME_WIDTH = 17
_A4 = "9"
_BOLD = Font(name="Calibri", size=11, bold=True)
_RULED = Border(bottom=Side(style="thin"))
# Text keeps off the right-aligned number before it.
_INDENTED = Alignment(horizontal="left", indent=1)
_HEADING = Alignment(horizontal="left", vertical="bottom", indent=1, wrap_text=True)
_AT_TOP = Alignment(vertical="top")
_WRAPPED = Alignment(horizontal="left", vertical="top", indent=1, wrap_text=True)


def tables_file(head: EventHead, title: str, tables: Iterable[Table]) -> ExportedFile:
    """A workbook named after the event, with a sheet for each of the tables."""
    workbook = Workbook(write_only=True)
    name_workbook(workbook, head, title)
    for table in tables:
        _add_table(workbook, head, table)
    return xlsx_file(workbook_bytes(workbook))


def name_workbook(workbook: Workbook, head: EventHead, title: str) -> None:
    workbook.properties.title = printable(f"{title} – {head.name}")
    workbook.properties.creator = "Tuppiliitto"


def sheet_title(text: str, taken: Container[str] = ()) -> str:
    """The text as a sheet's name that Excel opens without repairing the file.

    At most 31 UTF-16 units, none of `[ ] : * ? / \\`, no apostrophe at an end, not "History", and
    none that is `taken` (names in lower case) but for its case.
    """
    name = " ".join(_FORBIDDEN_IN_TITLES.sub(" ", printable(text)).split()).strip("' ")
    if not name or name.lower() == _KEPT_BY_EXCEL:
        name = f"{name} 1".strip()
    chosen, number = _cut(name, LONGEST_TITLE), 1
    while chosen.lower() in taken:
        number += 1
        ending = f" {number}"
        chosen = _cut(name, LONGEST_TITLE - len(ending)) + ending
    return chosen


def _cut(name: str, units: int) -> str:
    """The beginning of a name that takes at most so many UTF-16 units."""
    kept = name.encode("utf-16-le")[: 2 * units].decode("utf-16-le", errors="ignore")
    return kept.rstrip("' ")


def _add_table(workbook: Workbook, head: EventHead, table: Table) -> None:
    """A sheet of its own for one table. Where there are no rows, what it says of that beneath."""
    headings, rows = table.headings, table.rows
    taken = {title.lower() for title in workbook.sheetnames}
    sheet = workbook.create_sheet(sheet_title(table.title, taken))
    sheet.freeze_panes = "A2"
    sheet.auto_filter.ref = f"A1:{get_column_letter(len(headings))}{len(rows) + 1}"
    for number, width in enumerate(_widths(headings, rows), start=1):
        sheet.column_dimensions[get_column_letter(number)].width = width
    sheet.sheet_format.defaultRowHeight = _LINE_HEIGHT
    set_up_printing(sheet, head, table.title, landscape=True, repeated="1:1")
    lines = max(len(_heading_lines(heading)) for heading in headings)
    sheet.row_dimensions[1].height = lines * _LINE_HEIGHT
    sheet.append([_heading(sheet, heading) for heading in headings])
    for number, row in enumerate(rows, start=2):
        # Not every program works out by itself how high a row with wrapped text is.
        lines = max(map(_line_count, row))
        if lines > 1:
            sheet.row_dimensions[number].height = lines * _LINE_HEIGHT
        sheet.append([_cell(sheet, value, is_tall=lines > 1) for value in row])
    if not rows:
        sheet.append([_text(sheet, table.empty)])


def workbook_bytes(workbook: Workbook) -> bytes:
    out = BytesIO()
    workbook.save(out)
    return out.getvalue()


def _widths(headings: Sequence[str], rows: Sequence[Sequence[Cell]]) -> list[int]:
    widths = [max(map(len, _heading_lines(heading))) + _FILTER_ARROW for heading in headings]
    for row in rows:
        for column, value in enumerate(row):
            if isinstance(value, datetime):
                length = _DATE_TIME_WIDTH
            else:
                length = 0 if value is None else len(str(value)) + _MARGIN
            if length > widths[column]:
                widths[column] = length
    return [min(max(width, _NARROWEST), WIDEST) for width in widths]


def _heading_lines(heading: str) -> list[str]:
    """A heading goes on to more lines rather than make a column of short numbers wide."""
    return wrap(heading, _HEADING_WIDTH, break_long_words=False) or [""]


def set_up_printing(
    sheet: Any, head: EventHead, title: str, *, landscape: bool, repeated: str
) -> None:
    """A4, as wide as the page, numbered; the rows `repeated` ("1:1") head every page."""
    sheet.page_setup.orientation = "landscape" if landscape else "portrait"
    sheet.page_setup.paperSize = _A4
    sheet.page_setup.fitToWidth = 1
    sheet.page_setup.fitToHeight = 0
    sheet.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
    sheet.print_title_rows = repeated
    sheet.oddHeader.left.text = _in_page_margin(head.name)
    sheet.oddHeader.right.text = _in_page_margin(title)
    sheet.oddFooter.left.text = _in_page_margin(head.printed)
    sheet.oddFooter.right.text = "&P/&N"


def _in_page_margin(text: str) -> str:
    return printable(text).replace("&", "&&")


def _heading(sheet: Any, text: str) -> WriteOnlyCell:
    cell = _text(sheet, text)
    cell.font = _BOLD
    cell.border = _RULED
    cell.alignment = _HEADING
    return cell


def _cell(sheet: Any, value: Cell, *, is_tall: bool) -> WriteOnlyCell | int | None:
    """A cell of a row of one line or, `is_tall`, of more; an empty text leaves it empty."""
    if value is None or value == "":
        return None
    if isinstance(value, str):
        cell = _text(sheet, value)
        if is_tall:
            cell.alignment = _WRAPPED
        return cell
    if isinstance(value, int) and not is_tall:
        return value
    cell = WriteOnlyCell(sheet, value)
    if isinstance(value, datetime):
        cell.number_format = _DATE_TIME
    if is_tall:
        cell.alignment = _AT_TOP
    return cell


def _text(sheet: Any, value: str) -> WriteOnlyCell:
    cell = WriteOnlyCell(sheet)
    write_text(cell, value)
    cell.alignment = _INDENTED
    return cell


def write_text(cell: Any, text: str) -> None:
    """The text as the cell's value, which stays text however it begins, also when edited."""
    cell.value = printable(text)
    cell.data_type = "s"  # otherwise a leading = makes a formula
    if begins_like_a_formula(text):
        cell.quotePrefix = True


def _line_count(value: Cell) -> int:
    """The lines a value takes in the widest column."""
    if not isinstance(value, str) or len(value) + _MARGIN <= WIDEST:
        return 1
    width = WIDEST - _MARGIN
    has_broken_word = any(len(word) > width for word in value.split())
    return len(wrap(value, width)) + has_broken_word
