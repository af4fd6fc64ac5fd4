"""When a knock-out about to be published would be played."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from scoring.knockout import MatchKey
from tournaments.bracket_plans import Planned, lay_plan
from tournaments.brackets import drawn_of
from tournaments.models import Bracket, Match, PlayingDay, Tournament
from tournaments.timetable import days_of, length_of, minute_of, time_of

STEP = 5
"""A start as soon as can be is told in steps of so many minutes."""


@dataclass(frozen=True)
class PlannedStart:
    """Matches of `round`, from 1, that start together. `late`: they would end after the last day
    of play does."""

    round: int
    starts_at: datetime
    ends_at: datetime
    tables: tuple[int, ...]
    late: bool


@dataclass(frozen=True)
class PlanPicture:
    """The plan that a start would give; `start` is the one asked for, or the one proposed."""

    start: datetime
    starts: tuple[PlannedStart, ...]
    days: tuple[PlayingDay, ...]

    @property
    def late(self) -> bool:
        return any(each.late for each in self.starts)


def plan_picture(
    tournament: Tournament, bracket: Bracket, start: datetime | None, now: datetime
) -> PlanPicture:
    """The plan of a bracket from `start` on, else from the next day's first cards, or from now
    where no day is to come (two queries)."""
    days = list(tournament.days.order_by("date"))
    matches = list(tournament.matches.live())
    start = start or _proposed(days, matches, tournament.minutes_per_deal, now)
    plan = lay_plan(drawn_of(bracket), bracket.deals, start, days, tournament)
    ends = days_of(days)[-1].ends if days else None
    return PlanPicture(start, tuple(_starts(plan.items(), ends)), tuple(days))


def _starts(plan: Iterable[tuple[MatchKey, Planned]], ends: int | None) -> Iterable[PlannedStart]:
    together: dict[tuple[int, datetime, datetime], list[int]] = {}
    for key, planned in plan:
        at = (key.round, planned.starts_at, planned.ends_at)
        together.setdefault(at, []).append(planned.table)
    for (number, starts_at, ends_at), tables in together.items():
        yield PlannedStart(
            number,
            starts_at,
            ends_at,
            tuple(tables),
            late=ends is not None and minute_of(ends_at) > ends,
        )


def _proposed(
    days: Sequence[PlayingDay], matches: Iterable[Match], minutes_per_deal: int, now: datetime
) -> datetime:
    """The first cards of the next day once those before are played, else now, or where that is
    past the days of play, behind the last match."""
    ends = [
        minute_of(match.starts_at) + length_of(match, minutes_per_deal)
        for match in matches
        if match.is_open
    ]
    behind = max([minute_of(now), *ends])
    for day in days_of(days):
        if day.starts >= behind:
            return time_of(day.starts)
    if any(day.date == timezone.localtime(time_of(behind)).date() for day in days):
        return time_of(-(-behind // STEP) * STEP)
    return time_of(days_of(days)[-1].starts) if days else time_of(behind)
