"""The deals as a table: a row a line of a score sheet, by match."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _

from scoring.notation import format_entry
from tournaments.exports.remarks import deal_remark
from tournaments.exports.tables.table import Cell, Table, local
from tournaments.queries.sheets import SheetLine, SheetView
from tournaments.wording import game_name


def deals_table(sheets: Iterable[SheetView]) -> Table:
    return Table(
        _("Deals"),
        _headings(),
        [_cells(sheet, line) for sheet in sheets for line in sheet.lines],
        empty=_("No deals yet"),
    )


def _headings() -> list[str]:
    return [
        _("Match"),
        _("Line"),
        _("Deal"),
        _("Dealer"),
        _("Game"),
        _("Declarer"),
        _("Tricks A"),
        _("Tricks B"),
        _("Points"),
        _("Rise A"),
        _("Rise B"),
        _("Match points A"),
        _("Match points B"),
        _("Remark"),
        _("Ruled by"),
        _("Ruled at"),
        _("Short notation"),
    ]


def _cells(sheet: SheetView, line: SheetLine) -> list[Cell]:
    row = line.row
    return [
        sheet.view.match.number,
        line.position,
        row.deal,
        line.dealer,
        game_name(line.game),
        line.declarer.value if line.declarer else None,
        line.tricks_a,
        line.tricks_b,
        row.points,
        row.rise.a,
        row.rise.b,
        row.total.a,
        row.total.b,
        deal_remark(sheet, line),
        line.ruled.ruled_by if line.ruled else None,
        local(line.ruled.ruled_at) if line.ruled else None,
        format_entry(line.entry),
    ]
