"""Between the rows of a schedule and the places and starts of `scoring`.

Reads show what may be done and writes check the very same, so both work it out here. Nothing here
reads or writes. Minutes count from the epoch.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from django.utils import timezone

from scoring.delays import Start, first_fit, put_off
from scoring.places import Place, free_tables
from scoring.schedule import Day
from tournaments.fingerprints import fingerprint_of_lines
from tournaments.models import Match, PlayingDay, Tournament

DEALS_TO_TUPPI = 24
"""What a match without a number of deals is taken to last."""

NIGHT_ENDS = timedelta(hours=5)
"""Until then, by the local clock, what is played belongs to the day before."""


def minute_of(at: datetime) -> int:
    return int(at.timestamp()) // 60


def time_of(minute: int) -> datetime:
    return datetime.fromtimestamp(minute * 60, tz=UTC)


def playing_date(at: datetime) -> date:
    """The date of the day of play that a moment belongs to: a long evening ends after midnight."""
    return (timezone.localtime(at).replace(tzinfo=None) - NIGHT_ENDS).date()


def day_of(day: PlayingDay) -> Day:
    """A day of play in minutes since its own midnight."""
    lunch = None
    if day.break_starts_at and day.break_ends_at:
        lunch = (_minute(day.break_starts_at), _minute(day.break_ends_at))
    return Day(_minute(day.starts_at), _minute(day.ends_at), lunch)


def days_of(days: Iterable[PlayingDay]) -> list[Day]:
    """Days of play in minutes, one after the other."""

    def minute(day: PlayingDay, at: time) -> int:
        return minute_of(datetime.combine(day.date, at, tzinfo=timezone.get_default_timezone()))

    laid = []
    for day in sorted(days, key=lambda each: each.date):
        lunch = None
        if day.break_starts_at and day.break_ends_at:
            lunch = (minute(day, day.break_starts_at), minute(day, day.break_ends_at))
        laid.append(Day(minute(day, day.starts_at), minute(day, day.ends_at), lunch))
    return laid


def length_of(match: Match, minutes_per_deal: int) -> int:
    """The minutes a whole match takes (R14)."""
    return (match.deals or DEALS_TO_TUPPI) * minutes_per_deal


def waits(match: Match) -> bool:
    """Whether a match may still be given another place: neither begun nor called."""
    return match.is_live and match.is_open and not match.is_started and match.called_at is None


def on_now(match: Match) -> bool:
    """Whether a match holds its table and pairs at this moment: begun or called."""
    return match.is_live and match.is_open and not waits(match)


def place_of(
    match: Match,
    minutes_per_deal: int,
    *,
    starts_at: datetime | None = None,
    table: int | None = None,
) -> Place:
    """Where a match sits, or would sit at another time or table.

    One called early sits since then. Who is late keeps the planned time: that the round is late is
    for estimates and delays, and would otherwise shut every place behind it.
    """
    planned = match.starts_at if match.called_at is None else min(match.called_at, match.starts_at)
    start = minute_of(starts_at or planned)
    return Place(
        match.number,
        match.pair_a_id,
        match.pair_b_id,
        match.table if table is None else table,
        start,
        start + length_of(match, minutes_per_deal),
    )


def places_of(matches: Iterable[Match], minutes_per_deal: int) -> list[Place]:
    """The places held by matches still to be played; what is over or annulled holds none."""
    return [
        place_of(match, minutes_per_deal) for match in matches if match.is_live and match.is_open
    ]


def tables_for(
    match: Match, starts_at: datetime, places: Sequence[Place], tournament: Tournament
) -> tuple[int, ...]:
    """The tables at which a match could start at that time; its own place is among them."""
    place = place_of(match, tournament.minutes_per_deal, starts_at=starts_at)
    return free_tables(place, places, tournament.table_count)


def can_swap(one: Match, other: Match, places: Sequence[Place], tournament: Tournament) -> bool:
    """Whether two waiting matches could take each other's time and table."""
    if one.pk == other.pk or not (waits(one) and waits(other)):
        return False
    minutes = tournament.minutes_per_deal
    first = place_of(one, minutes, starts_at=other.starts_at, table=other.table)
    second = place_of(other, minutes, starts_at=one.starts_at, table=one.table)
    rest = [place for place in places if place.match not in (one.number, other.number)]
    most = max(tournament.table_count, one.table, other.table)
    return first.table in free_tables(first, [*rest, second], most) and (
        second.table in free_tables(second, [*rest, first], most)
    )


def next_start(match: Match, places: Sequence[Place], days: Sequence[Day]) -> datetime:
    """When a match could start behind all others, on a day of play if one can take it."""
    ends = [place.end for place in places if place.match != match.number]
    length = max(place.end - place.start for place in places)
    return time_of(first_fit(max(ends, default=days[0].starts), length, days))


@dataclass(frozen=True)
class Delay:
    """One start of a delay: its matches move from `before` to `after`. `late`: they would end
    after the last day of play."""

    before: datetime
    after: datetime
    matches: tuple[Match, ...]
    late: bool

    @property
    def next_day(self) -> bool:
        return playing_date(self.before) != playing_date(self.after)


def delays_of(
    matches: Iterable[Match],
    starts_at: datetime,
    minutes: int,
    days: Iterable[PlayingDay],
    tournament: Tournament,
) -> list[Delay]:
    """What a delay of all that starts at `starts_at` moves, in order of time."""
    behind: dict[int, list[Match]] = {}
    for match in matches:
        if waits(match) and match.starts_at >= starts_at:
            behind.setdefault(minute_of(match.starts_at), []).append(match)
    if minute_of(starts_at) not in behind:
        return []
    starts = [
        Start(minute, max(length_of(match, tournament.minutes_per_deal) for match in group))
        for minute, group in sorted(behind.items())
    ]
    play = days_of(days)
    return [
        Delay(
            time_of(start.minute),
            time_of(after),
            tuple(sorted(behind[start.minute], key=lambda match: match.table)),
            late=after + start.length > play[-1].ends,
        )
        for start, after in zip(starts, put_off(starts, minutes, play), strict=True)
        if after != start.minute
    ]


def fingerprint(matches: Iterable[Match]) -> str:
    """What a page about places was made from: it differs once a match of it has moved or begun."""
    told = sorted(
        f"{match.number} {minute_of(match.starts_at)} {match.slot} {match.table} {waits(match)}"
        for match in matches
    )
    return fingerprint_of_lines(told)


def _minute(at: time) -> int:
    return at.hour * 60 + at.minute
