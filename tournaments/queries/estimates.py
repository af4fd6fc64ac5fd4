"""When waiting matches are expected to start, where that is well behind the plan (R14)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta

from scoring.estimates import OpenMatch, expected_starts
from tournaments.models import Match, PlayingDay, Tournament
from tournaments.timetable import days_of, length_of, minute_of, playing_date, time_of

MINUTES_BETWEEN_ESTIMATES = 5
"""Estimates are made anew this often, and told in steps of as many minutes."""

LATE_BY = 10
"""An estimate is shown where it is at least so many minutes behind the plan."""


def coarse(now: datetime) -> datetime:
    """The latest moment at which estimates were due to be made anew."""
    step = timedelta(minutes=MINUTES_BETWEEN_ESTIMATES).total_seconds()
    return datetime.fromtimestamp(now.timestamp() // step * step, tz=UTC)


def next_estimates(now: datetime) -> datetime:
    """When estimates are due to be made anew next."""
    return coarse(now) + timedelta(minutes=MINUTES_BETWEEN_ESTIMATES)


def estimates_of(
    matches: Iterable[Match], days: Sequence[PlayingDay], tournament: Tournament, now: datetime
) -> dict[int, datetime]:
    """The expected start of every waiting match well behind its plan, by its number.

    None on a day without play. Matches are taken to be called as they begin once any ever was.
    """
    today = playing_date(now)
    if all(day.date != today for day in days):
        return {}
    matches = [match for match in matches if match.is_live]
    by_number = {match.number: match for match in matches if match.is_open}
    expected = expected_starts(
        [_open_match(match, tournament.minutes_per_deal) for match in by_number.values()],
        minute_of(coarse(now)),
        starts_are_told=any(match.called_at for match in matches),
        breaks=[day.break_ for day in days_of(days) if day.break_],
    )
    step = MINUTES_BETWEEN_ESTIMATES
    return {
        number: time_of(-(-minute // step) * step)
        for number, minute in expected.items()
        if minute >= minute_of(by_number[number].starts_at) + LATE_BY
    }


def _open_match(match: Match, minutes_per_deal: int) -> OpenMatch:
    length = length_of(match, minutes_per_deal)
    heard, left = None, 0
    if match.is_started:
        heard = minute_of(match.changed_at or match.starts_at)
        left = max(length - match.deals_played * minutes_per_deal, minutes_per_deal)
    elif match.called_at:
        heard, left = minute_of(match.called_at), length
    return OpenMatch(
        match.number,
        match.pair_a_id,
        match.pair_b_id,
        match.table,
        minute_of(match.starts_at),
        length,
        heard,
        left,
    )
