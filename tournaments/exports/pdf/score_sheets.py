"""Score sheets to play on: one match a page, black on white, large enough to write in."""

from __future__ import annotations

from django.utils.translation import gettext as _
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, Spacer

from tournaments.exports.event_head import EventHead, event_head
from tournaments.exports.file import ExportedFile, pdf_file
from tournaments.exports.options import FileOptions
from tournaments.exports.pdf.document import drawn_document, flow_document
from tournaments.exports.pdf.paper import A4, MM
from tournaments.exports.pdf.sheet_foot import FOOT_HEIGHT, draw_foot
from tournaments.exports.pdf.sheet_grid import draw_grid, pages_of, sections_of
from tournaments.exports.pdf.sheet_head import draw_head
from tournaments.exports.pdf.type import paragraph, style
from tournaments.models import Tournament
from tournaments.queries.matches import MatchView, matches_of

_LEFT = 12 * MM
_WIDTH = A4[0] - 2 * _LEFT
_TOP = A4[1] - 10 * MM
_BOTTOM = 9 * MM
_GAP = 3 * MM


def score_sheets_pdf(tournament: Tournament, _options: FileOptions) -> ExportedFile:
    """A sheet for every match of the event but the annulled ones, by number (four queries)."""
    head = event_head(tournament)
    matches = matches_of(tournament)
    views = [view for view in matches if not view.match.annulled]
    title = _("Score sheets")
    if not matches:
        why = _("Rounds, tables and times are made when the draw is published.")
        return pdf_file(flow_document(head, title, _nothing(_("No matches yet"), why)))
    if not views:
        why = _("Every match of the event is annulled.")
        return pdf_file(flow_document(head, title, _nothing(_("No matches to play"), why)))

    def draw(canvas: Canvas) -> None:
        for view in views:
            draw_score_sheet(canvas, head, view)

    return pdf_file(drawn_document(f"{title} – {head.name}", draw))


def _nothing(what: str, why: str) -> list[Flowable]:
    return [
        paragraph(what, style=style(14, bold=True)),
        Spacer(0, 2 * MM),
        paragraph(why, style=style(11)),
    ]


def draw_score_sheet(canvas: Canvas, head: EventHead, view: MatchView) -> None:
    """One match's empty sheet, on a page of its own; on two where its rows need them."""
    pages = pages_of(sections_of(view.match))
    for number, sections in enumerate(pages, start=1):
        page = f"{number}/{len(pages)}" if len(pages) > 1 else ""
        top = draw_head(canvas, head, view, page, _LEFT, _TOP, _WIDTH)
        foot = _BOTTOM + FOOT_HEIGHT
        draw_grid(canvas, sections, _LEFT, top, foot + _GAP)
        draw_foot(canvas, head, view, _LEFT, foot, _WIDTH)
        canvas.showPage()
