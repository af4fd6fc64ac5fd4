"""What a sheet of many rows has beside them and not below: first dealer, rulings, the result,
signatures."""

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
from tournaments.exports.pdf.sheet_head import first_dealer_label, seats_of
from tournaments.exports.pdf.sheet_paper import SheetPaper
from tournaments.exports.pdf.sheet_result import (
    UNDER_LABELS,
    draw_result,
    result_height,
    signers_of,
)
from tournaments.exports.pdf.type import paragraph, style

WIDTH = 50 * MM
_GAP = 2 * MM
_PADDING = 2 * MM
_INNER = WIDTH - 2 * _PADDING
_LABEL_HEIGHT = 5.5 * MM
_CODE = 26 * MM
_WRITING_ROOM = 10 * MM
_WRITING_LINE = 0.5


@dataclass(frozen=True)
class SheetSide:
    """The column beside the rows of every page of a sheet, so `height` high; only its remarks
    differ."""

    head: EventHead
    form: SheetForm
    paper: SheetPaper
    height: float

    @property
    def free(self) -> float:
        """What remarks may be high."""
        code = _CODE + _GAP if self.form.link else 0.0
        return self._remarks_box - _LABEL_HEIGHT - _PADDING - code

    def remark_height(self, remark: str) -> float:
        return block_height([self._remark(remark)], _INNER)

    def draw(self, canvas: Canvas, remarks: Sequence[str], x: float, top: float) -> None:
        """Draws it from `top` down."""
        top = self._draw_first_dealer(canvas, x, top) - _GAP
        canvas.setLineWidth(0.8)
        box(canvas, x, top, WIDTH, self._remarks_box)
        self._label(canvas, _("Rulings and remarks"), x + _PADDING, top)
        lines = [self._remark(remark) for remark in remarks]
        draw_block(canvas, lines, x + _PADDING, top - _LABEL_HEIGHT, _INNER)
        top -= self._remarks_box
        self._draw_link(canvas, x, top)
        top -= _GAP
        canvas.setLineWidth(0.8)
        box(canvas, x, top, WIDTH, self._result_box)
        draw_result(canvas, self.form, self.paper, x, top, UNDER_LABELS)
        self._draw_signatures(canvas, x, top - self._result_box)

    @cached_property
    def _dealer(self) -> tuple[list[Paragraph], list[Paragraph]]:
        """The label, and under it who deals first and sits where; the latter empty to write on."""
        label = paragraph(first_dealer_label(), style=style(self.paper.label))
        dealer, seats = seats_of(self.form.view)
        if not dealer:
            return [label], []
        return [label], [
            paragraph(dealer, style=style(11, bold=True)),
            paragraph(seats, style=style(self.paper.label)),
        ]

    @cached_property
    def _dealer_height(self) -> float:
        label, said = self._dealer
        return block_height(label, WIDTH) + (block_height(said, WIDTH) if said else _WRITING_ROOM)

    def _draw_first_dealer(self, canvas: Canvas, x: float, top: float) -> float:
        label, said = self._dealer
        bottom = top - self._dealer_height
        below = draw_block(canvas, label, x, top, WIDTH)
        if said:
            draw_block(canvas, said, x, below, WIDTH)
        else:
            canvas.setLineWidth(_WRITING_LINE)
            canvas.line(x, bottom + 1 * MM, x + WIDTH, bottom + 1 * MM)
        return bottom

    @property
    def _result_box(self) -> float:
        return result_height(self.form, UNDER_LABELS)

    @property
    def _each_signature(self) -> float:
        return self.paper.signature + self.paper.small * 0.7

    @cached_property
    def _signers(self) -> list[tuple[str, str]]:
        return signers_of(self.form)

    @property
    def _remarks_box(self) -> float:
        """What the others leave."""
        signatures = _LABEL_HEIGHT + self._each_signature * len(self._signers)
        others = self._dealer_height + self._result_box + signatures + self._below_signatures
        return self.height - others - 2 * _GAP

    @property
    def _below_signatures(self) -> float:
        """The last name and the time of printing."""
        return 2 * MM + 2 * self.paper.small

    def _draw_link(self, canvas: Canvas, x: float, bottom: float) -> None:
        """The code of the sheet's link in the lower end of the remarks, its words beside it."""
        if not self.form.link:
            return
        top = bottom + _CODE
        draw_qr(canvas, self.form.link, x + WIDTH - _CODE, top, _CODE)
        words = paragraph(
            _("Scan to keep the score of this match"),
            style=style(self.paper.label, align="right", lead=1.15),
        )
        draw_block(canvas, [words], x + 1 * MM, top - _PADDING, WIDTH - _CODE - 1 * MM)

    def _remark(self, text: str) -> Paragraph:
        return paragraph(text, style=style(self.paper.label, lead=1.15))

    def _label(self, canvas: Canvas, text: str, x: float, top: float) -> None:
        line_of_text(canvas, text, x, top - 4 * MM, _INNER, size=self.paper.label, bold=True)

    def _draw_signatures(self, canvas: Canvas, x: float, top: float) -> None:
        self._label(canvas, _("Signatures"), x, top)
        small = self.paper.small
        for letter, name in self._signers:
            top -= self._each_signature
            canvas.setLineWidth(0.6)
            canvas.line(x, top, x + WIDTH, top)
            # Whole names stand in the head; this is only to find one's own line.
            line_of_text(
                canvas,
                f"{letter}  {name}",
                x,
                top - 1 * MM - small,
                WIDTH,
                size=self.paper.label,
                smallest=small,
            )
        y = top - self._below_signatures
        line_of_text(canvas, self.head.printed, x, y, WIDTH, size=small, align="right")
