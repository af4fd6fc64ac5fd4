"""The rows of a score sheet, drawn: one for each deal, in the order the page has them too."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy
from reportlab.pdfgen.canvas import Canvas

from tournaments.exports.pdf.drawing import box, line_of_text, two_lines_of_text
from tournaments.exports.pdf.paper import MM
from tournaments.exports.pdf.sheet_paper import SheetPaper
from tournaments.exports.pdf.sheet_rows import Cell, Section, SheetRow
from tournaments.exports.pdf.type import BOLD, text_width

_ROWS_BETWEEN_HEAVY_LINES = 4
_DEALER = 1


@dataclass(frozen=True)
class _Columns:
    """What stands beside each other on a sheet: `shares` of the width, headings by column,
    `groups` those over two of them, one for each pair; `large` are the columns whose numbers are
    looked for."""

    shares: tuple[int, ...]
    singles: Mapping[int, str | Promise]
    groups: Mapping[int, str | Promise]
    large: frozenset[int]

    @property
    def group_edges(self) -> frozenset[int]:
        """Columns that begin a group; a heavier line stands before them."""
        ends = {column + 2 for column in self.groups}
        return frozenset({2, *self.groups, *ends} - {len(self.shares)})


_DEAL = {
    0: gettext_lazy("Deal"),
    1: gettext_lazy("Dealer"),
    2: gettext_lazy("Game"),
    3: gettext_lazy("Declarer"),
}
_WITH_RISES = _Columns(
    (11, 22, 17, 20, 13, 13, 17, 18, 18, 18, 18),
    {**_DEAL, 6: gettext_lazy("Points")},
    {4: gettext_lazy("Tricks"), 7: gettext_lazy("Rise"), 9: gettext_lazy("Match points")},
    large=frozenset({7, 8, 9, 10}),
)
_COLLECTED = _Columns(
    (10, 25, 20, 20, 17, 17, 20, 20, 20, 20),
    _DEAL,
    {4: gettext_lazy("Tricks"), 6: gettext_lazy("Points"), 8: gettext_lazy("Match points")},
    large=frozenset({6, 7, 8, 9}),
)
"""Of a match in which nothing falls and both pairs collect (R13)."""


@dataclass(frozen=True)
class SheetGrid:
    """The rows of a page of a sheet, from `x` on; where `collects`, with both pairs' points and no
    rises."""

    paper: SheetPaper
    x: float
    width: float
    collects: bool = False

    @property
    def columns(self) -> _Columns:
        return _COLLECTED if self.collects else _WITH_RISES

    @cached_property
    def edges(self) -> list[float]:
        shares = self.columns.shares
        each = self.width / sum(shares)
        return list(accumulate((share * each for share in shares), initial=self.x))

    def draw(self, canvas: Canvas, sections: Sequence[Section], top: float, bottom: float) -> None:
        """Draws headings and rows between `top` and `bottom`."""
        self._draw_headings(canvas, top)
        top -= self.paper.headings
        height = row_height(sections, self.paper, top - bottom)
        for section in sections:
            if section.caption:
                line_of_text(
                    canvas,
                    section.caption,
                    self.x,
                    top - self.paper.bar + 1.2 * MM,
                    self.width,
                    size=max(9, self.paper.label),
                    bold=True,
                )
                top -= self.paper.bar
            self._draw_rows(canvas, section.rows, top, height)
            top -= height * len(section.rows)

    def _draw_headings(self, canvas: Canvas, top: float) -> None:
        edges = self.edges
        bottom = top - self.paper.headings
        size = max(9, self.paper.label)
        for column, label in self.columns.singles.items():
            self._centred(
                canvas, str(label), edges[column], edges[column + 1], bottom + 2 * MM, size
            )
        for column, label in self.columns.groups.items():
            left, right = edges[column], edges[column + 2]
            self._centred(canvas, str(label), left, right, bottom + 6.6 * MM, size)
            for side, letter in enumerate("AB"):
                left, right = edges[column + side], edges[column + side + 1]
                self._centred(canvas, letter, left, right, bottom + 1.6 * MM, 11)

    def _centred(
        self, canvas: Canvas, text: str, left: float, right: float, y: float, size: float
    ) -> None:
        line_of_text(
            canvas,
            text,
            left + 0.3 * MM,
            y,
            right - left - 0.6 * MM,
            size=size,
            bold=True,
            align="center",
            smallest=self.paper.small,
        )

    def _draw_rows(
        self, canvas: Canvas, rows: Sequence[SheetRow], top: float, height: float
    ) -> None:
        edges = self.edges
        bottom = top - height * len(rows)
        for number, row in enumerate(rows):
            y = top - height * number
            if number:
                canvas.setLineWidth(0.4 if number % _ROWS_BETWEEN_HEAVY_LINES else 1.0)
                canvas.line(self.x, y, edges[-1], y)
            middle = y - height / 2
            self._centred(canvas, row.number, edges[0], edges[1], middle - 1.5 * MM, 12)
            for column, cell in enumerate(row.cells, start=1):
                if cell.text:
                    self._draw_cell(canvas, cell, column, middle, height)
        for column, edge in enumerate(edges[1:-1], start=1):
            canvas.setLineWidth(1.0 if column in self.columns.group_edges else 0.4)
            canvas.line(edge, top, edge, bottom)
        canvas.setLineWidth(1.2)
        box(canvas, self.x, top, edges[-1] - self.x, top - bottom)

    def _draw_cell(
        self, canvas: Canvas, cell: Cell, column: int, middle: float, height: float
    ) -> None:
        left, right = self.edges[column], self.edges[column + 1]
        if column == _DEALER:
            two_lines_of_text(
                canvas,
                cell.text,
                left + 1 * MM,
                middle,
                right - left - 1.6 * MM,
                size=10,
                smallest=self.paper.small,
            )
            return
        size = 12 if column in self.columns.large else 11
        self._centred(canvas, cell.text, left, right, middle - 1.5 * MM, size)
        centre = (left + right) / 2
        half = text_width(cell.text, BOLD, size) / 2
        canvas.setLineWidth(0.9)
        if cell.struck:
            reach = half + 1.2 * MM
            canvas.line(centre - reach, middle - 0.9 * MM, centre + reach, middle + 0.9 * MM)
        if cell.ringed:
            up, reach = min(height / 2 - 0.4 * MM, 3.2 * MM), half + 2 * MM
            canvas.ellipse(centre - reach, middle - up, centre + reach, middle + up)


def row_height(sections: Sequence[Section], paper: SheetPaper, height: float) -> float:
    """How high each row is where rows and captions have `height` together."""
    bars = sum(bool(section.caption) for section in sections) * paper.bar
    rows = sum(len(section.rows) for section in sections)
    return min(paper.highest_row, (height - bars) / rows)
