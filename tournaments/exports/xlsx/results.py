"""Every match and every deal as a workbook of two sheets."""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.notation import format_entry
from tournaments.exports.event_head import event_head
from tournaments.exports.file import ExportedFile, xlsx_file
from tournaments.exports.xlsx.workbook import Cell, add_table, new_workbook, workbook_bytes
from tournaments.models import Tournament
from tournaments.queries.matches import MatchView, matches_of
from tournaments.queries.sheets import SheetLine, SheetView, sheets_of
from tournaments.wording import game_name, line_remark, match_decision, match_status, tuppi_word


def results_xlsx(tournament: Tournament) -> ExportedFile:
    """Matches by number on one sheet, their deals line by line on another (five queries)."""
    head = event_head(tournament)
    views = matches_of(tournament)
    sheets = sheets_of(views)
    workbook = new_workbook(head, _("Results"))
    add_table(
        workbook,
        head,
        _("Matches"),
        _match_headings(),
        [_match_cells(view) for view in views],
        empty=_("Rounds, tables and times are made when the draw is published."),
    )
    add_table(
        workbook,
        head,
        _("Deals"),
        _deal_headings(),
        [_deal_cells(sheet, line) for sheet in sheets for line in sheet.lines],
        empty=_("No deals yet"),
    )
    return xlsx_file(workbook_bytes(workbook))


def _match_headings() -> list[str]:
    return [
        _("Match"),
        _("Pool"),
        _("Round"),
        _("Table"),
        _("Starts"),
        _("Pair A"),
        _("Pair B"),
        _("Match points A"),
        _("Match points B"),
        _("Winner"),
        _("Decided"),
        _("Tuppi"),
        _("Deals played"),
        _("State"),
    ]


def _match_cells(view: MatchView) -> list[Cell]:
    match = view.match
    return [
        match.number,
        view.pool.label,
        match.round,
        match.table,
        _local(match.starts_at),
        view.a.name,
        view.b.name,
        match.total_a if match.is_started else None,
        match.total_b if match.is_started else None,
        view.winner.name if view.winner else None,
        match_decision(match),
        tuppi_word(match),
        match.deals_played,
        match_status(match),
    ]


def _deal_headings() -> list[str]:
    return [
        _("Match"),
        _("Line"),
        _("Deal"),
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
        _("Short notation"),
    ]


def _deal_cells(sheet: SheetView, line: SheetLine) -> list[Cell]:
    row = line.row
    return [
        sheet.view.match.number,
        line.position,
        row.deal,
        game_name(line.game),
        line.declarer.value if line.declarer else None,
        line.tricks_a,
        line.tricks_b,
        row.points,
        row.rise.a,
        row.rise.b,
        row.total.a,
        row.total.b,
        line_remark(line),
        format_entry(line.entry),
    ]


def _local(moment: datetime) -> datetime:
    return timezone.localtime(moment).replace(tzinfo=None)
