"""The pages of one score sheet: its head, its rows, and what else is written on it, below the rows
or, where they are many, beside them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Protocol

from reportlab.pdfgen.canvas import Canvas

from tournaments.exports.event_head import EventHead
from tournaments.exports.pdf.cutting import Face
from tournaments.exports.pdf.paper import MM
from tournaments.exports.pdf.sheet_foot import SheetFoot
from tournaments.exports.pdf.sheet_form import SheetForm
from tournaments.exports.pdf.sheet_grid import SheetGrid
from tournaments.exports.pdf.sheet_head import SheetHead
from tournaments.exports.pdf.sheet_paper import ON_A4, SheetPaper
from tournaments.exports.pdf.sheet_rows import Room, Section, pages_of
from tournaments.exports.pdf.sheet_side import WIDTH as SIDE_WIDTH
from tournaments.exports.pdf.sheet_side import SheetSide

_GAP = 2.5 * MM
_BESIDE = 4 * MM
ROWS_OVER_A_FOOT = 21
"""How many rows there may be over a foot and still be high enough to write in: those of sixteen
deals, a rise played out and a decider."""


class SheetLayout(Protocol):
    """Where everything on a page of a sheet stands."""

    @property
    def paper(self) -> SheetPaper: ...

    @property
    def room(self) -> Room: ...

    def draw(
        self, sections: Sequence[Section], remarks: Sequence[str], page: str, canvas: Canvas
    ) -> None: ...


@dataclass(frozen=True)
class WithFoot:
    """Rows over the whole width, everything else below them."""

    head: EventHead
    form: SheetForm
    paper: SheetPaper

    @property
    def room(self) -> Room:
        return Room(
            height=self._rows_top - self.paper.headings - self._rows_bottom(()),
            row=_least_row(self.form, self.paper),
            bar=self.paper.bar,
            free=self._foot.free,
            remark_height=self._foot.remark_height,
        )

    def draw(
        self, sections: Sequence[Section], remarks: Sequence[str], page: str, canvas: Canvas
    ) -> None:
        x = self.paper.side
        self._upper.draw(canvas, page, x, self.paper.top)
        grid = SheetGrid(self.paper, x, self.paper.width, self.form.collects)
        bottom = self._rows_bottom(remarks)
        grid.draw(canvas, sections, self._rows_top, bottom)
        self._foot.draw(canvas, remarks, x, bottom - _GAP)

    @cached_property
    def _upper(self) -> SheetHead:
        return SheetHead(self.head, self.form, self.paper)

    @cached_property
    def _foot(self) -> SheetFoot:
        return SheetFoot(self.head, self.form, self.paper)

    @property
    def _rows_top(self) -> float:
        return self.paper.top - self._upper.height

    def _rows_bottom(self, remarks: Sequence[str]) -> float:
        return self.paper.bottom + self._foot.height(remarks) + _GAP


@dataclass(frozen=True)
class WithSide:
    """Rows to the foot of the page, everything else in a column beside them."""

    head: EventHead
    form: SheetForm
    paper: SheetPaper

    @property
    def room(self) -> Room:
        return Room(
            height=self._height - self.paper.headings,
            row=_least_row(self.form, self.paper),
            bar=self.paper.bar,
            free=self._side.free,
            remark_height=self._side.remark_height,
            grows=False,
        )

    def draw(
        self, sections: Sequence[Section], remarks: Sequence[str], page: str, canvas: Canvas
    ) -> None:
        x, top = self.paper.side, self.paper.top - self._upper.height
        width = self.paper.width - SIDE_WIDTH - _BESIDE
        self._upper.draw(canvas, page, x, self.paper.top)
        grid = SheetGrid(self.paper, x, width, self.form.collects)
        grid.draw(canvas, sections, top, self.paper.bottom)
        self._side.draw(canvas, remarks, x + width + _BESIDE, top)

    @cached_property
    def _upper(self) -> SheetHead:
        return SheetHead(self.head, self.form, self.paper, has_dealer=False)

    @cached_property
    def _side(self) -> SheetSide:
        return SheetSide(self.head, self.form, self.paper, self._height)

    @cached_property
    def _height(self) -> float:
        return self.paper.top - self._upper.height - self.paper.bottom


def sheet_faces(head: EventHead, form: SheetForm, paper: SheetPaper = ON_A4) -> list[Face]:
    """The pages of one sheet, each drawn on an upright A4."""
    layout, pages = laid_out(head, form, paper)
    faces: list[Face] = []
    for number, sections in enumerate(pages, start=1):
        page = f"{number}/{len(pages)}" if len(pages) > 1 else ""
        remarks = [] if number > 1 else list(form.decisions)
        remarks += [row.remark for section in sections for row in section.rows if row.remark]
        faces.append(partial(layout.draw, sections, remarks, page))
    return faces


def laid_out(
    head: EventHead, form: SheetForm, paper: SheetPaper
) -> tuple[SheetLayout, list[list[Section]]]:
    """The layout of a sheet and the rows of each page: a foot under few rows, a column beside
    many; under many too where it takes fewer pages, since remarks have more room there."""
    with_foot = WithFoot(head, form, paper)
    below = _pages(with_foot, form)
    if form.most_rows <= ROWS_OVER_A_FOOT:
        return with_foot, below
    with_side = WithSide(head, form, paper.tightened)
    beside = _pages(with_side, form)
    return (with_side, beside) if len(beside) <= len(below) else (with_foot, below)


def _pages(layout: SheetLayout, form: SheetForm) -> list[list[Section]]:
    room = layout.room
    said = sum(room.remark_height(words) for words in form.decisions)
    return pages_of(form.sections, room, said)


def _least_row(form: SheetForm, paper: SheetPaper) -> float:
    return paper.written_row if form.written else paper.row
