"""Between the rows of a pool and its places (R25, R26): matches, play-off matches, lots.

Reads show the places and writes go by the very same, so both take them from here. Nothing here
writes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby
from typing import Protocol, TypeVar

from scoring.ledger import DecidedBy
from scoring.ruleset import Ruleset
from scoring.standings import PlayedMatch, Standing
from scoring.withdrawal import rank_with_gone
from tournaments.models import Lot, Match, Stage


class Counted(Protocol):
    """A match with the match points that count: the sheet's and the jury's, never below 0."""

    @property
    def match(self) -> Match: ...

    @property
    def points_a(self) -> int: ...

    @property
    def points_b(self) -> int: ...


CountedT = TypeVar("CountedT", bound=Counted)


@dataclass(frozen=True)
class CountedMatch:
    """A match read by `tournaments.jury_points.with_jury_points`."""

    match: Match

    @property
    def points_a(self) -> int:
        return max(0, self.match.total_a + int(self.match.jury_a))  # type: ignore[attr-defined]

    @property
    def points_b(self) -> int:
        return max(0, self.match.total_b + int(self.match.jury_b))  # type: ignore[attr-defined]


class LotsInForce:
    """The lots of an event that count, the latest first.

    Read once, and only where pairs of a finished pool, or of different pools, are level (one
    query); or taken from `lots`, all of the event, where the caller has them.
    """

    def __init__(self, tournament_key: int, lots: Iterable[Lot] | None = None) -> None:
        self._tournament_key = tournament_key
        self._given = lots

    def of_pool(self, pool_key: int) -> list[Lot]:
        """Those between level pairs of the pool with this key."""
        return [lot for lot in self._all if lot.pool_id == pool_key]

    def between_pools(self) -> list[Lot]:
        """Those between the best next-placed of different pools (R28)."""
        return [lot for lot in self._all if lot.scope == Lot.Scope.FIELD]

    def of_places(self) -> list[Lot]:
        """Those between pairs that are level when the event is over (R30)."""
        return [lot for lot in self._all if lot.scope == Lot.Scope.PLACES]

    @cached_property
    def _all(self) -> list[Lot]:
        if self._given is not None:
            given = [lot for lot in self._given if lot.undone_at is None]
            return sorted(given, key=lambda lot: -lot.number)
        in_force = Lot.objects.filter(tournament=self._tournament_key, undone_at__isnull=True)
        return list(in_force.order_by("-number"))


@dataclass(frozen=True)
class PoolRanking:
    """The places of a pool by the keys of its pairs, best first.

    `gone` are pairs of which no match is left. `lots` tells which lot parts a pair from the one
    above it, where one does.
    """

    standings: tuple[Standing, ...]
    gone: frozenset[int]
    lots: Mapping[int, Lot]


def is_settled(match: Match) -> bool:
    """Whether a result counts and both pairs, or a referee for them, have confirmed it.

    One that was awarded (R17, R18) is a decision already, which no pair is asked about.
    """
    return match.counts and (match.is_confirmed or match.decided_by == DecidedBy.AWARD)


def is_unsettled(match: Match) -> bool:
    """Whether a result counts that nobody goes on by yet: it waits for the word of a pair."""
    return match.counts and not is_settled(match)


def counts_in_pool(match: Match, rules: Ruleset) -> bool:
    """Whether the places of a pool go by this result.

    By the event's rules it counts at once, or only once both pairs have confirmed it.
    """
    return match.counts and (rules.unconfirmed_counts or is_settled(match))


def of_stage(matches: Iterable[CountedT], stage: Stage) -> tuple[CountedT, ...]:
    return tuple(each for each in matches if each.match.stage == stage)


def is_complete(matches: Iterable[Counted], rules: Ruleset) -> bool:
    """Whether every match of a pool counts in its places or is annulled; play-off matches are not
    asked."""
    own = of_stage(matches, Stage.POOL)
    return bool(own) and all(
        each.match.annulled or counts_in_pool(each.match, rules) for each in own
    )


def gone_of(pairs: Iterable[int], matches: Iterable[Counted]) -> frozenset[int]:
    """The pairs that had matches in the pool and have none left that is not annulled."""
    had: set[int] = set()
    has: set[int] = set()
    for each in of_stage(matches, Stage.POOL):
        own = {each.match.pair_a_id, each.match.pair_b_id}
        had |= own
        has |= set() if each.match.annulled else own
    return frozenset((had - has).intersection(pairs))


def rank_rows(
    pool_key: int,
    pairs: Mapping[int, int],
    matches: Sequence[Counted],
    rules: Ruleset,
    lots: LotsInForce,
) -> PoolRanking:
    """The places of the pool with this key on those of its matches that count (R25).

    `pairs` are those of the pool in the order drawn, with their numbers; `matches` its own, those
    of its play-off too. A play-off and lots count once the pool is complete: until then level pairs
    share their places. A lot counts where all that are level were in it.
    """
    gone = gone_of(pairs, matches)
    counted = [each for each in matches if counts_in_pool(each.match, rules)]
    played = [_played(each) for each in of_stage(counted, Stage.POOL)]
    if not is_complete(matches, rules):
        return PoolRanking(rank_with_gone([*pairs], gone, played, rules), gone, {})
    play_off = [_played(each) for each in of_stage(counted, Stage.PLAY_OFF)]
    standings = rank_with_gone([*pairs], gone, played, rules, play_off=play_off)
    order: list[int] = []
    used: dict[int, Lot] = {}
    for level in level_groups(standings, gone):
        numbers = {pairs[key]: key for key in level}
        lot = next(
            (lot for lot in lots.of_pool(pool_key) if numbers.keys() <= set(lot.order)), None
        )
        if lot is not None:
            own = [numbers[number] for number in lot.order if number in numbers]
            order += own
            used |= dict.fromkeys(own[1:], lot)
    if order:
        standings = rank_with_gone([*pairs], gone, played, rules, play_off=play_off, lots=order)
    return PoolRanking(standings, gone, used)


def level_groups(
    standings: Iterable[Standing], gone: frozenset[int] = frozenset()
) -> list[tuple[int, ...]]:
    """The keys of pairs that share their places, group by group; of the gone there is none."""
    groups = []
    sharing = (each for each in standings if each.shared and each.pair not in gone)
    for _place, group in groupby(sharing, key=lambda each: each.place):
        groups.append(tuple(int(each.pair) for each in group))
    return groups


def numbered(standings: Iterable[Standing], numbers: Mapping[int, int]) -> tuple[Standing, ...]:
    """The same places with pair numbers instead of keys."""
    return tuple(replace(each, pair=numbers[int(each.pair)]) for each in standings)


def played_match(each: Counted, a: int, b: int) -> PlayedMatch:
    """A finished match as the rules see it, its pairs named `a` and `b`."""
    winner = {"A": a, "B": b}.get(each.match.winner)
    return PlayedMatch(a, b, winner, each.points_a, each.points_b)


def _played(each: Counted) -> PlayedMatch:
    return played_match(each, each.match.pair_a_id, each.match.pair_b_id)
