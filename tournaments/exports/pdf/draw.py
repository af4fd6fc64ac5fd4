"""The draw that counts, for the wall: its pools, and what it takes to check it (R24)."""

from __future__ import annotations

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from reportlab.platypus import Flowable, Table

from tournaments.exports.file import ExportedFile
from tournaments.exports.options import FileOptions
from tournaments.exports.pdf.document import CONTENT_WIDTH
from tournaments.exports.pdf.paper import MM
from tournaments.exports.pdf.type import REGULAR, paragraph, style
from tournaments.exports.pdf.wall import nothing_yet, pairs_table, wall_list
from tournaments.models import Draw, Pool, Tournament
from tournaments.queries.draws import draws_of

_FACT_WIDTH = 34 * MM


def draw_pdf(tournament: Tournament, options: FileOptions) -> ExportedFile:
    """The pools of the published draw with its seed, time and drawer (four queries)."""
    view = next((view for view in draws_of(tournament) if view.draw.counts), None)
    if view is None:
        nothing = nothing_yet(
            _("The draw has not been made yet"),
            _("Pools with their pairs stand here once the draw is published."),
        )
        return wall_list(tournament, _("Draw"), nothing, options)
    blocks: list[list[Flowable]] = [[_facts(view.draw)]]
    for number, pairs in enumerate(view.pools, start=1):
        heading = _("Pool %(pool)s") % {"pool": Pool(number=number).label}
        blocks.append([pairs_table(heading, pairs)])
    title = _("Draw %(number)s") % {"number": view.draw.number}
    return wall_list(tournament, title, blocks, options)


def _facts(draw: Draw) -> Table:
    facts = (
        (_("Seed"), draw.seed),
        (_("Drawn"), date_format(timezone.localtime(draw.drawn_at), "j.n.Y H.i.s")),
        (_("Drawn by"), draw.drawn_by_name),
    )
    return Table(
        [
            [paragraph(name, style=style(11, bold=True)), paragraph(value, style=style(14))]
            for name, value in facts
        ],
        colWidths=[_FACT_WIDTH, CONTENT_WIDTH - _FACT_WIDTH],
        style=[
            ("FONT", (0, 0), (-1, -1), REGULAR),
            ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
            ("TOPPADDING", (0, 0), (-1, -1), 0.5 * MM),
            ("BOTTOMPADDING", (0, 0), (-1, -1), 0.5 * MM),
            ("LEFTPADDING", (0, 0), (-1, -1), 0),
            ("RIGHTPADDING", (0, 0), (-1, -1), 0),
        ],
    )
