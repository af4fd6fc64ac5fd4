"""Who sits where and when, and where else a match could: nothing is at two places at once."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from scoring.standings import PairId


@dataclass(frozen=True, slots=True)
class Place:
    """One match at its table from minute `start` until `end`, which is not its own any more.

    `match` is its number, `table` counts from 1; minutes count from any zero all places share.
    """

    match: int
    a: PairId
    b: PairId
    table: int
    start: int
    end: int

    def overlaps(self, start: int, end: int) -> bool:
        return self.start < end and start < self.end


def free_tables(place: Place, others: Iterable[Place], tables: int) -> tuple[int, ...]:
    """The tables at which `place`'s match could be played in its time, the lowest first.

    None where one of its pairs plays elsewhere then. `place`'s own table counts like any other;
    its match is passed over among the others.
    """
    taken = set()
    for other in others:
        if other.match == place.match or not other.overlaps(place.start, place.end):
            continue
        if {place.a, place.b} & {other.a, other.b}:
            return ()
        taken.add(other.table)
    return tuple(table for table in range(1, tables + 1) if table not in taken)


def clashes(places: Iterable[Place]) -> tuple[tuple[int, int], ...]:
    """The matches, two by two, that share a table or a pair at the same time; in order."""
    lanes: dict[tuple[str, PairId], list[Place]] = defaultdict(list)
    for place in places:
        for lane in (("table", place.table), ("pair", place.a), ("pair", place.b)):
            lanes[lane].append(place)
    found = {pair for lane in lanes.values() for pair in _overlapping(lane)}
    return tuple(sorted(found))


def _overlapping(lane: Sequence[Place]) -> Iterator[tuple[int, int]]:
    """Those of one table or one pair that overlap."""
    in_turn = sorted(lane, key=lambda place: place.start)
    for index, place in enumerate(in_turn):
        for other in in_turn[index + 1 :]:
            if other.start >= place.end:
                break
            if other.overlaps(place.start, place.end):
                first, second = sorted((place.match, other.match))
                yield first, second
