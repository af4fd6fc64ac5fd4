"""Pairs -> pools by lot.

    by lot, the order within a pool too; clubmates apart where asked, groups of pairs
    named apart before them; seeds spread                                            R24
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
    "Meeting",
    "Random",
    "Split",
    "count_clashes",
    "deals_for_pool",
    "draw_pools",
    "meetings_left",
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


@dataclass(frozen=True, slots=True)
class Meeting:
    """Pairs of one pool that should have been kept apart, in the order of the pool.

    `pool` is the index of the pool. `club` is what they share, None for pairs of a group named;
    `group` is then the index of the group.
    """

    pool: int
    pairs: tuple[PairId, ...]
    club: str | None = None
    group: int | None = None


def meetings_left(
    pools: Sequence[Sequence[PairId]],
    entrants: Sequence[Entrant],
    *,
    keep_clubs_apart: bool,
    groups: Sequence[Sequence[PairId]] = (),
) -> tuple[Meeting, ...]:
    """Who was to be kept apart and could not: pool by pool, named groups first, then clubs."""
    clubs = {entrant.id: entrant.clubs for entrant in entrants}
    found: list[Meeting] = []
    for place, pool in enumerate(pools):
        for index, group in enumerate(groups):
            met = tuple(pair for pair in pool if pair in group)
            if len(met) > 1:
                found.append(Meeting(place, met, group=index))
        for club in sorted(set().union(*(clubs[pair] for pair in pool))):
            met = tuple(pair for pair in pool if club in clubs[pair])
            if keep_clubs_apart and len(met) > 1:
                found.append(Meeting(place, met, club=club))
    return tuple(found)


def draw_pools(
    entrants: Sequence[Entrant],
    pool_count: int,
    random: Random,
    *,
    keep_clubs_apart: bool = True,
    seeds: Sequence[PairId] = (),
    groups: Sequence[Sequence[PairId]] = (),
) -> DrawResult:
    """Draw the entrants into pools whose sizes differ by one at most, larger pools first (R24).

    The pairs of each of `groups` are kept apart before anything else. With `keep_clubs_apart` and
    neither `seeds` nor `groups`, clubmates do not meet where every pair is of one club or none and
    no club has more pairs than there are pools; elsewhere they meet as seldom as a bounded search
    finds. The count of clubmates that meet is told either way. Raises `malformed` for doubled
    entrants, for unknown or doubled seeds and members of a group, and unless every pool gets a
    pair.
    """
    place_of = {entrant.id: index for index, entrant in enumerate(entrants)}
    sound = len(place_of) == len(entrants) and all(
        len(set(named)) == len(named) and all(pair in place_of for pair in named)
        for named in (seeds, *groups)
    )
    if not sound:
        raise Fault(FaultCode.MALFORMED)
    seating = Seating(
        [entrant.clubs if keep_clubs_apart else frozenset() for entrant in entrants],
        split_sizes(len(entrants), pool_count),
        [place_of[seed] for seed in seeds],
        [
            frozenset(str(index) for index, group in enumerate(groups) if entrant.id in group)
            for entrant in entrants
        ],
    )
    seating.fill(shuffled(seating.drawn, random))
    if keep_clubs_apart or groups:
        part_clubmates(seating, random)
    pools = tuple(
        tuple(entrants[index].id for index in (*heads, *shuffled(others, random)))
        for heads, others in zip(seating.heads, seating.others(), strict=True)
    )
    return DrawResult(pools, count_clashes(pools, entrants))
