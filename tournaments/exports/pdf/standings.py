"""The standings on paper, a pool a block: places with their reasons, what is still to play, what
is not confirmed and what is annulled."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _
from reportlab.lib import colors
from reportlab.platypus import Flowable, Spacer, Table

from tournaments.exports.event_head import start_text
from tournaments.exports.file import ExportedFile
from tournaments.exports.options import FileOptions
from tournaments.exports.pdf.document import CONTENT_WIDTH
from tournaments.exports.pdf.paper import MM
from tournaments.exports.pdf.type import REGULAR, pair_lines, paragraph, style
from tournaments.exports.pdf.wall import (
    Column,
    WholeTable,
    nothing_yet,
    pair_block,
    wall_list,
    wall_table,
)
from tournaments.exports.remarks import place_remarks, unconfirmed_text
from tournaments.models import Tournament
from tournaments.queries.matches import MatchView
from tournaments.queries.standings import PoolStandings, StandingRow, standings_of
from tournaments.templatetags.withdrawals import annulment_text
from tournaments.wording import tie_break_reason

_PLACE = 13 * MM
_PAIR_GAP = 4 * MM
_COUNT = 13 * MM
_POINTS = 14 * MM
_PAIR = CONTENT_WIDTH - _PLACE - 4 * _COUNT - 2 * _POINTS
_NAME_SIZE = 13
_REMARK_SIZE = 10
_MATCH_WIDTH = 14 * MM
_UNPLAYED_WIDTHS = (_MATCH_WIDTH, 36 * MM, 16 * MM)
_SIDE_WIDTH = (CONTENT_WIDTH - sum(_UNPLAYED_WIDTHS)) / 2
_REASON_WIDTH = 54 * MM
_ANNULLED_SIDE_WIDTH = (CONTENT_WIDTH - _MATCH_WIDTH - _REASON_WIDTH) / 2
_SMALL = 9.5


def standings_pdf(tournament: Tournament, options: FileOptions) -> ExportedFile:
    """Every pool with its places (six queries, one more where pairs are level for good)."""
    blocks: list[list[Flowable]] = []
    for pool in standings_of(tournament):
        block: list[Flowable] = [_pool_table(pool)]
        if pool.unplayed:
            block += [Spacer(0, 3 * MM), _unplayed_table(pool)]
        if pool.unconfirmed:
            block += [Spacer(0, 3 * MM), _unconfirmed_table(pool)]
        if pool.play_off:
            block += [Spacer(0, 3 * MM), _play_off_table(pool)]
        if pool.annulled:
            block += [Spacer(0, 3 * MM), _annulled_table(pool)]
        blocks.append(block)
    if not blocks:
        blocks = nothing_yet(
            _("No pools yet"), _("The standings begin when the draw is published.")
        )
    return wall_list(tournament, _("Standings"), blocks, options)


def _pool_table(pool: PoolStandings) -> Table:
    columns = [
        Column("#", _PLACE, size=16, bold=True, align="right"),
        Column(_("Pair"), _PAIR, gap=_PAIR_GAP),
        *(
            Column(label, width, size=_NAME_SIZE, align="right")
            for label, width in (
                (_("Played"), _COUNT),
                (_("Won"), _COUNT),
                (_("Lost"), _COUNT),
                ("+", _POINTS),
                ("−", _POINTS),
                (_("Tuppis"), _COUNT),
            )
        ),
    ]
    return wall_table(
        _pool_name(pool),
        columns,
        [_standing_cells(row) for row in pool.rows],
        label_size=7.5,
        valign="TOP",
    )


def _standing_cells(row: StandingRow) -> list[Any]:
    standing = row.standing
    reason = tie_break_reason(row)
    remarks = [*([reason] if reason else []), *place_remarks(row)]
    numbers = (
        standing.played,
        standing.wins,
        standing.losses,
        standing.points,
        standing.points_against,
        row.tuppis,
    )
    return [
        f"{standing.place}=" if standing.shared else f"{standing.place}",
        pair_block(
            row.pair, _PAIR - _PAIR_GAP, size=_NAME_SIZE, small=_REMARK_SIZE, remarks=remarks
        ),
        *(str(number) for number in numbers),
    ]


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


def _unconfirmed_table(pool: PoolStandings) -> Table:
    """The results that not both pairs have confirmed, and what that means for the places above."""
    return _match_table(
        " · ".join([_("Results not confirmed yet"), _pool_name(pool)]),
        (_("Match"), _("Pair A"), _("Pair B"), _("Match points")),
        [
            [
                str(view.match.number),
                *_side_cells(view, _ANNULLED_SIDE_WIDTH),
                paragraph(
                    f"{view.points_a}–{view.points_b}. {unconfirmed_text(pool)}",
                    style=style(_SMALL),
                ),
            ]
            for view in pool.unconfirmed
        ],
        [_MATCH_WIDTH, _ANNULLED_SIDE_WIDTH, _ANNULLED_SIDE_WIDTH, _REASON_WIDTH],
    )


def _play_off_table(pool: PoolStandings) -> Table:
    return _match_table(
        " · ".join([_("Play-off"), _pool_name(pool)]),
        (_("Match"), _("Starts"), _("Result"), _("Pair A"), _("Pair B")),
        [
            [
                str(view.match.number),
                start_text(view.match.starts_at),
                f"{view.points_a}–{view.points_b}" if view.match.counts else "",
                *_side_cells(view, _SIDE_WIDTH),
            ]
            for view in pool.play_off
            if not view.match.annulled
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
        [paragraph(heading, style=style(11, bold=True))] + [""] * (len(columns) - 1),
        [paragraph(column, style=style(8, bold=True)) for column in columns],
        *(list(row) for row in cells),
    ]
    return WholeTable(
        rows,
        colWidths=widths,
        repeatRows=2,
        style=[
            ("SPAN", (0, 0), (-1, 0)),
            ("FONT", (0, 0), (-1, -1), REGULAR, _SMALL, _SMALL * 1.22),
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
