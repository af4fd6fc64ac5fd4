"""Writing where and when matches are played: rows locked, no two ever at one table in a slot."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.db.models import F
from django.utils.translation import gettext as _

from tournaments.actions.refusals import Stale
from tournaments.models import Match, Tournament
from tournaments.timetable import waits

ASIDE = 32_000
"""Slots from here on are for matches on their way between two places, within one write."""

SHIFT = 10_000
"""How far slots are lifted to make room, so that none meets another on the way."""


@dataclass(frozen=True)
class NewPlace:
    """Where a match goes. `by_hand`: what it is marked with afterwards."""

    match: Match
    slot: int
    table: int
    starts_at: datetime
    by_hand: bool = True


def live_matches(tournament: Tournament, locked: Collection[int]) -> list[Match]:
    """Every live match by number; those with the `locked` numbers are held until the write is over.

    Call it inside a write. Raises Match.DoesNotExist where one of those is not there.
    """
    held = {
        match.number: match
        for match in tournament.matches.live()
        .select_for_update(of=("self",))
        .filter(number__in=locked)
        .order_by("pk")
    }
    if len(held) < len(set(locked)):
        raise Match.DoesNotExist
    return [held.get(match.number, match) for match in tournament.matches.live().order_by("number")]


def numbered(matches: Iterable[Match], number: int) -> Match:
    return next(match for match in matches if match.number == number)


def refuse_fixed(match: Match) -> None:
    """Raises Stale unless the match waits: one called, begun or annulled stays where it is."""
    if not waits(match):
        raise Stale(
            _(
                "Match %(number)d has been called, has begun or counts nowhere, so it stays where "
                "it is. Nothing was changed."
            )
            % {"number": match.number}
        )


def slot_at(
    tournament: Tournament,
    matches: Sequence[Match],
    starts_at: datetime,
    table: int,
    own: int | None = None,
) -> int:
    """The number of the slot for one more match, not among `matches`, that starts then at a table.

    A slot with that start whose table nobody holds, `own` counting as one; else one of its own,
    for which those behind it are numbered anew: `matches` are told of it.
    """
    taken = {match.slot for match in matches if match.table == table}
    same = {match.slot for match in matches if match.starts_at == starts_at and waits(match)}
    if free := sorted((same if own is None else {own}) - taken or same - taken):
        return free[0]
    behind = [match.slot for match in matches if match.starts_at > starts_at and waits(match)]
    if not behind:
        return max((match.slot for match in matches), default=-1) + 1
    slot = min(behind)
    live = tournament.matches.live().filter(slot__lt=ASIDE)
    live.filter(slot__gte=slot).update(slot=F("slot") + SHIFT + 1)
    live.filter(slot__gt=SHIFT).update(slot=F("slot") - SHIFT)
    for match in matches:
        if match.slot >= slot:
            match.slot += 1
    return slot


def put_aside(matches: Iterable[Match]) -> None:
    """Takes matches out of their slots, so that others can be put there first."""
    for index, match in enumerate(matches):
        match.slot = ASIDE + index
        match.save(update_fields=["slot"])


def put(place: NewPlace) -> dict[str, Any]:
    """Moves one match; what the audit keeps of it."""
    match = place.match
    before = _told(match)
    match.slot, match.table = place.slot, place.table
    match.starts_at, match.moved_by_hand = place.starts_at, place.by_hand
    match.save(update_fields=["slot", "table", "starts_at", "moved_by_hand"])
    return {"match": match.number, "before": before, "after": _told(match)}


def exchange(places: Sequence[NewPlace]) -> list[dict[str, Any]]:
    """Moves matches into places that some of them hold; what the audit keeps of it."""
    put_aside(place.match for place in places)
    return [put(place) for place in places]


def _told(match: Match) -> list[Any]:
    return [match.starts_at.astimezone(UTC).isoformat(), match.table, match.moved_by_hand]
