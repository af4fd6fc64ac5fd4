"""The standings as a table: a row a pair, by pool and place."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.exports.remarks import place_remarks, unconfirmed_remark
from tournaments.exports.tables.table import Cell, Table, yes_or_no
from tournaments.queries.standings import PoolStandings, StandingRow
from tournaments.wording import tie_break_reason


def standings_table(pools: Iterable[PoolStandings]) -> Table:
    return Table(
        _("Standings"),
        _headings(),
        [_cells(pool, row) for pool in pools for row in pool.rows],
        empty=_("The standings begin when the draw is published."),
    )


def _headings() -> list[str]:
    return [
        _("Pool"),
        pgettext("rank", "Place"),
        _("Shared place"),
        _("Pair number"),
        _("Player 1"),
        _("Club 1"),
        _("Player 2"),
        _("Club 2"),
        _("Played"),
        _("Won"),
        _("Lost"),
        _("Match points for"),
        _("Match points against"),
        _("Tuppis"),
        _("Reason of the place"),
        _("Remark"),
    ]


def _cells(pool: PoolStandings, row: StandingRow) -> list[Cell]:
    standing = row.standing
    first, second = row.pair.players
    return [
        pool.pool.label,
        standing.place,
        yes_or_no(standing.shared),
        row.pair.number,
        first.name,
        first.club,
        second.name,
        second.club,
        standing.played,
        standing.wins,
        standing.losses,
        standing.points,
        standing.points_against,
        row.tuppis,
        tie_break_reason(row),
        " ".join([*place_remarks(row), *unconfirmed_remark(pool, row)]),
    ]
