"""A running pool -> who is already through, who is already out, and who may still be either.

by every way its open matches can still go, each won by either pair            R25
points that are to come may be any number; those that are known count          R25 (Own)
level at the end, or possibly so: a play-off or a lot can still decide         R26
a withdrawn pair is out, and the others move up past it                        R27, R28

What is told is sure as long as nobody withdraws and no result is corrected; it is never guessed.
As no number of points is taken to be too high, a lead in points alone makes nobody sure of a place.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from scoring.faults import Fault, FaultCode
from scoring.pool_ends import PoolEnds
from scoring.ruleset import STANDARD, Ruleset
from scoring.standings import PairId, PlayedMatch, rank

MOST_OPEN_MATCHES: Final = 15
"""With more matches open than these nothing is told; every one doubles the ways to look at."""


class Prospect(StrEnum):
    """What a pair can still come to."""

    THROUGH = "through"
    OUT = "out"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class RunningPool:
    """A pool with what was played in it and what was not.

    `matches` are the finished ones, annulled ones left out, and `open_matches` those still to be
    finished. `barred` pairs have withdrawn and cannot advance (R27); of those in `gone` all
    matches are annulled, so they are barred too and stand last. `play_off` and `lots` are those
    of `rank`; they count once no match is open.
    """

    pairs: Sequence[PairId]
    matches: Sequence[PlayedMatch]
    open_matches: Sequence[tuple[PairId, PairId]]
    barred: Collection[PairId] = frozenset()
    gone: Collection[PairId] = frozenset()
    play_off: Sequence[PlayedMatch] = ()
    lots: Sequence[PairId] = ()


def prospects(
    pool: RunningPool, first: int, *, up_to: int | None = None, rules: Ruleset = STANDARD
) -> dict[PairId, Prospect]:
    """What every pair of the pool can still come to, in the order of its pairs.

    Through is a pair that is sure of one of the `first` places, out one that is sure to get none
    of the first `up_to`; without `up_to` the two numbers are one. Where the next-placed of the
    pools are compared (R28), `up_to` is the last place from which a pair may be taken so: within
    one pool nothing more can be said. Places are counted among pairs that are not barred.

    Exact for up to 15 open matches; with more of them every pair that is not barred is open.
    Raises `malformed` for what `rank` refuses, for pairs that meet twice, for unknown pairs among
    the barred, gone or open ones, for matches of the gone, and unless 0 <= `first` <= `up_to`.
    """
    up_to = first if up_to is None else up_to
    if not 0 <= first <= up_to:
        raise Fault(FaultCode.MALFORMED)
    _check(pool)
    barred = {*pool.barred, *pool.gone}
    told = {pair: Prospect.OUT if pair in barred else Prospect.OPEN for pair in pool.pairs}
    if len(pool.open_matches) > MOST_OPEN_MATCHES:
        return told
    if not pool.open_matches:
        return told | _when_finished(pool, first, up_to, rules)
    ends = PoolEnds(
        [pair for pair in pool.pairs if pair not in pool.gone],
        pool.matches,
        pool.open_matches,
        barred,
        rules,
    )
    for pair in pool.pairs:
        if pair in barred:
            continue
        if not ends.can_be_passed(pair, first):
            told[pair] = Prospect.THROUGH
        elif not ends.can_get(pair, up_to):
            told[pair] = Prospect.OUT
    return told


def _check(pool: RunningPool) -> None:
    known = set(pool.pairs)
    open_matches = [frozenset(each) for each in pool.open_matches]
    meetings = [frozenset((each.a, each.b)) for each in pool.matches] + open_matches
    sound = (
        known.issuperset(pool.barred)
        and known.issuperset(pool.gone)
        and known.issuperset(pair for each in open_matches for pair in each)
        and all(len(each) == 2 for each in open_matches)
        and len(set(meetings)) == len(meetings)
        and all(each.isdisjoint(pool.gone) for each in meetings)
    )
    if not sound:
        raise Fault(FaultCode.MALFORMED)
    rank(pool.pairs, pool.matches, pool.play_off, pool.lots)


def _when_finished(
    pool: RunningPool, first: int, up_to: int, rules: Ruleset
) -> dict[PairId, Prospect]:
    """What the places say once every match is played; a level place that decides is open."""
    staying = [pair for pair in pool.pairs if pair not in pool.gone]
    standings = rank(
        staying,
        pool.matches,
        [each for each in pool.play_off if each.a in staying and each.b in staying],
        [pair for pair in pool.lots if pair in staying],
        rules,
    )
    told: dict[PairId, Prospect] = {}
    eligible = [each for each in standings if each.pair not in pool.barred]
    for standing in eligible:
        ahead = sum(other.place < standing.place for other in eligible)
        not_behind = sum(other.place <= standing.place for other in eligible) - 1
        if not_behind < first:
            told[standing.pair] = Prospect.THROUGH
        else:
            told[standing.pair] = Prospect.OUT if ahead >= up_to else Prospect.OPEN
    return told
