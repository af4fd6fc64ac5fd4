"""The first sheet of the workbook of score sheets: how to fill it in."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from openpyxl.worksheet.worksheet import Worksheet

from tournaments.exports.event_head import EventHead
from tournaments.exports.text import printable

WIDTHS = (26, 76)


def fill_help(sheet: Worksheet, head: EventHead, marker: str, *, is_empty: bool) -> None:
    """Writes the instructions; `is_empty` says that there is no match to fill in yet."""
    for letter, width in zip("AB", WIDTHS, strict=True):
        sheet.column_dimensions[letter].width = width
    _put(sheet, 1, "A", marker, "sheets-marker")
    title = _("Score sheets to fill in")
    _put(sheet, 2, "A", f"{title} – {head.name}", "sheets-title")
    _put(sheet, 3, "A", head.printed, "sheets-note")
    row = 5
    if is_empty:
        why = _("Rounds, tables and times are made when the draw is published.")
        _put(sheet, row, "A", why, "sheets-plain")
        row += 2
    for number, text in enumerate(_steps(), start=1):
        _put(sheet, row, "A", f"{number}.", "sheets-step")
        _put(sheet, row, "B", text, "sheets-wrapped")
        sheet.row_dimensions[row].height = 15 * (1 + len(text) // WIDTHS[1]) + 4
        row += 1
    row += 1
    for heading, lines in ((_("Rows of a deal"), _rows()), (_("Short notation"), _short())):
        _put(sheet, row, "A", heading, "sheets-heading")
        _put(sheet, row, "B", "", "sheets-heading")
        row += 1
        for typed, meaning in lines:
            _put(sheet, row, "A", typed, "sheets-typed")
            _put(sheet, row, "B", meaning, "sheets-wrapped")
            row += 1
        row += 1


def _put(sheet: Worksheet, row: int, column: str, text: str, style: str) -> None:
    cell: Any = sheet[f"{column}{row}"]
    cell.value = printable(text)
    if text:
        cell.data_type = "s"  # otherwise a leading = makes a formula
    cell.style = style


def _steps() -> list[str]:
    return [
        _("Each round has a sheet of its own. Find the match by its number and the pairs."),
        _(
            "Write a row for each deal, from the first row down, and leave no row empty between "
            "two deals. Only the white cells can be filled in."
        ),
        _(
            "Pair A is the upper one of the head, as on the paper sheet. Tricks are always pair "
            "A's, in B's rami too."
        ),
        _(
            "Rows below the deals of the match are for a rise that is played out and for the "
            "deciding deal. Leave what is not needed empty."
        ),
        _(
            "Grey lines are on the site already. An unfinished match can be gone on with below "
            "them."
        ),
        _(
            "Save the file, and bring it to the site: Desk, Filled score sheets. You see what each "
            "sheet comes to before anything is saved."
        ),
    ]


def _rows() -> list[tuple[str, str]]:
    fell = _("fell")
    return [
        ("rami   A   8", _("rami, pair A declared, pair A took 8 tricks")),
        ("rami   B   5", _("rami, pair B declared, pair A took 5 tricks, so B took 8")),
        ("nolo        4", _("nolo, pair A took 4 tricks; a nolo has no declarer")),
        (
            f"rami   A   {fell}",
            _("not played on, since the pair on the rise fell"),
        ),
    ]


def _short() -> list[tuple[str, str]]:
    return [
        ("ra8   na4", _("the same deals in short, in place of game, declarer and tricks")),
        ("!a   !b:third_misdeal", _("28 points against A; against B for a third misdeal")),
        ("ra3-2!b:revoke", _("rami by A; A had 3 tricks and B 2 when B revoked")),
        ("=a:forfeit", _("the match to A")),
        (
            "b76-24t",
            _("only the result, in the first row: B won by a tuppi, B 76 and A 24"),
        ),
        (
            "ra8 na4 rb/",
            _("several lines in one cell, parted by blanks; the whole sheet, if you like"),
        ),
    ]
