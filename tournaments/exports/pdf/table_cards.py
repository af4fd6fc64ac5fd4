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
from tournaments.printed_links import phones_can_open_links
from tournaments.queries.matches import MatchView, matches_of
from tournaments.queries.table_links import addresses_in_force
from tournaments.stage_wording import stage_and_round

_SIDE = 14 * MM
_WIDTH = A4[0] - 2 * _SIDE
_TOP = A4[1] - 13 * MM
_BOTTOM = 20 * MM
_QR = 50 * MM
_NUMBER_SIZE = 250
_NUMBER_WIDTH = _WIDTH - _QR - 8 * MM
_LIST_TOP = _TOP - 116 * MM
_WHAT_WIDTH = 50 * MM
"""When it is and which match; the pairs have the rest."""
_LETTER_WIDTH = 17 * MM
_NAMES_WIDTH = _WIDTH - _WHAT_WIDTH - _LETTER_WIDTH
_PAIRS = 14
_LEAD = 1.2
"""Of both columns, so that their first lines stand on one height."""
_BASELINE = 14
"""How far under its top the first line of a pair stands."""
_PADDING = 2.2 * MM
_GAP = 2 * MM
_BETWEEN_PAIRS = 1 * MM


@dataclass(frozen=True)
class _Row:
    """A match: when and which it is, and its two pairs."""

    what: list[Paragraph]
    pairs: list[Paragraph]

    @property
    def height(self) -> float:
        what = block_height(self.what, _WHAT_WIDTH - _GAP)
        pairs = block_height(self.pairs, _NAMES_WIDTH) + _BETWEEN_PAIRS
        return max(what, pairs) + 2 * _PADDING


def table_cards_pdf(tournament: Tournament, options: FileOptions) -> ExportedFile:
    """A card for every table with matches that are not annulled, by number (five queries).

    A table with more matches than a card holds has more cards. Each has the code of the table's
    link, unless that is revoked or no phone could open it.
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
    links = addresses_in_force(tournament, list(tables)) if phones_can_open_links() else {}
    faces = [
        face
        for table in sorted(tables)
        for face in _faces(head, table, tables[table], links.get(table))
    ]
    cut = PAPERS[options.paper].cut
    return pdf_file(cut_document(f"{title} – {head.name}", faces, cut))


def _faces(head: EventHead, table: int, views: list[MatchView], link: str | None) -> list[Face]:
    rows = [_row(view) for view in sorted(views, key=lambda view: view.match.slot)]
    cards = parted(rows, lambda row: row.height, _LIST_TOP - _BOTTOM)
    return [
        partial(_draw, head, table, link, card, page_text(number, len(cards)))
        for number, card in enumerate(cards, start=1)
    ]


def _row(view: MatchView) -> _Row:
    names, small = style(_PAIRS, lead=_LEAD), style(9.5, lead=_LEAD)
    match = _("Match %(number)d") % {"number": view.match.number}
    what = [
        paragraph(start_text(view.match.starts_at), style=style(_PAIRS, bold=True, lead=_LEAD)),
        paragraph(stage_and_round(view), match, style=small),
    ]
    pairs = [
        paragraph(*pair_lines(pair, names, _NAMES_WIDTH), style=names) for pair in (view.a, view.b)
    ]
    return _Row(what, pairs)


def _draw(
    head: EventHead, table: int, link: str | None, rows: list[_Row], page: str, canvas: Canvas
) -> None:
    event = [
        paragraph(head.name, style=style(15, bold=True)),
        paragraph(head.where_and_when, style=style(11)),
    ]
    draw_block(canvas, event, _SIDE, _TOP, _NUMBER_WIDTH)
    qr_place(canvas, _SIDE + _WIDTH - _QR, _TOP, _QR, link, _("Scan to keep the score"))
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
    for label, x in ((_("Match"), _SIDE), (_("Pairs"), _SIDE + _WHAT_WIDTH)):
        line_of_text(canvas, label, x, y + 1.6 * MM, _WHAT_WIDTH - _GAP, size=10, bold=True)
    canvas.setLineWidth(1.2)
    canvas.line(_SIDE, y, _SIDE + _WIDTH, y)


def _draw_row(canvas: Canvas, row: _Row, top: float) -> None:
    top -= _PADDING
    draw_block(canvas, row.what, _SIDE, top, _WHAT_WIDTH - _GAP)
    x = _SIDE + _WHAT_WIDTH
    for letter, pair in zip((_("Pair A"), _("Pair B")), row.pairs, strict=True):
        width = _LETTER_WIDTH - 1 * MM
        line_of_text(canvas, letter, x, top - _BASELINE, width, size=_PAIRS, bold=True)
        top = draw_block(canvas, [pair], x + _LETTER_WIDTH, top, _NAMES_WIDTH) - _BETWEEN_PAIRS
