"""Rows -> the archive of an event."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from django.db import connection

from tournaments.archive.shapes import write_moment
from tournaments.archive.text import Value, sealed, to_bytes
from tournaments.ledger import OUTCOME_FIELDS
from tournaments.models import (
    AuditRecord,
    Draw,
    JuryDecision,
    LedgerEntry,
    Match,
    Pair,
    Pool,
    Ruling,
    SheetRevision,
    Tournament,
    Withdrawal,
)

IMPORT_VERB = "import_event"
"""What the audit calls the taking of an archive. It is of the site, so no archive holds it."""

ACCOUNT_DETAILS = frozenset({"username"})
"""Details of the log that name an account and no person."""


def archive_bytes(tournament: Tournament) -> bytes:
    """The file of an event as it stands at one moment (fourteen queries)."""
    with one_moment():
        tournament = Tournament.objects.get(pk=tournament.pk)
        return to_bytes(archive_value(tournament))


def archive_value(tournament: Tournament) -> Value:
    """What the file holds, before it is text (thirteen queries)."""
    pairs = {pair.pk: pair for pair in tournament.pairs.prefetch_related("players")}
    pools = {pool.pk: pool for pool in tournament.pools.prefetch_related("places")}
    matches = {match.pk: match for match in tournament.matches.order_by("number")}
    return sealed(
        {
            "event": _event(tournament),
            "days": [
                {
                    "date": day.date.isoformat(),
                    "starts_at": day.starts_at.isoformat(),
                    "ends_at": day.ends_at.isoformat(),
                }
                for day in tournament.days.order_by("date")
            ],
            "pairs": [_pair(pair) for pair in sorted(pairs.values(), key=lambda pair: pair.number)],
            "draws": [_draw(draw) for draw in tournament.draws.order_by("number")],
            "pools": [
                _pool(pool, pairs) for pool in sorted(pools.values(), key=lambda pool: pool.number)
            ],
            "matches": _matches(tournament, matches, pairs, pools),
            "withdrawals": [
                _withdrawal(each, pairs) for each in tournament.withdrawals.order_by("id")
            ],
            "jury": [
                {"seat": member.seat, "name": member.name, "club": member.club_name or None}
                for member in tournament.jury.order_by("seat")
            ],
            "decisions": [
                _decision(each, matches, pairs) for each in tournament.decisions.order_by("number")
            ],
            "log": [
                _record(each, matches)
                for each in AuditRecord.objects.filter(tournament=tournament)
                .exclude(verb=IMPORT_VERB)
                .order_by("id")
            ],
        }
    )


@contextmanager
def one_moment() -> Iterator[None]:
    """Reads everything as it is at one moment, without the lock that a write takes."""
    if connection.in_atomic_block:
        yield
        return
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        else:
            cursor.execute("BEGIN")
        try:
            yield
        finally:
            cursor.execute("ROLLBACK")


def _event(tournament: Tournament) -> Value:
    return {
        "slug": tournament.slug,
        "name": tournament.name,
        "place": tournament.place,
        "table_count": tournament.table_count,
        "minutes_per_deal": tournament.minutes_per_deal,
        "is_public": tournament.is_public,
        "revision": tournament.revision,
        "created_at": write_moment(tournament.created_at),
    }


def _pair(pair: Pair) -> Value:
    players = sorted(pair.players.all(), key=lambda player: player.seat)
    return {
        "pair": pair.number,
        "entered_at": write_moment(pair.entered_at),
        "players": [{"name": each.name, "club": each.club_name or None} for each in players],
    }


def _draw(draw: Draw) -> Value:
    return {
        "draw": draw.number,
        "seed": draw.seed,
        "pool_count": draw.pool_count,
        "apart": draw.apart,
        "entrants": draw.entrants,
        "pools": draw.pools,
        "clashes": draw.clashes,
        "drawn_at": write_moment(draw.drawn_at),
        "drawn_by": draw.drawn_by_name,
        "published_at": write_moment(draw.published_at) if draw.published_at else None,
        "counts": draw.counts,
    }


def _pool(pool: Pool, pairs: Mapping[int, Pair]) -> Value:
    places = sorted(pool.places.all(), key=lambda place: place.position)
    return {
        "pool": pool.number,
        "deals": pool.deals,
        "pairs": [pairs[place.pair_id].number for place in places],
    }


def _matches(
    tournament: Tournament,
    matches: Mapping[int, Match],
    pairs: Mapping[int, Pair],
    pools: Mapping[int, Pool],
) -> list[Value]:
    revisions: dict[int, list[SheetRevision]] = defaultdict(list)
    for revision in SheetRevision.objects.filter(match__tournament=tournament).order_by("number"):
        revisions[revision.match_id].append(revision)
    entries: dict[int, list[LedgerEntry]] = defaultdict(list)
    for entry in LedgerEntry.objects.filter(match__tournament=tournament).order_by("position"):
        entries[entry.match_id].append(entry)
    rulings = {
        ruling.entry_id: ruling
        for ruling in Ruling.objects.filter(entry__match__tournament=tournament)
    }
    return [
        {
            "match": match.number,
            "pool": pools[match.pool_id].number,
            "round": match.round,
            "a": pairs[match.pair_a_id].number,
            "b": pairs[match.pair_b_id].number,
            "slot": match.slot,
            "table": match.table,
            "starts_at": write_moment(match.starts_at),
            "annulled": {
                "by": match.annulment,
                "reason": match.annulment_reason,
                "at": write_moment(match.annulled_at),
            }
            if match.annulled_at
            else None,
            "seats": {"left_of_a1": match.left_of_a1, "first_dealer": match.first_dealer}
            if match.first_dealer
            else None,
            "seats_revision": match.seats_revision,
            "first_revision": match.first_revision,
            "sheet": {
                "format": match.format,
                "deals": match.deals,
                "entries": [each.record for each in entries[key] if each.ended_id is None],
            },
            "revisions": _revisions(revisions[key], entries[key], rulings),
            "outcome": outcome({field: getattr(match, field) for field in OUTCOME_FIELDS}),
            "changed_at": write_moment(match.changed_at) if match.changed_at else None,
        }
        for key, match in matches.items()
    ]


def outcome(cached: Mapping[str, Any]) -> Value:
    """What is cached of a match, by field, as archives have it: null where there is none."""
    return {field: None if value == "" else value for field, value in cached.items()}


def _revisions(
    revisions: list[SheetRevision], entries: list[LedgerEntry], rulings: Mapping[int, Ruling]
) -> list[Value]:
    """Every write to a sheet: how many lines stayed, and which came behind them."""
    added: dict[int, list[LedgerEntry]] = defaultdict(list)
    ended: dict[int, int] = defaultdict(int)
    for entry in entries:
        added[entry.added_id].append(entry)
        if entry.ended_id is not None:
            ended[entry.ended_id] += 1
    numbers = {revision.pk: revision.number for revision in revisions}
    told = []
    length = 0
    for revision in revisions:
        own = added[revision.pk]
        kept = length - ended[revision.pk]
        length = kept + len(own)
        told.append(
            {
                "revision": revision.number,
                "made_at": write_moment(revision.made_at),
                "made_by": revision.made_by_name,
                "reason": revision.reason,
                "replayed_deal": revision.replayed_deal,
                "kept": kept,
                "added": [entry.record for entry in own],
                "rulings": [
                    {
                        "line": entry.position,
                        "recorded": numbers[rulings[entry.pk].recorded_id],
                        "ruled_by": rulings[entry.pk].ruled_by,
                        "note": rulings[entry.pk].note,
                    }
                    for entry in own
                    if entry.pk in rulings
                ],
            }
        )
    return told


def _withdrawal(withdrawal: Withdrawal, pairs: Mapping[int, Pair]) -> Value:
    return {
        "pair": pairs[withdrawal.pair_id].number if withdrawal.pair_id else None,
        "pair_number": withdrawal.pair_number,
        "choice": withdrawal.choice,
        "reason": withdrawal.reason,
        "made_at": write_moment(withdrawal.made_at),
        "made_by": withdrawal.made_by_name,
        "effects": withdrawal.effects,
        "left": withdrawal.left,
        "undone": _undone(withdrawal),
    }


def _decision(
    decision: JuryDecision, matches: Mapping[int, Match], pairs: Mapping[int, Pair]
) -> Value:
    return {
        "decision": decision.number,
        "kind": decision.kind,
        "match": matches[decision.match_id].number if decision.match_id else None,
        "pair": pairs[decision.pair_id].number if decision.pair_id else None,
        "subject": decision.subject,
        "subject_match": decision.subject_match,
        "points": decision.points,
        "deal": decision.deal,
        "reason": decision.reason,
        "note": decision.note,
        "jury": decision.jury,
        "made_at": write_moment(decision.made_at),
        "made_by": decision.made_by_name,
        "undone": _undone(decision),
    }


def _undone(undoable: Withdrawal | JuryDecision) -> Value | None:
    if undoable.undone_at is None:
        return None
    return {
        "at": write_moment(undoable.undone_at),
        "by": undoable.undone_by_name,
        "reason": undoable.undone_reason,
    }


def _record(record: AuditRecord, matches: Mapping[int, Match]) -> Value:
    return {
        "at": write_moment(record.at),
        "by": record.actor_name,
        "verb": record.verb,
        "match": matches[record.match_id].number if record.match_id else None,
        "details": {
            key: value for key, value in record.details.items() if key not in ACCOUNT_DETAILS
        },
    }
