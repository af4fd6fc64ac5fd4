"""The schedule as it is changed by hand: what can start, where a match could go, what a delay does.

Each picture is worked out of an event's matches, read once; each names the fingerprint of what it
was made from.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

from scoring.places import clashes
from tournaments.calls import ready_of
from tournaments.models import PlayingDay, Tournament
from tournaments.queries.matches import MatchView, matches_of, with_estimates
from tournaments.timetable import (
    Delay,
    can_swap,
    days_of,
    delays_of,
    fingerprint,
    next_start,
    places_of,
    playing_date,
    tables_for,
    waits,
)


@dataclass(frozen=True)
class ReadyView:
    """A match that can start now, and the table for it; `elsewhere` where that is not its own."""

    view: MatchView
    table: int
    elsewhere: bool


@dataclass(frozen=True)
class StartView:
    """Waiting matches that start together, by table; `is_next` where they fill the tables next."""

    starts_at: datetime
    matches: tuple[MatchView, ...]
    is_next: bool


@dataclass(frozen=True)
class TimetableView:
    """Matches not over yet: being played, ready now, called, waiting by start.

    `clashes` are waiting matches in each other's way, two by two: an annulling undone can make
    some.
    """

    ready: tuple[ReadyView, ...]
    called: tuple[MatchView, ...]
    playing: tuple[MatchView, ...]
    starts: tuple[StartView, ...]
    clashes: tuple[tuple[MatchView, MatchView], ...]
    match_count: int


@dataclass(frozen=True)
class StartOption:
    """A time a match could start at, with the number of tables free for it then."""

    starts_at: datetime
    tables: int
    chosen: bool


@dataclass(frozen=True)
class Swap:
    """A match to change places with; `seen` is the fingerprint of both."""

    view: MatchView
    seen: str


@dataclass(frozen=True)
class MovePicture:
    """Where a match could go: times, and at the chosen one `at` its free tables and swaps.

    `starts_behind` is the first time behind all other matches. `can_move` is false for a match
    called, begun or annulled; everything else is empty then.
    """

    view: MatchView
    can_move: bool
    at: datetime
    tables: tuple[int, ...]
    swaps: tuple[Swap, ...]
    options: tuple[StartOption, ...]
    starts_behind: datetime | None
    seen: str


@dataclass(frozen=True)
class DelayPicture:
    """Starts to delay, and what a delay of one would do; `delays` is empty where none is asked."""

    starts: tuple[datetime, ...]
    delays: tuple[Delay, ...]
    seen: str

    @property
    def next_day(self) -> tuple[Delay, ...]:
        return tuple(delay for delay in self.delays if delay.next_day)

    @property
    def late(self) -> tuple[Delay, ...]:
        return tuple(delay for delay in self.delays if delay.late)

    @property
    def match_count(self) -> int:
        return sum(len(delay.matches) for delay in self.delays)


def ready_views(
    views: Sequence[MatchView], tournament: Tournament, now: datetime
) -> tuple[ReadyView, ...]:
    """What can start now, in order (no query)."""
    by_number = {view.match.number: view for view in views}
    today = playing_date(now)
    return tuple(
        ReadyView(by_number[ready.match.number], ready.table, ready.elsewhere)
        for ready in ready_of((view.match for view in views), tournament, today)
    )


def timetable_of(tournament: Tournament, now: datetime) -> TimetableView:
    """The event's timetable, in order of time and table (four queries)."""
    views = with_estimates(matches_of(tournament), tournament, now)
    by_number = {view.match.number: view for view in views}
    ordered = sorted(views, key=_when_and_where)
    places = places_of(
        (view.match for view in views if waits(view.match)), tournament.minutes_per_deal
    )
    return TimetableView(
        ready=ready_views(views, tournament, now),
        called=tuple(view for view in ordered if view.match.is_called),
        playing=tuple(view for view in ordered if view.match.under_way),
        starts=_starts([view for view in ordered if waits(view.match)], tournament.table_count),
        clashes=tuple((by_number[one], by_number[two]) for one, two in clashes(places)),
        match_count=len(views),
    )


def _starts(waiting: Sequence[MatchView], tables: int) -> tuple[StartView, ...]:
    """Waiting matches by start: those of a start are next while tables are left for them, since
    the first may hold but a match that was left over."""
    starts: list[StartView] = []
    before = 0
    for starts_at, group in groupby(waiting, key=lambda view: view.match.starts_at):
        matches = tuple(group)
        starts.append(StartView(starts_at, matches, is_next=before < tables))
        before += len(matches)
    return tuple(starts)


def move_picture(
    tournament: Tournament, number: int, at: datetime | None, days: Sequence[PlayingDay]
) -> MovePicture | None:
    """Where the match of this number could go, and at the time `at` (its own where None) how
    (three queries); None where there is no such match. `days` are those of play, at least one."""
    views = matches_of(tournament)
    view = next((view for view in views if view.match.number == number), None)
    if view is None:
        return None
    match = view.match
    matches = [each.match for each in views]
    at = at or match.starts_at
    if not waits(match):
        return MovePicture(view, False, at, (), (), (), None, fingerprint([match]))
    places = places_of(matches, tournament.minutes_per_deal)
    starts = sorted({each.starts_at for each in matches if waits(each)})
    tables = {start: _elsewhere(view, start, tables_for(match, start, places, tournament))
              for start in {*starts, at}}  # fmt: skip
    return MovePicture(
        view=view,
        can_move=True,
        at=at,
        tables=tables[at],
        swaps=tuple(
            Swap(other, fingerprint([match, other.match]))
            for other in sorted(views, key=_when_and_where)
            if other.match.starts_at == at and can_swap(match, other.match, places, tournament)
        ),
        options=tuple(
            StartOption(start, len(tables[start]), chosen=start == at)
            for start in starts
            if tables[start] or start in (at, match.starts_at)
        ),
        starts_behind=next_start(match, places, days_of(days)),
        seen=fingerprint([match]),
    )


def delay_picture(tournament: Tournament, starts_at: datetime | None, minutes: int) -> DelayPicture:
    """What a delay would do, and the starts there are to delay (four queries)."""
    matches = [view.match for view in matches_of(tournament) if view.match.is_live]
    starts = tuple(sorted({match.starts_at for match in matches if waits(match)}))
    delays: list[Delay] = []
    if starts_at is not None and minutes > 0:
        delays = delays_of(matches, starts_at, minutes, tournament.days.all(), tournament)
    return DelayPicture(starts, tuple(delays), fingerprint(matches))


def _elsewhere(view: MatchView, start: datetime, tables: tuple[int, ...]) -> tuple[int, ...]:
    """The tables without the one the match has now."""
    if start != view.match.starts_at:
        return tables
    return tuple(table for table in tables if table != view.match.table)


def _when_and_where(view: MatchView) -> tuple[datetime, int, int]:
    return view.match.starts_at, view.match.table, view.match.number
