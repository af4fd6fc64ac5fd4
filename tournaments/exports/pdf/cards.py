"""What table cards and pair cards have in common."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from django.utils.translation import gettext as _
from reportlab.pdfgen.canvas import Canvas

from tournaments.exports.pdf.drawing import line_of_text
from tournaments.exports.pdf.qr import draw_qr

CAPTION = 17.0
"""How high the line under a QR code is."""
_BASELINE = 8.0

_Each = TypeVar("_Each")


def parted(
    rows: Sequence[_Each], height_of: Callable[[_Each], float], room: float
) -> list[list[_Each]]:
    """The rows by card, as many on each as `room` holds, one at least; one empty card for none."""
    cards: list[list[_Each]] = [[]]
    used = 0.0
    for row in rows:
        height = height_of(row)
        if cards[-1] and used + height > room:
            cards.append([])
            used = 0.0
        cards[-1].append(row)
        used += height
    return cards


def page_text(number: int, count: int) -> str:
    """Which card of a table or pair it is; "" where there is one only."""
    return _("Card %(number)d/%(count)d") % {"number": number, "count": count} if count > 1 else ""


def qr_place(
    canvas: Canvas, x: float, top: float, size: float, address: str | None, what: str = ""
) -> float:
    """A QR code of `address` in a square whose upper left corner this is, and under it a line that
    says what it is; returns where they end. Without an address their room stays empty."""
    if address:
        draw_qr(canvas, address, x, top, size)
        line_of_text(
            canvas, what, x, top - size - _BASELINE, size, size=11, bold=True, align="center"
        )
    return top - size - CAPTION
