"""Which tables want somebody of the desk, and why: worked out of an event's matches and calls.

Nothing here reads or writes; `queries.desk` brings what is read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from django.utils import timezone

from scoring.deals import Side
from tournaments.guessing import KEPT_FOR
from tournaments.models import Match, RefereeCall
from tournaments.queries.code_locks import code_locks
from tournaments.queries.lateness import LateMatch, announced_start
from tournaments.queries.matches import MatchView
from tournaments.timetable import on_now, waits

STALE_AFTER = timedelta(minutes=15)
"""A match under way wants a look when no deal has been written for so long."""

Breaks = Sequence[tuple[datetime, datetime]]
"""The breaks of the days of play, one after the other."""


class Reason(StrEnum):
    """Why a table, or a result made at it, wants somebody; the most pressing first."""

    DISPUTE = "dispute"
    CALL = "call"
    COMING = "coming"
    LOCKED = "locked"
    STALE = "stale"
    LATE = "late"
    UNCONFIRMED = "unconfirmed"
    SHEET_MISSING = "sheet_missing"
    CALLED = "called"
    DUE = "due"
    UNDER_WAY = "under_way"
    FREE = "free"


MOST_RESULTS = 12
"""So many results of a kind are told one by one; of more only their number, and where to go."""

URGENT = frozenset({Reason.DISPUTE, Reason.CALL, Reason.LOCKED, Reason.STALE, Reason.LATE})
"""What never waits in a folded list."""

_RANK = {reason: rank for rank, reason in enumerate(Reason)}


@dataclass(frozen=True)
class Concern:
    """One reason at one table: about which match, since when.

    `view` is None for a call where there is no match, and for a free table nothing comes to. A free
    table and one whose match is due name the match that comes. `call` is the open call or dispute,
    `late` tells which pair has not come, `side` the pair whose code is locked, until `opens_at`.
    """

    reason: Reason
    table: int
    since: datetime | None = None
    view: MatchView | None = None
    call: RefereeCall | None = None
    late: LateMatch | None = None
    side: Side | None = None
    opens_at: datetime | None = None

    @property
    def key(self) -> str:
        """What tells it from all others on a page."""
        about = f"m{self.view.match.number}" if self.view else ""
        call, side = f"c{self.call.pk}" if self.call else "", self.side.value if self.side else ""
        return f"{self.reason}-{self.table}{about}{call}{side}"


@dataclass(frozen=True)
class TableNow:
    """A table by its most pressing concern, with the others it has now in `also`."""

    first: Concern
    also: tuple[Concern, ...] = ()

    @property
    def table(self) -> int:
        return self.first.table


@dataclass(frozen=True)
class Attention:
    """Every table of an event by what it wants now, and the results that are not in order.

    `urgent` by reason, then by who has waited longest; `under_way` by table, `free` by what comes
    next. `coming` are tables to which a referee is on the way, `idle` those at which nothing is on
    and nothing comes. A result may be in `unconfirmed` and in `missing`, and one disputed is urgent
    as well. `confirms`: pairs confirm their results at this event, so that an unconfirmed one wants
    somebody.
    """

    urgent: tuple[TableNow, ...]
    coming: tuple[TableNow, ...]
    unconfirmed: tuple[Concern, ...]
    missing: tuple[Concern, ...]
    called: tuple[TableNow, ...]
    due: tuple[TableNow, ...]
    under_way: tuple[TableNow, ...]
    free: tuple[TableNow, ...]
    idle: tuple[int, ...]
    confirms: bool

    @property
    def wanted(self) -> tuple[Concern, ...]:
        """What somebody has to do, the most pressing first; of a match only its most pressing."""
        results = (*self.unconfirmed, *self.missing) if self.confirms else self.missing
        told: dict[int | str, Concern] = {}
        for concern in (*(table.first for table in self.urgent), *results):
            told.setdefault(concern.view.match.pk if concern.view else concern.key, concern)
        return tuple(told.values())

    @property
    def first_unconfirmed(self) -> tuple[Concern, ...]:
        """Those that are told one by one, the oldest; none where nobody confirms."""
        return self.unconfirmed[:MOST_RESULTS] if self.confirms else ()

    @property
    def first_missing(self) -> tuple[Concern, ...]:
        """Those that are told one by one, the oldest."""
        return self.missing[:MOST_RESULTS]

    @property
    def late_count(self) -> int:
        """How many matches wait for a pair."""
        return sum(
            concern.reason is Reason.LATE
            for table in (*self.urgent, *self.coming)
            for concern in (table.first, *table.also)
        )

    @property
    def playing_count(self) -> int:
        """How many tables play, whatever else they want."""
        playing = (Reason.STALE, Reason.UNDER_WAY)
        return sum(
            any(concern.reason in playing for concern in (table.first, *table.also))
            for table in (*self.urgent, *self.coming, *self.under_way)
        )


def attention_of(
    views: Sequence[MatchView],
    *,
    calls: Iterable[RefereeCall],
    late: Iterable[LateMatch],
    breaks: Breaks,
    table_count: int,
    now: datetime,
) -> Attention:
    """Every table at `now`. `views` are all matches of the event, read with what
    `queries.code_locks` asks; `calls` its open ones, `late` those of its matches that wait for a
    pair."""
    tables = tables_now(views, calls, late, breaks=breaks, table_count=table_count, now=now)
    unconfirmed, missing = unsettled_results(views)

    def of(*reasons: Reason) -> tuple[TableNow, ...]:
        return tuple(table for table in tables if table.first.reason in reasons)

    free = of(Reason.FREE)
    return Attention(
        urgent=of(*URGENT),
        coming=of(Reason.COMING),
        unconfirmed=unconfirmed,
        missing=missing,
        called=of(Reason.CALLED),
        due=of(Reason.DUE),
        under_way=of(Reason.UNDER_WAY),
        free=tuple(table for table in free if table.first.view is not None),
        idle=tuple(table.table for table in free if table.first.view is None),
        confirms=any(view.shows_confirming for view in views),
    )


def tables_now(
    views: Sequence[MatchView],
    calls: Iterable[RefereeCall],
    late: Iterable[LateMatch],
    *,
    breaks: Breaks,
    table_count: int,
    now: datetime,
) -> list[TableNow]:
    """Every table by its most pressing concern: by reason, who has waited longest first; those
    under way by table."""
    by_key = {view.match.pk: view for view in views}
    concerns: dict[int, list[Concern]] = {table: [] for table in range(1, table_count + 1)}
    for call in calls:
        about = by_key.get(call.match_id) if call.match_id else None
        concern = _asked(call, about)
        concerns.setdefault(call.table, []).append(concern)
    for concern in _locked_codes(views):
        concerns.setdefault(concern.table, []).append(concern)
    late_by_key = {each.view.match.pk: each for each in late}
    playing = _pairs_playing(views)
    for table, own in _by_table(views).items():
        concerns.setdefault(table, []).extend(
            _play_at(table, own, late_by_key, playing, breaks=breaks, now=now)
        )
    found = []
    for table, own_concerns in concerns.items():
        ordered = sorted(own_concerns or [Concern(Reason.FREE, table)], key=_place)
        found.append(TableNow(ordered[0], tuple(ordered[1:])))
    return sorted(found, key=lambda each: _place(each.first))


def unsettled_results(
    views: Iterable[MatchView],
) -> tuple[tuple[Concern, ...], tuple[Concern, ...]]:
    """The results that not both pairs have confirmed, disputed ones too, and those without a sheet;
    the oldest first. A result without a sheet that nobody has confirmed is in both."""

    def told(reason: Reason, counts: Callable[[Match], bool]) -> tuple[Concern, ...]:
        found = [
            Concern(reason, view.match.table, view.match.changed_at, view)
            for view in views
            if counts(view.match)
        ]
        return tuple(sorted(found, key=_place))

    views = list(views)
    return (
        told(Reason.UNCONFIRMED, lambda match: match.awaits_confirmation),
        told(Reason.SHEET_MISSING, lambda match: match.sheet_missing and not match.annulled),
    )


def stale_at(match: Match, breaks: Breaks) -> datetime:
    """From when on a match under way wants a look; the minutes of a break do not count."""
    written = match.changed_at or match.starts_at
    at = written + STALE_AFTER
    for begins, ends in sorted(breaks):
        if begins < at and written < ends:
            at += ends - max(begins, written)
    return at


def next_change(
    views: Iterable[MatchView], breaks: Breaks, minutes_of_grace: int, now: datetime
) -> datetime | None:
    """When a table will want something else by the clock alone, None where none will."""
    moments = [each.opens_at for each in _locked_codes(views) if each.opens_at is not None]
    for match in (view.match for view in views if view.match.is_open):
        if match.is_started:
            moments.append(stale_at(match, breaks))
        else:
            announced = announced_start(match)
            # A pair is late when its minutes are over, not at their end.
            over = announced + timedelta(minutes=minutes_of_grace, seconds=1)
            moments += [announced, over, _midnight(match.starts_at)]
    return min((moment for moment in moments if moment > now), default=None)


def _locked_codes(views: Iterable[MatchView]) -> list[Concern]:
    """The pairs that cannot confirm their result, because too many wrong codes were given."""
    return [
        Concern(
            Reason.LOCKED,
            view.match.table,
            opens_at - KEPT_FOR,
            view,
            side=side,
            opens_at=opens_at,
        )
        for view in views
        if view.match.awaits_confirmation
        for side, opens_at in code_locks(view.match).items()
        if not (view.match.confirmed_by_a if side is Side.A else view.match.confirmed_by_b)
    ]


def _play_at(
    table: int,
    views: Sequence[MatchView],
    late: Mapping[int, LateMatch],
    playing: frozenset[int],
    *,
    breaks: Breaks,
    now: datetime,
) -> list[Concern]:
    """What goes on at a table: its match on now, else the one that comes."""
    concerns = []
    for view in (view for view in views if on_now(view.match)):
        match = view.match
        if match.is_started:
            stale = now >= stale_at(match, breaks)
            reason = Reason.STALE if stale else Reason.UNDER_WAY
            concerns.append(Concern(reason, table, match.changed_at, view))
        elif match.pk in late:
            concerns.append(_late(table, late[match.pk]))
        else:
            concerns.append(Concern(Reason.CALLED, table, match.called_at, view))
    waiting = [view for view in views if waits(view.match)]
    concerns += [_late(table, late[view.match.pk]) for view in waiting if view.match.pk in late]
    if concerns or not waiting:
        return concerns
    comes = waiting[0]
    is_due = comes.match.starts_at <= now and not playing & {comes.a.pk, comes.b.pk}
    return [Concern(Reason.DUE if is_due else Reason.FREE, table, comes.match.starts_at, comes)]


def _asked(call: RefereeCall, about: MatchView | None) -> Concern:
    """What a table asks for; a referee on the way is with it already, whatever else it wants."""
    if call.is_dispute:
        return Concern(Reason.DISPUTE, call.table, call.made_at, about, call)
    if call.coming_at is not None:
        return Concern(Reason.COMING, call.table, call.coming_at, about, call)
    return Concern(Reason.CALL, call.table, call.made_at, about, call)


def _late(table: int, late: LateMatch) -> Concern:
    return Concern(Reason.LATE, table, late.announced, late.view, late=late)


def _by_table(views: Iterable[MatchView]) -> dict[int, list[MatchView]]:
    """The matches that are to be played at each table, in their order."""
    by_table: dict[int, list[MatchView]] = {}
    for view in sorted(views, key=lambda view: (view.match.starts_at, view.match.slot)):
        if view.match.is_open and view.match.is_live:
            by_table.setdefault(view.match.table, []).append(view)
    return by_table


def _pairs_playing(views: Iterable[MatchView]) -> frozenset[int]:
    return frozenset(pair.pk for view in views if on_now(view.match) for pair in (view.a, view.b))


def _place(concern: Concern) -> tuple[int, float, int, int]:
    """Where a concern stands among others. Quiet tables keep their places whatever is written."""
    since = concern.since.timestamp() if concern.since else float("inf")
    if concern.reason is Reason.UNDER_WAY:
        since = 0
    number = concern.view.match.number if concern.view else 0
    return _RANK[concern.reason], since, concern.table, number


def _midnight(at: datetime) -> datetime:
    """When the day of a start begins: from then on it may be called."""
    return timezone.localtime(at).replace(hour=0, minute=0, second=0, microsecond=0)
