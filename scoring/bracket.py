"""Those who go on -> a bracket: who meets whom, and who waits for whom.

by lot, or by seeds: the best two can meet in the final only, and so on        R29, Own
a bracket of the next power of two; byes to the best, or by lot                R29 (Own)
pairs of one pool, and where possible of one club, do not meet at first        R29
reproducible: the same contenders in the same order and the same seed of the
randomness give the same bracket                                               R29 (Own)

Pairs without a pool are kept apart by club only: so a knock-out without pools is drawn.

By seeds the better half keeps the places of its seeds. The other half is put against it as the
seeds say, save that opponents change where pairs of one pool, or one club, would meet: as little
as there can be, counted in places of the seeding.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from scoring.faults import Fault, FaultCode
from scoring.field import LARGEST_FIELD, SMALLEST_FIELD
from scoring.lots import Random, below, shuffled
from scoring.pairing import (
    CLUBMATES,
    IMPOSSIBLE,
    SAME_POOL,
    Couple,
    pair_across,
    pair_by_lot,
)
from scoring.pool_results import PoolId
from scoring.ruleset import STANDARD, Ruleset
from scoring.standings import PairId


class Order(StrEnum):
    """What decides: the lot, or the order in which the contenders come."""

    BY_LOT = "by_lot"
    BY_SEEDS = "by_seeds"


@dataclass(frozen=True, slots=True)
class Contender:
    """A pair of the knock-out, its pool (None without pools) and the clubs of its players."""

    pair: PairId
    pool: PoolId | None = None
    clubs: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Bracket:
    """The first round, from which all others follow.

    `slots` come to a power of two; None is a bye. The first match is between slots 0 and 1, the
    next between 2 and 3, and so on; a later match is between the winners of the two that follow one
    another in the round before. `third_place` says whether the semi-final losers play.
    """

    slots: tuple[PairId | None, ...]
    third_place: bool = True

    def __post_init__(self) -> None:
        pairs = [pair for pair in self.slots if pair is not None]
        size = len(self.slots)
        sound = (
            len(set(pairs)) == len(pairs)
            and SMALLEST_FIELD <= len(pairs) <= size <= LARGEST_FIELD
            and size & (size - 1) == 0
            and all(match != (None, None) for match in self.first_round)
        )
        if not sound:
            raise Fault(FaultCode.MALFORMED)

    @property
    def first_round(self) -> tuple[tuple[PairId | None, PairId | None], ...]:
        return tuple(zip(self.slots[::2], self.slots[1::2], strict=True))

    @property
    def rounds(self) -> int:
        """How many rounds there are, the final included."""
        return len(self.slots).bit_length() - 1


@dataclass(frozen=True, slots=True)
class DrawnBracket:
    """A bracket, and in how many first-round matches two of one pool, or two clubmates, meet."""

    bracket: Bracket
    from_one_pool: int
    clashes: int


def draw_bracket(
    contenders: Sequence[Contender],
    random: Random,
    *,
    order: Order = Order.BY_LOT,
    byes: Order = Order.BY_SEEDS,
    keep_clubs_apart: bool = True,
    rules: Ruleset = STANDARD,
) -> DrawnBracket:
    """Draw 2 to 128 contenders into a bracket (R29).

    Contenders come best first, as far as `order` or `byes` go by seeds. Of the first-round matches
    as few as can be are between pairs of one pool: with `byes` by seeds among those who have none,
    with `order` by seeds between the better half and the other. Clubmates come after that: none
    meet where that can be; else, by lot, as seldom as a bounded search finds, and by seeds as
    seldom as can be. Both numbers are told.

    Raises `malformed` for doubled pairs and another number of them.
    """
    count = len(contenders)
    if not SMALLEST_FIELD <= count <= LARGEST_FIELD:
        raise Fault(FaultCode.MALFORMED)
    if len({each.pair for each in contenders}) != count:
        raise Fault(FaultCode.MALFORMED)
    first_round = _FirstRound(contenders, byes, keep_clubs_apart)
    if order is Order.BY_SEEDS:
        couples = first_round.by_seeds(random)
    else:
        couples = first_round.by_lot(random)
    pairs: list[PairId | None] = [each.pair for each in contenders]
    pairs += [None] * (first_round.size - count)
    slots = tuple(pairs[index] for couple in couples for index in couple)
    return DrawnBracket(
        Bracket(slots, rules.third_place_match),
        sum(first_round.same_pool(*couple) for couple in couples),
        sum(first_round.clubmates(*couple) for couple in couples),
    )


def seed_places(size: int) -> list[int]:
    """The seed, from 0, of every slot in a bracket of this size, a power of two.

    Where every better seed wins, the best two meet last, the best four the round before, and so on.
    """
    places = [0]
    while len(places) < size:
        places = [each for seed in places for each in (seed, 2 * len(places) - 1 - seed)]
    return places


class _FirstRound:
    """The first round while it is made. Contenders are known by their index, the best first, and
    byes by the indices behind them."""

    def __init__(self, contenders: Sequence[Contender], byes: Order, clubs_apart: bool) -> None:
        self.contenders = contenders
        self.byes = byes
        self.clubs_apart = clubs_apart
        self.size = 1 << (len(contenders) - 1).bit_length()
        self.bye_count = self.size - len(contenders)

    def is_bye(self, index: int) -> bool:
        return index >= len(self.contenders)

    def same_pool(self, one: int, other: int) -> bool:
        if self.is_bye(one) or self.is_bye(other):
            return False
        pool = self.contenders[one].pool
        return pool is not None and pool == self.contenders[other].pool

    def clubmates(self, one: int, other: int) -> bool:
        if self.is_bye(one) or self.is_bye(other):
            return False
        return not self.contenders[one].clubs.isdisjoint(self.contenders[other].clubs)

    def cost(self, one: int, other: int) -> int:
        if self.is_bye(one) and self.is_bye(other):
            return IMPOSSIBLE
        cost = SAME_POOL if self.same_pool(one, other) else 0
        return cost + CLUBMATES if self.clubs_apart and self.clubmates(one, other) else cost

    def by_lot(self, random: Random) -> list[Couple]:
        """The matches in the order of the bracket, every order and side of them equally likely."""
        free = list(range(self.bye_count, len(self.contenders)))
        couples = [(best, len(self.contenders) + best) for best in range(self.bye_count)]
        if self.byes is Order.BY_LOT:
            free, couples = list(range(self.size)), []
        drawn = pair_by_lot(len(free), lambda one, other: self.cost(free[one], free[other]), random)
        couples += [(free[one], free[other]) for one, other in drawn]
        return [
            couple if below(2, random) else couple[::-1] for couple in shuffled(couples, random)
        ]

    def by_seeds(self, random: Random) -> list[Couple]:
        """The matches in the order of the bracket, the better seed first in each."""
        half = self.size // 2
        lots = shuffled(range(half), random)
        couples = dict(
            pair_across(
                range(half),
                range(half, self.size),
                self._cost_for_seeds,
                lambda one, other: self._distance(one, other, lots),
            )
        )
        return [(seed, couples[seed]) for seed in seed_places(self.size) if seed < half]

    def _cost_for_seeds(self, one: int, other: int) -> int:
        """As `cost`; where byes go by seeds, they are for the best and for nobody else."""
        wrong_bye = (one < self.bye_count) != self.is_bye(other)
        return IMPOSSIBLE if self.byes is Order.BY_SEEDS and wrong_bye else self.cost(one, other)

    def _distance(self, one: int, other: int, lots: Sequence[int]) -> int:
        """How far the seed is from the one that belongs against `one`; a bye by lot goes by lot."""
        if self.is_bye(other) and self.byes is Order.BY_LOT:
            return self.size * self.size * (lots[one] >= self.bye_count)
        return abs(self.size - 1 - one - other)
