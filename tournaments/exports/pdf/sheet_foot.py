"""The lower part of a score sheet: rulings, the result, four signatures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Paragraph

from scoring.deals import Side
from tournaments.exports.event_head import EventHead
from tournaments.exports.pdf.drawing import block_height, box, draw_block, line_of_text
from tournaments.exports.pdf.paper import MM
from tournaments.exports.pdf.sheet_form import Outcome, SheetForm
from tournaments.exports.pdf.sheet_paper import SheetPaper
from tournaments.exports.pdf.type import BOLD, paragraph, style, text_width

_RESULT_WIDTH = 84 * MM
_GAP = 2 * MM
_PADDING = 2 * MM
_LABEL_HEIGHT = 5.5 * MM
_LINE_HEIGHT = 6.8 * MM
_TICK = 4.5 * MM


@dataclass(frozen=True)
class SheetFoot:
    """The lower part of every page of a sheet; only its remarks differ."""

    head: EventHead
    form: SheetForm
    paper: SheetPaper
    _signers: list[tuple[str, str]] = field(init=False)

    def __post_init__(self) -> None:
        view = self.form.view
        sides = (("A", view and view.a), ("B", view and view.b))
        signers = [
            (letter, player.name)
            for letter, pair in sides
            for player in (pair.players if pair else ())
        ]
        object.__setattr__(self, "_signers", signers or [(letter, "") for letter in "AABB"])

    @property
    def free(self) -> float:
        """What remarks may be high before the box grows."""
        return self.paper.box - _LABEL_HEIGHT - _PADDING

    def remark_height(self, remark: str) -> float:
        return block_height([self._remark(remark)], self._remarks_width)

    def height(self, remarks: Sequence[str]) -> float:
        """How high it is with these remarks."""
        return self._box_height(remarks) + self.paper.signature + self._names_height

    def draw(self, canvas: Canvas, remarks: Sequence[str], x: float, top: float) -> None:
        """Draws it from `top` down."""
        height = self._box_height(remarks)
        width = self.paper.width - _RESULT_WIDTH - _GAP
        canvas.setLineWidth(0.8)
        box(canvas, x, top, width, height)
        self._label(canvas, _("Rulings and remarks"), x + _PADDING, top - 4 * MM, width)
        draw_block(
            canvas,
            [self._remark(remark) for remark in remarks],
            x + _PADDING,
            top - _LABEL_HEIGHT,
            self._remarks_width,
        )
        box(canvas, x + width + _GAP, top, _RESULT_WIDTH, height)
        self._draw_result(canvas, x + width + _GAP, top)
        self._draw_signatures(canvas, x, top - height)

    @property
    def _remarks_width(self) -> float:
        return self.paper.width - _RESULT_WIDTH - _GAP - 2 * _PADDING

    def _remark(self, text: str) -> Paragraph:
        return paragraph(text, style=style(self.paper.label, lead=1.15))

    def _box_height(self, remarks: Sequence[str]) -> float:
        said = sum(self.remark_height(remark) for remark in remarks)
        return self.paper.box + max(0, said - self.free)

    @property
    def _cell(self) -> float:
        return (self.paper.width - 3 * _GAP) / len(self._signers)

    @property
    def _names_height(self) -> float:
        return self.paper.small + 1.5 * MM

    def _label(self, canvas: Canvas, text: str, x: float, y: float, width: float) -> None:
        line_of_text(canvas, text, x, y, width, size=self.paper.label, bold=True)

    def _draw_result(self, canvas: Canvas, x: float, top: float) -> None:
        outcome = self.form.outcome
        self._label(canvas, _("Result"), x + _PADDING, top - 4 * MM, 60 * MM)
        labels = (_("Match points"), _("Winner"), _("Tuppi"))
        for number, label in enumerate(labels):
            y = top - 9.8 * MM - number * _LINE_HEIGHT
            line_of_text(canvas, label, x + _PADDING, y, 31 * MM, size=10)
            for column, side in enumerate(Side):
                left = x + 34 * MM + column * 25 * MM
                line_of_text(canvas, side.value, left, y, 5 * MM, size=12, bold=True)
                canvas.setLineWidth(0.8)
                if not number:
                    canvas.line(left + 5 * MM, y - 0.8 * MM, left + 21 * MM, y - 0.8 * MM)
                    if outcome:
                        self._draw_points(canvas, outcome, side, left + 5 * MM, y)
                    continue
                canvas.rect(left + 6 * MM, y - 1 * MM, _TICK, _TICK)
                ticked = outcome and (outcome.winner if number == 1 else outcome.tuppi)
                if ticked is side:
                    _draw_tick(canvas, left + 6 * MM, y - 1 * MM)

    def _draw_points(
        self, canvas: Canvas, outcome: Outcome, side: Side, x: float, y: float
    ) -> None:
        points = str(outcome.points_a if side is Side.A else outcome.points_b)
        line_of_text(canvas, points, x, y + 0.4 * MM, 16 * MM, size=13, bold=True, align="center")
        if outcome.struck:
            canvas.setLineWidth(0.9)
            half = text_width(points, BOLD, 13) / 2 + 1.2 * MM
            canvas.line(x + 8 * MM - half, y + 1 * MM, x + 8 * MM + half, y + 2.8 * MM)

    def _draw_signatures(self, canvas: Canvas, x: float, top: float) -> None:
        y = top - 4.8 * MM
        self._label(canvas, _("Signatures"), x, y, self.paper.width / 2)
        line_of_text(
            canvas, self.head.printed, x, y, self.paper.width, size=self.paper.small, align="right"
        )
        line = top - self.paper.signature
        canvas.setLineWidth(0.6)
        for letter, name in self._signers:
            canvas.line(x, line, x + self._cell, line)
            # Whole names stand in the head; this is only to find one's own line.
            line_of_text(
                canvas,
                f"{letter}  {name}",
                x,
                line - 1 * MM - self.paper.small,
                self._cell,
                size=self.paper.label,
                smallest=self.paper.small,
            )
            x += self._cell + _GAP


def _draw_tick(canvas: Canvas, x: float, y: float) -> None:
    """A cross by pen in the box whose lower left corner this is, reaching a little out of it."""
    canvas.setLineWidth(1.4)
    reach = 0.5 * MM
    canvas.line(x - reach, y - reach, x + _TICK + reach, y + _TICK + reach)
    canvas.line(x - reach, y + _TICK + reach, x + _TICK + reach, y - reach)
