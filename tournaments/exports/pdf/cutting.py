"""Several faces to a paper, laid so that the pile is in order once it is cut.

The whole pile is cut at once, and the parts are laid on each other: the left before the right,
the upper before the lower, the first part on top.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product
from typing import TypeVar

from reportlab.lib import colors
from reportlab.pdfgen.canvas import Canvas

from tournaments.exports.pdf.document import drawn_document
from tournaments.exports.pdf.paper import A4, A4_LANDSCAPE, MM

Face = Callable[[Canvas], None]
"""Draws one sheet or card, its lower left corner at the origin."""

_Each = TypeVar("_Each")
_MARK = 4 * MM


@dataclass(frozen=True)
class Cut:
    """A paper of `columns` by `rows` faces; a face is drawn `scale` times its own size."""

    pagesize: tuple[float, float] = A4
    columns: int = 1
    rows: int = 1
    scale: float = 1.0

    @property
    def parts(self) -> int:
        return self.columns * self.rows

    @property
    def corners(self) -> list[tuple[float, float]]:
        """The lower left corner of each part, in the order they are laid on each other."""
        width, height = self.pagesize[0] / self.columns, self.pagesize[1] / self.rows
        return [
            (column * width, (self.rows - 1 - row) * height)
            for row, column in product(range(self.rows), range(self.columns))
        ]


WHOLE = Cut()
HALVES = Cut(A4_LANDSCAPE, columns=2, scale=A4_LANDSCAPE[0] / 2 / A4[0])
"""Two faces drawn as upright A4, each of them A5 on landscape A4."""
QUARTERS = Cut(columns=2, rows=2)
"""Four faces of A6."""


def cut_stack(faces: Sequence[_Each], parts: int) -> list[list[_Each]]:
    """The faces of each paper, in the order of its parts; the last papers may have fewer.

    Of n faces on p parts, paper i (from 0) has faces i, i + ceil(n/p), i + 2 ceil(n/p) …
    """
    papers = -(-len(faces) // parts)
    return [list(faces[first::papers]) for first in range(papers)]


def cut_document(title: str, faces: Sequence[Face], cut: Cut) -> bytes:
    """A PDF of the faces, so many to a paper as the cut has parts."""

    def draw(canvas: Canvas) -> None:
        for paper in cut_stack(faces, cut.parts):
            for (x, y), face in zip(cut.corners, paper, strict=False):
                canvas.saveState()
                canvas.translate(x, y)
                canvas.scale(cut.scale, cut.scale)
                face(canvas)
                canvas.restoreState()
            _draw_marks(canvas, cut)
            canvas.showPage()

    return drawn_document(title, draw, pagesize=cut.pagesize)


def _draw_marks(canvas: Canvas, cut: Cut) -> None:
    """Short strokes at the edges where the paper is cut, a cross where two cuts meet."""
    width, height = cut.pagesize
    across = [width * column / cut.columns for column in range(1, cut.columns)]
    up = [height * row / cut.rows for row in range(1, cut.rows)]
    canvas.setLineWidth(0.3)
    canvas.setStrokeColor(colors.Color(0.4, 0.4, 0.4))
    for x in across:
        for y in (0, *up, height):
            canvas.line(x, max(0, y - _MARK), x, min(height, y + _MARK))
    for y in up:
        for x in (0, *across, width):
            canvas.line(max(0, x - _MARK), y, min(width, x + _MARK), y)
