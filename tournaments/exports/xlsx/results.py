"""Every match and every deal as a workbook of two sheets."""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.notation import format_entry
from tournaments.exports.event_head import event_head
from tournaments.exports.file import ExportedFile, xlsx_file
from tournaments.exports.jury_share import jury_share
from tournaments.exports.options import FileOptions
from tournaments.exports.remarks import deal_remark, match_remarks
from tournaments.exports.xlsx.workbook import Cell, add_table, new_workbook, workbook_bytes
from tournaments.models import Tournament
from tournaments.queries.event_rulings import rulings_by_match
from tournaments.queries.matches import MatchView, matches_of
from tournaments.queries.sheets import SheetLine, SheetView, sheets_of, with_rulings
from tournaments.wording import game_name, match_decision, match_status, tuppi_word

_NO_RESULT: tuple[Cell, ...] = (None,) * 8


def results_xlsx(tournament: Tournament, _options: FileOptions) -> ExportedFile:
    """Matches by number on one sheet, their deals line by line on another (six queries)."""
    head = event_head(tournament)
    views = matches_of(tournament)
    rulings = rulings_by_match(tournament)
    sheets = [
        with_rulings(sheet, rulings.get(sheet.view.match.pk, {})) for sheet in sheets_of(views)
    ]
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
        _("Of them from the jury A"),
        _("Of them from the jury B"),
        _("Winner"),
        _("Decided"),
        _("Tuppi"),
        _("Deals played"),
        _("State"),
        _("Remark"),
    ]


def _match_cells(view: MatchView) -> list[Cell]:
    """A match as it counts: of an annulled one no result, only that it is and why."""
    match = view.match
    return [
        match.number,
        view.pool.label,
        match.round,
        match.table,
        _local(match.starts_at),
        view.a.name,
        view.b.name,
        *(_NO_RESULT if match.annulled else _result_cells(view)),
        match_status(match),
        " ".join(match_remarks(view)),
    ]


def _result_cells(view: MatchView) -> list[Cell]:
    match = view.match
    jury_a, jury_b = jury_share(view)
    return [
        view.points_a if match.is_started else None,
        view.points_b if match.is_started else None,
        jury_a or None,
        jury_b or None,
        view.winner.name if view.winner else None,
        match_decision(match),
        tuppi_word(match),
        match.deals_played,
    ]


def _deal_headings() -> list[str]:
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


def _deal_cells(sheet: SheetView, line: SheetLine) -> list[Cell]:
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
        _local(line.ruled.ruled_at) if line.ruled else None,
        format_entry(line.entry),
    ]


def _local(moment: datetime) -> datetime:
    return timezone.localtime(moment).replace(tzinfo=None, microsecond=0)
