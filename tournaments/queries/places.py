"""The final places of an event, or why it has none yet."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from tournaments.models import Tournament
from tournaments.queries.pairs import PairView, pairs_by_key
from tournaments.queries.standings import PoolStandings, standings_of


class NoPlaces(StrEnum):
    """Why an event has no final places."""

    NOT_DRAWN = "not_drawn"
    NOT_FINISHED = "not_finished"
    SEVERAL_POOLS = "several_pools"


@dataclass(frozen=True)
class PlacedPair:
    """A pair and its final place from 1; None where the event has no places yet."""

    pair: PairView
    place: int | None
    shared: bool = False


@dataclass(frozen=True)
class Places:
    """Every pair of an event, the best first. `missing` says why no pair has a place yet."""

    pairs: tuple[PlacedPair, ...]
    missing: NoPlaces | None = None


def places_of(tournament: Tournament) -> Places:
    """The final places (five queries).

    The standings are the result where all pairs played in one pool and nothing of it is still to
    be played. Otherwise pairs stand by pool and standing, or before a draw by number, and have no
    place. A pair that withdrew keeps the place that its pool gives it (R27).
    """
    pairs = pairs_by_key(tournament)
    pools = standings_of(tournament, pairs)
    if not pools:
        return Places(tuple(PlacedPair(pair, None) for pair in pairs.values()), NoPlaces.NOT_DRAWN)
    missing = _missing(pools)
    return Places(
        tuple(
            PlacedPair(row.pair, None)
            if missing
            else PlacedPair(row.pair, row.standing.place, row.standing.shared)
            for pool in pools
            for row in pool.rows
        ),
        missing,
    )


def _missing(pools: list[PoolStandings]) -> NoPlaces | None:
    if len(pools) > 1:
        return NoPlaces.SEVERAL_POOLS
    return None if pools[0].is_finished else NoPlaces.NOT_FINISHED
