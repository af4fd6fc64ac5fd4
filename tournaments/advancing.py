"""Between the rows of an event and who goes on from its pools (R26 to R28).

Reads show it and writes lock the very same, so both take it from here. Nothing here writes. In the
values of `scoring` pairs and pools go by their numbers.

A result that not both pairs have confirmed is not taken for granted: it leaves its pool open. An
awarded one needs nobody's word (`pool_ranking.is_settled`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from typing import Protocol

from django.db.models import OuterRef, Subquery

from scoring.advancement import Advancement, Obstacle, advance
from scoring.faults import Fault
from scoring.field import first_and_size, rows_going_on
from scoring.pool_results import PoolResult
from scoring.prospects import Prospect, RunningPool, prospects
from scoring.ruleset import Ruleset
from scoring.standings import PlayedMatch, Standing
from tournaments.jury_points import with_jury_points
from tournaments.ledger import ruleset_of
from tournaments.models import (
    Course,
    LockedField,
    Match,
    Pool,
    PoolPlace,
    Stage,
    Tournament,
    Withdrawal,
)
from tournaments.pool_ranking import (
    Counted,
    CountedMatch,
    LotsInForce,
    PoolRanking,
    is_settled,
    is_unsettled,
    level_groups,
    numbered,
    of_stage,
    played_match,
    rank_rows,
)


class InPool(Protocol):
    """A pair of a pool."""

    @property
    def pk(self) -> int: ...

    @property
    def number(self) -> int: ...

    @property
    def withdrawn_at(self) -> datetime | None: ...


@dataclass(frozen=True)
class PairInPool:
    """The least that is known of a pair; `withdrawn_at` is None unless it has withdrawn."""

    pk: int
    number: int
    withdrawn_at: datetime | None


@dataclass(frozen=True)
class PoolState:
    """A pool as it stands: `pairs` in the order drawn, all its `matches` and play-off matches."""

    pool: Pool
    pairs: tuple[InPool, ...]
    matches: tuple[Counted, ...]
    ranking: PoolRanking
    rules: Ruleset

    @cached_property
    def numbers(self) -> Mapping[int, int]:
        """The pairs' numbers by key, in the order drawn."""
        return {pair.pk: pair.number for pair in self.pairs}

    @cached_property
    def standings(self) -> tuple[Standing, ...]:
        """The places by pair number, best first."""
        return numbered(self.ranking.standings, self.numbers)

    @cached_property
    def barred(self) -> frozenset[int]:
        """The numbers of pairs that cannot advance: withdrawn, or with no match left."""
        return frozenset(
            pair.number for pair in self.pairs if pair.withdrawn_at or pair.pk in self.ranking.gone
        )

    @cached_property
    def unplayed(self) -> tuple[Match, ...]:
        """Matches still to be finished, those of a play-off too."""
        return tuple(each.match for each in self.matches if each.match.is_open)

    @cached_property
    def unconfirmed(self) -> tuple[Match, ...]:
        """Matches with a result that is not settled, those of a play-off too."""
        return tuple(each.match for each in self.matches if is_unsettled(each.match))

    @property
    def open_count(self) -> int:
        return len(self.unplayed) + len(self.unconfirmed)

    def result(self) -> PoolResult:
        """The pool as advancement and final places take it."""
        return PoolResult(self.pool.number, self.standings, self.open_count, self.barred)

    def level_groups(self) -> list[tuple[int, ...]]:
        """The numbers of pairs that share their places for good, group by group.

        None while anything of the pool is open, and none of pairs with no match left.
        """
        if self.open_count or not self.matches:
            return []
        groups = level_groups(self.ranking.standings, self.ranking.gone)
        return [tuple(self.numbers[key] for key in group) for group in groups]

    def prospects(self, first: int, up_to: int) -> dict[int, Prospect]:
        """What every pair can still come to, by number (`scoring.prospects`)."""
        gone = {self.numbers[key] for key in self.ranking.gone}
        numbers = self.numbers
        settled = [each for each in self.matches if is_settled(each.match)]
        play_off = of_stage(settled, Stage.PLAY_OFF)
        to_come = [
            match for match in (*self.unplayed, *self.unconfirmed) if match.stage == Stage.POOL
        ]
        pool = RunningPool(
            pairs=tuple(numbers.values()),
            matches=[_played(each, numbers) for each in of_stage(settled, Stage.POOL)],
            open_matches=[(numbers[each.pair_a_id], numbers[each.pair_b_id]) for each in to_come],
            barred=self.barred,
            gone=gone,
            play_off=[_played(each, numbers) for each in play_off],
            # A lot is drawn among those who are level for good.
            lots=[] if self.open_count else self._lots(),
        )
        told = prospects(pool, first, up_to=up_to, rules=self.rules)
        return {int(pair): prospect for pair, prospect in told.items()}

    def _lots(self) -> list[int]:
        """The level pairs that a lot has parted, best first."""
        found: list[int] = []
        for place, standing in enumerate(self.ranking.standings):
            if int(standing.pair) in self.ranking.lots:
                above = self.numbers[int(self.ranking.standings[place - 1].pair)]
                found += [] if above in found else [above]
                found.append(self.numbers[int(standing.pair)])
        return found


def pool_state(
    pool: Pool,
    pairs: Iterable[InPool],
    matches: Iterable[Counted],
    rules: Ruleset,
    lots: LotsInForce,
) -> PoolState:
    """A pool as it stands, from its pairs in the order drawn and all its live matches."""
    pairs, matches = tuple(pairs), tuple(matches)
    ranking = rank_rows(pool.pk, {pair.pk: pair.number for pair in pairs}, matches, rules, lots)
    return PoolState(pool, pairs, matches, ranking, rules)


def as_it_stands(state: PoolState, lots: LotsInForce) -> PoolState:
    """The pool with every result counted that waits for a word, whatever the event's rules say."""
    if state.rules.unconfirmed_counts or not state.unconfirmed:
        return state
    rules = replace(state.rules, unconfirmed_counts=True)
    return pool_state(state.pool, state.pairs, state.matches, rules, lots)


def withdrawn_at() -> Subquery:
    """When a pair of a query withdrew; None unless it has (R27)."""
    in_force = Withdrawal.objects.filter(pair=OuterRef("pk"), undone_at__isnull=True)
    return Subquery(in_force.values("made_at")[:1])


def pool_states_of(
    tournament: Tournament,
    lots: LotsInForce | None = None,
    matches: Iterable[Match] | None = None,
    pairs: Mapping[int, PairInPool] | None = None,
) -> list[PoolState]:
    """Every live pool of the event by number (three queries, one more where pairs of a finished
    pool are level).

    `matches`, all live ones with the jury's points, and all `pairs` by key spare a query each where
    the caller has them.
    """
    rules, lots = ruleset_of(tournament), lots or LotsInForce(tournament.pk)
    if pairs is None:
        rows = tournament.pairs.annotate(withdrawn_at=withdrawn_at()).values_list(
            "pk", "number", "withdrawn_at"
        )
        pairs = {row[0]: PairInPool(*row) for row in rows}
    pools: dict[int, Pool] = {}
    drawn: dict[int, list[PairInPool]] = {}
    places = PoolPlace.objects.live().filter(pool__tournament=tournament, pool__is_live=True)
    for place in places.select_related("pool").order_by("pool__number", "position"):
        pools.setdefault(place.pool_id, place.pool)
        drawn.setdefault(place.pool_id, []).append(pairs[place.pair_id])
    if matches is None:
        matches = with_jury_points(tournament.matches.live())
    of_pool: dict[int, list[CountedMatch]] = {}
    for match in sorted(matches, key=lambda match: match.number):
        if match.pool_id is not None:
            of_pool.setdefault(match.pool_id, []).append(CountedMatch(match))
    return [
        pool_state(pool, drawn[key], of_pool.get(key, ()), rules, lots)
        for key, pool in pools.items()
    ]


def pool_results_of(tournament: Tournament) -> list[PoolResult]:
    """Every live pool by number with its places as they stand (queries: see `pool_states_of`).

    `pool` and the pairs are pool and pair numbers. `open_matches` counts what is not finished or
    not confirmed, play-off matches included.
    """
    return [state.result() for state in pool_states_of(tournament)]


def locked_field_of(tournament: Tournament) -> LockedField | None:
    """The field that is locked; None where none is (one query)."""
    return tournament.locked_fields.filter(undone_at__isnull=True).first()


@dataclass(frozen=True)
class FieldNumbers:
    """How many go on: the `first` of each pool and the best next-placed up to `size` (R28)."""

    first: int
    size: int


def numbers_of(tournament: Tournament, pool_count: int) -> FieldNumbers | None:
    """How many go on from so many pools.

    None where nobody does (an event of pools only, or of a knock-out only), where the organiser has
    yet to choose, and where what was chosen does not fit the pools there are.
    """
    if tournament.course != Course.POOLS_AND_KNOCKOUT or not pool_count:
        return None
    try:
        first, size = first_and_size(pool_count, tournament.advance_first, tournament.advance_size)
    except Fault:
        return None
    return FieldNumbers(first, size)


def advancement_of(
    results: Sequence[PoolResult], numbers: FieldNumbers, lots: LotsInForce
) -> Advancement:
    """Who goes on as the pools stand (one query where pairs of different pools are level, unless
    the lots were read before).

    A lot between pools counts where all that need one were in it.
    """
    first, size = numbers.first, numbers.size
    found = advance(results, first=first, size=size)
    for block in found.blocks:
        if block.obstacle is not Obstacle.LOT_NEEDED:
            continue
        lot = next(
            (lot for lot in lots.between_pools() if set(block.pairs) <= set(lot.order)), None
        )
        if lot is not None:
            order = [pair for pair in lot.order if pair in block.pairs]
            return advance(results, first=first, size=size, lots=order)
    return found


def rows_of(results: Sequence[PoolResult], numbers: FieldNumbers) -> tuple[int, int]:
    """Down to which place of every pool all go on, and down to which somebody can."""
    return rows_going_on([len(result.eligible) for result in results], numbers.size)


def _played(each: Counted, numbers: Mapping[int, int]) -> PlayedMatch:
    match = each.match
    return played_match(each, numbers[match.pair_a_id], numbers[match.pair_b_id])
