"""Score sheets as a workbook to fill in without a network, and to bring back.

`imports.filled_form` says how it is laid out; `imports.filled_sheets` reads it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from django.utils.translation import gettext as _
from openpyxl import Workbook
from openpyxl.worksheet.pagebreak import Break
from openpyxl.worksheet.properties import PageSetupProperties
from openpyxl.worksheet.worksheet import Worksheet

from scoring.ledger import CutShort, DealEntry, Entry, FormatKind, Tricks
from scoring.notation import format_entry
from tournaments.exports.event_head import EventHead, event_head, start_text
from tournaments.exports.file import ExportedFile, xlsx_file
from tournaments.exports.options import FileOptions
from tournaments.exports.stages import wanted_views
from tournaments.exports.text import printable
from tournaments.exports.xlsx.filled_help import fill_help
from tournaments.exports.xlsx.filled_styles import add_choices, add_styles
from tournaments.exports.xlsx.workbook import workbook_bytes
from tournaments.imports.filled_form import HEADING_ROW, MOST_ROWS, VERSION, Marker, SheetKind
from tournaments.models import Match, Stage, Tournament
from tournaments.queries.matches import MatchView, matches_of
from tournaments.queries.sheets import SheetView, sheets_of
from tournaments.stage_wording import knockout_round_name, round_name, stage_label
from tournaments.wording import match_decision, match_status

ROWS_TO_TUPPI = 24
ROWS_AFTER_DEALS = 6
"""For a rise played out (R10), a decider (R11) and 28s that use up no deal (R15)."""
ROWS_FOR_RULINGS = 2
"""For 28s where nothing is played out or decided (R13)."""
ROWS_BELOW_WRITTEN = 2

_ROWS_BEYOND = {FormatKind.FIXED: ROWS_AFTER_DEALS, FormatKind.PLAY_OFF: ROWS_FOR_RULINGS}
_WIDTHS = (8, 6, 9, 11, 9, 27, 38)
_HEAD_ROWS = 2
_PAGE_ROWS = 58


def score_sheets_xlsx(tournament: Tournament, options: FileOptions) -> ExportedFile:
    """A block for every match but the annulled ones, a sheet a round (five queries).

    What is on the site already stands in it, locked where the lines were saved; a bare result is
    only told, so that its deals can be typed.
    """
    head = event_head(tournament)
    views = [view for view in matches_of(tournament) if not view.match.annulled]
    views = wanted_views(views, options)
    workbook = Workbook()
    add_styles(workbook)
    title = _("Score sheets to fill in")
    workbook.properties.title = printable(f"{title} – {head.name}")
    workbook.properties.creator = "Tuppiliitto"
    instructions: Any = workbook.active
    instructions.title = _("Instructions")
    marker = str(Marker(VERSION, tournament.slug, SheetKind.HELP))
    fill_help(instructions, head, marker, is_empty=not views)
    _set_up(instructions, head, columns="A:B")
    marker = str(Marker(VERSION, tournament.slug, SheetKind.MATCHES))
    by_round = sorted(sheets_of(views), key=lambda sheet: _order(sheet.view.match))
    for _key, sheets in groupby(by_round, key=lambda sheet: _order(sheet.view.match)[:2]):
        parts = list(_parts(list(sheets)))
        for part, own in enumerate(parts, start=1):
            name = _round(own[0].view)
            if len(parts) > 1:
                name = f"{name} ({part})"
            _add_round(workbook, head, name, marker, own)
    return xlsx_file(workbook_bytes(workbook))


def _order(match: Match) -> tuple[int, int, int]:
    return list(Stage).index(Stage(match.stage)), match.round, match.number


def _round(view: MatchView) -> str:
    match = view.match
    if match.bracket is not None:
        return knockout_round_name(match.bracket, match.round)
    return _("Play-off") if match.stage == Stage.PLAY_OFF else round_name(view)


def _parts(sheets: Sequence[SheetView]) -> Iterator[list[SheetView]]:
    """The matches of a round, on as many sheets as their rows need."""
    part: list[SheetView] = []
    rows = 0
    for sheet in sheets:
        own = _HEAD_ROWS + _line_count(sheet) + 1
        if part and rows + own > MOST_ROWS:
            yield part
            part, rows = [], 0
        part.append(sheet)
        rows += own
    yield part


def _add_round(
    workbook: Workbook, head: EventHead, name: str, marker: str, sheets: Sequence[SheetView]
) -> None:
    sheet = workbook.create_sheet(name)
    for number, width in enumerate(_WIDTHS):
        sheet.column_dimensions["ABCDEFG"[number]].width = width
    _put(sheet, 1, 1, marker, "marker")
    _put(sheet, 2, 1, f"{name} – {head.name}", "title")
    headings = [
        _("Match"),
        _("Deal"),
        _("Game"),
        _("Declarer"),
        _("Tricks A"),
        _("Or in short"),
        _("Remark"),
    ]
    for column, heading in enumerate(headings, start=1):
        style = "heading-centre" if column <= 5 else "heading"
        _put(sheet, HEADING_ROW, column, heading, style)
    sheet.freeze_panes = f"A{HEADING_ROW + 1}"
    row = HEADING_ROW + 1
    on_page = 0
    for each in sheets:
        rows = _HEAD_ROWS + _line_count(each) + 1
        if on_page and on_page + rows > _PAGE_ROWS:
            sheet.row_breaks.append(Break(id=row - 1))
            on_page = 0
        row = _add_match(sheet, each, row)
        on_page += rows
    # Play-offs have a sheet of their own.
    add_choices(sheet, HEADING_ROW + 1, row, "" if sheets[0].collects else _("fell"))
    _set_up(sheet, head, columns="A:G")
    sheet.print_title_rows = f"{HEADING_ROW}:{HEADING_ROW}"


def _add_match(sheet: Worksheet, each: SheetView, row: int) -> int:
    """The block of one match from `row` on; returns the row after it and an empty one."""
    view = each.view
    for side, pair, note, style in (
        ("A", view.a, _place(view), "head"),
        ("B", view.b, _state(each), "head-b"),
    ):
        names = "head-names" if side == "A" else "head-names-b"
        _put(sheet, row, 1, view.match.number, style)
        _put(sheet, row, 2, side, style)
        _put(sheet, row, 3, pair.number, style)
        _put(sheet, row, 4, pair.name, names)
        for column in (5, 6):
            _put(sheet, row, column, None, names)
        _put(sheet, row, 7, note, "note")
        row += 1
    lines = () if each.bare_result else each.entries
    for place in range(_line_count(each)):
        _put(sheet, row, 1, view.match.number, "line")
        _put(sheet, row, 2, place + 1, "line")
        if place < len(lines):
            for column, value in enumerate(cells_of(lines[place]), start=3):
                _put(sheet, row, column, value, "written-short" if column == 6 else "written")
        else:
            for column in (3, 4, 5):
                _put(sheet, row, column, None, "input")
            _put(sheet, row, 6, None, "input-short")
        if each.collects and place == len(lines):
            _put(sheet, row, 7, _("Nothing falls, both pairs collect"), "note")
        elif place == view.match.deals and not each.collects:
            _put(sheet, row, 7, _("Rise played out, decider"), "note")
        row += 1
    return row + 1


def cells_of(entry: Entry) -> tuple[str | None, str | None, str | int | None, str | None]:
    """A line as the form has it: game, declarer, tricks of A; or its short notation."""
    if isinstance(entry, DealEntry):
        declarer = entry.declarer.value if entry.declarer else None
        if isinstance(entry.outcome, Tricks):
            return entry.game.value, declarer, entry.outcome.tricks_a, None
        if isinstance(entry.outcome, CutShort):
            return entry.game.value, declarer, _("fell"), None
    return None, None, None, format_entry(entry)


def _line_count(sheet: SheetView) -> int:
    match = sheet.view.match
    if match.deals is None:
        rows = ROWS_TO_TUPPI
    else:
        rows = match.deals + _ROWS_BEYOND.get(FormatKind(match.format), 0)
    written = 0 if sheet.bare_result else len(sheet.entries)
    if match.is_finished and written:
        return written
    return max(rows, written + ROWS_BELOW_WRITTEN)


def _place(view: MatchView) -> str:
    match = view.match
    return _("Pool %(pool)s, table %(table)d, %(time)s") % {
        "pool": stage_label(view),
        "table": match.table,
        "time": start_text(match.starts_at),
    }


def _state(sheet: SheetView) -> str:
    """What is on the site of the match; nothing where nothing was written."""
    match = sheet.view.match
    if not match.is_started:
        return ""
    points = _("A %(a)d, B %(b)d") % {"a": match.total_a, "b": match.total_b}
    if sheet.bare_result:
        return _("Only the result is known: %(points)s. Type the deals.") % {"points": points}
    parts = [match_status(match), points, match_decision(match)]
    return ", ".join(str(part) for part in parts if part)


def _put(sheet: Worksheet, row: int, column: int, value: str | int | None, style: str) -> None:
    cell: Any = sheet.cell(row, column)
    if value is not None:
        cell.value = printable(value) if isinstance(value, str) else value
        if isinstance(value, str):
            cell.data_type = "s"  # otherwise a leading = makes a formula
    cell.style = f"sheets-{style}"


def _set_up(sheet: Worksheet, head: EventHead, *, columns: str) -> None:
    """Protects all but the open cells, without a password, and lays the sheet out for printing."""
    sheet.protection.sheet = True
    sheet.protection.formatColumns = False
    sheet.protection.formatRows = False
    sheet.page_setup.orientation = "portrait"
    sheet.page_setup.paperSize = "9"
    sheet.page_setup.fitToWidth = 1
    sheet.page_setup.fitToHeight = 0
    sheet.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
    sheet.print_area = f"{columns[0]}1:{columns[-1]}{max(sheet.max_row, 1)}"
    sheet.oddHeader.left.text = printable(head.name).replace("&", "&&")
    sheet.oddHeader.right.text = printable(sheet.title).replace("&", "&&")
    sheet.oddFooter.left.text = printable(head.printed).replace("&", "&&")
    sheet.oddFooter.right.text = "&P/&N"
