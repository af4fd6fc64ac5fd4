"""The schedule for the wall: by time and round, in large type."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from reportlab.lib import colors
from reportlab.platypus import Flowable, Spacer, Table

from tournaments.exports.event_head import event_head, start_text
from tournaments.exports.file import ExportedFile, pdf_file
from tournaments.exports.options import FileOptions
from tournaments.exports.pdf.document import CONTENT_WIDTH, flow_document, kept_together
from tournaments.exports.pdf.paper import MM
from tournaments.exports.pdf.type import BOLD, REGULAR, pair_lines, paragraph, style
from tournaments.models import Tournament
from tournaments.queries.matches import MatchView, SlotView, schedule_of
from tournaments.templatetags.withdrawals import annulment_text

_TABLE_WIDTH = 24 * MM
_POOL_WIDTH = 22 * MM
_NAMES_WIDTH = CONTENT_WIDTH - _TABLE_WIDTH - _POOL_WIDTH
_PADDING = 1.1 * MM
_BETWEEN_PAIRS = 0.7 * MM


def schedule_pdf(tournament: Tournament, _options: FileOptions) -> ExportedFile:
    """Every start with its tables and who sits out (six queries)."""
    story: list[Flowable] = []
    for slot in schedule_of(tournament):
        if story:
            story.append(Spacer(0, 8 * MM))
        story.append(kept_together([_slot_table(slot)]))
    if not story:
        story = [
            paragraph(_("No schedule yet"), style=style(18, bold=True)),
            Spacer(0, 3 * MM),
            paragraph(
                _("Rounds, tables and times are made when the draw is published."), style=style(14)
            ),
        ]
    return pdf_file(flow_document(event_head(tournament), _("Schedule"), story))


def _slot_table(slot: SlotView) -> Table:
    rounds = ", ".join(str(number) for number in slot.rounds)
    round_text = ngettext("Round %(rounds)s", "Rounds %(rounds)s", len(slot.rounds))
    heading = f"{start_text(slot.starts_at)} · {round_text % {'rounds': rounds}}"
    label = style(10, bold=True)
    rows: list[list[Any]] = [
        [paragraph(heading, style=style(20, bold=True)), "", ""],
        [
            paragraph(_("Table"), style=label),
            paragraph(_("Match"), style=label),
            paragraph(_("Pool"), style=style(10, bold=True, align="right")),
        ],
        *(_match_cells(view) for view in slot.matches),
    ]
    idle = len(rows)
    for pair in slot.sitting_out:
        names = pair_lines(pair, style(13), _NAMES_WIDTH)
        rows.append(
            [
                paragraph(_("Sits out:"), style=style(11, bold=True)),
                paragraph(*names, style=style(13)),
                "",
            ]
        )
    return Table(
        rows,
        colWidths=[_TABLE_WIDTH, _NAMES_WIDTH, _POOL_WIDTH],
        repeatRows=2,
        style=[
            ("SPAN", (0, 0), (-1, 0)),
            ("FONT", (0, 0), (-1, -1), REGULAR, 14, 17),
            ("FONT", (0, 2), (0, idle - 1), BOLD, 26, 30),
            ("FONT", (2, 2), (2, -1), BOLD, 18, 22),
            ("ALIGN", (2, 2), (2, -1), "RIGHT"),
            ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
            ("TOPPADDING", (0, 0), (-1, -1), _PADDING),
            ("BOTTOMPADDING", (0, 0), (-1, -1), _PADDING),
            ("LEFTPADDING", (0, 0), (-1, -1), 0),
            ("RIGHTPADDING", (0, 0), (-1, -1), 0),
            ("LINEBELOW", (0, 1), (-1, 1), 1.2, colors.black),
            ("LINEBELOW", (0, 2), (-1, -1), 0.4, colors.black),
        ],
    )


def _match_cells(view: MatchView) -> list[Any]:
    name_style = style(14, bold=True, lead=1.15)
    a, b = (
        paragraph(*pair_lines(pair, name_style, _NAMES_WIDTH - 4 * MM), style=name_style)
        for pair in (view.a, view.b)
    )
    names: list[Flowable] = [a, Spacer(0, _BETWEEN_PAIRS), b]
    if view.match.annulled:
        names += [
            Spacer(0, _BETWEEN_PAIRS),
            paragraph(annulment_text(view.match), style=style(11)),
        ]
    return [str(view.match.table), names, view.pool.label]
