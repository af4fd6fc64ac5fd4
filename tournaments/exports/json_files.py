"""The standings as JSON, format `tuppiliitto-standings` version 1; FORMATS.md describes it.

Codes and never words, pair and match numbers and never database keys. A version's keys keep their
meaning; new keys may come, and readers pass over those they do not know.
"""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any

from django.utils import timezone

from tournaments.exports.file import ExportedFile, json_file
from tournaments.exports.jury_share import jury_share
from tournaments.exports.options import FileOptions
from tournaments.models import Match, Tournament
from tournaments.queries.matches import MatchView
from tournaments.queries.pairs import PairView, pairs_by_key
from tournaments.queries.standings import PoolStandings, StandingRow, standings_of

STANDINGS_FORMAT = "tuppiliitto-standings"
STANDINGS_VERSION = 1


def standings_json(tournament: Tournament, _options: FileOptions) -> ExportedFile:
    """Every pool with its places and matches (six queries)."""
    return json_file(json.dumps(standings_value(tournament), ensure_ascii=False).encode())


def standings_value(tournament: Tournament) -> dict[str, Any]:
    """What the file holds, before it is text (six queries)."""
    pairs = pairs_by_key(tournament)
    return {
        "format": STANDINGS_FORMAT,
        "version": STANDINGS_VERSION,
        "event": {
            "slug": tournament.slug,
            "name": tournament.name,
            "place": tournament.place,
            "days": [day.date.isoformat() for day in tournament.days.all()],
        },
        "pairs": [_pair(pair) for pair in pairs.values()],
        "pools": [_pool(pool) for pool in standings_of(tournament, pairs)],
    }


def _pair(pair: PairView) -> dict[str, Any]:
    return {
        "pair": pair.number,
        "players": [{"name": player.name, "club": player.club or None} for player in pair.players],
        "withdrawn_at": _time(pair.withdrawn_at) if pair.withdrawn_at else None,
    }


def _pool(pool: PoolStandings) -> dict[str, Any]:
    return {
        "pool": pool.pool.label,
        "deals": pool.pool.deals,
        "finished": pool.is_finished,
        "standings": [_standing(row) for row in pool.rows],
        "matches": [_match(view) for view in pool.matches],
    }


def _standing(row: StandingRow) -> dict[str, Any]:
    standing = row.standing
    return {
        "pair": row.pair.number,
        "place": standing.place,
        "shared": standing.shared,
        "played": standing.played,
        "wins": standing.wins,
        "losses": standing.losses,
        "points": standing.points,
        "points_against": standing.points_against,
        "jury_points": [
            {"match": change.match.match.number, "points": change.points} for change in row.jury
        ],
        "tuppis": row.tuppis,
        "decided_by": standing.decided_by.value if standing.decided_by else None,
        "above": row.above.number if row.above else None,
    }


def _match(view: MatchView) -> dict[str, Any]:
    """A match as it counts: an annulled one has neither points nor a winner."""
    match = view.match
    winner = view.winner if not match.annulled else None
    jury_a, jury_b = jury_share(view)
    return {
        "match": match.number,
        "round": match.round,
        "table": match.table,
        "starts_at": _time(match.starts_at),
        "a": view.a.number,
        "b": view.b.number,
        "state": _state(match),
        "annulled": match.annulled,
        "annulled_by": match.annulment or None,
        "annulled_reason": match.annulment_reason or None,
        "winner": winner.number if winner else None,
        "decided_by": None if match.annulled else match.decided_by or None,
        "points": None if match.annulled else {"a": view.points_a, "b": view.points_b},
        "jury_points": None if match.annulled else {"a": jury_a, "b": jury_b},
        "tuppi": match.tuppi and not match.annulled,
        "nalsy": match.nalsy and not match.annulled,
        "sheet_missing": match.sheet_missing,
    }


def _state(match: Match) -> str:
    if match.annulled:
        return "annulled"
    return match.state if match.is_started else "not_started"


def _time(moment: datetime) -> str:
    return timezone.localtime(moment).isoformat(timespec="seconds")
