"""What the pools of an event hand on to what follows them, and how their pairs compare.

place in the pool; share of pool matches won; match points a pool match; a lot     R28, R30

Pairs of different pools have played different numbers of matches, so they are compared by shares,
kept as exact fractions. A pair that has played none has won none.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from scoring.faults import Fault, FaultCode
from scoring.standings import PairId, Standing

PoolId = str | int


class Comparison(StrEnum):
    """What parts pairs of different pools, in the order it is asked."""

    POOL_PLACE = "pool_place"
    SHARE_WON = "share_won"
    POINTS_A_MATCH = "points_a_match"
    LOT = "lot"


@dataclass(frozen=True, slots=True)
class PoolResult:
    """A pool as it stands: its places, best first (R25), and what is still to come in it.

    `open_matches` is the number of its matches, play-off matches included, that are not finished.
    `barred` pairs have withdrawn (R27): they keep their place and cannot advance.
    """

    pool: PoolId
    standings: Sequence[Standing]
    open_matches: int = 0
    barred: Collection[PairId] = frozenset()

    @property
    def eligible(self) -> tuple[Standing, ...]:
        """Those who can advance, best first."""
        return tuple(each for each in self.standings if each.pair not in self.barred)


def share_won(standing: Standing) -> Fraction:
    """The share of its pool matches that a pair has won, 0 to 1."""
    return Fraction(standing.wins, standing.played or 1)


def points_a_match(standing: Standing) -> Fraction:
    """The match points of a pair for each of its pool matches."""
    return Fraction(standing.points, standing.played or 1)


def lot_values(pairs: Iterable[PairId], lots: Sequence[PairId]) -> Mapping[PairId, int]:
    """A value for every pair by the recorded lots, the best of which has the highest.

    Pairs without a lot are level behind all that have one, as in `rank`. Raises `malformed` for
    unknown and doubled pairs in `lots`.
    """
    values = dict.fromkeys(pairs, 0)
    if len(set(lots)) != len(lots) or not values.keys() >= set(lots):
        raise Fault(FaultCode.MALFORMED)
    return values | {pair: len(lots) - place for place, pair in enumerate(lots)}


def check_pools(pools: Sequence[PoolResult]) -> None:
    """Raises `malformed` for a doubled pool or pair, and for a barred pair that is in no standings
    of its pool."""
    pairs = [each.pair for pool in pools for each in pool.standings]
    sound = (
        len({pool.pool for pool in pools}) == len(pools)
        and len(set(pairs)) == len(pairs)
        and all(pool.open_matches >= 0 for pool in pools)
        and all({each.pair for each in pool.standings}.issuperset(pool.barred) for pool in pools)
    )
    if not sound:
        raise Fault(FaultCode.MALFORMED)
