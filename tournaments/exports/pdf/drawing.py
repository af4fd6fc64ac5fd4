"""Pieces for pages drawn by hand. Lengths are points; `top` is a height above the page's foot."""

from __future__ import annotations

from collections.abc import Sequence

from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Paragraph

from tournaments.exports.pdf.type import BOLD, REGULAR, text_width
from tournaments.exports.text import printable

_SMALLEST = 5.0
_STEP = 0.5
_ANY_HEIGHT = 10_000


def line_of_text(
    canvas: Canvas,
    text: str,
    x: float,
    y: float,
    width: float,
    *,
    size: float,
    bold: bool = False,
    align: str = "left",
) -> None:
    """One line on the baseline `y`, set smaller where it would be wider than `width`."""
    font = BOLD if bold else REGULAR
    while size > _SMALLEST and text_width(text, font, size) > width:
        size -= _STEP
    canvas.setFont(font, size)
    shown = printable(text)
    if align == "right":
        canvas.drawRightString(x + width, y, shown)
    elif align == "center":
        canvas.drawCentredString(x + width / 2, y, shown)
    else:
        canvas.drawString(x, y, shown)


def block_height(paragraphs: Sequence[Paragraph], width: float) -> float:
    """How high the paragraphs are, one under another in a column of this width."""
    return float(sum(paragraph.wrap(width, _ANY_HEIGHT)[1] for paragraph in paragraphs))


def draw_block(
    canvas: Canvas, paragraphs: Sequence[Paragraph], x: float, top: float, width: float
) -> float:
    """Draws the paragraphs one under another from `top` down; returns where they end."""
    for paragraph in paragraphs:
        _width, height = paragraph.wrap(width, _ANY_HEIGHT)
        top -= height
        paragraph.drawOn(canvas, x, top)
    return top


def box(canvas: Canvas, x: float, top: float, width: float, height: float) -> None:
    canvas.rect(x, top - height, width, height)
