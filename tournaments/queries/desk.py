"""The desk's overview: every match by where it stands, and finding one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

from scoring.ledger import MatchState
from tournaments.models import Match
from tournaments.names import fold_name
from tournaments.queries.matches import MatchView
from tournaments.timetable import waits


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
    def match_count(self) -> int:
        waiting = sum(len(slot.matches) for slot in self.waiting)
        return len(self.under_way) + len(self.called) + waiting + self.finished_count


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


def find_matches(views: Iterable[MatchView], text: str) -> list[MatchView]:
    """The matches every word of `text` fits: a part of a player's name, the number of the match,
    of its table or of one of its pairs. Those still to play first, then by time and table."""
    words = fold_name(text).split()
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
    return view.match.starts_at, view.match.slot, view.match.table


def _slots(views: Iterable[MatchView]) -> tuple[DeskSlot, ...]:
    groups = groupby(views, key=lambda view: (view.match.starts_at, view.match.slot))
    return tuple(
        DeskSlot(matches[0].match.starts_at, matches)
        for matches in (tuple(group) for _start, group in groups)
    )


def _fits(view: MatchView, word: str) -> bool:
    match = view.match
    if word.isdecimal():
        numbers = (match.number, match.table, view.a.number, view.b.number)
        return word in {str(number) for number in numbers}
    return any(word in fold_name(pair.name) for pair in (view.a, view.b))
