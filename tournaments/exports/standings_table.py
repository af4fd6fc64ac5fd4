"""The standings as one table of rows, for spreadsheets and CSV."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournaments.exports.remarks import place_remarks
from tournaments.models import Tournament
from tournaments.queries.standings import PoolStandings, StandingRow, standings_of
from tournaments.wording import tie_break_reason

Cell = str | int


def standings_headings() -> list[str]:
    return [
        _("Pool"),
        _("Place"),
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


def standings_rows(tournament: Tournament) -> list[list[Cell]]:
    """A row a pair under `standings_headings`, by pool and place (five queries)."""
    return [_cells(pool, row) for pool in standings_of(tournament) for row in pool.rows]


def _cells(pool: PoolStandings, row: StandingRow) -> list[Cell]:
    standing = row.standing
    first, second = row.pair.players
    return [
        pool.pool.label,
        standing.place,
        _("yes") if standing.shared else _("no"),
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
        " ".join(place_remarks(row)),
    ]
