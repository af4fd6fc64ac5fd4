"""The result form as the federation keeps it: two rows a pair with place, player, club, points.

Title, a line, the headings in the third row, the place merged over a pair's two rows: what fills
or reads the federation's form by hand or by program finds this one alike.
"""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from openpyxl import Workbook
from openpyxl.styles import Alignment, Border, Font, Side

from scoring.cup import points_for_place
from tournaments.exports.event_head import event_head
from tournaments.exports.file import ExportedFile, xlsx_file
from tournaments.exports.options import FileOptions
from tournaments.exports.xlsx.workbook import (
    name_workbook,
    set_up_printing,
    sheet_title,
    workbook_bytes,
    write_text,
)
from tournaments.models import Tournament
from tournaments.places_wording import why_no_places
from tournaments.queries.places import PlacedPair, places_of

_HEADING_ROW = 3
_PLACE, _PLAYER, _CLUB, _POINTS = 1, 2, 3, 4
_WIDTHS = {"A": 7, "C": 32, "D": 9}
_PLAYER_WIDTHS = (28, 60)
_BOLD = Font(name="Calibri", size=11, bold=True)
_TITLE = Font(name="Calibri", size=14, bold=True)
_PLAIN = Font(name="Calibri", size=11)
_UNDER = Border(bottom=Side(style="thin"))
_MIDDLE = Alignment(horizontal="center", vertical="center")
_SHRUNK = Alignment(shrink_to_fit=True)
_WRAPPED = Alignment(vertical="top", wrap_text=True)
_CHARACTERS_ACROSS = 64
"""How many characters of a title go on one line over all columns."""


def result_form_xlsx(tournament: Tournament, _options: FileOptions) -> ExportedFile:
    """The pairs by place with the cup points (R31) of each player (seven queries at most).

    Until everybody has a final place, places and points stay empty and a line says why.
    """
    head = event_head(tournament)
    places = places_of(tournament)
    title = _("Result form")
    workbook = Workbook()
    name_workbook(workbook, head, title)
    sheet = workbook.active
    sheet.title = sheet_title(tournament.place or title)
    _write_across(sheet, 1, f"{head.name}, {head.where_and_when}", _TITLE)
    if places.missing:
        why = _("Place and points are empty. %(why)s") % {"why": why_no_places(places)}
        _write_across(sheet, 2, why, _PLAIN)
    headings = (pgettext("rank", "Place"), _("Player"), _("Club"), _("Points"))
    for column, heading in enumerate(headings, start=1):
        cell = _write(sheet, _HEADING_ROW, column, heading)
        cell.font, cell.border = _BOLD, _UNDER
    for number, placed in enumerate(places.pairs):
        _write_pair(sheet, _HEADING_ROW + 1 + 2 * number, placed, is_final=places.missing is None)
    for letter, width in _WIDTHS.items():
        sheet.column_dimensions[letter].width = width
    names = (len(player.name) + 2 for placed in places.pairs for player in placed.pair.players)
    narrowest, widest = _PLAYER_WIDTHS
    sheet.column_dimensions["B"].width = min(max([narrowest, *names]), widest)
    sheet.freeze_panes = f"A{_HEADING_ROW + 1}"
    set_up_printing(sheet, head, title, landscape=False, repeated=f"{_HEADING_ROW}:{_HEADING_ROW}")
    return xlsx_file(workbook_bytes(workbook))


def _write_pair(sheet: Any, row: int, placed: PlacedPair, *, is_final: bool) -> None:
    sheet.merge_cells(start_row=row, end_row=row + 1, start_column=_PLACE, end_column=_PLACE)
    place = sheet.cell(row, _PLACE, placed.place if is_final else None)
    place.alignment = _MIDDLE
    for offset, player in enumerate(placed.pair.players):
        _write(sheet, row + offset, _PLAYER, player.name)
        if player.club:
            _write(sheet, row + offset, _CLUB, player.club)
        if is_final and placed.place is not None:
            sheet.cell(row + offset, _POINTS, points_for_place(placed.place))
    last = row + len(placed.pair.players) - 1
    for column in range(_PLACE, _POINTS + 1):
        sheet.cell(last, column).border = _UNDER


def _write_across(sheet: Any, row: int, text: str, font: Font) -> None:
    sheet.merge_cells(start_row=row, end_row=row, start_column=_PLACE, end_column=_POINTS)
    cell = _write(sheet, row, _PLACE, text)
    cell.font, cell.alignment = font, _WRAPPED
    lines = -(-len(text) // _CHARACTERS_ACROSS)
    sheet.row_dimensions[row].height = lines * font.size * 1.35


def _write(sheet: Any, row: int, column: int, text: str) -> Any:
    cell = sheet.cell(row, column)
    write_text(cell, text)
    if column > _PLACE:
        cell.alignment = _SHRUNK
    return cell
