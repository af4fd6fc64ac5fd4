"""The splits an organiser can choose from, with the time each takes in this event."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, time, timedelta

from django.utils import timezone

from scoring.schedule import fixtures_of_pools, lay_slots, place_fixtures, slot_lengths
from scoring.splits import Split, propose_splits
from tournaments.ledger import ruleset_of
from tournaments.models import PlayingDay, Tournament
from tournaments.timetable import day_of


@dataclass(frozen=True)
class PoolGroup:
    """Pools of one size: how many, of how many pairs, with how many deals a match (R21)."""

    count: int
    size: int
    deals: int


@dataclass(frozen=True)
class Proposal:
    """A split with its pools by size, larger first, and when the last match would end.

    `fits` is false where that is later than the last day's end. One is `recommended`: the one the
    rules recommend (R23) where it fits the days, else the first that does, else the shortest.
    """

    split: Split
    groups: tuple[PoolGroup, ...]
    ends_at: datetime
    fits: bool
    recommended: bool = False

    @property
    def hours(self) -> int:
        return (self.split.minutes or 0) // 60

    @property
    def minutes(self) -> int:
        """The minutes over full hours."""
        return (self.split.minutes or 0) % 60

    @property
    def deals(self) -> tuple[int, ...]:
        """The numbers of deals a match has in some pool, the fewest first."""
        return tuple(sorted({group.deals for group in self.groups}))


def proposals_of(tournament: Tournament, pair_count: int) -> list[Proposal]:
    """The splits of this many pairs, the recommended one first (one query).

    Empty for fewer than two pairs.
    """
    days = list(tournament.days.order_by("date"))
    splits = propose_splits(
        pair_count, tournament.table_count, tournament.minutes_per_deal, ruleset_of(tournament)
    )
    proposals = [_proposal(split, tournament, days) for split in splits]
    fitting = [proposal for proposal in proposals if proposal.fits]
    by_rule = [proposal for proposal in fitting if proposal.split.recommended]
    shortest = sorted(proposals, key=lambda proposal: proposal.ends_at)
    for best in (by_rule or fitting or shortest)[:1]:
        proposals.remove(best)
        proposals.insert(0, replace(best, recommended=True))
    return proposals


def _proposal(split: Split, tournament: Tournament, days: Sequence[PlayingDay]) -> Proposal:
    lengths = _slot_lengths(split, tournament)
    laid = lay_slots(lengths, [day_of(day) for day in days])
    day, start = laid[-1]
    end = start + lengths[-1]
    last = days[day]
    midnight = datetime.combine(last.date, time(), tzinfo=timezone.get_default_timezone())
    groups = Counter(zip(split.pool_sizes, split.deals, strict=True))
    return Proposal(
        split=split,
        groups=tuple(PoolGroup(count, *group) for group, count in groups.items()),
        ends_at=midnight + timedelta(minutes=end),
        fits=end <= day_of(last).ends,
    )


def _slot_lengths(split: Split, tournament: Tournament) -> tuple[int, ...]:
    if len(set(split.deals)) == 1:
        return (split.deals[0] * tournament.minutes_per_deal,) * (split.slots or 0)
    first = [sum(split.pool_sizes[:index]) for index in range(split.pools)]
    fixtures = fixtures_of_pools(
        [range(start, start + size) for start, size in zip(first, split.pool_sizes, strict=True)],
        split.deals,
    )
    return slot_lengths(
        place_fixtures(fixtures, tournament.table_count), tournament.minutes_per_deal
    )
