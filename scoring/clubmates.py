"""Clubmates kept apart in a draw (R24).

The lot is drawn first and then mended: pairs change places where that parts clubmates, and once
as few meet as the search finds, pairs go on changing places at random where it brings no more
together. So the lot still decides, and every arrangement with as few meetings remains possible.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Final

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
    """

    def __init__(
        self, clubs: Sequence[frozenset[str]], sizes: Sequence[int], seeds: Sequence[int]
    ) -> None:
        self.heads: list[list[int]] = [[] for _ in sizes]
        for place, seed in enumerate(seeds):
            self.heads[place % len(sizes)].append(seed)
        seeded = set(seeds)
        self.drawn = [index for index in range(len(clubs)) if index not in seeded]
        self.room = [size - len(heads) for size, heads in zip(sizes, self.heads, strict=True)]
        self.clubs = clubs
        self.club_members: dict[str, list[int]] = defaultdict(list)
        for index, names in enumerate(clubs):
            for name in sorted(names):
                self.club_members[name].append(index)
        self._mates = [0] * len(clubs)
        for members in self.club_members.values():
            mask = sum(1 << member for member in members)
            for member in members:
                self._mates[member] |= mask & ~(1 << member)
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

    def mates_met(self, index: int) -> int:
        """How many clubmates an entrant has in its pool."""
        return (self._mates[index] & self._masks[self.pool_of[index]]).bit_count()

    def clashes(self) -> int:
        """In how many cases two entrants of one pool share a club."""
        return sum(map(self.mates_met, range(len(self.clubs)))) // 2

    def gain(self, one: int, two: int) -> int:
        """How many clashes end, less those that begin, when two of different pools change."""
        here, there = self._masks[self.pool_of[one]], self._masks[self.pool_of[two]]
        mates_one, mates_two = self._mates[one], self._mates[two]
        gain = (
            (mates_one & here).bit_count()
            - (mates_one & there).bit_count()
            + (mates_two & there).bit_count()
            - (mates_two & here).bit_count()
        )
        # As clubmates the two were counted in each other's new pool, where neither will be.
        return gain + 2 if mates_one >> two & 1 else gain

    def exchange(self, one: int, two: int) -> None:
        """Let two entrants of different pools change places."""
        here, there = self.pool_of[one], self.pool_of[two]
        both = 1 << one | 1 << two
        self._masks[here] ^= both
        self._masks[there] ^= both
        self.pool_of[one], self.pool_of[two] = there, here

    def fewest_possible(self) -> int:
        """A number of clashes below which no draw can come.

        Seeded clubmates keep their pool, and a club may have more entrants than there are pools.
        """
        seated_together = sum(
            self._mates[one] >> two & 1
            for heads in self.heads
            for one, two in combinations(heads, 2)
        )
        unavoidable = 0
        for members in self.club_members.values():
            everywhere, once_more = divmod(len(members), len(self.room))
            unavoidable += len(self.room) * (everywhere * (everywhere - 1) // 2)
            unavoidable += once_more * everywhere
        if not unavoidable:
            return seated_together
        # Two entrants who share several clubs clash once, but each of those clubs counted them.
        counted_again = sum(
            len(self.clubs[one] & self.clubs[two]) - 1
            for two in range(len(self.clubs))
            for one in range(two)
            if self._mates[two] >> one & 1
        )
        return max(seated_together, unavoidable - counted_again)


def part_clubmates(seating: Seating, random: Random) -> None:
    """Mend a dealt seating until as few clubmates meet as a bounded search finds.

    The bound is a number of exchanges weighed, not a time, so that a draw can be repeated.
    """
    fewest = seating.fewest_possible()
    clashes = seating.clashes()
    # A lot that needs no mending is left as it fell.
    if clashes <= fewest or len(seating.room) < 2:
        return
    left = EXCHANGES_WEIGHED
    best, best_seats = clashes, seating.seats()
    attempt = 0
    while best > fewest and left > 0:
        # After the lot itself the clubs dealt round the pools, which never fails where every
        # pair is of one club; then new lots.
        if attempt == 1:
            _deal_by_clubs(seating, random)
        elif attempt > 1:
            seating.fill(shuffled(seating.drawn, random))
        left -= _mend(seating, fewest, random)
        if seating.clashes() < best:
            best, best_seats = seating.clashes(), seating.seats()
        attempt += 1
    seating.seat(best_seats)
    _mix(seating, random)


def _mend(seating: Seating, fewest: int, random: Random) -> int:
    """Exchange entrants while it helps; returns how many exchanges were weighed, at least one."""
    weighed = 1
    clashes = seating.clashes()
    in_vain = 0
    while clashes > fewest and weighed < EXCHANGES_A_TRY:
        troubled = [index for index in seating.drawn if seating.mates_met(index)]
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
        clashes -= most
        in_vain = 0
    return weighed


def _deal_by_clubs(seating: Seating, random: Random) -> None:
    """Deal the clubs round the pools like cards, the largest club first.

    A club's pairs stand in a row, and as many in a row as there are pools go to different pools:
    those with one place more come first in every turn, so the last turn ends among them.
    """
    sizes = seating.club_members
    turn_of = {club: random.random() for club in sorted(sizes)}
    in_row = sorted(
        shuffled(seating.drawn, random),
        key=lambda index: min(
            ((-len(sizes[club]), turn_of[club]) for club in seating.clubs[index]),
            default=(0, 0.0),
        ),
    )
    pools = shuffled(range(len(seating.room)), random)
    pools.sort(key=lambda pool: -seating.room[pool])
    places = [
        pool for turn in range(max(seating.room)) for pool in pools if seating.room[pool] > turn
    ]
    seating.seat(dict(zip(in_row, places, strict=True)))


def _mix(seating: Seating, random: Random) -> None:
    """Let pairs change places at random wherever it brings no more clubmates together."""
    drawn = seating.drawn
    for _ in range(MIXING_TURNS * len(drawn)):
        one, two = drawn[below(len(drawn), random)], drawn[below(len(drawn), random)]
        if seating.pool_of[one] != seating.pool_of[two] and seating.gain(one, two) >= 0:
            seating.exchange(one, two)
