"""Pairs -> pools by lot.

    by lot, the order within a pool too; clubmates apart where asked; seeds spread   R24
    reproducible: the same entrants in the same order and the same seed of the randomness
    give the same draw                                                               R24

Of the randomness only `.random()` is used, the one method that keeps its numbers for a seed from
one Python to the next. Without clubs to keep apart every arrangement is equally likely.

Seeded pairs head the first pools in the order they are named; more of them than pools go round
again.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.clubmates import Seating, part_clubmates
from scoring.faults import Fault, FaultCode
from scoring.lots import Random, shuffled
from scoring.splits import Split, deals_for_pool, propose_splits, recommended_pools, split_sizes
from scoring.standings import PairId

__all__ = [
    "DrawResult",
    "Entrant",
    "Random",
    "Split",
    "count_clashes",
    "deals_for_pool",
    "draw_pools",
    "propose_splits",
    "recommended_pools",
    "split_sizes",
]


@dataclass(frozen=True, slots=True)
class Entrant:
    """A pair in the draw and the clubs of its players, those without one left out."""

    id: PairId
    clubs: frozenset[str]


@dataclass(frozen=True, slots=True)
class DrawResult:
    """The pools in order, and in how many cases two pairs of one pool share a club."""

    pools: tuple[tuple[PairId, ...], ...]
    clashes: int


def count_clashes(pools: Sequence[Sequence[PairId]], entrants: Sequence[Entrant]) -> int:
    """In how many cases two pairs that are in one pool share a club."""
    clubs = {entrant.id: entrant.clubs for entrant in entrants}
    return sum(
        not clubs[pair].isdisjoint(clubs[other])
        for pool in pools
        for place, pair in enumerate(pool)
        for other in pool[:place]
    )


def draw_pools(
    entrants: Sequence[Entrant],
    pool_count: int,
    random: Random,
    *,
    keep_clubs_apart: bool = True,
    seeds: Sequence[PairId] = (),
) -> DrawResult:
    """Draw the entrants into pools whose sizes differ by one at most, larger pools first (R24).

    With `keep_clubs_apart` and no `seeds`, clubmates do not meet where every pair is of one club
    or none and no club has more pairs than there are pools; elsewhere they meet as seldom as a
    bounded search finds. The count is told either way. Raises `malformed` for doubled entrants,
    for unknown or doubled seeds, and unless every pool gets a pair.
    """
    place_of = {entrant.id: index for index, entrant in enumerate(entrants)}
    sound = (
        len(place_of) == len(entrants)
        and len(set(seeds)) == len(seeds)
        and all(seed in place_of for seed in seeds)
    )
    if not sound:
        raise Fault(FaultCode.MALFORMED)
    seating = Seating(
        [entrant.clubs for entrant in entrants],
        split_sizes(len(entrants), pool_count),
        [place_of[seed] for seed in seeds],
    )
    seating.fill(shuffled(seating.drawn, random))
    if keep_clubs_apart:
        part_clubmates(seating, random)
    pools = tuple(
        tuple(entrants[index].id for index in (*heads, *shuffled(others, random)))
        for heads, others in zip(seating.heads, seating.others(), strict=True)
    )
    return DrawResult(pools, count_clashes(pools, entrants))
