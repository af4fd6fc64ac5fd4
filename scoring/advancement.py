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
    blocks = _blocks(pools, entries, size)
    candidates = [
        _candidate(entry, above, first, _obstacle(entry, blocks, _shared_row(entries, size)))
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


def _shared_row(entries: Sequence[_Entry], size: int) -> int | None:
    """The one row of which some go on and others do not; None where the cut parts no row."""
    if size >= len(entries) or entries[size - 1].row != entries[size].row:
        return None
    return entries[size].row


def _blocks(pools: Sequence[PoolResult], entries: Sequence[_Entry], size: int) -> list[Block]:
    unfinished = [Block(Obstacle.UNFINISHED, (pool.pool,)) for pool in pools if pool.open_matches]
    shared_row = _shared_row(entries, size)
    going_on = {entry.pair for entry in entries[:size]}
    level: list[Block] = []
    for pool in pools:
        # Pairs level in a running pool are not yet to be parted.
        if pool.open_matches:
            continue
        of_pool = sorted((each for each in entries if each.pool is pool), key=lambda each: each.row)
        for _, group in groupby(of_pool, key=lambda entry: entry.standing.place):
            sharing = list(group)
            if _decides(sharing, shared_row, going_on):
                level.append(_block(Obstacle.LEVEL, sharing))
    return unfinished + level + _lot(entries, size, unfinished, level)


def _lot(
    entries: Sequence[_Entry], size: int, unfinished: Sequence[Block], level: Sequence[Block]
) -> list[Block]:
    """The lot that is needed where the last to go on and the first not to are level.

    None as long as it is not known who would take part in it.
    """
    shared_row = _shared_row(entries, size)
    if shared_row is None or unfinished:
        return []
    needing = [
        entry
        for entry in entries
        if entry.row == shared_row and entry.figures == entries[size].figures
    ]
    is_early = any(entry.pair in block.pairs for block in level for entry in needing)
    if is_early or entries[size - 1].figures != entries[size].figures:
        return []
    return [_block(Obstacle.LOT_NEEDED, needing)]


def _block(obstacle: Obstacle, entries: Sequence[_Entry]) -> Block:
    pools = dict.fromkeys(entry.pool.pool for entry in entries)
    return Block(obstacle, tuple(pools), tuple(entry.pair for entry in entries))


def _decides(level: Sequence[_Entry], shared_row: int | None, going_on: set[PairId]) -> bool:
    """Whether it matters for the field which of a pool's level pairs comes first."""
    if len({entry.pair in going_on for entry in level}) > 1:
        return True
    # After annulled matches level pairs can differ in their shares: then it matters as well which
    # of them is compared with those of the other pools.
    return (
        len(level) > 1
        and any(entry.row == shared_row for entry in level)
        and len({entry.figures for entry in level}) > 1
    )


def _obstacle(entry: _Entry, blocks: Sequence[Block], shared_row: int | None) -> Obstacle | None:
    """What keeps the pair's place from being settled, the first there is to be settled."""
    for block in blocks:
        concerned = entry.pair in block.pairs
        if block.obstacle is Obstacle.UNFINISHED:
            concerned = entry.pool.pool in block.pools or entry.row == shared_row
        if concerned:
            return block.obstacle
    return None


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
