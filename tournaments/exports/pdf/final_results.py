"""How an event ended, on paper to keep: champions, places, the last matches, records."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django.utils.translation import gettext as _
from reportlab.lib import colors
from reportlab.platypus import Flowable, HRFlowable, KeepTogether, Spacer, Table

from tournaments.exports.event_head import event_head
from tournaments.exports.file import ExportedFile, pdf_file
from tournaments.exports.options import FileOptions
from tournaments.exports.pdf.document import CONTENT_WIDTH, flow_document
from tournaments.exports.pdf.paper import MM
from tournaments.exports.pdf.type import BOLD, REGULAR, pair_lines, paragraph, style, text_width
from tournaments.exports.pdf.wall import (
    WALL_SHEETS,
    Column,
    WholeTable,
    nothing_yet,
    pair_block,
    wall_table,
)
from tournaments.feats_wording import Record, records_of, what_is_unknown
from tournaments.ledger import ruleset_of
from tournaments.models import Tournament
from tournaments.places_wording import (
    KnockoutRound,
    how_decided,
    knockout_rounds,
    place_reasons,
    place_sentence,
    place_text,
    points_for,
    why_no_places,
)
from tournaments.queries.feats import event_feats
from tournaments.queries.places import KnockoutMatchView, PlacedPair, Places, places_of
from tournaments.templatetags.withdrawals import withdrawn_text

_BETWEEN = 9 * MM
_PLACE = 14 * MM
_PAIR = CONTENT_WIDTH - _PLACE
_PAIR_GAP = 5 * MM
_SCORE = 24 * MM
_DECIDED = 40 * MM
_MATCH = CONTENT_WIDTH - _SCORE - _DECIDED
_RECORD = 46 * MM
_AMOUNT = 26 * MM
_HOLDER = CONTENT_WIDTH - _RECORD - _AMOUNT
_LARGEST_NAME = 30
_SMALLEST_NAME = 16


def final_results_pdf(tournament: Tournament, options: FileOptions) -> ExportedFile:
    """The results as the event's page has them (nine queries at most)."""
    places = places_of(tournament)
    story: list[Flowable] = []
    for block in _blocks(places, tournament):
        if story:
            story.append(Spacer(0, _BETWEEN))
        story += block
    head = event_head(tournament)
    sheet = WALL_SHEETS[options.paper]
    return pdf_file(flow_document(head, _("Final results"), story, sheet=sheet))


def _blocks(places: Places, tournament: Tournament) -> Iterable[list[Flowable]]:
    why = why_no_places(places)
    if places.champions:
        yield _champions(places.champions)
    if why:
        title = (
            _("Not all places are known yet")
            if places.placed
            else _("The places are not known yet")
        )
        yield nothing_yet(title, why)[0]
    if places.placed:
        yield [_places_table(places.placed, _("Places known so far") if why else _("Places"))]
    if rounds := knockout_rounds(places.knockout):
        yield _knockout(rounds)
    feats = event_feats(places.matches, ruleset_of(tournament))
    if records := records_of(feats):
        unknown = [paragraph(text, style=style(9))] if (text := what_is_unknown(feats)) else []
        yield [KeepTogether([_records(records), *unknown])]


def _champions(champions: Sequence[PlacedPair]) -> list[Flowable]:
    """The names as large as they fit, over a double rule."""
    block: list[Flowable] = [
        Spacer(0, 6 * MM),
        paragraph(_("Champions"), style=style(15, align="center")),
    ]
    for placed in champions:
        names = [player.name for player in placed.pair.players]
        size = min(_fitting(name) for name in names)
        block += [Spacer(0, 3 * MM)]
        block += [
            paragraph(name, style=style(size, bold=True, align="center", lead=1.18))
            for name in names
        ]
        if placed.pair.clubs:
            block += [
                Spacer(0, 1.5 * MM),
                paragraph(placed.pair.clubs, style=style(14, align="center")),
            ]
        block += [Spacer(0, 2 * MM)]
        block += [
            paragraph(reason, style=style(11, align="center")) for reason in place_reasons(placed)
        ]
    block.append(Spacer(0, 6 * MM))
    block += [
        HRFlowable(width="100%", thickness=0.8, color=colors.black, spaceAfter=1.2 * MM)
        for _line in (1, 2)
    ]
    return [KeepTogether(block)]


def _fitting(name: str) -> float:
    wide = text_width(name, BOLD, _LARGEST_NAME)
    return max(_SMALLEST_NAME, min(_LARGEST_NAME, int(_LARGEST_NAME * CONTENT_WIDTH / wide)))


def _places_table(placed: Iterable[PlacedPair], title: str) -> Table:
    columns = [
        Column("#", _PLACE, size=15, bold=True, align="right"),
        Column(_("Pair"), _PAIR, gap=_PAIR_GAP),
    ]
    return wall_table(title, columns, [_place_cells(each) for each in placed], valign="TOP")


def _place_cells(placed: PlacedPair) -> list[Any]:
    remarks = [place_sentence(placed)]
    if placed.pair.withdrawn:
        remarks.append(withdrawn_text(placed.pair))
    size = 15 if placed.place and placed.place <= 3 else 12.5
    return [
        place_text(placed),
        pair_block(placed.pair, _PAIR - _PAIR_GAP, size=size, small=9.5, remarks=remarks),
    ]


def _knockout(rounds: Iterable[KnockoutRound]) -> list[Flowable]:
    block: list[Flowable] = [paragraph(_("The knock-out"), style=style(20, bold=True))]
    for each in rounds:
        rows = [
            [paragraph(each.name, style=style(11, bold=True)), "", ""],
            *(_match_cells(match) for match in each.matches),
        ]
        block += [
            Spacer(0, 3 * MM),
            _lines(rows, (_MATCH, _SCORE, _DECIDED), right=1),
        ]
    # The heading stays with the first round.
    return [KeepTogether(block[:3]), *block[3:]]


def _match_cells(match: KnockoutMatchView) -> list[Any]:
    winner, loser = match.winner, match.loser
    if winner is None or loser is None:
        return ["", "", ""]
    return [
        [
            paragraph(*pair_lines(pair, names, _MATCH), style=names)
            for pair, names in ((winner, style(11, bold=True)), (loser, style(11)))
        ],
        points_for(match, winner),
        how_decided(match),
    ]


def _records(records: Iterable[Record]) -> Table:
    rows: list[list[Any]] = [
        [paragraph(_("Records of the event"), style=style(20, bold=True)), "", ""]
    ]
    for record in records:
        lines: list[Flowable] = []
        for holder in record.holders:
            lines.append(paragraph(holder.name, style=style(11, bold=True)))
            if holder.where:
                lines.append(paragraph(holder.where, style=style(9)))
        if record.more:
            lines.append(paragraph(record.more_text, style=style(9)))
        rows.append([paragraph(record.title, style=style(11)), record.value, lines])
    return _lines(rows, (_RECORD, _AMOUNT, _HOLDER), right=1, gap=6 * MM)


def _lines(
    rows: Sequence[Sequence[Any]], widths: Sequence[float], *, right: int, gap: float = 4 * MM
) -> Table:
    """Ruled lines under a heading that spans them; `right` is the column of numbers."""
    return WholeTable(
        [list(row) for row in rows],
        colWidths=widths,
        repeatRows=1,
        style=[
            ("SPAN", (0, 0), (-1, 0)),
            ("FONT", (0, 0), (-1, -1), REGULAR, 11, 13.4),
            ("FONT", (right, 1), (right, -1), BOLD, 11, 13.4),
            ("ALIGN", (right, 1), (right, -1), "RIGHT"),
            ("VALIGN", (0, 0), (-1, -1), "TOP"),
            ("TOPPADDING", (0, 0), (-1, -1), 1.1 * MM),
            ("BOTTOMPADDING", (0, 0), (-1, -1), 1.1 * MM),
            ("LEFTPADDING", (0, 0), (-1, -1), 0),
            ("RIGHTPADDING", (0, 0), (-1, -1), 0),
            ("LEFTPADDING", (right + 1, 1), (right + 1, -1), gap),
            ("LINEBELOW", (0, 0), (-1, 0), 1.2, colors.black),
            ("LINEBELOW", (0, 1), (-1, -1), 0.4, colors.black),
        ],
    )
