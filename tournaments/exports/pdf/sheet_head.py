"""The upper part of a score sheet: the event, where and when, both pairs, the first dealer."""

from __future__ import annotations

from django.utils.translation import gettext as _
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Paragraph

from tournaments.exports.event_head import EventHead, start_text
from tournaments.exports.pdf.drawing import block_height, box, draw_block, line_of_text
from tournaments.exports.pdf.paper import MM
from tournaments.exports.pdf.type import paragraph, style
from tournaments.queries.matches import MatchView
from tournaments.queries.pairs import PairView
from tournaments.queries.turns import player_at

_MATCH_WIDTH = 52 * MM
_FACT_HEIGHT = 13 * MM
_GAP = 2 * MM
_LETTER_WIDTH = 13 * MM
_PAIR_HEIGHT = 23 * MM
_PAIR_SCALES = (1.0, 0.9, 0.8)
_DEALER_HEIGHT = 10 * MM


def draw_head(
    canvas: Canvas, head: EventHead, view: MatchView, page: str, x: float, top: float, width: float
) -> float:
    """Draws it from `top` down and returns where it ends. `page` is "" on a sheet of one page."""
    top = _draw_event(canvas, head, view, page, x, top, width) - _GAP
    top = _draw_facts(canvas, view, x, top, width) - _GAP
    top = _draw_pairs(canvas, view, x, top, width)
    return _draw_first_dealer(canvas, view, x, top, width)


def _draw_event(
    canvas: Canvas, head: EventHead, view: MatchView, page: str, x: float, top: float, width: float
) -> float:
    event = [
        paragraph(head.name, style=style(12, bold=True)),
        paragraph(head.where_and_when, style=style(9)),
    ]
    match = _("Match %(number)d") % {"number": view.match.number}
    line_of_text(
        canvas,
        " ".join(part for part in (match, page) if part),
        x + width - _MATCH_WIDTH,
        top - 5 * MM,
        _MATCH_WIDTH,
        size=17,
        bold=True,
        align="right",
    )
    return draw_block(canvas, event, x, top, width - _MATCH_WIDTH - _GAP)


def _draw_facts(canvas: Canvas, view: MatchView, x: float, top: float, width: float) -> float:
    match = view.match
    facts = (
        (_("Pool"), view.pool.label, 0.13),
        (_("Round"), str(match.round), 0.13),
        (_("Table"), str(match.table), 0.16),
        (_("Starts"), start_text(match.starts_at), 0.38),
        (_("Deals"), str(match.deals) if match.deals else _("to a tuppi"), 0.20),
    )
    canvas.setLineWidth(0.8)
    box(canvas, x, top, width, _FACT_HEIGHT)
    for number, (label, value, share) in enumerate(facts):
        cell = share * width
        if number:
            canvas.line(x, top, x, top - _FACT_HEIGHT)
        inner = cell - 4 * MM
        line_of_text(canvas, label, x + 2 * MM, top - 4 * MM, inner, size=8.5)
        line_of_text(canvas, value, x + 2 * MM, top - 11 * MM, inner, size=18, bold=True)
        x += cell
    return top - _FACT_HEIGHT


def _draw_pairs(canvas: Canvas, view: MatchView, x: float, top: float, width: float) -> float:
    cell = (width - _GAP) / 2
    names_width = cell - _LETTER_WIDTH - 3 * MM
    room = _PAIR_HEIGHT - 4 * MM
    sides = (("A", view.a), ("B", view.b))
    scale = next(
        (
            scale
            for scale in _PAIR_SCALES
            if all(
                block_height(_player_lines(pair, scale), names_width) <= room for _l, pair in sides
            )
        ),
        _PAIR_SCALES[-1],
    )
    blocks = [(letter, pair, _player_lines(pair, scale)) for letter, pair in sides]
    height = max(room, *(block_height(lines, names_width) for _l, _p, lines in blocks)) + 4 * MM
    for letter, pair, lines in blocks:
        canvas.setLineWidth(0.8)
        box(canvas, x, top, cell, height)
        line_of_text(
            canvas, letter, x, top - 11 * MM, _LETTER_WIDTH, size=30, bold=True, align="center"
        )
        number = _("Pair %(number)d") % {"number": pair.number}
        line_of_text(
            canvas,
            number,
            x + 1 * MM,
            top - height + 2 * MM,
            _LETTER_WIDTH - 2 * MM,
            size=8,
            align="center",
        )
        draw_block(canvas, lines, x + _LETTER_WIDTH, top - 1.5 * MM, names_width)
        x += cell + _GAP
    return top - height


def _player_lines(pair: PairView, scale: float) -> list[Paragraph]:
    lines = []
    for player in pair.players:
        lines.append(paragraph(player.name, style=style(13 * scale, bold=True, lead=1.15)))
        if player.club:
            lines.append(paragraph(player.club, style=style(9.5 * scale, lead=1.2)))
    return lines


def _draw_first_dealer(
    canvas: Canvas, view: MatchView, x: float, top: float, width: float
) -> float:
    """The first dealer and who sits where (R5); a line to write on where nobody said."""
    label = _("First dealer (the player dealt the first jack):")
    line_of_text(canvas, label, x, top - 7 * MM, width * 0.48, size=10)
    seating = view.match.seating
    if seating:
        dealer = paragraph(player_at(view, seating.first_dealer), style=style(11, bold=True))
        top = draw_block(canvas, [dealer], x + width * 0.5, top - 3 * MM, width * 0.5)
        players = " – ".join(
            f"{seat.side.value} {player_at(view, seat)}" for seat in seating.clockwise
        )
        seats = _("Clockwise round the table: %(players)s") % {"players": players}
        return draw_block(canvas, [paragraph(seats, style=style(8.5))], x, top, width) - _GAP
    canvas.setLineWidth(0.6)
    canvas.line(x + width * 0.5, top - 7.5 * MM, x + width, top - 7.5 * MM)
    return top - _DEALER_HEIGHT
