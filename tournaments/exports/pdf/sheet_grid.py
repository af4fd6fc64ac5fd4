"""The rows of a score sheet: one for each deal, in the order the page has them too."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from django.utils.translation import gettext as _
from reportlab.pdfgen.canvas import Canvas

from scoring.ledger import FormatKind
from tournaments.exports.pdf.drawing import box, line_of_text
from tournaments.exports.pdf.paper import MM
from tournaments.models import Match

PLAYED_OUT_ROWS = 4
DECIDER_ROWS = 1
ROWS_TO_TUPPI = 24
MOST_ROWS = 24
"""Rows a page holds that are still high enough to write in."""

_HEAD_HEIGHT = 11 * MM
_BAR_HEIGHT = 5 * MM
_HIGHEST_ROW = 9 * MM
_WIDTHS = tuple(share * MM for share in (10, 25, 17, 17, 14, 14, 17, 18, 18, 18, 18))
_GROUP_EDGES = frozenset({2, 4, 6, 7, 9})
"""Columns that begin a group; a heavier line stands before them."""
_ROWS_BETWEEN_HEAVY_LINES = 4


@dataclass(frozen=True)
class Section:
    """Rows that belong together under a caption ("" for none), each with the number printed."""

    caption: str
    numbers: tuple[str, ...]


def sections_of(match: Match) -> list[Section]:
    """The rows a match needs: its deals, then a rise played out (R10) and a decider (R11)."""
    count = ROWS_TO_TUPPI if match.deals is None else match.deals
    sections = [Section("", _numbers(1, count))]
    if match.format == FormatKind.FIXED:
        sections += [
            Section(_("Rise played out"), _numbers(count + 1, PLAYED_OUT_ROWS)),
            Section(_("Decider"), ("",) * DECIDER_ROWS),
        ]
    return sections


def pages_of(sections: Sequence[Section]) -> list[list[Section]]:
    """The sections by page, at most `MOST_ROWS` rows on each; a section may go on overleaf."""
    pages: list[list[Section]] = [[]]
    room = MOST_ROWS
    for section in sections:
        numbers = section.numbers
        while numbers:
            if not room:
                pages.append([])
                room = MOST_ROWS
            pages[-1].append(Section(section.caption, numbers[:room]))
            numbers, room = numbers[room:], room - len(numbers[:room])
    return pages


def draw_grid(
    canvas: Canvas, sections: Sequence[Section], x: float, top: float, bottom: float
) -> None:
    """Draws headings and rows between `top` and `bottom`."""
    _draw_headings(canvas, x, top)
    top -= _HEAD_HEIGHT
    bars = sum(bool(section.caption) for section in sections) * _BAR_HEIGHT
    rows = sum(len(section.numbers) for section in sections)
    height = min(_HIGHEST_ROW, (top - bottom - bars) / rows)
    for section in sections:
        if section.caption:
            line_of_text(
                canvas, section.caption, x, top - 3.8 * MM, sum(_WIDTHS), size=9, bold=True
            )
            top -= _BAR_HEIGHT
        _draw_rows(canvas, section.numbers, x, top, height)
        top -= height * len(section.numbers)


def _numbers(first: int, count: int) -> tuple[str, ...]:
    return tuple(str(number) for number in range(first, first + count))


def _edges(x: float) -> list[float]:
    return list(accumulate(_WIDTHS, initial=x))


def _draw_headings(canvas: Canvas, x: float, top: float) -> None:
    edges = _edges(x)
    bottom = top - _HEAD_HEIGHT
    singles = {
        0: _("Deal"),
        1: _("Dealer"),
        2: _("Game"),
        3: _("Declarer"),
        6: _("Points"),
    }
    groups = {4: _("Tricks"), 7: _("Rise"), 9: _("Match points")}
    for column, label in singles.items():
        _centred(canvas, label, edges[column], edges[column + 1], bottom + 2 * MM, 9)
    for column, label in groups.items():
        _centred(canvas, label, edges[column], edges[column + 2], bottom + 6.8 * MM, 9)
        for side, letter in enumerate("AB"):
            left, right = edges[column + side], edges[column + side + 1]
            _centred(canvas, letter, left, right, bottom + 1.6 * MM, 11)


def _centred(canvas: Canvas, text: str, left: float, right: float, y: float, size: float) -> None:
    line_of_text(
        canvas,
        text,
        left + 0.6 * MM,
        y,
        right - left - 1.2 * MM,
        size=size,
        bold=True,
        align="center",
    )


def _draw_rows(canvas: Canvas, numbers: Sequence[str], x: float, top: float, height: float) -> None:
    edges = _edges(x)
    bottom = top - height * len(numbers)
    for row, number in enumerate(numbers):
        y = top - height * row
        if row:
            canvas.setLineWidth(0.4 if row % _ROWS_BETWEEN_HEAVY_LINES else 1.0)
            canvas.line(x, y, edges[-1], y)
        line_of_text(
            canvas,
            number,
            edges[0],
            y - height / 2 - 1.5 * MM,
            _WIDTHS[0],
            size=12,
            bold=True,
            align="center",
        )
    for column, edge in enumerate(edges[1:-1], start=1):
        canvas.setLineWidth(1.0 if column in _GROUP_EDGES else 0.4)
        canvas.line(edge, top, edge, bottom)
    canvas.setLineWidth(1.2)
    box(canvas, x, top, edges[-1] - x, top - bottom)
