"""Pools -> who goes on to the knock-out, by what, and what stands in the way.

sixteen pools: the winners; eight: the first two; others: the first k         R28  scoring.field
then the best next-placed, up to a power of two or a given size               R28  scoring.field
by share of pool matches won, match points a pool match, a lot                R28
a level place that decides blocks; so does a match not finished               R26  Block
a withdrawn pair is barred: the next of its pool moves up, and where its
pool has nobody left, the best next-placed                                    R27, R28 (Own)

Who goes on is one list: all first places, then all second ones … each by the figures above, cut at
the size of the field. So every place before the last that is used goes to each pool alike.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from itertools import groupby

from scoring.field import first_and_size
from scoring.pool_results import (
    Comparison,
    PoolId,
    PoolResult,
    check_pools,
    lot_values,
    points_a_match,
    share_won,
)
from scoring.standings import PairId, Standing


class Ground(StrEnum):
    """What a pair goes on by: one of the first places of its pool, or as one of the best next."""

    POOL_PLACE = "pool_place"
    BEST_NEXT = "best_next"


class Obstacle(StrEnum):
    """Why a place is not settled: matches to be finished, pairs of a pool that are level (a
    play-off or a lot in the pool parts them), or pairs of different pools that need a lot."""

    UNFINISHED = "unfinished"
    LEVEL = "level"
    LOT_NEEDED = "lot_needed"


@dataclass(frozen=True, slots=True)
class Block:
    """Something that has to be settled before the field is: where, and between whom.

    `pairs` is empty for a pool that is not finished.
    """

    obstacle: Obstacle
    pools: tuple[PoolId, ...]
    pairs: tuple[PairId, ...] = ()


@dataclass(frozen=True, slots=True)
class Candidate:
    """A pair in the list of those who go on, or could.

    `pool_place` is its place in the pool, `row` the same counted without barred pairs, and
    `moved_past` names those of them that stand above it. `decided_by` parts it from the one just
    above in the list; None for the first and where nothing does. `blocked_by` says why it is not
    settled whether the pair goes on, or as what.
    """

    pair: PairId
    pool: PoolId
    ground: Ground
    pool_place: int
    row: int
    share_won: Fraction
    points_a_match: Fraction
    decided_by: Comparison | None
    moved_past: tuple[PairId, ...]
    blocked_by: Obstacle | None


@dataclass(frozen=True, slots=True)
class Advancement:
    """The field, best first, and those next to be offered a place, in that order.

    While there are blocks, all of it is as things stand. `missing` counts places of the field for
    which there is nobody.
    """

    field: tuple[Candidate, ...]
    next_best: tuple[Candidate, ...]
    blocks: tuple[Block, ...]
    missing: int

    @property
    def is_settled(self) -> bool:
        return not self.blocks


def advance(
    pools: Sequence[PoolResult],
    *,
    first: int | None = None,
    size: int | None = None,
    lots: Sequence[PairId] = (),
) -> Advancement:
    """Who goes on from the pools (R28), with the reason of each and what blocks it (R26).

    `first` of each pool go on, and the best next-placed fill the field to its `size`: without
    `first` as many as fit into the size, or those of the rules; without `size` a power of two.
    `lots` are those drawn between pairs of different pools, the best first.

    Raises `malformed` for doubled pools or pairs, unknown ones among the barred and the lots,
    where neither number is given and the rules have none, and for a field of fewer than 2 or more
    than 128 or without room for the first of each pool.
    """
    check_pools(pools)
    first, size = first_and_size(len(pools), first, size)
    values = lot_values((each.pair for pool in pools for each in pool.standings), lots)
    entries = [
        _Entry(number, pool, row, standing, values[standing.pair])
        for number, pool in enumerate(pools)
        for row, standing in enumerate(pool.eligible, 1)
    ]
    entries.sort(key=lambda entry: (entry.row, *(-value for value in entry.figures), entry.number))
    cut = _cut(entries, size)
    level = _deciding(pools, entries, cut)
    blocks = _blocks(pools, level, cut)
    is_unsure = any(_differ_at_cut(group, cut) for group in level)
    candidates = [
        _candidate(entry, above, first, _obstacle(entry, blocks, cut, is_unsure=is_unsure))
        for above, entry in zip([None, *entries], entries, strict=False)
    ]
    return Advancement(
        field=tuple(candidates[:size]),
        next_best=tuple(candidates[size:]),
        blocks=tuple(blocks),
        missing=max(0, size - len(candidates)),
    )


@dataclass(frozen=True, slots=True)
class _Entry:
    """A pair that is not barred, with all that the list is ordered by."""

    number: int
    pool: PoolResult
    row: int
    standing: Standing
    lot: int

    @property
    def figures(self) -> tuple[Fraction, Fraction, int]:
        return share_won(self.standing), points_a_match(self.standing), self.lot

    @property
    def pair(self) -> PairId:
        return self.standing.pair


@dataclass(frozen=True, slots=True)
class _Cut:
    """Where the list is cut at the size of the field, as things stand.

    `shared` are the entries of the one row of which some go on and others do not, none where the
    cut parts no row; `tied` are those of them with the figures of both the last to go on and the
    first not to, none where these differ.
    """

    going_on: frozenset[PairId]
    shared: tuple[_Entry, ...] = ()
    tied: tuple[_Entry, ...] = ()


def _cut(entries: Sequence[_Entry], size: int) -> _Cut:
    going_on = frozenset(entry.pair for entry in entries[:size])
    if size >= len(entries) or entries[size - 1].row != entries[size].row:
        return _Cut(going_on)
    last, next_one = entries[size - 1], entries[size]
    shared = tuple(entry for entry in entries if entry.row == last.row)
    tied = tuple(entry for entry in shared if entry.figures == last.figures == next_one.figures)
    return _Cut(going_on, shared, tied)


def _deciding(
    pools: Sequence[PoolResult], entries: Sequence[_Entry], cut: _Cut
) -> list[list[_Entry]]:
    """The groups of level pairs that have to be parted in their pools."""
    found = []
    for pool in pools:
        # Pairs level in a running pool are not yet to be parted.
        if pool.open_matches:
            continue
        of_pool = sorted((each for each in entries if each.pool is pool), key=lambda each: each.row)
        for _, group in groupby(of_pool, key=lambda entry: entry.standing.place):
            level = list(group)
            if _decides(level, cut):
                found.append(level)
    return found


def _blocks(
    pools: Sequence[PoolResult], level: Sequence[Sequence[_Entry]], cut: _Cut
) -> list[Block]:
    unfinished = [Block(Obstacle.UNFINISHED, (pool.pool,)) for pool in pools if pool.open_matches]
    to_part = [_block(Obstacle.LEVEL, group) for group in level]
    # Who takes part in a lot is known once the pools are over and have parted their own.
    is_early = unfinished or any(entry in group for group in level for entry in cut.tied)
    if not cut.tied or is_early:
        return unfinished + to_part
    return [*to_part, _block(Obstacle.LOT_NEEDED, cut.tied)]


def _block(obstacle: Obstacle, entries: Sequence[_Entry]) -> Block:
    pools = dict.fromkeys(entry.pool.pool for entry in entries)
    return Block(obstacle, tuple(pools), tuple(entry.pair for entry in entries))


def _decides(level: Sequence[_Entry], cut: _Cut) -> bool:
    """Whether it matters for the field which of a pool's level pairs comes first.

    It does where only some of them go on, and where which of them is compared with pairs of other
    pools does: one of the tied has still to get a place by lot, and after annulled matches the
    shares of level pairs can differ.
    """
    if len({entry.pair in cut.going_on for entry in level}) > 1:
        return True
    is_tied = any(entry in cut.tied for entry in level)
    return len(level) > 1 and (is_tied or _differ_at_cut(level, cut))


def _differ_at_cut(level: Sequence[_Entry], cut: _Cut) -> bool:
    compared = any(entry in cut.shared for entry in level)
    return compared and len({entry.figures for entry in level}) > 1


def _obstacle(
    entry: _Entry, blocks: Sequence[Block], cut: _Cut, *, is_unsure: bool
) -> Obstacle | None:
    """What keeps the pair's place from being settled, the first there is to be settled.

    `is_unsure`: with which figures a pool comes to the cut hangs on who of its level pairs does.
    """
    for block in blocks:
        concerned = entry.pair in block.pairs
        if block.obstacle is Obstacle.UNFINISHED:
            concerned = entry.pool.pool in block.pools or entry in cut.shared
        if concerned:
            return block.obstacle
    if entry in cut.tied:
        return Obstacle.LOT_NEEDED
    is_compared = any(
        other.pool is entry.pool and other.standing.place == entry.standing.place
        for other in cut.shared
    )
    return Obstacle.LEVEL if is_unsure and is_compared else None


def _candidate(
    entry: _Entry, above: _Entry | None, first: int, obstacle: Obstacle | None
) -> Candidate:
    share, points, _ = entry.figures
    decided_by: Comparison | None = None
    if above is not None:
        before, own = (above.row, *above.figures), (entry.row, *entry.figures)
        decided_by = next(
            (
                comparison
                for comparison, one, other in zip(Comparison, before, own, strict=True)
                if one != other
            ),
            None,
        )
    return Candidate(
        pair=entry.pair,
        pool=entry.pool.pool,
        ground=Ground.POOL_PLACE if entry.row <= first else Ground.BEST_NEXT,
        pool_place=entry.standing.place,
        row=entry.row,
        share_won=share,
        points_a_match=points,
        decided_by=decided_by,
        moved_past=tuple(
            each.pair
            for each in entry.pool.standings
            if each.pair in entry.pool.barred and each.place < entry.standing.place
        ),
        blocked_by=obstacle,
    )
