"""The entries as a table: a row a pair, by number."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _

from tournaments.exports.tables.table import Cell, Table, local
from tournaments.queries.pairs import PairView


def entries_table(pairs: Iterable[PairView]) -> Table:
    return Table(
        _("Entries"),
        [
            _("Pair number"),
            _("Player 1"),
            _("Club 1"),
            _("Player 2"),
            _("Club 2"),
            _("Withdrew"),
        ],
        [_cells(pair) for pair in pairs],
        empty=_("No pairs yet"),
    )


def _cells(pair: PairView) -> list[Cell]:
    first, second = pair.players
    return [
        pair.number,
        first.name,
        first.club,
        second.name,
        second.club,
        local(pair.withdrawn_at) if pair.withdrawn_at else None,
    ]
