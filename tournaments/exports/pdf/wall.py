"""Lists for the wall of the hall: large names in ruled tables, on A4 or grown to A3.

A list is laid out on A4 whatever its paper is, so A3 holds the same pages in larger type.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _
from reportlab.lib import colors
from reportlab.platypus import Flowable, PageBreak, Spacer, Table

from tournaments.exports.event_head import event_head
from tournaments.exports.file import ExportedFile, pdf_file
from tournaments.exports.options import FileOptions, Paper
from tournaments.exports.pdf.document import CONTENT_WIDTH, flow_document, kept_together
from tournaments.exports.pdf.paper import A3, A4, MM
from tournaments.exports.pdf.type import BOLD, REGULAR, pair_lines, paragraph, style
from tournaments.models import Tournament
from tournaments.queries.pairs import PairView
from tournaments.templatetags.withdrawals import withdrawn_text

WALL_PAPERS: Final = (Paper.A4, Paper.A3)
"""The papers of a list for the wall."""

_BETWEEN_BLOCKS = 8 * MM
_NUMBER_WIDTH = 18 * MM
_GAP = 5 * MM
_LEAST_ROWS = 3
"""How many rows of a table stand together at the end of a page and at the top of the next."""
_ROUNDING = 0.01
WALL_SHEETS: Final = {Paper.A4: A4, Paper.A3: A3}
"""What a list for the wall is printed on, in points."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a wall's table: its label, and how a cell that is text is set.

    `width` holds `gap`, the clear space on its left. Lengths are points.
    """

    label: str
    width: float
    size: float = 14
    bold: bool = False
    align: str = "left"
    gap: float = 0


class WholeTable(Table):  # type: ignore[misc]
    """A table that leaves no row or two by themselves when it goes on to another page.

    `repeatRows` are its headings.
    """

    def split(self, width: float, height: float) -> list[Flowable]:
        parts: list[Flowable] = super().split(width, height)
        if len(parts) != 2:
            return parts
        upper, lower = (part._nrows - self.repeatRows for part in parts)
        wanted = min(_LEAST_ROWS, (upper + lower) // 2)
        if upper < wanted:
            return []
        if lower >= wanted:
            return parts
        kept = self.repeatRows + upper + lower - wanted
        upper_part, lower_part = super().split(width, sum(self._rowHeights[:kept]) + _ROUNDING)
        # Without a break what is left of the page would take some more rows.
        return [upper_part, PageBreak(), lower_part]


def wall_list(
    tournament: Tournament, title: str, blocks: Sequence[Sequence[Flowable]], options: FileOptions
) -> ExportedFile:
    """A list of blocks, each on one page where a page can hold it (one query)."""
    story: list[Flowable] = []
    for block in blocks:
        if story:
            # Unlike a spacer this takes nothing from the top of a page.
            block[0].spaceBefore = _BETWEEN_BLOCKS
        story.append(kept_together(block))
    head = event_head(tournament)
    return pdf_file(flow_document(head, title, story, sheet=WALL_SHEETS[options.paper]))


def nothing_yet(what: str, why: str) -> list[list[Flowable]]:
    """The one block of a list that has nothing in it."""
    what_text, why_text = style(18, bold=True), style(14)
    return [[paragraph(what, style=what_text), Spacer(0, 3 * MM), paragraph(why, style=why_text)]]


def wall_table(
    heading: str,
    columns: Sequence[Column],
    rows: Sequence[Sequence[Any]],
    *,
    heading_size: float = 20,
    label_size: float = 10,
    valign: str = "MIDDLE",
    padding: float = 1.1 * MM,
) -> WholeTable:
    """A ruled table whose heading and labels stand on every page that it takes.

    A cell is text, or what `paragraph` and `pair_block` make.
    """
    cells: list[list[Any]] = [
        [paragraph(heading, style=style(heading_size, bold=True)), *[""] * (len(columns) - 1)],
        [
            paragraph(column.label, style=style(label_size, bold=True, align=column.align))
            for column in columns
        ],
        *(list(row) for row in rows),
    ]
    commands: list[tuple[Any, ...]] = [
        ("SPAN", (0, 0), (-1, 0)),
        ("VALIGN", (0, 0), (-1, -1), valign),
        ("VALIGN", (0, 1), (-1, 1), "BOTTOM"),
        ("TOPPADDING", (0, 0), (-1, -1), padding),
        ("BOTTOMPADDING", (0, 0), (-1, -1), padding),
        ("LEFTPADDING", (0, 0), (-1, -1), 0),
        ("RIGHTPADDING", (0, 0), (-1, -1), 0),
        ("LINEBELOW", (0, 1), (-1, 1), 1.2, colors.black),
        ("LINEBELOW", (0, 2), (-1, -1), 0.4, colors.black),
    ]
    for at, column in enumerate(columns):
        font = BOLD if column.bold else REGULAR
        commands += [
            ("FONT", (at, 0), (at, -1), font, column.size, column.size * 1.22),
            ("ALIGN", (at, 2), (at, -1), column.align.upper()),
            ("LEFTPADDING", (at, 1), (at, -1), column.gap),
        ]
    widths = [column.width for column in columns]
    return WholeTable(cells, colWidths=widths, repeatRows=2, style=commands)


def pair_block(
    pair: PairView, width: float, *, size: float, small: float, remarks: Sequence[str] = ()
) -> list[Flowable]:
    """A pair in a cell of this width: names, clubs beneath, then each remark."""
    names = style(size, bold=True, lead=1.15)
    lines = [paragraph(*pair_lines(pair, names, width), style=names)]
    smaller = [pair.clubs, *remarks] if pair.clubs else remarks
    return [*lines, *(paragraph(text, style=style(small)) for text in smaller)]


def pairs_table(heading: str, pairs: Sequence[tuple[int, PairView | None]]) -> WholeTable:
    """Pairs with their numbers, and whether they have withdrawn; None is one no longer entered."""
    width = CONTENT_WIDTH - _NUMBER_WIDTH
    columns = [
        Column(_("No"), _NUMBER_WIDTH, size=22, bold=True, align="right"),
        Column(_("Pair"), width, gap=_GAP),
    ]
    return wall_table(
        heading, columns, [[str(number), _entry(pair, width - _GAP)] for number, pair in pairs]
    )


def _entry(pair: PairView | None, width: float) -> Any:
    if pair is None:
        return _("(no longer entered)")
    remarks = [withdrawn_text(pair)] if pair.withdrawn else []
    return pair_block(pair, width, size=16, small=11, remarks=remarks)
