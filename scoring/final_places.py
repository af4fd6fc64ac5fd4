"""A finished event -> a place for everybody, each with what parts it from the place above.

1 and 2 by the final, 3 and 4 by their match; without one the place is shared       R30, Own
then by the round reached, place in the pool, share of pool matches won,
match points a pool match, a recorded lot                                           R30
one pool and no knock-out: its standings are the result                             R25, R26
pairs still level share their place                                                 R26 (Own)
a withdrawn pair has the place that its results give it                             R27 (Own)

An event of several pools without a knock-out goes by the pools alone, one without pools by the
knock-out and the lot.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from scoring.faults import Fault, FaultCode
from scoring.knockout import Knockout
from scoring.pool_results import (
    PoolResult,
    check_pools,
    lot_values,
    points_a_match,
    share_won,
)
from scoring.standings import PairId, Standing


class PlaceCriterion(StrEnum):
    """What can part two pairs, in the order it is asked."""

    ROUND_REACHED = "round_reached"
    FINAL = "final"
    THIRD_PLACE_MATCH = "third_place_match"
    POOL_PLACE = "pool_place"
    SHARE_WON = "share_won"
    POINTS_A_MATCH = "points_a_match"
    LOT = "lot"


@dataclass(frozen=True, slots=True)
class FinalPlace:
    """A pair's place in the event, from 1; `shared` says that others have it too.

    `decided_by` parts the pair from the one just above; None for the first and for a pair that
    shares its place with that one. `round_reached` is the last round that the pair came to, 1 for
    the first; None for a pair that was not in the knock-out. The figures of its pool are None in an
    event without pools.
    """

    pair: PairId
    place: int
    shared: bool
    decided_by: PlaceCriterion | None
    round_reached: int | None
    pool_place: int | None
    share_won: Fraction | None
    points_a_match: Fraction | None


def final_places(
    knockout: Knockout | None,
    pools: Sequence[PoolResult] = (),
    *,
    lots: Sequence[PairId] = (),
) -> tuple[FinalPlace, ...]:
    """The places of everybody, best first (R30); `lots` are those recorded, the best first.

    Pairs that share a place keep the order in which the pools name them, or without pools that of
    the bracket. Raises `malformed` while a match is open, for pairs of the knock-out that are in
    none of the pools where there are any, for what no pools can be and for unknown or doubled lots.
    """
    check_pools(pools)
    standings = {each.pair: each for pool in pools for each in pool.standings}
    reached = {} if knockout is None else _rounds_reached(knockout)
    sound = (
        (knockout is None or knockout.is_finished)
        and not any(pool.open_matches for pool in pools)
        and (not pools or standings.keys() >= reached.keys())
    )
    if not sound:
        raise Fault(FaultCode.MALFORMED)
    pairs = list(standings or reached)
    beside = values_beside(pairs, pools, lots)
    one_pool_alone = knockout is None and len(pools) == 1
    values: dict[PairId, _Values] = {}
    for pair in pairs:
        by_matches = _by_matches(pair, reached.get(pair, 0), knockout)
        by_pool = beside[pair]
        if one_pool_alone:
            by_pool = (by_pool[0], 0, 0, 0)
        elif _is_among_last_four(reached.get(pair, 0), knockout):
            by_pool = (0, 0, 0, 0)
        values[pair] = (*by_matches, *by_pool)
    order = sorted(pairs, key=lambda pair: values[pair], reverse=True)
    return tuple(_placed(order, values, reached, standings))


def level_for_lot(
    places: Sequence[FinalPlace], knockout: Knockout | None, pools: Sequence[PoolResult] = ()
) -> tuple[tuple[PairId, ...], ...]:
    """The groups of pairs that share a place and that a lot would part (R30), the best place first.

    `places` are those of `final_places`, or some of them, by the same knock-out and pools. No lot
    is asked about the last four, whom the last matches alone place, nor where one pool is the whole
    event: a lot in the pool parts those (R25).
    """
    if knockout is None and len(pools) == 1:
        return ()
    level: dict[int, list[PairId]] = {}
    for each in places:
        if each.shared and not _is_among_last_four(each.round_reached or 0, knockout):
            level.setdefault(each.place, []).append(each.pair)
    return tuple(tuple(level[place]) for place in sorted(level))


def values_beside(
    pairs: Sequence[PairId], pools: Sequence[PoolResult], lots: Sequence[PairId] = ()
) -> dict[PairId, "ValuesBeside"]:
    """What parts pairs that came equally far in the knock-out and are not among the last four: the
    better tuple of two is the better pair, and equal ones share."""
    standings = {each.pair: each for pool in pools for each in pool.standings}
    lot_of = lot_values(pairs, lots)
    return {pair: _by_pool(standings.get(pair), lot_of[pair]) for pair in pairs}


_Value = int | Fraction
_Values = tuple[_Value, ...]
"""What a pair is placed by, one value for each criterion, the higher the better."""

ValuesBeside = tuple[_Value, _Value, _Value, _Value]
"""Those of the pool and the lot: place, share won, points a match, lot."""


def _rounds_reached(knockout: Knockout) -> dict[PairId, int]:
    """The last round every pair came to; the match for third place is of no round."""
    reached: dict[PairId, int] = {pair: 1 for pair in knockout.bracket.slots if pair is not None}
    for match in knockout.matches:
        if not match.is_third_place:
            reached |= {pair: match.key.round for pair in (match.a, match.b) if pair is not None}
    return reached


def _is_among_last_four(reached: int, knockout: Knockout | None) -> bool:
    """Whether the last matches alone place the pair (R30)."""
    return knockout is not None and reached >= max(1, knockout.bracket.rounds - 1)


def _by_matches(
    pair: PairId, reached: int, knockout: Knockout | None
) -> tuple[_Value, _Value, _Value]:
    if knockout is None:
        return 0, 0, 0
    third = knockout.third_place
    return (
        reached,
        int(pair == knockout.champion),
        int(third is not None and pair == third.winner),
    )


def _by_pool(standing: Standing | None, lot: int) -> ValuesBeside:
    if standing is None:
        return 0, 0, 0, lot
    return -standing.place, share_won(standing), points_a_match(standing), lot


def _placed(
    order: Sequence[PairId],
    values: Mapping[PairId, _Values],
    reached: Mapping[PairId, int],
    standings: Mapping[PairId, Standing],
) -> Iterator[FinalPlace]:
    place = 0
    for index, pair in enumerate(order):
        decided_by = None if index == 0 else _parted_by(values[order[index - 1]], values[pair])
        if index == 0 or decided_by is not None:
            place = index + 1
        level_with_below = index + 1 < len(order) and values[order[index + 1]] == values[pair]
        standing = standings.get(pair)
        yield FinalPlace(
            pair=pair,
            place=place,
            shared=place <= index or level_with_below,
            decided_by=decided_by,
            round_reached=reached.get(pair),
            pool_place=None if standing is None else standing.place,
            share_won=None if standing is None else share_won(standing),
            points_a_match=None if standing is None else points_a_match(standing),
        )


def _parted_by(above: _Values, own: _Values) -> PlaceCriterion | None:
    return next(
        (
            criterion
            for criterion, one, other in zip(PlaceCriterion, above, own, strict=True)
            if one != other
        ),
        None,
    )
