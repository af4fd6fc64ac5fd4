"""Table cards: the table's number to be seen across the hall, its matches under it."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import partial

from django.utils.translation import gettext as _
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Paragraph

from tournaments.exports.event_head import EventHead, event_head, start_text
from tournaments.exports.file import ExportedFile, pdf_file
from tournaments.exports.options import FileOptions
from tournaments.exports.pdf.cards import page_text, parted, qr_place
from tournaments.exports.pdf.cutting import Face, cut_document
from tournaments.exports.pdf.drawing import block_height, draw_block, fitting_size, line_of_text
from tournaments.exports.pdf.nothing import no_matches, nothing_to_print
from tournaments.exports.pdf.paper import A4, MM
from tournaments.exports.pdf.sheet_paper import PAPERS
from tournaments.exports.pdf.type import BOLD, pair_lines, paragraph, style
from tournaments.models import Tournament
from tournaments.queries.matches import MatchView, matches_of

_SIDE = 14 * MM
_WIDTH = A4[0] - 2 * _SIDE
_TOP = A4[1] - 13 * MM
_BOTTOM = 20 * MM
_QR = 50 * MM
_NUMBER_SIZE = 250
_NUMBER_WIDTH = _WIDTH - _QR - 8 * MM
_LIST_TOP = _TOP - 116 * MM
_COLUMNS = (44 * MM, 17 * MM, 19 * MM, 17 * MM)
"""Start, match, round and pool; the pairs have the rest."""
_PAIRS_WIDTH = _WIDTH - sum(_COLUMNS)
_LETTER_WIDTH = 7 * MM
_NAMES_WIDTH = _PAIRS_WIDTH - _LETTER_WIDTH
_PAIRS = 14
_BASELINE = 14
"""How far under its top the first line of a pair stands."""
_PADDING = 2.2 * MM
_BETWEEN_PAIRS = 1 * MM


@dataclass(frozen=True)
class _Row:
    view: MatchView
    pairs: list[Paragraph]

    @property
    def height(self) -> float:
        return block_height(self.pairs, _NAMES_WIDTH) + _BETWEEN_PAIRS + 2 * _PADDING


def table_cards_pdf(tournament: Tournament, options: FileOptions) -> ExportedFile:
    """A card for every table with matches that are not annulled, by number (four queries).

    A table with more matches than a card holds has more cards.
    """
    head = event_head(tournament)
    title = _("Table cards")
    matches = matches_of(tournament)
    if not matches:
        return no_matches(head, title, drawn=False)
    tables: dict[int, list[MatchView]] = defaultdict(list)
    for view in matches:
        if not view.match.annulled:
            tables[view.match.table].append(view)
    if not tables:
        why = _("Every match of the event is annulled.")
        return nothing_to_print(head, title, _("No matches to play"), why)
    faces = [face for table in sorted(tables) for face in _faces(head, table, tables[table])]
    cut = PAPERS[options.paper].cut
    return pdf_file(cut_document(f"{title} – {head.name}", faces, cut))


def _faces(head: EventHead, table: int, views: list[MatchView]) -> list[Face]:
    rows = [_row(view) for view in sorted(views, key=lambda view: view.match.slot)]
    cards = parted(rows, lambda row: row.height, _LIST_TOP - _BOTTOM)
    return [
        partial(_draw, head, table, card, page_text(number, len(cards)))
        for number, card in enumerate(cards, start=1)
    ]


def _row(view: MatchView) -> _Row:
    names = style(_PAIRS, lead=1.2)
    lines = [
        paragraph(*pair_lines(pair, names, _NAMES_WIDTH), style=names) for pair in (view.a, view.b)
    ]
    return _Row(view, lines)


def _draw(head: EventHead, table: int, rows: list[_Row], page: str, canvas: Canvas) -> None:
    event = [
        paragraph(head.name, style=style(15, bold=True)),
        paragraph(head.where_and_when, style=style(11)),
    ]
    draw_block(canvas, event, _SIDE, _TOP, _NUMBER_WIDTH)
    qr_place(canvas, _SIDE + _WIDTH - _QR, _TOP, _QR, None)
    line_of_text(canvas, _("Table"), _SIDE, _TOP - 30 * MM, _NUMBER_WIDTH, size=30)
    size = fitting_size(str(table), BOLD, _NUMBER_WIDTH, _NUMBER_SIZE, 10)
    canvas.setFont(BOLD, size)
    canvas.drawString(_SIDE - size * 0.05, _TOP - 103 * MM, str(table))
    _draw_headings(canvas, _LIST_TOP)
    top = _LIST_TOP
    for row in rows:
        _draw_row(canvas, row, top)
        top -= row.height
        canvas.setLineWidth(0.4)
        canvas.line(_SIDE, top, _SIDE + _WIDTH, top)
    line_of_text(canvas, page, _SIDE, 11 * MM, _WIDTH / 2, size=11, bold=True)
    line_of_text(canvas, head.printed, _SIDE, 11 * MM, _WIDTH, size=8.6, align="right")


def _draw_headings(canvas: Canvas, y: float) -> None:
    labels = (_("Starts"), _("Match"), _("Round"), _("Pool"), _("Pairs"))
    x = _SIDE
    for label, width in zip(labels, (*_COLUMNS, _PAIRS_WIDTH), strict=True):
        line_of_text(canvas, label, x, y + 1.6 * MM, width - 1 * MM, size=10, bold=True)
        x += width
    canvas.setLineWidth(1.2)
    canvas.line(_SIDE, y, _SIDE + _WIDTH, y)


def _draw_row(canvas: Canvas, row: _Row, top: float) -> None:
    match = row.view.match
    texts = (
        start_text(match.starts_at),
        str(match.number),
        str(match.round),
        row.view.pool.label,
    )
    x = _SIDE
    for text, width in zip(texts, _COLUMNS, strict=True):
        line_of_text(
            canvas, text, x, top - _PADDING - _BASELINE, width - 1 * MM, size=_PAIRS, bold=True
        )
        x += width
    top -= _PADDING
    for letter, pair in zip("AB", row.pairs, strict=True):
        line_of_text(canvas, letter, x, top - _BASELINE, _LETTER_WIDTH, size=_PAIRS, bold=True)
        top = draw_block(canvas, [pair], x + _LETTER_WIDTH, top, _NAMES_WIDTH) - _BETWEEN_PAIRS
