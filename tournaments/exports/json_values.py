"""What an event holds as values of JSON; FORMATS.md describes every key.

Codes and never words, pair and match numbers and never database keys. A version's keys keep their
meaning; new keys may come, and readers pass over those they do not know.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from django.utils import timezone

from scoring.cup import points_for_place
from scoring.records import write_match
from tournaments.exports.jury_share import jury_share
from tournaments.ledger import format_of
from tournaments.models import JuryDecision, Match, PlayingDay, Pool, Tournament
from tournaments.queries.draws import DrawView
from tournaments.queries.matches import MatchView, SlotView
from tournaments.queries.pairs import PairView
from tournaments.queries.places import PlacedPair, Places
from tournaments.queries.sheets import SheetLine, SheetView
from tournaments.queries.standings import PoolStandings, StandingRow
from tournaments.ruling_facts import Offence, offence_of

Value = dict[str, Any]


def event_value(tournament: Tournament, days: Iterable[PlayingDay]) -> Value:
    return {
        "slug": tournament.slug,
        "name": tournament.name,
        "place": tournament.place,
        "days": [day.date.isoformat() for day in days],
    }


def day_value(day: PlayingDay) -> Value:
    return {"date": day.date.isoformat(), "first_cards": day.starts_at.isoformat("minutes")}


def pair_value(pair: PairView) -> Value:
    return {
        "pair": pair.number,
        "players": [person_value(player.name, player.club) for player in pair.players],
        "withdrawn_at": time_or_null(pair.withdrawn_at),
    }


def person_value(name: str, club: str) -> Value:
    return {"name": name, "club": club or None}


def pool_value(pool: PoolStandings) -> Value:
    return {
        "pool": pool.pool.label,
        "deals": pool.pool.deals,
        "finished": pool.is_finished,
        "unconfirmed_counts": pool.unconfirmed_counts,
        "standings": [_standing(row) for row in pool.rows],
    }


def _standing(row: StandingRow) -> Value:
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


def places_value(places: Places) -> Value:
    """The final places there are, the best first, and why there are not all."""
    return {
        "places_missing": places.missing.value if places.missing else None,
        "places": [_place(placed, is_final=places.missing is None) for placed in places.placed],
    }


def _place(placed: PlacedPair, *, is_final: bool) -> Value:
    final, last, row = placed.final, placed.last, placed.row
    return {
        "pair": placed.pair.number,
        "place": placed.place,
        "shared": placed.shared,
        "decided_by": final.decided_by.value if final and final.decided_by else None,
        "above": placed.above.pair.number if placed.above else None,
        "round_reached": final.round_reached if final else None,
        "last_match": last.view.match.number if last and last.view else None,
        "pool": placed.pool.label if placed.pool else None,
        "pool_place": row.standing.place if row else None,
        "pool_matches": row.standing.played if row else None,
        "pool_wins": row.standing.wins if row else None,
        "pool_points": row.standing.points if row else None,
        "lot": placed.lot.number if placed.lot else None,
        "cup_points": points_for_place(placed.place) if is_final and placed.place else None,
    }


def match_value(view: MatchView) -> Value:
    """A match as it counts: an annulled one has neither points nor a winner."""
    match = view.match
    winner = view.winner if not match.annulled else None
    jury_a, jury_b = jury_share(view)
    return {
        "match": match.number,
        "stage": match.stage,
        "round": match.round,
        "bracket_number": match.bracket_number,
        "table": match.table,
        "starts_at": time_value(match.starts_at),
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
        "confirmed": match.is_confirmed if match.counts else None,
    }


def _state(match: Match) -> str:
    if match.annulled:
        return "annulled"
    return match.state if match.is_started else "not_started"


def sheet_value(sheet: SheetView) -> Value:
    """A match with its pool, who sat where, and the record that `scoring replay` reads."""
    match = sheet.view.match
    seats = {"left_of_a1": match.left_of_a1, "first_dealer": match.first_dealer}
    return {
        **match_value(sheet.view),
        "pool": sheet.view.pool.label if sheet.view.pool else None,
        "seats": seats if match.seating else None,
        "sheet": write_match(format_of(match), sheet.entries),
    }


def slot_value(slot: SlotView) -> Value:
    return {
        "starts_at": time_value(slot.starts_at),
        "rounds": list(slot.rounds),
        "knockout_rounds": list(slot.knockout_rounds),
        "matches": [
            {
                "match": view.match.number,
                "stage": view.match.stage,
                "pool": view.pool.label if view.pool else None,
                "round": view.match.round,
                "table": view.match.table,
                "a": view.a.number,
                "b": view.b.number,
                "annulled": view.match.annulled,
            }
            for view in slot.matches
        ],
        "sitting_out": [pair.number for pair in slot.sitting_out],
    }


def draw_value(view: DrawView) -> Value:
    """A draw; the pools of one that was never published are the staff's."""
    draw = view.draw
    return {
        "draw": draw.number,
        "seed": draw.seed,
        "clubs_apart": draw.apart,
        "clashes": draw.clashes,
        "pool_count": draw.pool_count,
        "drawn_at": time_value(draw.drawn_at),
        "drawn_by": draw.drawn_by_name,
        "published_at": time_or_null(draw.published_at),
        "counts": draw.counts,
        "seeded": draw.seeded if view.was_published else None,
        "kept_apart": draw.kept_apart if view.was_published else None,
        "entrants": [{"pair": number, "clubs": clubs} for number, clubs in draw.entrants]
        if view.was_published
        else None,
        "pools": [
            {"pool": Pool(number=number).label, "pairs": pairs}
            for number, pairs in enumerate(draw.pools, start=1)
        ]
        if view.was_published
        else None,
    }


def ruling_values(sheets: Iterable[SheetView]) -> list[Value]:
    """The rulings that stand, by match and line. The sheets must have theirs with them."""
    return [
        _ruling(sheet, line, offence)
        for sheet in sheets
        for line in sheet.lines
        if (offence := offence_of(line.entry))
    ]


def _ruling(sheet: SheetView, line: SheetLine, offence: Offence) -> Value:
    view = sheet.view
    return {
        "match": view.match.number,
        "line": line.position,
        "deal": line.row.deal,
        "offence": offence.code,
        "against": (view.a if offence.against == "A" else view.b).number,
        "ruled_by": line.ruled.ruled_by if line.ruled else None,
        "ruled_at": time_or_null(line.ruled.ruled_at if line.ruled else None),
    }


def decision_value(decision: JuryDecision) -> Value:
    """A decision of the jury; its note is the staff's."""
    return {
        "decision": decision.number,
        "kind": decision.kind,
        "match": decision.match.number if decision.match else None,
        "pair": decision.pair.number if decision.pair else None,
        "about": decision.subject,
        "about_match": decision.subject_match,
        "points": decision.points,
        "deal": decision.deal,
        "reason": decision.reason,
        "jury": members_value(decision.jury),
        "made_at": time_value(decision.made_at),
        "made_by": decision.made_by_name,
        "undone_at": time_or_null(decision.undone_at),
        "undone_by": decision.undone_by_name or None,
        "undone_reason": decision.undone_reason or None,
    }


def members_value(members: Iterable[Sequence[str]]) -> list[Value]:
    return [person_value(name, club) for name, club in members]


def time_value(moment: datetime) -> str:
    return timezone.localtime(moment).isoformat(timespec="seconds")


def time_or_null(moment: datetime | None) -> str | None:
    return time_value(moment) if moment else None
