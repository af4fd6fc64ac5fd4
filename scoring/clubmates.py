"""Clubmates, and pairs named, kept apart in a draw (R24).

The lot is drawn first and then mended: pairs change places where that parts those who should not
meet, and once as few meet as the search finds, pairs go on changing places at random where it
brings no more together. So the lot still decides, and every arrangement with as few meetings
remains possible. Pairs named come before clubmates: no number of clubmates parted makes up for two
of a group that meet.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from scoring.bonds import Bonds
from scoring.lots import Random, below, one_of, shuffled

# The bounds of the search, in exchanges weighed: about a fifth of a second.
EXCHANGES_WEIGHED: Final = 120_000
EXCHANGES_A_TRY: Final = 30_000
# Random exchanges that mix a mended draw, for each pair.
MIXING_TURNS: Final = 20


class Seating:
    """Which entrant is in which pool, while a draw is made.

    Entrants are known by their index. `heads` are the seeded ones of each pool, who keep it, and
    `drawn` all the others. Sets of entrants are bit masks: the search weighs very many exchanges.
    `clubs` and `groups` name the clubs and the named groups of each entrant.
    """

    def __init__(
        self,
        clubs: Sequence[frozenset[str]],
        sizes: Sequence[int],
        seeds: Sequence[int],
        groups: Sequence[frozenset[str]] = (),
    ) -> None:
        self.heads: list[list[int]] = [[] for _ in sizes]
        for place, seed in enumerate(seeds):
            self.heads[place % len(sizes)].append(seed)
        seeded = set(seeds)
        self.drawn = [index for index in range(len(clubs)) if index not in seeded]
        self.room = [size - len(heads) for size, heads in zip(sizes, self.heads, strict=True)]
        self.clubs = Bonds(clubs)
        self.groups = Bonds(groups or [frozenset()] * len(clubs))
        # More than all the clubmates there are could ever meet.
        self._weight = len(clubs) ** 2
        self.pool_of = [0] * len(clubs)
        self._masks: list[int] = []

    def fill(self, order: Sequence[int]) -> None:
        """Seat the drawn entrants in the given order, pool after pool."""
        pools = [pool for pool, room in enumerate(self.room) for _ in range(room)]
        self.seat(dict(zip(order, pools, strict=True)))

    def seat(self, pools: Mapping[int, int]) -> None:
        """Seat every drawn entrant in its pool of `pools`, the heads in theirs."""
        self._masks = [0] * len(self.room)
        for pool, heads in enumerate(self.heads):
            for head in heads:
                self._put(head, pool)
        for index, pool in pools.items():
            self._put(index, pool)

    def _put(self, index: int, pool: int) -> None:
        self.pool_of[index] = pool
        self._masks[pool] |= 1 << index

    def seats(self) -> dict[int, int]:
        """The pool of every drawn entrant; `seat` takes it."""
        return {index: self.pool_of[index] for index in self.drawn}

    def others(self) -> list[list[int]]:
        """The drawn entrants of each pool."""
        pools: list[list[int]] = [[] for _ in self.room]
        for index in self.drawn:
            pools[self.pool_of[index]].append(index)
        return pools

    def is_troubled(self, index: int) -> bool:
        """Whether an entrant has anybody in its pool it should not meet."""
        here = self._masks[self.pool_of[index]]
        return bool((self.clubs.mates[index] | self.groups.mates[index]) & here)

    def cost(self) -> int:
        """In how many cases two entrants of one pool share a club, and by far more those of one
        named group."""
        return self._meetings(self.clubs) + self._weight * self._meetings(self.groups)

    def fewest_possible(self) -> int:
        """A cost below which no draw can come."""
        return self.clubs.fewest_meetings(self.heads) + self._weight * self.groups.fewest_meetings(
            self.heads
        )

    def _meetings(self, bonds: Bonds) -> int:
        met = (
            (mates & self._masks[pool]).bit_count()
            for mates, pool in zip(bonds.mates, self.pool_of, strict=True)
        )
        return sum(met) // 2

    def gain(self, one: int, two: int) -> int:
        """How much less the seating costs when two of different pools change."""
        gain = self._parted(self.clubs, one, two)
        if self.groups.members:
            gain += self._weight * self._parted(self.groups, one, two)
        return gain

    def _parted(self, bonds: Bonds, one: int, two: int) -> int:
        """How many meetings end, less those that begin, when two of different pools change."""
        here, there = self._masks[self.pool_of[one]], self._masks[self.pool_of[two]]
        mates_one, mates_two = bonds.mates[one], bonds.mates[two]
        parted = (
            (mates_one & here).bit_count()
            - (mates_one & there).bit_count()
            + (mates_two & there).bit_count()
            - (mates_two & here).bit_count()
        )
        # As mates the two were counted in each other's new pool, where neither will be.
        return parted + 2 if mates_one >> two & 1 else parted

    def exchange(self, one: int, two: int) -> None:
        """Let two entrants of different pools change places."""
        here, there = self.pool_of[one], self.pool_of[two]
        both = 1 << one | 1 << two
        self._masks[here] ^= both
        self._masks[there] ^= both
        self.pool_of[one], self.pool_of[two] = there, here


def part_clubmates(seating: Seating, random: Random) -> None:
    """Mend a dealt seating until as few meet who should not as a bounded search finds.

    The bound is a number of exchanges weighed, not a time, so that a draw can be repeated.
    """
    fewest = seating.fewest_possible()
    cost = seating.cost()
    # A lot that needs no mending is left as it fell.
    if cost <= fewest or len(seating.room) < 2:
        return
    left = EXCHANGES_WEIGHED
    best, best_seats = cost, seating.seats()
    attempt = 0
    while best > fewest and left > 0:
        # After the lot itself the clubs dealt round the pools, which never fails where every
        # pair is of one club; then new lots.
        if attempt == 1:
            _deal_by_clubs(seating, random)
        elif attempt > 1:
            seating.fill(shuffled(seating.drawn, random))
        left -= _mend(seating, fewest, random)
        if seating.cost() < best:
            best, best_seats = seating.cost(), seating.seats()
        attempt += 1
    seating.seat(best_seats)
    _mix(seating, random)


def _mend(seating: Seating, fewest: int, random: Random) -> int:
    """Exchange entrants while it helps; returns how many exchanges were weighed, at least one."""
    weighed = 1
    cost = seating.cost()
    in_vain = 0
    while cost > fewest and weighed < EXCHANGES_A_TRY:
        troubled = [index for index in seating.drawn if seating.is_troubled(index)]
        if in_vain > len(troubled):
            break
        one = one_of(troubled, random)
        elsewhere = [two for two in seating.drawn if seating.pool_of[two] != seating.pool_of[one]]
        gains = [seating.gain(one, two) for two in elsewhere]
        weighed += len(seating.drawn)
        most = max(gains, default=-1)
        if most < 0:
            in_vain += 1
            continue
        two = one_of(
            [two for two, gain in zip(elsewhere, gains, strict=True) if gain == most], random
        )
        seating.exchange(one, two)
        cost -= most
        in_vain = 0
    return weighed


def _deal_by_clubs(seating: Seating, random: Random) -> None:
    """Deal the named groups and the clubs round the pools like cards, the largest first.

    A club's pairs stand in a row, and as many in a row as there are pools go to different pools:
    those with one place more come first in every turn, so the last turn ends among them.
    """
    kinds = (seating.groups, seating.clubs)
    turns = [{name: random.random() for name in sorted(bonds.members)} for bonds in kinds]

    def place_in_row(index: int) -> tuple[int, int, float]:
        return min(
            (
                (kind, -len(bonds.members[name]), turns[kind][name])
                for kind, bonds in enumerate(kinds)
                for name in bonds.memberships[index]
            ),
            default=(len(kinds), 0, 0.0),
        )

    in_row = sorted(shuffled(seating.drawn, random), key=place_in_row)
    pools = shuffled(range(len(seating.room)), random)
    pools.sort(key=lambda pool: -seating.room[pool])
    places = [
        pool for turn in range(max(seating.room)) for pool in pools if seating.room[pool] > turn
    ]
    seating.seat(dict(zip(in_row, places, strict=True)))


def _mix(seating: Seating, random: Random) -> None:
    """Let pairs change places at random wherever it brings no more of them together."""
    drawn = seating.drawn
    for _ in range(MIXING_TURNS * len(drawn)):
        one, two = drawn[below(len(drawn), random)], drawn[below(len(drawn), random)]
        if seating.pool_of[one] != seating.pool_of[two] and seating.gain(one, two) >= 0:
            seating.exchange(one, two)
