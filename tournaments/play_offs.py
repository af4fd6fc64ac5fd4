"""Play-offs between pairs that are level in their pool (R13, R25): who meets, where and when.

Reads show the matches before they are made and the write makes the very same, so both work them out
here. Nothing here reads or writes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from scoring.entries import PLAY_OFF_DEALS
from scoring.places import Place, free_tables
from scoring.schedule import round_robin
from tournaments.advancing import PoolState
from tournaments.models import Match, PlayingDay, Stage, Tournament
from tournaments.timetable import (
    days_of,
    length_of,
    minute_of,
    on_now,
    place_of,
    time_of,
)


@dataclass(frozen=True)
class PlannedMatch:
    """A match of a play-off with its round, place and time; pairs by their keys."""

    number: int
    round: int
    pair_a: int
    pair_b: int
    table: int
    starts_at: datetime


def can_play_off(state: PoolState, pairs: Sequence[int]) -> bool:
    """Whether a play-off can part level pairs of the pool, by number.

    It cannot where all have met in one, nor with two that have withdrawn: these would never meet.
    """
    withdrawn = {pair.number for pair in state.pairs if pair.withdrawn_at}
    return len(withdrawn.intersection(pairs)) < 2 and bool(meetings_to_come(state, pairs))


def meetings_to_come(state: PoolState, pairs: Sequence[int]) -> list[tuple[int, int, int]]:
    """The meetings of a play-off between level pairs, by number, that were not played yet.

    Each as its round and two pair numbers, in order: everyone against everyone, by the circle.
    Those who met in an earlier play-off of the pool do not meet again.
    """
    met = {
        frozenset((state.numbers[each.match.pair_a_id], state.numbers[each.match.pair_b_id]))
        for each in state.matches
        if each.match.stage == Stage.PLAY_OFF and not each.match.annulled
    }
    return [
        (round_.number, int(a), int(b))
        for round_ in round_robin(pairs)
        for a, b in round_.matches
        if {a, b} not in met
    ]


def plan_play_off(
    *,
    state: PoolState,
    pairs: Sequence[int],
    matches: Sequence[Match],
    highest: int,
    tournament: Tournament,
    days: Sequence[PlayingDay],
    now: datetime,
) -> list[PlannedMatch]:
    """The matches that a play-off between these level pairs, by number, is made of; in order.

    `matches` are all live ones of the event, `highest` the highest number of any. Every match
    starts as early as its pairs and a table are free from `now` on, clear of the break of a day of
    play. A match under way holds its table until it could
    be over, one that waits holds the place it has.
    """
    keys = {number: key for key, number in state.numbers.items()}
    minutes = tournament.minutes_per_deal
    length = PLAY_OFF_DEALS * minutes
    places = [_held(match, minutes, now) for match in matches if match.is_live and match.is_open]
    tables = max([tournament.table_count, *(match.table for match in matches)], default=1)
    earliest = minute_of(now)
    planned = []
    for round_number, a, b in meetings_to_come(state, pairs):
        highest += 1
        place = _first_place(
            Place(highest, keys[a], keys[b], 0, earliest, earliest + length),
            places,
            tables,
            days,
        )
        places.append(place)
        planned.append(
            PlannedMatch(highest, round_number, keys[a], keys[b], place.table, time_of(place.start))
        )
    return planned


def plan_fingerprint(pairs: Iterable[int], state: PoolState) -> str:
    """What a page about a play-off was made from; where and when it is played is not in it, as
    that goes on with the clock."""
    told = [
        state.pool.pk,
        sorted(pairs),
        sorted((each.match.number, each.match.revision) for each in state.matches),
    ]
    return hashlib.sha256(repr(told).encode()).hexdigest()[:16]


def batches(matches: Iterable[Match]) -> Mapping[int, list[Match]]:
    """Play-off matches by the write that made them: those of one write share their first
    revision."""
    found: dict[int, list[Match]] = {}
    for match in matches:
        if match.stage == Stage.PLAY_OFF:
            found.setdefault(match.first_revision, []).append(match)
    return found


def _held(match: Match, minutes_per_deal: int, now: datetime) -> Place:
    place = place_of(match, minutes_per_deal)
    length = length_of(match, minutes_per_deal)
    left = max(length - match.deals_played * minutes_per_deal, minutes_per_deal)
    if on_now(match):
        return Place(place.match, place.a, place.b, place.table, place.start, minute_of(now) + left)
    return place


def _first_place(
    wanted: Place, places: Sequence[Place], tables: int, days: Sequence[PlayingDay]
) -> Place:
    """The first time and table from the place's start on at which it meets no other."""
    length = wanted.end - wanted.start
    starts = sorted({wanted.start, *(each.end for each in places if each.end > wanted.start)})
    laid = days_of(days)
    for at in starts:
        start = at
        for day in laid:
            if day.starts <= start < day.ends:
                start = day.past_break(start, length)
        place = Place(wanted.match, wanted.a, wanted.b, 0, start, start + length)
        free = free_tables(place, places, tables)
        if free:
            return Place(wanted.match, wanted.a, wanted.b, free[0], start, start + length)
    raise AssertionError("behind all others every table is free")
