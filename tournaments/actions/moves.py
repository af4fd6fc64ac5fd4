"""A match moved by hand to another time or table, two that change places, and either undone."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.actions.audit import Verb, record, writing
from tournaments.actions.places import (
    NewPlace,
    exchange,
    live_matches,
    numbered,
    put,
    put_aside,
    refuse_fixed,
    slot_at,
)
from tournaments.actions.refusals import Refused, Stale
from tournaments.models import AuditRecord, Match, Tournament
from tournaments.permissions import Act, Actor
from tournaments.timetable import can_swap, fingerprint, places_of, tables_for

MOVING = (Verb.MOVE_MATCH, Verb.SWAP_MATCHES, Verb.CALL_MATCH, Verb.MOVE_BACK)
LAYING_ANEW = (Verb.PLAN_SCHEDULE, Verb.PUBLISH_DRAW, Verb.DELAY_PLAY, Verb.TAKE_BACK_DELAY)


def move_match(
    *,
    actor: Actor,
    tournament: Tournament,
    number: int,
    starts_at: datetime,
    table: int,
    seen: str,
    token: UUID | None = None,
) -> Match:
    """The match of this number is played at that time and table from now on.

    Both its pairs and the table must be free then, and the time on a day of play. `seen` is the
    fingerprint of the match as it was shown. Raises Match.DoesNotExist, Refused, AlreadyDone, and
    Stale where it was moved, called or begun meanwhile or where its new place has been taken.
    """
    with writing(actor=actor, act=Act.MANAGE_EVENT, tournament=tournament, token=token) as locked:
        matches = live_matches(locked, [number])
        match = numbered(matches, number)
        refuse_fixed(match)
        _refuse_unseen(seen, [match])
        day = timezone.localtime(starts_at).date()
        if not locked.days.filter(date=day).exists():
            raise Refused(_("Choose a time on a day of play."), field="starts_at")
        if (starts_at, table) == (match.starts_at, match.table):
            return match
        places = places_of(matches, locked.minutes_per_deal)
        if table not in tables_for(match, starts_at, places, locked):
            raise Stale(
                _(
                    "That place is not free any more: somebody else was moved there, or one of "
                    "the pairs plays then. Nothing was changed; choose another place."
                )
            )
        slot = slot_at(
            locked,
            [each for each in matches if each is not match],
            starts_at,
            table,
            own=match.slot if starts_at == match.starts_at else None,
        )
        moves = [put(NewPlace(match, slot, table, starts_at))]
        record(
            actor=actor,
            verb=Verb.MOVE_MATCH,
            tournament=locked,
            match=match,
            token=token,
            number=number,
            moves=moves,
        )
    return match


def swap_matches(
    *,
    actor: Actor,
    tournament: Tournament,
    number: int,
    other: int,
    seen: str,
    token: UUID | None = None,
) -> None:
    """Two waiting matches take each other's time and table.

    `seen` is the fingerprint of both. Raises Match.DoesNotExist, AlreadyDone, and Stale where
    either has moved, been called or begun, or where they cannot change places any more.
    """
    with writing(actor=actor, act=Act.MANAGE_EVENT, tournament=tournament, token=token) as locked:
        matches = live_matches(locked, [number, other])
        one, two = numbered(matches, number), numbered(matches, other)
        refuse_fixed(one)
        refuse_fixed(two)
        _refuse_unseen(seen, [one, two])
        if not can_swap(one, two, places_of(matches, locked.minutes_per_deal), locked):
            raise Stale(
                _(
                    "Matches %(one)d and %(two)d cannot change places: a pair or a table would be "
                    "at two places at once. Nothing was changed."
                )
                % {"one": number, "two": other}
            )
        moves = exchange(
            [
                NewPlace(one, two.slot, two.table, two.starts_at),
                NewPlace(two, one.slot, one.table, one.starts_at),
            ]
        )
        record(
            actor=actor,
            verb=Verb.SWAP_MATCHES,
            tournament=locked,
            match=one,
            token=token,
            number=number,
            other=other,
            moves=moves,
        )


def move_back(
    *, actor: Actor, tournament: Tournament, number: int, token: UUID | None = None
) -> None:
    """Undoes what last moved the match of this number, the match it changed places with included.

    Raises Match.DoesNotExist, AlreadyDone, Stale where a match of it has moved, been called or
    begun since, and Refused where the schedule was laid anew since or the place is taken.
    """
    with writing(actor=actor, act=Act.MANAGE_EVENT, tournament=tournament, token=token) as locked:
        moves = _last_moves(locked, number)
        matches = live_matches(locked, [move["match"] for move in moves] or [number])
        if not moves:
            raise Refused(
                _(
                    "Match %(number)d was not moved by hand since the schedule was last laid. "
                    "Move it by hand instead."
                )
                % {"number": number}
            )
        moved = [numbered(matches, move["match"]) for move in moves]
        for match, move in zip(moved, moves, strict=True):
            refuse_fixed(match)
            if [match.starts_at, match.table] != _where(move["after"]):
                raise Stale(_("A match was moved again meanwhile. Look where it is now."))
        rest = [match for match in matches if match not in moved]
        places = places_of(rest, locked.minutes_per_deal)
        put_aside(moved)
        back = []
        for match, move in zip(moved, moves, strict=True):
            starts_at, table = _where(move["before"])
            if table not in tables_for(match, starts_at, places, locked):
                raise Refused(
                    _(
                        "Match %(number)d cannot go back: its place has been taken, or a pair of "
                        "it plays then. Move it by hand instead."
                    )
                    % {"number": match.number}
                )
            slot = slot_at(locked, rest, starts_at, table)
            back.append(put(NewPlace(match, slot, table, starts_at, by_hand=move["before"][2])))
            rest.append(match)
        record(
            actor=actor,
            verb=Verb.MOVE_BACK,
            tournament=locked,
            match=numbered(matches, number),
            token=token,
            number=number,
            moves=back,
        )


def _last_moves(tournament: Tournament, number: int) -> list[dict[str, Any]]:
    """What the last act did that moved this match and was not undone; empty for none."""
    done: list[list[dict[str, Any]]] = []
    for each in AuditRecord.objects.filter(
        tournament=tournament, verb__in=(*MOVING, *LAYING_ANEW)
    ).order_by("pk"):
        moves = each.details.get("moves", [])
        if each.verb in LAYING_ANEW:
            done = []
        elif any(move["match"] == number for move in moves):
            if each.verb == Verb.MOVE_BACK:
                done = done[:-1]
            else:
                done.append(moves)
    return done[-1] if done else []


def _where(told: list[Any]) -> list[Any]:
    """Time and table out of what the audit keeps of a place."""
    return [datetime.fromisoformat(told[0]), told[1]]


def _refuse_unseen(seen: str, matches: list[Match]) -> None:
    if seen != fingerprint(matches):
        raise Stale(
            _(
                "Somebody moved the match meanwhile. Nothing was changed; look where it is now, "
                "then choose again."
            )
        )
