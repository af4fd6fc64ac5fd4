"""When and where the matches of a knock-out are to be played, those not made yet included.

The plan is laid once, when the bracket is published, and kept with it. What has become of earlier
rounds since only puts the later ones off. Nothing here reads or writes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from scoring.bracket import Bracket as Drawn
from scoring.delays import first_fit
from scoring.knockout import Knockout, MatchKey, Stage
from scoring.places import Place, free_tables
from scoring.schedule import Day
from tournaments.brackets import BracketState, key_from, key_text
from tournaments.models import Bracket, PlayingDay, Tournament
from tournaments.timetable import days_of, length_of, minute_of, time_of


@dataclass(frozen=True)
class Planned:
    """When and at which table a match is to be played, and until when it is taken to last."""

    starts_at: datetime
    table: int
    ends_at: datetime


Plan = Mapping[MatchKey, Planned]


def lay_plan(
    drawn: Drawn,
    deals: Sequence[int],
    start: datetime,
    days: Iterable[PlayingDay],
    tournament: Tournament,
) -> dict[MatchKey, Planned]:
    """Every match with its time and table, the first ones at `start` exactly.

    Round after round; one that needs more tables than there are goes on in further starts. The
    match for third place is played beside the final, before it where there is but one table.
    Breaks and the end of a day are kept as long as there is a day to go on in.
    """
    play = days_of(days)
    plan: dict[MatchKey, Planned] = {}
    minute = minute_of(start)
    for number in range(1, drawn.rounds + 1):
        length = deals[number - 1] * tournament.minutes_per_deal
        for together in _starts(drawn, number, tournament.table_count):
            if plan:
                minute = first_fit(minute, length, play) if play else minute
            for table, key in enumerate(together, start=1):
                plan[key] = Planned(time_of(minute), table, time_of(minute + length))
            minute += length
    return plan


def write_plan(plan: Plan) -> dict[str, list[object]]:
    """A plan as a bracket keeps it."""
    return {
        key_text(key): [each.starts_at.astimezone(UTC).isoformat(), each.table]
        for key, each in sorted(plan.items())
    }


def read_plan(bracket: Bracket, minutes_per_deal: int) -> dict[MatchKey, Planned]:
    """The plan as it was laid."""
    plan = {}
    for told, (starts_at, table) in bracket.plan.items():
        key = key_from(told)
        start = datetime.fromisoformat(starts_at)
        length = timedelta(minutes=deals_of(bracket, key.round) * minutes_per_deal)
        plan[key] = Planned(start, table, start + length)
    return plan


def plan_now(
    state: BracketState, days: Sequence[PlayingDay], tournament: Tournament
) -> dict[MatchKey, Planned]:
    """When and where the matches not made yet are to be played as things stand.

    Where an earlier match that is still open has been put off, those that wait for it are too.
    """
    minutes, play = tournament.minutes_per_deal, days_of(days)
    laid = read_plan(state.bracket, minutes)
    ends: dict[MatchKey, datetime] = {}
    for key, match in state.matches.items():
        if match.is_open:
            ends[key] = match.starts_at + timedelta(minutes=length_of(match, minutes))
    plan = {}
    for each in state.knockout.matches:
        key = each.key
        if key in state.matches or each.stage is Stage.BYE or key not in laid:
            continue
        planned = laid[key]
        behind = max(
            (ends[feed] for feed in state.knockout.feeds(key) if feed in ends), default=None
        )
        if behind is not None and behind > planned.starts_at:
            length = planned.ends_at - planned.starts_at
            start = _fit(behind, length, play)
            planned = Planned(start, planned.table, start + length)
        plan[key] = planned
        ends[key] = planned.ends_at
    return plan


def deals_of(bracket: Bracket, number: int) -> int:
    """The deals of a match in this round, from 1."""
    deals: int = bracket.deals[number - 1]
    return deals


def seat(
    place: Place, others: Sequence[Place], tables: int, days: Sequence[Day]
) -> tuple[int, int]:
    """The minute and the table at which a match is played: those of `place`, or where they are
    taken, the next time at which both pairs and a table are free."""
    length = place.end - place.start
    later = sorted({other.end for other in others if other.end > place.start})
    for minute in (place.start, *later):
        start = minute
        if minute != place.start and days:
            start = first_fit(minute, length, days)
        tried = Place(place.match, place.a, place.b, place.table, start, start + length)
        free = free_tables(tried, others, tables)
        if place.table in free:
            return start, place.table
        if free:
            return start, free[0]
    return place.start, place.table


def _starts(drawn: Drawn, number: int, tables: int) -> list[list[MatchKey]]:
    """The matches of a round that start together, the first at table 1 and so on."""
    if number == 1:
        keys = [
            MatchKey(1, place) for place, pairs in enumerate(drawn.first_round) if None not in pairs
        ]
    else:
        keys = [MatchKey(number, place) for place in range(len(drawn.slots) >> number)]
    knockout = Knockout.of(drawn, {})
    if number == drawn.rounds and knockout.third_place is not None:
        third = knockout.third_place.key
        keys = [third, *keys] if tables == 1 else [*keys, third]
    return [keys[first : first + tables] for first in range(0, len(keys), tables)]


def _fit(at: datetime, length: timedelta, days: Sequence[Day]) -> datetime:
    minutes = int(length.total_seconds()) // 60
    return time_of(first_fit(minute_of(at), minutes, days)) if days else at
