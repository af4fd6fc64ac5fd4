"""The result of a score sheet, to fill in or filled in, and who signs it."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from reportlab.pdfgen.canvas import Canvas

from scoring.deals import Side
from tournaments.exports.pdf.drawing import line_of_text
from tournaments.exports.pdf.paper import MM
from tournaments.exports.pdf.sheet_form import Outcome, SheetForm
from tournaments.exports.pdf.sheet_paper import SheetPaper
from tournaments.exports.pdf.type import BOLD, text_width

_PADDING = 2 * MM
_TICK = 4.5 * MM
_LABEL_WIDTH = 31 * MM


@dataclass(frozen=True)
class ResultLayout:
    """Where the lines of a result stand: the `first` so far below the top, each `step` below the
    one before; what is filled in begins `left` of the edge, B's `apart` from A's, and `under` its
    label."""

    first: float
    step: float
    left: float
    apart: float
    under: float = 0


ON_LINES = ResultLayout(first=9.8 * MM, step=6.8 * MM, left=34 * MM, apart=25 * MM)
"""Each label and what is filled in on one line."""
UNDER_LABELS = ResultLayout(
    first=9.4 * MM, step=12.2 * MM, left=2 * MM, apart=24 * MM, under=6.6 * MM
)
"""What is filled in beneath its label, for a narrow column."""


def result_height(form: SheetForm, layout: ResultLayout) -> float:
    """How high the lines of the result are."""
    count = len(_labels(form))
    return layout.first + (count - 1) * layout.step + layout.under + 3 * MM


def draw_result(
    canvas: Canvas, form: SheetForm, paper: SheetPaper, x: float, top: float, layout: ResultLayout
) -> None:
    """Match points, winner and tuppi of either pair, from `top` down."""
    outcome = form.outcome
    line_of_text(
        canvas, _("Result"), x + _PADDING, top - 4 * MM, 40 * MM, size=paper.label, bold=True
    )
    for number, label in enumerate(_labels(form)):
        y = top - layout.first - number * layout.step
        line_of_text(canvas, label, x + _PADDING, y, _LABEL_WIDTH, size=10)
        y -= layout.under
        for column, side in enumerate(Side):
            left = x + layout.left + column * layout.apart
            line_of_text(canvas, side.value, left, y, 5 * MM, size=12, bold=True)
            canvas.setLineWidth(0.8)
            if not number:
                canvas.line(left + 5 * MM, y - 0.8 * MM, left + 21 * MM, y - 0.8 * MM)
                if outcome:
                    _draw_points(canvas, outcome, side, left + 5 * MM, y)
                continue
            canvas.rect(left + 6 * MM, y - 1 * MM, _TICK, _TICK)
            ticked = outcome and (outcome.winner if number == 1 else outcome.tuppi)
            if ticked is side:
                _draw_tick(canvas, left + 6 * MM, y - 1 * MM)


def signers_of(form: SheetForm) -> list[tuple[str, str]]:
    """The letter of the pair and the name of each who signs, A's players first; four without a
    name on a blank sheet."""
    view = form.view
    if view is None:
        return [(letter, "") for letter in "AABB"]
    sides = (("A", view.a), ("B", view.b))
    return [(letter, player.name) for letter, pair in sides for player in pair.players]


def _labels(form: SheetForm) -> list[str]:
    labels = [_("Match points"), _("Winner")]
    if not form.collects:  # a tuppi is nothing special there
        labels.append(_("Tuppi"))
    return labels


def _draw_points(canvas: Canvas, outcome: Outcome, side: Side, x: float, y: float) -> None:
    points = str(outcome.points_a if side is Side.A else outcome.points_b)
    line_of_text(canvas, points, x, y + 0.4 * MM, 16 * MM, size=13, bold=True, align="center")
    if outcome.struck:
        canvas.setLineWidth(0.9)
        half = text_width(points, BOLD, 13) / 2 + 1.2 * MM
        canvas.line(x + 8 * MM - half, y + 1 * MM, x + 8 * MM + half, y + 2.8 * MM)


def _draw_tick(canvas: Canvas, x: float, y: float) -> None:
    """A cross by pen in the box whose lower left corner this is, reaching a little out of it."""
    canvas.setLineWidth(1.4)
    reach = 0.5 * MM
    canvas.line(x - reach, y - reach, x + _TICK + reach, y + _TICK + reach)
    canvas.line(x - reach, y + _TICK + reach, x + _TICK + reach, y - reach)
