"""The standings on paper, a pool a block: places with their reasons, what is still to play and
what is annulled."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _
from reportlab.lib import colors
from reportlab.platypus import Flowable, Spacer, Table

from tournaments.exports.event_head import event_head, start_text
from tournaments.exports.file import ExportedFile, pdf_file
from tournaments.exports.options import FileOptions
from tournaments.exports.pdf.document import CONTENT_WIDTH, flow_document, kept_together
from tournaments.exports.pdf.paper import MM
from tournaments.exports.pdf.type import BOLD, REGULAR, pair_lines, paragraph, style
from tournaments.exports.remarks import place_remarks
from tournaments.models import Tournament
from tournaments.queries.matches import MatchView
from tournaments.queries.standings import PoolStandings, StandingRow, standings_of
from tournaments.templatetags.withdrawals import annulment_text
from tournaments.wording import tie_break_reason

_PLACE_WIDTH = 12 * MM
_NUMBER_WIDTH = 14 * MM
_NUMBER_COLUMNS = 6
_PAIR_WIDTH = CONTENT_WIDTH - _PLACE_WIDTH - _NUMBER_COLUMNS * _NUMBER_WIDTH
_MATCH_WIDTH = 12 * MM
_UNPLAYED_WIDTHS = (_MATCH_WIDTH, 32 * MM, 16 * MM)
_SIDE_WIDTH = (CONTENT_WIDTH - sum(_UNPLAYED_WIDTHS)) / 2
_REASON_WIDTH = 54 * MM
_ANNULLED_SIDE_WIDTH = (CONTENT_WIDTH - _MATCH_WIDTH - _REASON_WIDTH) / 2
_SMALL = 8.5
_PADDING = 1.2 * MM
_RULE = (0.4, colors.Color(0.45, 0.45, 0.45))


def standings_pdf(tournament: Tournament, _options: FileOptions) -> ExportedFile:
    """Every pool with its places (six queries)."""
    story: list[Flowable] = []
    for pool in standings_of(tournament):
        if story:
            story.append(Spacer(0, 8 * MM))
        block = [_pool_table(pool)]
        if pool.unplayed:
            block += [Spacer(0, 3 * MM), _unplayed_table(pool)]
        if pool.annulled:
            block += [Spacer(0, 3 * MM), _annulled_table(pool)]
        story.append(kept_together(block))
    if not story:
        story = [
            paragraph(_("No pools yet"), style=style(14, bold=True)),
            Spacer(0, 2 * MM),
            paragraph(_("The standings begin when the draw is published."), style=style(11)),
        ]
    return pdf_file(flow_document(event_head(tournament), _("Standings"), story))


def _pool_table(pool: PoolStandings) -> Table:
    labels = (_("Played"), _("Won"), _("Lost"), "+", "−", _("Tuppis"))
    small, small_right = style(7.5, bold=True), style(7.5, bold=True, align="right")
    rows: list[list[Any]] = [
        [paragraph(_pool_name(pool), style=style(14, bold=True))] + [""] * (_NUMBER_COLUMNS + 1),
        [
            paragraph("#", style=small_right),
            paragraph(_("Pair"), style=small),
            *(paragraph(label, style=small_right) for label in labels),
        ],
        *(_standing_cells(row) for row in pool.rows),
    ]
    return Table(
        rows,
        colWidths=[_PLACE_WIDTH, _PAIR_WIDTH] + [_NUMBER_WIDTH] * _NUMBER_COLUMNS,
        repeatRows=2,
        style=[
            ("SPAN", (0, 0), (-1, 0)),
            ("LEFTPADDING", (0, 0), (-1, 0), 0),
            ("FONT", (0, 0), (-1, -1), REGULAR, 11, 13.4),
            ("FONT", (0, 2), (0, -1), BOLD, 11, 13.4),
            ("ALIGN", (0, 2), (0, -1), "RIGHT"),
            ("ALIGN", (2, 2), (-1, -1), "RIGHT"),
            ("VALIGN", (0, 0), (-1, -1), "TOP"),
            ("VALIGN", (0, 1), (-1, 1), "BOTTOM"),
            ("TOPPADDING", (0, 0), (-1, -1), _PADDING),
            ("BOTTOMPADDING", (0, 0), (-1, -1), _PADDING),
            ("LEFTPADDING", (1, 1), (1, -1), 3 * MM),
            ("RIGHTPADDING", (0, 0), (-1, -1), 0),
            ("LINEBELOW", (0, 1), (-1, 1), 0.9, colors.black),
            ("LINEBELOW", (0, 2), (-1, -1), *_RULE),
        ],
    )


def _standing_cells(row: StandingRow) -> list[Any]:
    standing = row.standing
    name_style = style(11, bold=True)
    names = pair_lines(row.pair, name_style, _PAIR_WIDTH - 3 * MM)
    pair: list[Flowable] = [paragraph(*names, style=name_style)]
    if row.pair.clubs:
        pair.append(paragraph(row.pair.clubs, style=style(_SMALL)))
    if reason := tie_break_reason(row):
        pair.append(paragraph(reason, style=style(_SMALL)))
    pair += [paragraph(remark, style=style(_SMALL)) for remark in place_remarks(row)]
    numbers = (
        standing.played,
        standing.wins,
        standing.losses,
        standing.points,
        standing.points_against,
        row.tuppis,
    )
    place = f"{standing.place}=" if standing.shared else f"{standing.place}"
    return [place, pair, *(str(number) for number in numbers)]


def _unplayed_table(pool: PoolStandings) -> Table:
    return _match_table(
        " · ".join([_("Still to play or under way"), _pool_name(pool)]),
        (_("Match"), _("Starts"), _("Table"), _("Pair A"), _("Pair B")),
        [
            [
                str(view.match.number),
                start_text(view.match.starts_at),
                str(view.match.table),
                *_side_cells(view, _SIDE_WIDTH),
            ]
            for view in pool.unplayed
        ],
        [*_UNPLAYED_WIDTHS, _SIDE_WIDTH, _SIDE_WIDTH],
    )


def _annulled_table(pool: PoolStandings) -> Table:
    return _match_table(
        " · ".join([_("Annulled"), _pool_name(pool)]),
        (_("Match"), _("Pair A"), _("Pair B"), _("Reason")),
        [
            [
                str(view.match.number),
                *_side_cells(view, _ANNULLED_SIDE_WIDTH),
                paragraph(annulment_text(view.match), style=style(_SMALL)),
            ]
            for view in pool.annulled
        ],
        [_MATCH_WIDTH, _ANNULLED_SIDE_WIDTH, _ANNULLED_SIDE_WIDTH, _REASON_WIDTH],
    )


def _side_cells(view: MatchView, width: float) -> list[Any]:
    text = style(_SMALL)
    return [
        paragraph(*pair_lines(pair, text, width - 2 * MM), style=text) for pair in (view.a, view.b)
    ]


def _match_table(
    heading: str,
    columns: Sequence[str],
    cells: Sequence[Sequence[Any]],
    widths: Sequence[float],
) -> Table:
    """A list of matches. `heading` names the pool again, since it may go on to pages of its own."""
    rows: list[list[Any]] = [
        [paragraph(heading, style=style(10, bold=True))] + [""] * (len(columns) - 1),
        [paragraph(column, style=style(8, bold=True)) for column in columns],
        *(list(row) for row in cells),
    ]
    return Table(
        rows,
        colWidths=widths,
        repeatRows=2,
        style=[
            ("SPAN", (0, 0), (-1, 0)),
            ("FONT", (0, 0), (-1, -1), REGULAR, _SMALL, 10.4),
            ("VALIGN", (0, 0), (-1, -1), "TOP"),
            ("TOPPADDING", (0, 0), (-1, -1), 0.7 * MM),
            ("BOTTOMPADDING", (0, 0), (-1, -1), 0.7 * MM),
            ("LEFTPADDING", (0, 0), (-1, -1), 0),
            ("RIGHTPADDING", (0, 0), (-1, -1), 2 * MM),
            ("LINEBELOW", (0, 1), (-1, 1), 0.4, colors.black),
        ],
    )


def _pool_name(pool: PoolStandings) -> str:
    return _("Pool %(pool)s") % {"pool": pool.pool.label}
