"""Rows -> the archive of an event."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from django.db import connection

from tournaments.archive.people import Persons
from tournaments.archive.shapes import write_maybe, write_moment
from tournaments.archive.text import Value, sealed, to_bytes
from tournaments.archive.writing_knockout import (
    brackets_told,
    calls_told,
    fields_told,
    lots_told,
)
from tournaments.archive.writing_play import matches_told, pools_told
from tournaments.models import (
    AuditRecord,
    Draw,
    JuryDecision,
    Match,
    Pair,
    PlayingDay,
    SignUp,
    Substitution,
    Tournament,
    Withdrawal,
)

IMPORT_VERB = "import_event"
"""What the audit calls the taking of an archive. It is of the site, so no archive holds it."""

UNTOLD_DETAILS = frozenset({"username", "contact"})
"""Details of the log that no archive holds: what names an account and no person, and contacts."""


def archive_bytes(tournament: Tournament, *, contacts: bool = False) -> bytes:
    """The file of an event as it stands at one moment (twenty-two queries); `contacts` says whether
    it holds how those who signed up can be reached."""
    with one_moment():
        tournament = Tournament.objects.get(pk=tournament.pk)
        return to_bytes(archive_value(tournament, contacts=contacts))


def archive_value(tournament: Tournament, *, contacts: bool = False) -> Value:
    """What the file holds, before it is text (twenty-one queries)."""
    persons = Persons()
    pairs = {
        pair.pk: pair for pair in tournament.pairs.order_by("number").prefetch_related("players")
    }
    draws = {draw.pk: draw for draw in tournament.draws.order_by("number")}
    pools = {pool.pk: pool for pool in tournament.pools.prefetch_related("places")}
    fields = list(tournament.locked_fields.order_by("id"))
    brackets = {bracket.pk: bracket for bracket in tournament.brackets.order_by("number")}
    matches = {match.pk: match for match in tournament.matches.order_by("number")}
    return sealed(
        {
            "contacts": contacts,
            "event": _event(tournament),
            "days": [_day(day) for day in tournament.days.order_by("date")],
            "pairs": [_pair(pair, persons) for pair in pairs.values()],
            "sign_ups": [
                _sign_up(each, pairs, contacts=contacts)
                for each in tournament.sign_ups.order_by("number")
            ],
            "substitutions": [
                _substitution(each, pairs, persons)
                for each in tournament.substitutions.order_by("id")
            ],
            "draws": [_draw(draw) for draw in draws.values()],
            "pools": pools_told(pools, draws, pairs),
            "matches": matches_told(tournament, matches, pairs, pools, draws, brackets),
            "calls": calls_told(tournament.referee_calls.order_by("id"), matches),
            "lots": lots_told(tournament.lots.order_by("number"), pools, draws),
            "fields": fields_told(fields),
            "brackets": brackets_told(brackets.values(), fields),
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
        "entry_fee_cents": tournament.entry_fee_cents,
        "rules": tournament.rules,
        "sign_up_opens_at": write_maybe(tournament.sign_up_opens_at),
        "sign_up_closes_at": write_maybe(tournament.sign_up_closes_at),
        "sign_up_limit": tournament.sign_up_limit,
        "course": tournament.course,
        "advance_first": tournament.advance_first,
        "advance_size": tournament.advance_size,
        "is_public": tournament.is_public,
        "revision": tournament.revision,
        "created_at": write_moment(tournament.created_at),
    }


def _day(day: PlayingDay) -> Value:
    return {
        "date": day.date.isoformat(),
        "starts_at": day.starts_at.isoformat(),
        "ends_at": day.ends_at.isoformat(),
        "break": {
            "starts_at": day.break_starts_at.isoformat(),
            "ends_at": day.break_ends_at.isoformat(),
        }
        if day.break_starts_at is not None and day.break_ends_at is not None
        else None,
    }


def _pair(pair: Pair, persons: Persons) -> Value:
    players = sorted(pair.players.all(), key=lambda player: player.seat)
    return {
        "pair": pair.number,
        "entered_at": write_moment(pair.entered_at),
        "paid_at": write_maybe(pair.paid_at),
        "present_at": write_maybe(pair.present_at),
        "cancelled_at": write_maybe(pair.cancelled_at),
        "players": [persons.told(each.player_id, each.name, each.club_name) for each in players],
    }


def _sign_up(sign_up: SignUp, pairs: Mapping[int, Pair], *, contacts: bool) -> Value:
    return {
        "sign_up": sign_up.number,
        "state": sign_up.state,
        "players": [
            {"name": sign_up.first_name, "club": sign_up.first_club or None},
            {"name": sign_up.second_name, "club": sign_up.second_club or None},
        ],
        "contact": sign_up.contact if contacts else None,
        "revision": sign_up.revision,
        "made_at": write_moment(sign_up.made_at),
        "decided": {"at": write_moment(sign_up.decided_at), "by": sign_up.decided_by_name}
        if sign_up.decided_at
        else None,
        "pair": pairs[sign_up.pair_id].number if sign_up.pair_id else None,
    }


def _substitution(each: Substitution, pairs: Mapping[int, Pair], persons: Persons) -> Value:
    return {
        "pair": pairs[each.pair_id].number,
        "seat": each.seat,
        "out": persons.told(each.out_player_id, each.out_name, each.out_club_name),
        "in": persons.told(each.in_player_id, each.in_name, each.in_club_name),
        "reason": each.reason,
        "made_at": write_moment(each.made_at),
        "made_by": each.made_by_name,
        "undone": {"at": write_moment(each.undone_at), "by": each.undone_by_name}
        if each.undone_at
        else None,
    }


def _draw(draw: Draw) -> Value:
    return {
        "draw": draw.number,
        "seed": draw.seed,
        "pool_count": draw.pool_count,
        "apart": draw.apart,
        "seeded": draw.seeded,
        "kept_apart": draw.kept_apart,
        "entrants": draw.entrants,
        "pools": draw.pools,
        "clashes": draw.clashes,
        "drawn_at": write_moment(draw.drawn_at),
        "drawn_by": draw.drawn_by_name,
        "published_at": write_maybe(draw.published_at),
        "counts": draw.counts,
        "annulled": {
            "at": write_moment(draw.annulled_at),
            "by": draw.annulled_by_name,
            "reason": draw.annulled_reason,
        }
        if draw.annulled_at
        else None,
    }


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
        "table": record.table,
        "verb": record.verb,
        "match": matches[record.match_id].number if record.match_id else None,
        "details": {
            key: value for key, value in record.details.items() if key not in UNTOLD_DETAILS
        },
    }
