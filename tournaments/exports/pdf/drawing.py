"""Pieces for pages drawn by hand. Lengths are points; `top` is a height above the page's foot."""

from __future__ import annotations

from collections.abc import Sequence

from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Paragraph

from tournaments.exports.pdf.type import BOLD, REGULAR, text_width
from tournaments.exports.text import printable

SMALLEST = 6.0
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
    smallest: float = SMALLEST,
) -> None:
    """One line on the baseline `y`, set smaller where it would be wider than `width`, down to
    `smallest`; cut with … where that is not enough."""
    font = BOLD if bold else REGULAR
    size = fitting_size(text, font, width, size, smallest)
    shown = cut_to_width(printable(text), font, size, width)
    canvas.setFont(font, size)
    if align == "right":
        canvas.drawRightString(x + width, y, shown)
    elif align == "center":
        canvas.drawCentredString(x + width / 2, y, shown)
    else:
        canvas.drawString(x, y, shown)


def two_lines_of_text(
    canvas: Canvas,
    text: str,
    x: float,
    middle: float,
    width: float,
    *,
    size: float,
    smallest: float = SMALLEST,
) -> None:
    """A name about the height `middle`: on one line where it fits into `width`, else its first
    word over the others, cut with … where they are too long."""
    first, _space, rest = text.partition(" ")
    if text_width(text, REGULAR, size) <= width or not rest:
        line_of_text(canvas, text, x, middle - size * 0.36, width, size=size, smallest=smallest)
        return
    line_of_text(canvas, first, x, middle + 0.8, width, size=smallest, smallest=smallest)
    line_of_text(canvas, rest, x, middle - smallest, width, size=smallest, smallest=smallest)


def fitting_size(text: str, font: str, width: float, size: float, smallest: float) -> float:
    """The size at most `size` and at least `smallest` at which the text is no wider than `width`,
    as far as there is one."""
    wide = text_width(text, font, size)
    if wide <= width or size <= smallest:
        return size
    # Widths grow with the size, so one measuring tells it.
    return max(smallest, int(size * width / wide / _STEP) * _STEP)


def cut_to_width(text: str, font: str, size: float, width: float) -> str:
    """The text, without its end and with … where it is wider than `width`."""
    if text_width(text, font, size) <= width:
        return text
    kept = text
    while kept and text_width(f"{kept}…", font, size) > width:
        kept = kept[:-1]
    return f"{kept.rstrip()}…"


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
