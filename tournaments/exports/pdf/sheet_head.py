"""The upper part of a score sheet: event, match, both pairs, the first dealer, what is to know."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext as _
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Paragraph

from tournaments.exports.event_head import EventHead, start_text
from tournaments.exports.pdf.drawing import block_height, box, draw_block, line_of_text
from tournaments.exports.pdf.paper import MM
from tournaments.exports.pdf.sheet_form import SheetForm
from tournaments.exports.pdf.sheet_paper import SheetPaper
from tournaments.exports.pdf.type import REGULAR, paragraph, style, text_width
from tournaments.queries.matches import MatchView
from tournaments.queries.pairs import PairView
from tournaments.queries.turns import player_at
from tournaments.stage_wording import round_label, stage_label

_MATCH_WIDTH = 52 * MM
_GAP = 2 * MM
_LETTER_WIDTH = 14 * MM
_PAIR_SCALES = (1.0, 0.9, 0.8, 0.7)
_DEALER_HEIGHT = 10 * MM
_WRITING_LINE = 0.5
"""Width of a line to write on."""


@dataclass(frozen=True)
class SheetHead:
    """The upper part of every page of a sheet; only the page's number differs. `has_dealer`: the
    first dealer is said here."""

    head: EventHead
    form: SheetForm
    paper: SheetPaper
    has_dealer: bool = True

    @cached_property
    def height(self) -> float:
        notices = block_height(self._notices, self.paper.width) + _GAP if self._notices else 0.0
        return (
            self._event_height + self.paper.facts + self._pair_height + 2 * _GAP + notices
        ) + self._dealer_height

    def draw(self, canvas: Canvas, page: str, x: float, top: float) -> None:
        """Draws it from `top` down. `page` is "" on a sheet of one page."""
        self._draw_event(canvas, page, x, top)
        top -= self._event_height + _GAP
        self._draw_facts(canvas, x, top)
        top -= self.paper.facts + _GAP
        self._draw_pairs(canvas, x, top)
        top -= self._pair_height
        if self.has_dealer:
            self._draw_first_dealer(canvas, x, top)
        top -= self._dealer_height
        draw_block(canvas, self._notices, x, top, self.paper.width)

    @cached_property
    def _event(self) -> list[Paragraph]:
        small = max(9, self.paper.label)
        return [
            paragraph(self.head.name, style=style(12, bold=True)),
            paragraph(self.head.where_and_when, style=style(small)),
        ]

    @cached_property
    def _event_height(self) -> float:
        return block_height(self._event, self.paper.width - _MATCH_WIDTH - _GAP)

    @cached_property
    def _notices(self) -> list[Paragraph]:
        return [paragraph(notice, style=style(11, bold=True)) for notice in self.form.notices]

    def _draw_event(self, canvas: Canvas, page: str, x: float, top: float) -> None:
        width = self.paper.width
        draw_block(canvas, self._event, x, top, width - _MATCH_WIDTH - _GAP)
        left, y = x + width - _MATCH_WIDTH, top - 5 * MM
        if self.form.view is None:
            canvas.setLineWidth(_WRITING_LINE)
            canvas.line(x + width - 18 * MM, y - 1 * MM, x + width, y - 1 * MM)
            line_of_text(canvas, _("Match"), left, y, 32 * MM, size=17, bold=True, align="right")
            line_of_text(
                canvas, page, left, y - 4.8 * MM, _MATCH_WIDTH, size=9, bold=True, align="right"
            )
            return
        match = _("Match %(number)d") % {"number": self.form.view.match.number}
        text = " ".join(part for part in (match, page) if part)
        line_of_text(canvas, text, left, y, _MATCH_WIDTH, size=17, bold=True, align="right")

    def _draw_facts(self, canvas: Canvas, x: float, top: float) -> None:
        view = self.form.view
        deals = str(self.form.deals) if self.form.deals else _("to a tuppi")
        # A match outside the pools says what it is where the others have pool and round.
        what = [(_("Round"), stage_label(view), 0.26)] if view and not round_label(view) else None
        facts = (
            *(
                what
                or [
                    (_("Pool"), stage_label(view) if view else "", 0.13),
                    (_("Round"), round_label(view) if view else "", 0.13),
                ]
            ),
            (_("Table"), str(view.match.table) if view else "", 0.16),
            (_("Starts"), start_text(view.match.starts_at) if view else "", 0.38),
            (_("Deals"), deals, 0.20),
        )
        canvas.setLineWidth(0.8)
        box(canvas, x, top, self.paper.width, self.paper.facts)
        for number, (label, value, share) in enumerate(facts):
            cell = share * self.paper.width
            if number:
                canvas.line(x, top, x, top - self.paper.facts)
            inner = cell - 4 * MM
            line_of_text(canvas, label, x + 2 * MM, top - 3.8 * MM, inner, size=self.paper.label)
            y = top - self.paper.facts + 1.6 * MM
            line_of_text(canvas, value, x + 2 * MM, y, inner, size=18, bold=True)
            x += cell

    @property
    def _pair_width(self) -> float:
        return (self.paper.width - _GAP) / 2

    @property
    def _names_width(self) -> float:
        return self._pair_width - _LETTER_WIDTH - 3 * MM

    @cached_property
    def _names(self) -> tuple[list[Paragraph], list[Paragraph]]:
        """Both pairs' players with their clubs, smaller where they are long."""
        view = self.form.view
        if view is None:
            return [], []
        for scale in _PAIR_SCALES:
            a, b = (self._player_lines(pair, scale) for pair in (view.a, view.b))
            heights = [block_height(lines, self._names_width) for lines in (a, b)]
            if max(heights) <= self.paper.pairs - 4 * MM:
                break
        return a, b

    def _player_lines(self, pair: PairView, scale: float) -> list[Paragraph]:
        lines = []
        club_size = max(9.5 * scale, self.paper.small)
        for player in pair.players:
            lines.append(paragraph(player.name, style=style(13 * scale, bold=True, lead=1.15)))
            if player.club:
                lines.append(paragraph(player.club, style=style(club_size, lead=1.2)))
        return lines

    @cached_property
    def _pair_height(self) -> float:
        tallest = max(block_height(lines, self._names_width) for lines in self._names)
        return max(self.paper.pairs, tallest + 4 * MM)

    def _draw_pairs(self, canvas: Canvas, x: float, top: float) -> None:
        view, height = self.form.view, self._pair_height
        pairs = (view.a, view.b) if view else (None, None)
        for letter, pair, lines in zip("AB", pairs, self._names, strict=True):
            canvas.setLineWidth(0.8)
            box(canvas, x, top, self._pair_width, height)
            self._draw_letter(canvas, letter, pair, x, top)
            left = x + _LETTER_WIDTH
            if pair:
                draw_block(canvas, lines, left, top - 1.5 * MM, self._names_width)
            else:
                canvas.setLineWidth(_WRITING_LINE)
                for y in (top - height * 0.41, top - height * 0.84):
                    canvas.line(left, y, left + self._names_width, y)
            x += self._pair_width + _GAP

    def _draw_letter(
        self, canvas: Canvas, letter: str, pair: PairView | None, x: float, top: float
    ) -> None:
        """Which pair of the match it is, and its number: pools have letters too, so that this one
        says whose it is."""
        number = _("No. %(number)d") % {"number": pair.number} if pair else _("No")
        left, width = x + 1.5 * MM, _LETTER_WIDTH - 2 * MM
        size, smallest = self.paper.label, self.paper.small
        align = "center" if pair else "left"
        foot = top - self._pair_height + 2 * MM
        line_of_text(canvas, _("Pair"), left, top - 4.2 * MM, width, size=size, align="center")
        line_of_text(
            canvas, letter, left, top - 13.4 * MM, width, size=27, bold=True, align="center"
        )
        line_of_text(canvas, number, left, foot, width, size=size, align=align, smallest=smallest)

    @cached_property
    def _seats(self) -> tuple[list[Paragraph], list[Paragraph]]:
        """The first dealer, and everybody round the table; neither where nobody said."""
        dealer, seats = seats_of(self.form.view)
        if not dealer:
            return [], []
        return (
            [paragraph(dealer, style=style(11, bold=True))],
            [paragraph(seats, style=style(self.paper.label))],
        )

    @property
    def _dealer_left(self) -> float:
        return text_width(first_dealer_label(), REGULAR, 10) + 3 * MM

    @cached_property
    def _dealer_height(self) -> float:
        if not self.has_dealer:
            return _GAP
        dealer, seats = self._seats
        if not dealer:
            return _DEALER_HEIGHT
        width = self.paper.width
        named = block_height(dealer, width - self._dealer_left)
        return 3 * MM + named + block_height(seats, width) + _GAP

    def _draw_first_dealer(self, canvas: Canvas, x: float, top: float) -> None:
        width, left = self.paper.width, x + self._dealer_left
        line_of_text(canvas, first_dealer_label(), x, top - 6.4 * MM, width, size=10)
        dealer, seats = self._seats
        if dealer:
            top = draw_block(canvas, dealer, left, top - 2.6 * MM, width - self._dealer_left)
            draw_block(canvas, seats, x, top, width)
        else:
            canvas.setLineWidth(_WRITING_LINE)
            canvas.line(left, top - 7.2 * MM, x + width, top - 7.2 * MM)


def first_dealer_label() -> str:
    return _("First dealer (the player dealt the first jack):")


def seats_of(view: MatchView | None) -> tuple[str, str]:
    """Who deals first, and everybody round the table (R5); both "" where nobody said."""
    seating = view.match.seating if view else None
    if view is None or seating is None:
        return "", ""
    players = " – ".join(f"{seat.side.value} {player_at(view, seat)}" for seat in seating.clockwise)
    seats = _("Clockwise round the table: %(players)s") % {"players": players}
    return player_at(view, seating.first_dealer), seats
