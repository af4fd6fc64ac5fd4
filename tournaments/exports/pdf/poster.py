"""A poster for the wall: the event's address, large, and its code for phones."""

from __future__ import annotations

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _
from reportlab.pdfgen.canvas import Canvas

from tournaments.exports.event_head import EventHead, event_head
from tournaments.exports.file import ExportedFile, pdf_file
from tournaments.exports.options import FileOptions, Paper
from tournaments.exports.pdf.document import drawn_document
from tournaments.exports.pdf.drawing import draw_block, line_of_text
from tournaments.exports.pdf.paper import A4, MM
from tournaments.exports.pdf.qr import draw_qr
from tournaments.exports.pdf.type import paragraph, style
from tournaments.models import Tournament

_A3_BY_A4 = 2**0.5
_MARGIN = 20 * MM
_QR_SIZE = 130 * MM


def poster_pdf(tournament: Tournament, options: FileOptions) -> ExportedFile:
    """One page, A4 or A3 (one query). The address is the one the site was started with."""
    head = event_head(tournament)
    address = settings.SITE_URL + reverse("event", args=[tournament.slug])
    scale = _A3_BY_A4 if options.paper is Paper.A3 else 1.0

    def draw(canvas: Canvas) -> None:
        canvas.scale(scale, scale)
        _draw(canvas, head, address)
        canvas.showPage()

    title = _("Poster")
    size = (A4[0] * scale, A4[1] * scale)
    return pdf_file(drawn_document(f"{title} – {head.name}", draw, pagesize=size))


def _draw(canvas: Canvas, head: EventHead, address: str) -> None:
    width = A4[0] - 2 * _MARGIN
    lines = [
        paragraph(head.name, style=style(30, bold=True, align="center")),
        paragraph(head.where_and_when, style=style(15, align="center")),
    ]
    top = draw_block(canvas, lines, _MARGIN, A4[1] - _MARGIN, width) - 6 * MM
    what = paragraph(
        _("Standings, schedule and score sheets on your phone"),
        style=style(20, align="center"),
    )
    top = draw_block(canvas, [what], _MARGIN, top, width) - 4 * MM
    size = min(_QR_SIZE, top - _MARGIN - 22 * MM)
    draw_qr(canvas, address, (A4[0] - size) / 2, top, size)
    line_of_text(
        canvas, address, _MARGIN, top - size - 8 * MM, width, size=18, bold=True, align="center"
    )
    line_of_text(
        canvas,
        _("Join the hall's Wi-Fi first."),
        _MARGIN,
        top - size - 17 * MM,
        width,
        size=13,
        align="center",
    )
