"""The list of entries as those at the desk work on it: states, counts, money, who is found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from django.utils import timezone

from tournaments.ledger import ruleset_of
from tournaments.models import Tournament
from tournaments.names import found_by
from tournaments.queries.late_pairs import pairs_in_pools
from tournaments.queries.pairs import PairView, pairs_by_name


class Shown(StrEnum):
    """Which pairs a list shows."""

    ALL = "all"
    ABSENT = "absent"
    UNPAID = "unpaid"
    CALLED_OFF = "off"


@dataclass(frozen=True)
class EntryCounts:
    """How many pairs there are in each state.

    `pairs` are to play: not called off, not withdrawn; `absent` and `unpaid` are of these. `paid`
    counts every fee that was paid and not given back.
    """

    pairs: int
    paid: int
    present: int
    absent: int
    unpaid: int
    called_off: int
    withdrawn: int


@dataclass(frozen=True)
class EntryRow:
    """A pair on the list.

    `aside` where it is not of the state shown; `found` is None where nobody is sought.
    `without_pool`: a draw counts, and the pair is in none of its pools.
    """

    pair: PairView
    aside: bool = False
    found: bool | None = None
    without_pool: bool = False

    @property
    def hidden(self) -> bool:
        return self.aside if self.found is None else not self.found


@dataclass(frozen=True)
class EntryList:
    """Every pair in Finnish order with what is told above them.

    `fee_cents` is what a pair pays; 0 where nothing is paid. `is_drawn`: a draw counts.
    """

    rows: tuple[EntryRow, ...]
    counts: EntryCounts
    fee_cents: int
    is_drawn: bool

    @property
    def shown_count(self) -> int:
        return sum(not row.hidden for row in self.rows)

    @property
    def paid_cents(self) -> int:
        return self.counts.paid * self.fee_cents

    @property
    def owed_cents(self) -> int:
        return self.counts.unpaid * self.fee_cents


def entry_list(
    tournament: Tournament,
    shown: Shown = Shown.ALL,
    sought: str = "",
    since: datetime | None = None,
) -> EntryList:
    """The event's entries in Finnish order (three queries).

    Shown are those of the state `shown`; where somebody is `sought`, those found among all. A pair
    that left the state after `since` stays, so that no row moves away under a finger.
    """
    pairs = pairs_by_name(tournament)
    in_pools = pairs_in_pools(tournament)
    return EntryList(
        rows=tuple(
            EntryRow(
                pair,
                aside=not _is_shown(pair, shown, since),
                found=is_found(pair, sought) if sought else None,
                without_pool=bool(in_pools) and pair.pk not in in_pools,
            )
            for pair in pairs
        ),
        counts=counts_of(pairs),
        fee_cents=tournament.entry_fee_cents,
        is_drawn=bool(in_pools),
    )


def counts_of(pairs: Sequence[PairView]) -> EntryCounts:
    """The counts of an event's pairs."""
    return EntryCounts(
        pairs=sum(pair.plays for pair in pairs),
        paid=sum(pair.paid_at is not None for pair in pairs),
        present=sum(pair.plays and pair.present_at is not None for pair in pairs),
        absent=sum(pair.absent for pair in pairs),
        unpaid=sum(pair.unpaid for pair in pairs),
        called_off=sum(pair.called_off for pair in pairs),
        withdrawn=sum(pair.withdrawn for pair in pairs),
    )


def is_found(pair: PairView, sought: str) -> bool:
    """Whether every word sought is in the pair's names or clubs, or begins its number.

    `find.js` asks the same in the browser.
    """
    return all(
        str(pair.number).startswith(word) if word.isdecimal() else word in pair.letters
        for word in found_by(sought).split()
    )


def _is_shown(pair: PairView, shown: Shown, since: datetime | None) -> bool:
    match shown:
        case Shown.ABSENT:
            return pair.absent or _later(pair.present_at, since)
        case Shown.UNPAID:
            return pair.unpaid or _later(pair.paid_at, since)
        case Shown.CALLED_OFF:
            return pair.called_off
    return True


def _later(moment: datetime | None, since: datetime | None) -> bool:
    return moment is not None and since is not None and moment >= since


@dataclass(frozen=True)
class Late:
    """Pairs that had not come when the event had begun `minutes` ago (R18), in Finnish order.

    One that came while the page was open is still among them, present. `is_drawn`: the draw counts
    and they have matches.
    """

    pairs: tuple[PairView, ...]
    minutes: int
    is_drawn: bool


def grace_ends_at(tournament: Tournament) -> datetime | None:
    """When the minutes of grace after the first day's first cards are over (R18; one query); None
    for an event without days."""
    first = tournament.days.order_by("date").first()
    if first is None:
        return None
    starts = datetime.combine(first.date, first.starts_at, tzinfo=timezone.get_default_timezone())
    return starts + timedelta(minutes=ruleset_of(tournament).late_minutes)


def late_pairs(
    tournament: Tournament, entries: EntryList, since: datetime | None = None
) -> Late | None:
    """The absent pairs of an event whose minutes of grace are over; None for none.

    Where nobody at all was marked present, the event does without checking in and nobody is late.
    Those who came after `since` stay on the list, as rows do. A pair left out of the draw that
    counts has no match to be late for.
    """
    late = tuple(
        row.pair
        for row in entries.rows
        if not row.without_pool
        and (row.pair.absent or (row.pair.plays and _later(row.pair.present_at, since)))
    )
    if not late or not entries.counts.present:
        return None
    return Late(late, ruleset_of(tournament).late_minutes, entries.is_drawn)
