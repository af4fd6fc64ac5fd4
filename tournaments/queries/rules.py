"""What other rules would make of an event's standings."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from scoring.ruleset import Ruleset
from scoring.standings import Standing
from tournaments.models import Pool, Tournament
from tournaments.queries.pairs import PairView, pairs_by_key
from tournaments.queries.standings import standings_of


@dataclass(frozen=True)
class RankMove:
    """A pair whose place in its pool would be another one."""

    pool: Pool
    pair: PairView
    before: Standing
    after: Standing


def moves_under(tournament: Tournament, rules: Ruleset) -> tuple[RankMove, ...]:
    """The places that would move if these rules held, by pool and new place (ten queries)."""
    pairs = pairs_by_key(tournament)
    before = {
        row.pair.pk: row.standing for pool in standings_of(tournament, pairs) for row in pool.rows
    }
    moves = []
    for pool in standings_of(tournament, pairs, rules=rules):
        for row in pool.rows:
            now = before[row.pair.pk]
            if (now.place, now.shared) != (row.standing.place, row.standing.shared):
                moves.append(RankMove(pool.pool, row.pair, now, row.standing))
    return tuple(moves)


def digest_of(moves: Sequence[RankMove]) -> str:
    """A text that names these moves; "" for none. Others have another one."""
    if not moves:
        return ""
    told = [
        (move.pair.number, move.before.place, move.after.place, move.after.shared) for move in moves
    ]
    return hashlib.sha256(repr(told).encode()).hexdigest()
