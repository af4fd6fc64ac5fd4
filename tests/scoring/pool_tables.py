"""Builders that let tests of what follows the pools read like tables."""

from __future__ import annotations

from collections.abc import Collection

from scoring.pool_results import PoolId, PoolResult
from scoring.standings import Criterion, PairId, Standing


def table(
    pool: PoolId, *rows: str, barred: Collection[PairId] = (), to_play: int = 0
) -> PoolResult:
    """A pool's places: every row a pair, its wins of its matches, its points: "P 2/3 88".

    A row that begins with = shares the place of the one above.
    """
    standings: list[Standing] = []
    for number, row in enumerate(rows, 1):
        shares = row.startswith("=")
        pair, matches, points = row.lstrip("=").split()
        wins, played = map(int, matches.split("/"))
        below = number < len(rows) and rows[number].startswith("=")
        standings.append(
            Standing(
                pair=pair,
                place=standings[-1].place if shares else number,
                shared=shares or below,
                played=played,
                wins=wins,
                losses=played - wins,
                points=int(points),
                points_against=0,
                decided_by=None if shares or number == 1 else Criterion.WINS,
            )
        )
    return PoolResult(pool, standings, to_play, frozenset(barred))


def four(pool: str, *, points: int = 100) -> PoolResult:
    """A pool of four without surprises, its pairs called by the pool and their place."""
    return table(pool, *(f"{pool}{place} {4 - place}/3 {points - place}" for place in range(1, 5)))
