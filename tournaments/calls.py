"""Which waiting matches can be called to a table now. Nothing here reads or writes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from tournaments.models import Match, Tournament
from tournaments.timetable import on_now, playing_date, waits


@dataclass(frozen=True)
class ReadyMatch:
    """A match that can start now, and the table for it."""

    match: Match
    table: int

    @property
    def elsewhere(self) -> bool:
        """Whether it is not the table planned."""
        return self.table != self.match.table


def ready_of(matches: Iterable[Match], tournament: Tournament, today: date) -> list[ReadyMatch]:
    """What can start now, in order: the next match of both its pairs, neither of them playing or
    called, and a table for it. Nothing of a later day.

    A match whose own table is taken gets another free one, where it can change places with nobody
    or with a waiting match no longer than itself.
    """
    live = sorted(
        (match for match in matches if match.is_live),
        key=lambda each: (each.starts_at, each.slot, each.table),
    )
    busy_tables = {match.table for match in live if on_now(match)}
    busy_pairs = {
        pair for match in live if on_now(match) for pair in (match.pair_a_id, match.pair_b_id)
    }
    due: list[Match] = []
    for match in live:
        if not waits(match) or playing_date(match.starts_at) > today:
            continue
        pairs = {match.pair_a_id, match.pair_b_id}
        if busy_pairs.isdisjoint(pairs):
            due.append(match)
        busy_pairs |= pairs
    tables: dict[int, int] = {}
    for match in due:
        if match.table not in busy_tables:
            tables[match.number] = match.table
            busy_tables.add(match.table)
    for match in due:
        if match.number in tables:
            continue
        for table in range(1, tournament.table_count + 1):
            if table not in busy_tables and can_take(match, table, live):
                tables[match.number] = table
                busy_tables.add(table)
                break
    return [ReadyMatch(match, tables[match.number]) for match in due if match.number in tables]


def in_its_slot_at(match: Match, table: int, matches: Iterable[Match]) -> Match | None:
    """Whose the table is in the match's slot."""
    return next(
        (
            other
            for other in matches
            if other.is_live and other.slot == match.slot and other.table == table
        ),
        None,
    )


def can_take(match: Match, table: int, matches: Iterable[Match]) -> bool:
    """Whether a match could have this table in its slot, given to it or exchanged."""
    holder = in_its_slot_at(match, table, matches)
    return holder is None or (waits(holder) and (holder.deals or 0) <= (match.deals or 0))
