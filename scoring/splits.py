"""How an entry can be split into pools, and what each split asks of pairs, tables and time.

12 deals a match, in pools of four or fewer 16          R21
pools of four or more wherever the entry allows          R22
eight pools from 32 pairs, sixteen from 64               R23
five minutes a deal unless set otherwise                 R14 (an argument here)

The numbers are those of `scoring.ruleset`; a club may have others.
"""

from dataclasses import dataclass
from typing import Final

from scoring.faults import Fault, FaultCode
from scoring.ruleset import STANDARD, Ruleset
from scoring.schedule import fixtures_of_pools, place_fixtures, slot_lengths

SMALL_POOL: Final = 4
"""The most pairs of a pool with the longer matches (R21)."""
LARGEST_POOL: Final = 20


@dataclass(frozen=True, slots=True)
class Split:
    """One way to split an entry.

    `pools` is their number, `pool_sizes` their pairs, larger first, `deals` a match's deals in
    each. `matches` counts all of them, `rounds` those of the largest pool. `deals_per_pair` is the
    least and the most a pair plays. `tables_in_use` is how many tables a full round takes at once.
    `slots` (starts one after another) and `minutes` (playing time without pauses) are at the given
    tables, None where no table was given. One split of a proposal is `recommended`.
    """

    pools: int
    pool_sizes: tuple[int, ...]
    deals: tuple[int, ...]
    matches: int
    rounds: int
    deals_per_pair: tuple[int, int]
    tables_in_use: int
    slots: int | None
    minutes: int | None
    recommended: bool


def split_sizes(pair_count: int, pool_count: int) -> tuple[int, ...]:
    """Sizes of the pools, differing by one at most, larger first.

    Raises `malformed` unless every pool gets a pair.
    """
    if not 1 <= pool_count <= pair_count:
        raise Fault(FaultCode.MALFORMED)
    size, larger = divmod(pair_count, pool_count)
    return (size + 1,) * larger + (size,) * (pool_count - larger)


def deals_for_pool(size: int, rules: Ruleset = STANDARD) -> int:
    """Deals of a match in a pool of `size` pairs (R21)."""
    return rules.deals_in_large_pool if size > SMALL_POOL else rules.deals_in_small_pool


def recommended_pools(pair_count: int, rules: Ruleset = STANDARD) -> int:
    """The number of pools to propose first, for two pairs or more.

    R23 from 32 pairs on; below that the smallest pools there may be: by the standard rules of four
    and five, in which everybody plays 48 deals and at least three matches (R21, R22).
    """
    if pair_count >= rules.sixteen_pools_from:
        return 16
    if pair_count >= rules.eight_pools_from:
        return 8
    return max(1, pair_count // rules.smallest_pool)


def propose_splits(
    pair_count: int, tables: int | None, minutes_per_deal: int, rules: Ruleset = STANDARD
) -> tuple[Split, ...]:
    """The sensible splits of an entry, the recommended one first, then those nearest to it.

    None for 0 and 1 pairs; one pool where two of the smallest would not be filled; else every
    number of pools of the smallest size (R22) to 20 pairs.
    `tables` None or below 1 leaves the time unknown. `minutes_per_deal` below 1 is `malformed`.
    """
    if pair_count < 0 or minutes_per_deal < 1:
        raise Fault(FaultCode.MALFORMED)
    if pair_count < 2:
        return ()
    recommended = recommended_pools(pair_count, rules)
    fewest = -(-pair_count // LARGEST_POOL)
    most = max(fewest, pair_count // rules.smallest_pool)
    counts = sorted(range(fewest, most + 1), key=lambda count: (abs(count - recommended), -count))
    return tuple(
        _split(pair_count, count, tables, minutes_per_deal, rules, count == counts[0])
        for count in counts
    )


def _split(
    pair_count: int,
    pools: int,
    tables: int | None,
    minutes_per_deal: int,
    rules: Ruleset,
    recommended: bool,
) -> Split:
    sizes = split_sizes(pair_count, pools)
    deals = tuple(deals_for_pool(size, rules) for size in sizes)
    first = [sum(sizes[:index]) for index in range(pools)]
    fixtures = fixtures_of_pools(
        [range(start, start + size) for start, size in zip(first, sizes, strict=True)], deals
    )
    lengths: tuple[int, ...] | None = None
    if tables is not None and tables >= 1:
        lengths = slot_lengths(place_fixtures(fixtures, tables), minutes_per_deal)
    each_plays = [(size - 1) * count for size, count in zip(sizes, deals, strict=True)]
    return Split(
        pools=pools,
        pool_sizes=sizes,
        deals=deals,
        matches=len(fixtures),
        rounds=max(fixture.round for fixture in fixtures),
        deals_per_pair=(min(each_plays), max(each_plays)),
        tables_in_use=sum(size // 2 for size in sizes),
        slots=None if lengths is None else len(lengths),
        minutes=None if lengths is None else sum(lengths),
        recommended=recommended,
    )
