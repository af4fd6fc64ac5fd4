"""Pair cards, four to a paper: a pair's number, its players, and where it plays whom and when."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, partial

from django.utils.translation import gettext as _
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Paragraph

from tournaments.exports.event_head import EventHead, event_head, start_text
from tournaments.exports.file import ExportedFile, pdf_file
from tournaments.exports.options import FileOptions
from tournaments.exports.pdf.cards import page_text, parted, qr_place
from tournaments.exports.pdf.cutting import QUARTERS, Face, cut_document
from tournaments.exports.pdf.drawing import block_height, draw_block, line_of_text
from tournaments.exports.pdf.nothing import no_matches, nothing_to_print
from tournaments.exports.pdf.paper import A6, MM
from tournaments.exports.pdf.type import BOLD, pair_lines, paragraph, style, text_width
from tournaments.models import Stage, Tournament
from tournaments.printed_links import pair_address, phones_can_open_links
from tournaments.queries.matches import MatchView, matches_of, matches_of_pair
from tournaments.queries.pairs import PairView, pairs_by_key
from tournaments.queries.table_links import pair_codes
from tournaments.stage_wording import round_name, stage_label

_SIDE = 8 * MM
_WIDTH = A6[0] - 2 * _SIDE
_TOP = A6[1] - 8 * MM
_BOTTOM = 11 * MM
_CODE_HEIGHT = 15 * MM
_QR = 27 * MM
_LEFT_WIDTH = _WIDTH - _QR - 4 * MM
_HEAD_HEIGHT = 35 * MM
_TABLE_WIDTH = 15 * MM
_OPPONENTS_WIDTH = _WIDTH - _TABLE_WIDTH
_HEADINGS = 5 * MM
_PADDING = 1.2 * MM
_GAP = 2 * MM


@dataclass(frozen=True)
class _Row:
    view: MatchView
    lines: list[Paragraph]

    @cached_property
    def height(self) -> float:
        return block_height(self.lines, _OPPONENTS_WIDTH) + 2 * _PADDING


@dataclass(frozen=True)
class _Card:
    """A pair's card: what stands on each of its papers but the matches.

    `address` of its public page and `code` are "" where no phone could open the site.
    """

    head: EventHead
    pair: PairView
    pools: str
    players: list[Paragraph]
    address: str
    code: str

    @cached_property
    def list_top(self) -> float:
        """Where the matches begin, under their headings."""
        names = block_height(self.players, _WIDTH)
        return _TOP - _HEAD_HEIGHT - names - _GAP - _HEADINGS

    @property
    def list_bottom(self) -> float:
        """Where the matches must end, over the pair's code."""
        return _BOTTOM + (_CODE_HEIGHT if self.code else 0)


def pair_cards_pdf(tournament: Tournament, _options: FileOptions) -> ExportedFile:
    """A card for every pair drawn that has not withdrawn, by number (five queries).

    A pair with more matches than a card holds has more cards; annulled ones are not among them.
    Each has the pair's code, unless no phone could open the site.
    """
    head = event_head(tournament)
    title = _("Pair cards")
    pairs = pairs_by_key(tournament)
    matches = matches_of(tournament, pairs)
    if not matches:
        return no_matches(head, title, drawn=False)
    drawn = {pk for view in matches for pk in (view.a.pk, view.b.pk)}
    to_play = [view for view in matches if not view.match.annulled]
    codes = pair_codes(tournament) if phones_can_open_links() else {}
    faces = [
        face
        for pair in pairs.values()
        if pair.pk in drawn and not pair.withdrawn
        for face in _faces(
            _card(tournament, head, pair, matches_of_pair(to_play, pair), codes.get(pair.pk, "")),
            matches_of_pair(to_play, pair),
        )
    ]
    if not faces:
        why = _("Every pair of the event has withdrawn.")
        return nothing_to_print(head, title, _("No pairs to play"), why)
    return pdf_file(cut_document(f"{title} – {head.name}", faces, QUARTERS))


def _card(
    tournament: Tournament, head: EventHead, pair: PairView, views: Sequence[MatchView], code: str
) -> _Card:
    in_pools = (view for view in views if view.match.stage == Stage.POOL)
    pools = ", ".join(dict.fromkeys(stage_label(view) for view in in_pools))
    address = pair_address(tournament, pair.number) if code else ""
    return _Card(head, pair, pools, _players(pair), address, code)


def _faces(card: _Card, views: Sequence[MatchView]) -> list[Face]:
    rows = [_row(card.pair, view) for view in views]
    cards = parted(rows, lambda row: row.height, card.list_top - card.list_bottom)
    return [
        partial(_draw, card, rows, page_text(number, len(cards)))
        for number, rows in enumerate(cards, start=1)
    ]


def _players(pair: PairView) -> list[Paragraph]:
    lines = []
    for player in pair.players:
        lines.append(paragraph(player.name, style=style(13, bold=True, lead=1.15)))
        if player.club:
            lines.append(paragraph(player.club, style=style(9.5, lead=1.2)))
    return lines


def _row(pair: PairView, view: MatchView) -> _Row:
    names = style(10.5, lead=1.15)
    opponents = view.b if view.a.pk == pair.pk else view.a
    return _Row(
        view,
        [
            paragraph(
                f"{start_text(view.match.starts_at)} · {round_name(view)}",
                style=style(10.5, bold=True),
            ),
            paragraph(*pair_lines(opponents, names, _OPPONENTS_WIDTH), style=names),
        ],
    )


def _draw(card: _Card, rows: Sequence[_Row], page: str, canvas: Canvas) -> None:
    event = paragraph(card.head.name, style=style(9, bold=True))
    draw_block(canvas, [event], _SIDE, _TOP, _LEFT_WIDTH)
    qr_place(canvas, _SIDE + _WIDTH - _QR, _TOP, _QR, card.address, _("Your matches"))
    pool = _("Pool %(pool)s") % {"pool": card.pools} if card.pools else ""
    number = str(card.pair.number)
    line_of_text(canvas, _("Pair"), _SIDE, _TOP - 14 * MM, _LEFT_WIDTH, size=11)
    line_of_text(canvas, number, _SIDE, _TOP - 29 * MM, 34 * MM, size=48, bold=True)
    beside = min(text_width(number, BOLD, 48), 34 * MM) + 5 * MM
    line_of_text(
        canvas,
        pool,
        _SIDE + beside,
        _TOP - 29 * MM,
        _LEFT_WIDTH - beside,
        size=13,
        bold=True,
    )
    draw_block(canvas, card.players, _SIDE, _TOP - _HEAD_HEIGHT, _WIDTH)
    top = card.list_top
    _draw_headings(canvas, top)
    if not rows:
        line_of_text(canvas, _("No matches"), _SIDE, top - 6 * MM, _WIDTH, size=11)
    for row in rows:
        table = str(row.view.match.table)
        line_of_text(
            canvas, table, _SIDE, top - _PADDING - 17, _TABLE_WIDTH - 2 * MM, size=20, bold=True
        )
        draw_block(canvas, row.lines, _SIDE + _TABLE_WIDTH, top - _PADDING, _OPPONENTS_WIDTH)
        top -= row.height
        canvas.setLineWidth(0.3)
        canvas.line(_SIDE, top, _SIDE + _WIDTH, top)
    if card.code:
        _draw_code(canvas, card.code)
    line_of_text(canvas, page, _SIDE, 6 * MM, _WIDTH / 2, size=9, bold=True)
    line_of_text(canvas, card.head.printed, _SIDE, 6 * MM, _WIDTH, size=6.5, align="right")


def _draw_code(canvas: Canvas, code: str) -> None:
    """The pair's code at the foot, in a frame: it can be cut or folded away."""
    top = _BOTTOM + _CODE_HEIGHT - _GAP
    height = _CODE_HEIGHT - _GAP
    canvas.setLineWidth(0.6)
    canvas.setDash(2, 2)
    canvas.rect(_SIDE, top - height, _WIDTH, height)
    canvas.setDash()
    x, width = _SIDE + 2.5 * MM, 38 * MM
    line_of_text(canvas, code, x, top - 9 * MM, width, size=24, bold=True)
    lines = [
        paragraph(_("Your code: with it you confirm your results."), style=style(8.5, lead=1.2)),
        paragraph(_("Show it to nobody."), style=style(8.5, bold=True, lead=1.2)),
    ]
    draw_block(canvas, lines, x + width, top - 1.8 * MM, _WIDTH - width - 4 * MM)


def _draw_headings(canvas: Canvas, y: float) -> None:
    line_of_text(canvas, _("Table"), _SIDE, y + 1.3 * MM, _TABLE_WIDTH, size=8, bold=True)
    line_of_text(
        canvas,
        _("Opponents"),
        _SIDE + _TABLE_WIDTH,
        y + 1.3 * MM,
        _OPPONENTS_WIDTH,
        size=8,
        bold=True,
    )
    canvas.setLineWidth(0.9)
    canvas.line(_SIDE, y, _SIDE + _WIDTH, y)
