"""Final places and records of an event as tables."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.cup import points_for_place
from tournaments.exports.tables.table import Cell, Table, yes_or_no
from tournaments.feats_wording import Record
from tournaments.places_wording import place_sentence, why_no_places
from tournaments.queries.places import PlacedPair, Places


def places_table(places: Places) -> Table:
    """A row for every pair that has its place, the best first."""
    return Table(
        _("Places"),
        [
            pgettext("rank", "Place"),
            _("Shared place"),
            _("Pair number"),
            _("Player 1"),
            _("Club 1"),
            _("Player 2"),
            _("Club 2"),
            _("Cup points of each player"),
            _("Pool"),
            _("Place in the pool"),
            _("Reason of the place"),
        ],
        [_cells(placed, places) for placed in places.placed],
        empty=why_no_places(places),
    )


def records_table(records: Iterable[Record]) -> Table:
    """A row for everybody who holds a record."""
    return Table(
        _("Records"),
        [_("Record"), _("How much"), _("Who"), _("Where"), _("Match")],
        [
            [
                record.title,
                record.value,
                holder.name,
                holder.where,
                holder.view.match.number if holder.view else None,
            ]
            for record in records
            for holder in record.holders
        ],
        empty=_("No deal has been written yet."),
    )


def _cells(placed: PlacedPair, places: Places) -> list[Cell]:
    first, second = placed.pair.players
    return [
        placed.place,
        yes_or_no(placed.shared),
        placed.pair.number,
        first.name,
        first.club,
        second.name,
        second.club,
        points_for_place(placed.place) if placed.place and not places.missing else None,
        placed.pool.label if placed.pool else "",
        placed.row.standing.place if placed.row else None,
        place_sentence(placed),
    ]
