"""The lower part of a score sheet: rulings, the result, four signatures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext as _
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Paragraph

from tournaments.exports.event_head import EventHead
from tournaments.exports.pdf.drawing import block_height, box, draw_block, line_of_text
from tournaments.exports.pdf.paper import MM
from tournaments.exports.pdf.qr import draw_qr
from tournaments.exports.pdf.sheet_form import SheetForm
from tournaments.exports.pdf.sheet_paper import SheetPaper
from tournaments.exports.pdf.sheet_result import ON_LINES, draw_result, signers_of
from tournaments.exports.pdf.type import paragraph, style

_RESULT_WIDTH = 84 * MM
_GAP = 2 * MM
_PADDING = 2 * MM
_LABEL_HEIGHT = 5.5 * MM
_LINK_WORDS = 22 * MM


@dataclass(frozen=True)
class SheetFoot:
    """The lower part of every page of a sheet; only its remarks differ."""

    head: EventHead
    form: SheetForm
    paper: SheetPaper

    @cached_property
    def _signers(self) -> list[tuple[str, str]]:
        return signers_of(self.form)

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
        self._draw_link(canvas, x + width, top)
        box(canvas, x + width + _GAP, top, _RESULT_WIDTH, height)
        draw_result(canvas, self.form, self.paper, x + width + _GAP, top, ON_LINES)
        self._draw_signatures(canvas, x, top - height)

    @property
    def _remarks_width(self) -> float:
        room = self.paper.width - _RESULT_WIDTH - _GAP - 2 * _PADDING
        return room - self._link_width if self.form.link else room

    @property
    def _link_width(self) -> float:
        """What the code of the sheet's link and its words take of the remarks."""
        return self.paper.box + _LINK_WORDS

    def _draw_link(self, canvas: Canvas, right: float, top: float) -> None:
        """The code of the sheet's link in the right end of the remarks, its words beside it."""
        if not self.form.link:
            return
        size = self.paper.box
        draw_qr(canvas, self.form.link, right - size, top, size)
        words = paragraph(
            _("Scan to keep the score of this match"),
            style=style(self.paper.label, align="right", lead=1.15),
        )
        draw_block(canvas, [words], right - size - _LINK_WORDS, top - 2 * _PADDING, _LINK_WORDS)

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
