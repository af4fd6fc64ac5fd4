"""The lower part of a score sheet: rulings, the result, four signatures."""

from __future__ import annotations

from django.utils.translation import gettext as _
from reportlab.pdfgen.canvas import Canvas

from tournaments.exports.event_head import EventHead
from tournaments.exports.pdf.drawing import box, draw_block, line_of_text
from tournaments.exports.pdf.paper import MM
from tournaments.exports.pdf.type import paragraph, style
from tournaments.queries.matches import MatchView

FOOT_HEIGHT = 49 * MM

_BOX_HEIGHT = 26 * MM
_RESULT_WIDTH = 84 * MM
_GAP = 2 * MM
_LINE_HEIGHT = 7 * MM
_TICK = 4.5 * MM


def draw_foot(
    canvas: Canvas, head: EventHead, view: MatchView, x: float, top: float, width: float
) -> None:
    """Draws it from `top` down, `FOOT_HEIGHT` high."""
    canvas.setLineWidth(0.8)
    rulings_width = width - _RESULT_WIDTH - _GAP
    box(canvas, x, top, rulings_width, _BOX_HEIGHT)
    line_of_text(
        canvas,
        _("Rulings and remarks"),
        x + 2 * MM,
        top - 4 * MM,
        rulings_width - 4 * MM,
        size=8.5,
        bold=True,
    )
    _draw_result(canvas, x + rulings_width + _GAP, top)
    _draw_signatures(canvas, view, x, top - _BOX_HEIGHT, width)
    line_of_text(canvas, head.printed, x, top - FOOT_HEIGHT, width, size=7, align="right")


def _draw_result(canvas: Canvas, x: float, top: float) -> None:
    box(canvas, x, top, _RESULT_WIDTH, _BOX_HEIGHT)
    line_of_text(canvas, _("Result"), x + 2 * MM, top - 4 * MM, 60 * MM, size=8.5, bold=True)
    rows = ((_("Match points"), True), (_("Winner"), False), (_("Tuppi"), False))
    for number, (label, has_lines) in enumerate(rows):
        y = top - 10.2 * MM - number * _LINE_HEIGHT
        line_of_text(canvas, label, x + 2 * MM, y, 30 * MM, size=10)
        for side, letter in enumerate("AB"):
            left = x + 34 * MM + side * 25 * MM
            line_of_text(canvas, letter, left, y, 5 * MM, size=12, bold=True)
            canvas.setLineWidth(0.8)
            if has_lines:
                canvas.line(left + 5 * MM, y - 0.8 * MM, left + 21 * MM, y - 0.8 * MM)
            else:
                canvas.rect(left + 6 * MM, y - 1 * MM, _TICK, _TICK)


def _draw_signatures(canvas: Canvas, view: MatchView, x: float, top: float, width: float) -> None:
    line_of_text(canvas, _("Signatures"), x, top - 4.5 * MM, width, size=8.5, bold=True)
    signers = [(letter, p) for letter, pair in (("A", view.a), ("B", view.b)) for p in pair.players]
    cell = (width - 3 * _GAP) / len(signers)
    y = top - 14 * MM
    canvas.setLineWidth(0.6)
    for letter, player in signers:
        canvas.line(x, y, x + cell, y)
        draw_block(
            canvas,
            [paragraph(f"{letter}  {player.name}", style=style(7.5))],
            x,
            y - 0.5 * MM,
            cell,
        )
        x += cell + _GAP
