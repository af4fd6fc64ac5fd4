"""The schedule for the wall, by round and by table."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from reportlab.platypus import Flowable, Spacer, Table

from tournaments.exports.event_head import start_text
from tournaments.exports.file import ExportedFile
from tournaments.exports.options import FileOptions
from tournaments.exports.pdf.document import CONTENT_WIDTH
from tournaments.exports.pdf.paper import MM
from tournaments.exports.pdf.type import BOLD, pair_lines, paragraph, style, text_width
from tournaments.exports.pdf.wall import Column, nothing_yet, wall_list, wall_table
from tournaments.exports.stages import wanted_slots
from tournaments.models import Tournament
from tournaments.queries.matches import MatchView, SlotView, matches_of, rounds_of
from tournaments.stage_wording import round_label, slot_title, stage_label
from tournaments.templatetags.withdrawals import annulment_text

_TABLE = 24 * MM
_START = 27 * MM
_ROUND = 18 * MM
_POOL = 18 * MM
_STAGE_SIZE = 9.5
_GAP = 4 * MM
_BETWEEN_PAIRS = 0.7 * MM


def schedule_pdf(tournament: Tournament, options: FileOptions) -> ExportedFile:
    """Every round, or one, with its starts, tables and who sits out (six queries)."""
    slots = rounds_of(tournament)
    chosen = wanted_slots(slots, options)
    blocks: list[list[Flowable]] = [[_slot_table(slot)] for slot in chosen]
    if slots and not blocks:
        what = (
            _("No matches of the knock-out")
            if options.round is None
            else _("No round %(round)d") % {"round": options.round}
        )
        blocks = nothing_yet(what, _("The schedule has no matches in this round."))
    return wall_list(tournament, _("Schedule"), blocks or _no_schedule(), options)


def schedule_by_table_pdf(tournament: Tournament, options: FileOptions) -> ExportedFile:
    """Every table with its matches by starting time (four queries)."""
    views = sorted(matches_of(tournament), key=lambda view: (view.match.table, view.match.slot))
    blocks: list[list[Flowable]] = [
        [_table_table(number, list(group))]
        for number, group in groupby(views, key=lambda view: view.match.table)
    ]
    return wall_list(tournament, _("Schedule by table"), blocks or _no_schedule(), options)


def _no_schedule() -> list[list[Flowable]]:
    return nothing_yet(
        _("No schedule yet"),
        _("Rounds, tables and times are made when the draw is published."),
    )


def _slot_table(slot: SlotView) -> Table:
    stage_width = _stage_width(slot.matches)
    names_width = CONTENT_WIDTH - _TABLE - stage_width
    columns = [
        Column(_("Table"), _TABLE, size=26, bold=True),
        Column(_("Match"), names_width),
        Column("", stage_width),
    ]
    rows = [
        [str(view.match.table), _pairs(view, names_width), _stage(view)] for view in slot.matches
    ]
    names = style(14, bold=True, lead=1.15)
    rows += [
        [
            paragraph(_("Sits out:"), style=style(11, bold=True)),
            paragraph(*pair_lines(pair, names, names_width - _GAP), style=names),
            "",
        ]
        for pair in slot.sitting_out
    ]
    return wall_table(f"{slot_title(slot)} · {start_text(slot.starts_at)}", columns, rows)


def _table_table(number: int, views: list[MatchView]) -> Table:
    stage_width = _stage_width(views)
    names_width = CONTENT_WIDTH - _START - _ROUND - stage_width
    columns = [
        Column(_("Starts"), _START, size=20, bold=True),
        Column(_("Match"), names_width),
        Column(_("Round"), _ROUND, size=18, align="right"),
        Column("", stage_width),
    ]
    heading = _("Table %(number)d") % {"number": number}
    rows = [
        [_start(view), _pairs(view, names_width), round_label(view), _stage(view)] for view in views
    ]
    return wall_table(heading, columns, rows, heading_size=26)


def _stage_width(views: Iterable[MatchView]) -> float:
    """The width of the cells that `_stage` makes of these matches: no word in them is broken."""
    words = {word for view in views if not round_label(view) for word in stage_label(view).split()}
    widest = max((text_width(word, BOLD, _STAGE_SIZE) for word in words), default=0)
    return max(_POOL, widest + _GAP)


def _stage(view: MatchView) -> Any:
    """The letter of a match's pool, large, under the word that keeps it apart from the letters of
    pairs; of other matches what they are, in small type."""
    label = stage_label(view)
    if not round_label(view):
        return paragraph(label, style=style(_STAGE_SIZE, bold=True, align="right"))
    return [
        paragraph(_("Pool"), style=style(_STAGE_SIZE, align="right", lead=1.05)),
        paragraph(label, style=style(18, bold=True, align="right", lead=1.1)),
    ]


def _start(view: MatchView) -> list[Flowable]:
    """The day in small type over the time of day."""
    starts_at = timezone.localtime(view.match.starts_at)
    return [
        paragraph(date_format(starts_at, "D j.n."), style=style(11)),
        paragraph(date_format(starts_at, "H.i"), style=style(20, bold=True)),
    ]


def _pairs(view: MatchView, width: float) -> list[Flowable]:
    """Both pairs of a match in a cell of this width, and why it is annulled."""
    names = style(14, bold=True, lead=1.15)
    a, b = (
        paragraph(*pair_lines(pair, names, width - _GAP), style=names) for pair in (view.a, view.b)
    )
    lines: list[Any] = [a, Spacer(0, _BETWEEN_PAIRS), b]
    if view.match.annulled:
        annulled = paragraph(annulment_text(view.match), style=style(11))
        lines += [Spacer(0, _BETWEEN_PAIRS), annulled]
    return lines
