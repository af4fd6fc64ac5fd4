"""The matches of one table, and which of them is on it at a moment."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from tournaments.models import Match, Tournament
from tournaments.queries.matches import MatchView
from tournaments.queries.pairs import pairs_of_matches
from tournaments.timetable import playing_date


@dataclass(frozen=True)
class TableMatches:
    """The matches of a table by starting time, annulled ones left out."""

    matches: tuple[MatchView, ...]

    def at(self, now: datetime) -> MatchView | None:
        """The match that is on the table at this moment.

        It is the one under way there, until it is played out. Without one it is the last that is
        finished and not confirmed by both, until another one is called there or the time of one
        behind it has come: who sits down to play then is not kept waiting by a result that
        somebody else forgot. Then, and where nothing waits to be confirmed, it is one called
        there, or else the next to start. None where all are finished and confirmed, or there is
        none.
        """
        under_way = [view for view in self.matches if view.match.under_way]
        if under_way:
            return max(under_way, key=_last_written)
        waiting = [view for view in self.matches if view.match.is_open]
        unconfirmed = [view for view in self.matches if view.match.awaits_confirmation]
        if unconfirmed:
            last = max(unconfirmed, key=_last_written)
            waiting = [view for view in waiting if _takes_over(view.match, last.match, now)]
            if not waiting:
                return last
        return next((view for view in waiting if view.match.is_called), next(iter(waiting), None))

    def number(self, number: int) -> MatchView | None:
        return next((view for view in self.matches if view.match.number == number), None)

    def unconfirmed_beside(self, shown: MatchView) -> tuple[MatchView, ...]:
        """Other matches begun before this one, or played while it is still to be, that wait for
        their confirmation."""
        return tuple(
            view
            for view in self.matches
            if view.match.awaits_confirmation
            and view.match.pk != shown.match.pk
            and (shown.match.is_open or _start(view.match) < _start(shown.match))
        )

    def next_after(self, shown: MatchView) -> MatchView | None:
        """The next match to be played here once the one shown is over; None before, and where
        there is none."""
        if shown.match.is_open:
            return None
        waiting = [view for view in self.matches if view.match.is_open]
        begun = next((view for view in waiting if view.match.under_way), None)
        called = next((view for view in waiting if view.match.is_called), None)
        return begun or called or next(iter(waiting), None)

    def others_of_day(self, shown: MatchView) -> tuple[MatchView, ...]:
        """The other matches of the day of play that the match shown is on."""
        day = playing_date(shown.match.starts_at)
        return tuple(
            view
            for view in self.matches
            if view.match.pk != shown.match.pk and playing_date(view.match.starts_at) == day
        )


def matches_at_table(tournament: Tournament, table: int) -> TableMatches:
    """A table's matches with their pairs (three queries)."""
    rows = list(
        tournament.matches.live()
        .filter(table=table, annulment="")
        .select_related("pool", "bracket")
        .order_by("starts_at", "slot", "number")
    )
    pairs = pairs_of_matches(rows)
    found = []
    for match in rows:
        match.tournament = tournament
        found.append(MatchView(match, pairs[match.pair_a_id], pairs[match.pair_b_id], match.pool))
    return TableMatches(tuple(found))


def _takes_over(match: Match, before: Match, now: datetime) -> bool:
    """Whether a match still to be played has the table, and not the one that is over before it."""
    return match.is_called or (_start(before) < _start(match) and match.starts_at <= now)


def _last_written(view: MatchView) -> tuple[datetime, datetime]:
    return (view.match.changed_at or view.match.starts_at, view.match.starts_at)


def _start(match: Match) -> tuple[datetime, int]:
    return match.starts_at, match.slot
