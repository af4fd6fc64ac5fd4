"""The bracket for the wall: columns round by round joined by lines, on A4 across or grown to A3.

One of up to 16 pairs is on one page. A larger one has a page for each part of 16 places, and one
for the last rounds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Paragraph

from tournaments.exports.event_head import EventHead, event_head, start_text
from tournaments.exports.file import ExportedFile, pdf_file
from tournaments.exports.options import FileOptions, Paper
from tournaments.exports.pdf.document import drawn_document
from tournaments.exports.pdf.drawing import (
    SMALLEST,
    block_height,
    cut_to_width,
    draw_block,
    line_of_text,
)
from tournaments.exports.pdf.paper import A4_LANDSCAPE, MM
from tournaments.exports.pdf.type import pair_lines, paragraph, style
from tournaments.exports.pdf.wall import nothing_yet, wall_list
from tournaments.models import Tournament
from tournaments.queries.knockout import KnockoutView, Tie, TieSide, knockout_of
from tournaments.stage_wording import knockout_round_name
from tournaments.tie_wording import side_text

_A3_BY_A4: Final = 2**0.5
_MARGIN = 12 * MM
_TOP = A4_LANDSCAPE[1] - 10 * MM
_BOTTOM = 14 * MM
_WIDTH = A4_LANDSCAPE[0] - 2 * _MARGIN
_GAP = 7 * MM
_POINTS_WIDTH = 8 * MM
_NUMBER_WIDTH = 7 * MM
_MARK_WIDTH = 4 * MM
_PLACES_ON_PAGE = 16
_LAST_ROUNDS = 4
_THIRD_HEIGHT = 26 * MM
_THIRD_ROOM = 21 * MM
_LINE = 0.5
_FIRST_BY_OTHERS = 1.35
"""How many times as wide as the others the first column is, the one whose names are all known."""
_SIZES = (10.0, 9.5, 9.0, 8.5, 8.0, 7.5)
_SMALLER = (7.0, 6.5, SMALLEST)
_WHEN_SIZE = 7.5
_LEAD = 1.12
_OVER_THE_LINE = 0.8 * MM
_UNDER_THE_LINE = 0.4 * MM


@dataclass(frozen=True)
class _Page:
    """Rounds beside each other, each with the matches of it that stand on the page, from the top
    down. The last page has the match for third place and the winner."""

    title: str
    columns: tuple[tuple[int, tuple[Tie, ...]], ...]
    is_last: bool


def knockout_pdf(tournament: Tournament, options: FileOptions) -> ExportedFile:
    """The bracket that counts, with results, winners, times and tables (eight queries at most)."""
    knockout = knockout_of(tournament)
    title = _("Knock-out")
    if knockout is None:
        nothing = nothing_yet(
            _("The knock-out has not been drawn yet"),
            _("Who meets whom stands here once the draw is published."),
        )
        return wall_list(tournament, title, nothing, options)
    head = event_head(tournament)
    pages = _pages(knockout)
    scale = _A3_BY_A4 if options.paper is Paper.A3 else 1.0

    def draw(canvas: Canvas) -> None:
        for number, page in enumerate(pages, start=1):
            canvas.saveState()
            canvas.scale(scale, scale)
            _draw_page(canvas, head, knockout, page, (number, len(pages)))
            canvas.restoreState()
            canvas.showPage()

    size = (A4_LANDSCAPE[0] * scale, A4_LANDSCAPE[1] * scale)
    return pdf_file(drawn_document(f"{title} – {head.name}", draw, pagesize=size))


def _pages(knockout: KnockoutView) -> list[_Page]:
    rounds = knockout.rounds
    title = _("Knock-out")
    if len(knockout.bracket.slots) <= _PLACES_ON_PAGE:
        columns = tuple((each.number, each.ties) for each in rounds)
        return [_Page(title, columns, is_last=True)]
    parts = len(knockout.bracket.slots) // _PLACES_ON_PAGE
    pages = []
    for part in range(parts):
        columns = tuple(
            (each.number, each.ties[part * len(each.ties) // parts :][: len(each.ties) // parts])
            for each in rounds
            if len(each.ties) >= parts
        )
        said = _("Part %(number)d of %(count)d") % {"number": part + 1, "count": parts}
        pages.append(_Page(f"{title} – {said}", columns, is_last=False))
    last = tuple((each.number, each.ties) for each in rounds[-_LAST_ROUNDS:])
    said = _("Last rounds")
    return [*pages, _Page(f"{title} – {said}", last, is_last=True)]


def _draw_page(
    canvas: Canvas,
    head: EventHead,
    knockout: KnockoutView,
    page: _Page,
    number: tuple[int, int],
) -> None:
    top = _draw_head(canvas, head, page.title)
    bottom = _BOTTOM
    if page.is_last:
        bottom += _draw_end(canvas, knockout)
    narrow = (_WIDTH - _GAP * (len(page.columns) - 1)) / (len(page.columns) - 1 + _FIRST_BY_OTHERS)
    x = _MARGIN
    for column, (round_number, ties) in enumerate(page.columns):
        width = narrow if column else narrow * _FIRST_BY_OTHERS
        name = knockout_round_name(knockout.bracket, round_number)
        line_of_text(canvas, name, x, top - 4 * MM, width, size=11, bold=True)
        canvas.setLineWidth(0.8)
        canvas.line(x, top - 5.5 * MM, x + width, top - 5.5 * MM)
        is_final = round_number == knockout.bracket.rounds
        _draw_column(
            canvas,
            _Column(knockout, x, width, top - 7 * MM, bottom, is_first=column == 0),
            ties,
            joins=not is_final and column + 1 < len(page.columns),
        )
        x += width + _GAP
    foot = _("Page %(number)d/%(count)d") % {"number": number[0], "count": number[1]}
    line_of_text(canvas, head.printed, _MARGIN, 7 * MM, _WIDTH / 2, size=8)
    line_of_text(canvas, foot, _MARGIN, 7 * MM, _WIDTH, size=8, align="right")


def _draw_head(canvas: Canvas, head: EventHead, title: str) -> float:
    """The event and what the page is; returns where the bracket begins."""
    side = _WIDTH * 0.4
    left = [
        paragraph(head.name, style=style(14, bold=True)),
        paragraph(head.where_and_when, style=style(9)),
    ]
    right = [paragraph(title, style=style(14, bold=True, align="right"))]
    low = min(
        draw_block(canvas, left, _MARGIN, _TOP, _WIDTH - side),
        draw_block(canvas, right, _MARGIN + _WIDTH - side, _TOP, side),
    )
    return low - 3 * MM


@dataclass(frozen=True)
class _Column:
    """Where a round stands on its page."""

    knockout: KnockoutView
    x: float
    width: float
    top: float
    bottom: float
    is_first: bool

    @property
    def names_width(self) -> float:
        return self.width - _NUMBER_WIDTH - _POINTS_WIDTH

    def middle(self, index: int, count: int) -> float:
        room = (self.top - self.bottom) / count
        return self.top - room * (index + 0.5)


def _draw_column(canvas: Canvas, column: _Column, ties: Sequence[Tie], *, joins: bool) -> None:
    room = (column.top - column.bottom) / len(ties)
    sizes = _sizes(column, ties, room)
    for index, tie in enumerate(ties):
        middle = column.middle(index, len(ties))
        _draw_tie(canvas, column, tie, middle, room, sizes)
        canvas.setLineWidth(_LINE)
        if not column.is_first:
            canvas.line(column.x - _GAP / 2, middle, column.x, middle)
        if joins:
            right = column.x + column.width
            canvas.line(right, middle, right + _GAP / 2, middle)
            if index % 2 == 0 and index + 1 < len(ties):
                below = column.middle(index + 1, len(ties))
                canvas.line(right + _GAP / 2, middle, right + _GAP / 2, below)


def _draw_tie(
    canvas: Canvas, column: _Column, tie: Tie, middle: float, room: float, sizes: Sequence[float]
) -> None:
    """Both pairs above and below a line at the height `middle`, over them the number of the match,
    when and where; nothing further than half of `room` from the line."""
    x, width = column.x, column.width
    canvas.setLineWidth(_LINE)
    canvas.line(x, middle, x + width, middle)
    above = _names(column, tie.a, sizes, room / 2 - _over(tie))
    top = middle + above.height + _OVER_THE_LINE
    _draw_side(canvas, column, tie.a, above, top)
    if tie.is_bye:
        text = _("goes on without a match")
        line_of_text(canvas, text, x, middle - sizes[0], width, size=sizes[0] * 0.8)
        return
    below = _names(column, tie.b, sizes, room / 2 - _UNDER_THE_LINE)
    _draw_side(canvas, column, tie.b, below, middle - _UNDER_THE_LINE)
    if when := _when(tie):
        y = top + 0.5 * MM
        line_of_text(canvas, when, x, y, width, size=_WHEN_SIZE, align="right")
        number = _number(column.knockout, tie)
        line_of_text(canvas, number, x, y, width, size=_WHEN_SIZE, bold=True)


def _sizes(column: _Column, ties: Sequence[Tie], room: float) -> Sequence[float]:
    """The sizes of type that names of a column may have, the largest first: one for all of them,
    in which the fewest are too high or broken, and smaller ones for those that are too high."""
    sides = [
        (side, room / 2 - above)
        for tie in ties
        for side, above in ((tie.a, _over(tie)), (tie.b, _UNDER_THE_LINE))
        if not (tie.is_bye and side is tie.b)
    ]

    def misfits(size: float) -> tuple[int, int]:
        names = [(_set(column, side, size), high) for side, high in sides]
        too_high = sum(each.height > high for each, high in names)
        return too_high, sum(each.broken for each, _high in names)

    best = min(_SIZES, key=misfits)  # of equal ones the first, which is the largest
    return (*_SIZES[_SIZES.index(best) :], *_SMALLER)


def _over(tie: Tie) -> float:
    """What stands over the upper pair of a match, and the room under it."""
    return _OVER_THE_LINE + (_WHEN_SIZE if _when(tie) else 0)


def _number(knockout: KnockoutView, tie: Tie) -> str:
    """The number of a match in its round, by which a later one says whom it waits for; "" for the
    last two, which no match waits for."""
    if tie.key.round == knockout.bracket.rounds:
        return ""
    return _("No. %(number)d") % {"number": tie.key.number + 1}


@dataclass(frozen=True)
class _Names:
    """A side as it is set: its paragraphs, the size of their type, how high they are, and whether
    a name takes more than a line."""

    lines: list[Paragraph]
    size: float
    height: float
    broken: bool


def _names(column: _Column, side: TieSide, sizes: Sequence[float], room: float) -> _Names:
    """The names of a side in the largest of `sizes` in which they are no higher than `room`, in the
    smallest cut to a line each."""
    for size in sizes:
        names = _set(column, side, size)
        if names.height <= room:
            return names
    return _set(column, side, SMALLEST, cut=True)


def _set(column: _Column, side: TieSide, size: float, *, cut: bool = False) -> _Names:
    """The names of a side in this size, each player on a line where both do not fit on one."""
    names = style(size, bold=side.won, lead=_LEAD)
    width = column.names_width
    lines: Sequence[str] = (side_text(column.knockout.bracket, side),)
    if side.pair is not None:
        lines = pair_lines(side.pair, names, width - _MARK_WIDTH)
    if cut:
        lines = [cut_to_width(line, names.fontName, size, width - _MARK_WIDTH) for line in lines]
    paragraphs = [paragraph(*_marked(lines, side), style=names)]
    height = block_height(paragraphs, width)
    return _Names(paragraphs, size, height, broken=height > len(lines) * size * _LEAD + 0.1)


def _marked(lines: Sequence[str], side: TieSide) -> Sequence[str]:
    return (*lines[:-1], f"{lines[-1]}\u00a0✓") if side.won else lines


def _draw_side(canvas: Canvas, column: _Column, side: TieSide, names: _Names, top: float) -> None:
    x, width, size = column.x, column.width, names.size
    baseline = top - size * 0.95
    if side.pair is None:
        draw_block(canvas, names.lines, x, top, width)
        return
    number = str(side.pair.number)
    line_of_text(
        canvas, number, x, baseline, _NUMBER_WIDTH - 1.5 * MM, size=size * 0.85, align="right"
    )
    draw_block(canvas, names.lines, x + _NUMBER_WIDTH, top, column.names_width)
    if side.points is not None:
        points = str(side.points)
        line_of_text(canvas, points, x, baseline, width, size=size, bold=side.won, align="right")


def _when(tie: Tie) -> str:
    """When and where a match not over yet is played, with its number where it is made."""
    if tie.is_finished:
        return ""
    if tie.awaits_confirmation:
        return _("result not confirmed yet")
    place = tie.view.match if tie.view else tie.planned
    if place is None:
        return ""
    told = {"time": start_text(place.starts_at), "table": place.table}
    return _("%(time)s, table %(table)s") % told


def _draw_end(canvas: Canvas, knockout: KnockoutView) -> float:
    """The match for third place and the best, at the foot of the page; how high they are."""
    width = _WIDTH / 3
    height = 0.0
    if knockout.third_place is not None:
        x = _MARGIN + _WIDTH - width
        heading = _("Match for third place")
        y = _BOTTOM + _THIRD_HEIGHT - 4 * MM
        line_of_text(canvas, heading, x, y, width, size=10, bold=True)
        column = _Column(knockout, x, width, 0, 0, is_first=True)
        third, room = knockout.third_place, _THIRD_ROOM
        sizes = _sizes(column, [third], room)
        _draw_tie(canvas, column, third, _BOTTOM + room / 2, room, sizes)
        height = _THIRD_HEIGHT + 2 * MM
    if knockout.champion is not None and knockout.second is not None:
        best = [(_("Champions"), knockout.champion.name), ("2.", knockout.second.name)]
        best += [("3.", pair.name) for pair in knockout.third]
        y = _BOTTOM + _THIRD_HEIGHT - 5 * MM
        for place, name in best:
            bold = name == knockout.champion.name
            line_of_text(canvas, place, _MARGIN, y, 20 * MM, size=10)
            line_of_text(
                canvas, name, _MARGIN + 20 * MM, y, width * 1.6, size=13 if bold else 10, bold=bold
            )
            y -= 5 * MM
        height = _THIRD_HEIGHT + 2 * MM
    return height
