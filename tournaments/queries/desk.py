"""The desk's overview: every table and match by where it stands, and finding one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

from django.db.models import QuerySet

from scoring.ledger import MatchState
from tournaments.ledger import ruleset_of
from tournaments.models import Match, PlayingDay, Tournament
from tournaments.names import found_by
from tournaments.queries.attention import Attention, Breaks, attention_of, next_change
from tournaments.queries.code_locks import with_code_locks
from tournaments.queries.confirmations import open_calls
from tournaments.queries.lateness import late_matches, with_exceptions
from tournaments.queries.matches import MatchView, matches_of
from tournaments.timetable import days_of, time_of, waits


@dataclass(frozen=True)
class DeskSlot:
    """Matches that start together, by table."""

    starts_at: datetime
    matches: tuple[MatchView, ...]


@dataclass(frozen=True)
class DeskView:
    """An event's matches for those who type: under way, called, waiting, finished, annulled; each
    by time and table. Annulled ones are in no count."""

    under_way: tuple[MatchView, ...]
    called: tuple[MatchView, ...]
    waiting: tuple[DeskSlot, ...]
    finished: tuple[DeskSlot, ...]
    annulled: tuple[MatchView, ...]

    @property
    def finished_count(self) -> int:
        return sum(len(slot.matches) for slot in self.finished)

    @property
    def waiting_count(self) -> int:
        return sum(len(slot.matches) for slot in self.waiting)

    @property
    def match_count(self) -> int:
        on_now = len(self.under_way) + len(self.called)
        return on_now + self.waiting_count + self.finished_count


def matches_at_desk(tournament: Tournament) -> list[MatchView]:
    """Every match of the event by number, with what `attention_at` asks of it (three queries)."""

    def told_more(matches: QuerySet[Match]) -> QuerySet[Match]:
        return with_code_locks(with_exceptions(matches))

    return matches_of(tournament, told_more=told_more)


def desk_of(views: Sequence[MatchView]) -> DeskView:
    """Sorts an event's matches by where they stand (no query)."""
    ordered = sorted(views, key=_place)
    return DeskView(
        under_way=tuple(view for view in ordered if view.match.under_way),
        called=tuple(view for view in ordered if view.match.is_called),
        waiting=_slots(view for view in ordered if waits(view.match)),
        finished=_slots(view for view in ordered if view.match.counts),
        annulled=tuple(view for view in ordered if view.match.annulled),
    )


def attention_at(
    tournament: Tournament, views: Sequence[MatchView], days: Iterable[PlayingDay], now: datetime
) -> tuple[Attention, datetime | None]:
    """What every table wants at `now`, and when that becomes another thing by the clock alone
    (one query). `views` are all the event's, of `matches_at_desk`; `days` its days of play."""
    breaks = breaks_of(days)
    attention = attention_of(
        views,
        calls=[each.call for each in open_calls(tournament)],
        late=late_matches(tournament, views, now),
        breaks=breaks,
        table_count=tournament.table_count,
        now=now,
    )
    return attention, next_change(views, breaks, ruleset_of(tournament).late_minutes, now)


def breaks_of(days: Iterable[PlayingDay]) -> Breaks:
    """The breaks of the days of play, one after the other."""
    laid = [day.break_ for day in days_of(days) if day.break_]
    return [(time_of(begins), time_of(ends)) for begins, ends in laid]


def next_wanted(attention: Attention, match: Match, *, back: bool = False) -> MatchView | None:
    """The match to open next of those that want somebody, hall-wise: by table from this match's
    on, from the first table again after the last; None where no other wants anybody (no query)."""
    by_place = {
        (concern.view.match.table, concern.view.match.number): concern.view
        for concern in attention.wanted
        if concern.view is not None and concern.view.match.pk != match.pk
    }
    here = (match.table, match.number)
    places = sorted(by_place, reverse=back)
    onward = [place for place in places if (place < here if back else place > here)]
    return by_place[(onward or places)[0]] if places else None


def find_matches(views: Iterable[MatchView], text: str) -> list[MatchView]:
    """The matches every word of `text` fits: a part of a player's name, the number of the match,
    of its table or of one of its pairs. Those still to play first, then by time and table."""
    words = found_by(text).split()
    found = [view for view in views if words and all(_fits(view, word) for word in words)]
    return sorted(found, key=lambda view: (not view.match.is_open, *_place(view)))


def next_unfinished(match: Match) -> int | None:
    """The number of the match to type next: the first unfinished one after this by time and
    table, from the beginning again after the last; None where all others are finished (one
    query)."""
    others = (
        Match.objects.live()
        .filter(tournament_id=match.tournament_id, annulment="")
        .exclude(state=MatchState.FINISHED.value)
        .exclude(pk=match.pk)
        .order_by("slot", "table")
        .values_list("slot", "table", "number")
    )
    waiting = list(others)
    here = (match.slot, match.table)
    after = [number for slot, table, number in waiting if (slot, table) > here]
    if after:
        return after[0]
    return waiting[0][2] if waiting else None


def _place(view: MatchView) -> tuple[datetime, int, int]:
    return view.match.starts_at, view.match.table, view.match.slot


def _slots(views: Iterable[MatchView]) -> tuple[DeskSlot, ...]:
    groups = groupby(views, key=lambda view: view.match.starts_at)
    return tuple(DeskSlot(starts_at, tuple(group)) for starts_at, group in groups)


def _fits(view: MatchView, word: str) -> bool:
    match = view.match
    if word.isdecimal():
        numbers = (match.number, match.table, view.a.number, view.b.number)
        return word in {str(number) for number in numbers}
    return any(word in found_by(pair.name) for pair in (view.a, view.b))
