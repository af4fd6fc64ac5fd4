"""A pair joins a pool under way: the rounds and places of all that is not fixed there.

everybody meets everybody once, the newcomer too                  R22  with_newcomer
what has begun, been called or been moved by hand stays           Own  both
nobody is at two places at once, nor a table taken twice          Own  place_waiting
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, count

from scoring.delays import first_fit
from scoring.faults import Fault, FaultCode
from scoring.places import Place, free_tables
from scoring.schedule import Day, round_robin
from scoring.standings import PairId

_Edge = frozenset[PairId]

MOST_ORDERS = 12
"""In how many orders the meetings are tried before a round more is taken."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two pairs of a pool, as sides A and B, in a round from 1 on."""

    round: int
    a: PairId
    b: PairId

    @property
    def pairs(self) -> _Edge:
        return frozenset((self.a, self.b))


@dataclass(frozen=True, slots=True)
class Waiting:
    """A match to be given a place, by its number; `own` is the start and table it had, if any.

    Where several wait for one place in a round, one that is `first` goes before the others.
    """

    match: int
    round: int
    a: PairId
    b: PairId
    own: tuple[int, int] | None = None
    first: bool = False


def with_newcomer(
    pairs: Sequence[PairId],
    newcomer: PairId,
    fixed: Iterable[Meeting],
    free: Iterable[Meeting],
    *,
    first_round: int = 1,
    gone: Collection[PairId] = (),
) -> tuple[Meeting, ...]:
    """The rounds of all meetings that are not fixed, once `newcomer` plays with `pairs`, by round.

    `fixed` and `free` are the meetings of `pairs`, each once. The free ones keep their sides, and
    their rounds as far as that costs no round more; they and the newcomer's come to lie in
    `first_round` or later, nobody twice in a round, fixed ones counted. Meetings with pairs that
    are `gone` are not played: the newcomer's with them come behind all others. Every pair stays
    side A as often as side B, give or take one, where it was so before. Raises `malformed` where
    a pair is doubled or unknown, or two of `pairs` meet never or twice.
    """
    fixed, free = list(fixed), list(free)
    everybody = [*pairs, newcomer]
    met = [meeting.pairs for meeting in (*fixed, *free)]
    once = [frozenset(two) for two in combinations(pairs, 2)]
    if (
        len(set(everybody)) != len(everybody)
        or len(met) != len(once)
        or set(met) != set(once)
        or first_round < 1
    ):
        raise Fault(FaultCode.MALFORMED)
    against = [pair for pair in pairs if pair not in gone]
    rounds = _rounds([*against, newcomer], fixed, free, first_round)
    sides = {meeting.pairs: (meeting.a, meeting.b) for meeting in free}
    sides |= _sides_of_newcomer(pairs, newcomer, [*fixed, *free])
    behind = max([*rounds.values(), *(each.round for each in fixed), first_round - 1])
    for step, pair in enumerate((pair for pair in pairs if pair in gone), start=1):
        rounds[frozenset((pair, newcomer))] = behind + step
    place = {pair: at for at, pair in enumerate(everybody)}
    laid = [Meeting(number, *sides[edge]) for edge, number in rounds.items()]
    return tuple(sorted(laid, key=lambda each: (each.round, place[each.a], place[each.b])))


def _sides_of_newcomer(
    pairs: Sequence[PairId], newcomer: PairId, meetings: Iterable[Meeting]
) -> dict[_Edge, tuple[PairId, PairId]]:
    """Those who were side A more often are B against the newcomer, who is A against half."""
    surplus = dict.fromkeys(pairs, 0)
    for meeting in meetings:
        surplus[meeting.a] += 1
        surplus[meeting.b] -= 1
    in_turn = sorted(pairs, key=lambda pair: -surplus[pair])
    half = (len(pairs) + 1) // 2
    return {
        frozenset((pair, newcomer)): (newcomer, pair) if at < half else (pair, newcomer)
        for at, pair in enumerate(in_turn)
    }


def _rounds(
    players: Sequence[PairId], fixed: Sequence[Meeting], free: Sequence[Meeting], first_round: int
) -> dict[_Edge, int]:
    """A round for every free meeting and for those of the last of `players` with the others."""
    *others, newcomer = players
    if not fixed and len(free) == len(others) * (len(others) - 1) // 2:
        return {
            frozenset(two): first_round - 1 + each.number
            for each in round_robin(players)
            for two in each.matches
        }
    kept = {meeting.pairs: meeting.round for meeting in free if meeting.round >= first_round}
    edges = [meeting.pairs for meeting in free]
    edges += [frozenset((pair, newcomer)) for pair in others]
    if not edges:
        return {}
    blocked = {(pair, each.round) for each in fixed for pair in (each.a, each.b)}
    place = {pair: at for at, pair in enumerate(players)}
    degree: dict[PairId, int] = defaultdict(int)
    for edge in edges:
        for pair in edge:
            degree[pair] += 1
    at_once = max(1, len(degree) // 2)
    fewest = max(*degree.values(), -(-len(edges) // at_once))
    for many in count(fewest):
        rounds = range(first_round, first_round + many)
        for order in _orders(edges):
            for start in (kept, {}):
                laid = _laid(order, start, blocked, rounds, place)
                if laid is not None:
                    return laid
    raise AssertionError("rounds without end hold everything")


def _orders(edges: Sequence[_Edge]) -> Iterator[Sequence[_Edge]]:
    step = max(1, len(edges) // MOST_ORDERS)
    for turn in range(0, len(edges), step):
        yield [*edges[turn:], *edges[:turn]]


def _laid(
    edges: Iterable[_Edge],
    kept: Mapping[_Edge, int],
    blocked: Collection[tuple[PairId, int]],
    rounds: Sequence[int],
    place: Mapping[PairId, int],
) -> dict[_Edge, int] | None:
    """A round for each of the edges; None where this way finds none.

    One after the other is put into a round free for both its pairs. Where there is none, two
    rounds are exchanged along the chain of meetings that hangs on one of the pairs.
    """
    laid: dict[_Edge, int] = {}
    held: dict[tuple[PairId, int], _Edge] = {}

    def is_free(pair: PairId, number: int) -> bool:
        return (pair, number) not in held and (pair, number) not in blocked

    def put(edge: _Edge, number: int) -> None:
        laid[edge] = number
        for pair in edge:
            held[pair, number] = edge

    def exchange(pair: PairId, taken: int, other: int, keeps: PairId) -> bool:
        """Frees the round `taken` for a pair that is free in `other`, if that can be without
        taking it from the pair that `keeps` it free."""
        chain: list[_Edge] = []
        end, number = pair, taken
        while (end, number) in held:
            edge = held[end, number]
            chain.append(edge)
            [end] = edge - {end}
            number = other if number == taken else taken
        if end == keeps or (end, number) in blocked:
            return False
        numbers = [laid[edge] for edge in chain]
        for edge, old in zip(chain, numbers, strict=True):
            for each in edge:
                if held.get((each, old)) == edge:
                    del held[each, old]
        for edge, old in zip(chain, numbers, strict=True):
            put(edge, other if old == taken else taken)
        return True

    late: list[_Edge] = []
    for edge in edges:
        number = kept.get(edge, 0)
        if number in rounds and all(is_free(pair, number) for pair in edge):
            put(edge, number)
        else:
            late.append(edge)
    for edge in late:
        one, two = sorted(edge, key=lambda pair: place[pair])
        free_of_one = [number for number in rounds if is_free(one, number)]
        free_of_two = [number for number in rounds if is_free(two, number)]
        both = sorted(set(free_of_one) & set(free_of_two))
        if both:
            put(edge, both[0])
            continue
        for first, second in ((a, b) for a in free_of_one for b in free_of_two):
            if (two, first) in held and exchange(two, first, second, keeps=one):
                put(edge, first)
                break
            if (one, second) in held and exchange(one, second, first, keeps=two):
                put(edge, second)
                break
        else:
            return None
    return laid


def place_waiting(
    waiting: Iterable[Waiting],
    others: Iterable[Place],
    starts: Iterable[int],
    *,
    earliest: int,
    length: int,
    tables: int,
    days: Sequence[Day],
) -> dict[int, Place]:
    """A start and a table for every waiting match, by its number.

    `others` stay where they are. Every match starts at one of `starts`, the earliest that leaves
    its pairs their rounds in order and nobody at two places at once; where these do not suffice,
    behind the last one, on a day of play that can take it. Nothing starts before `earliest`. A
    match keeps its table where it keeps its start, else one of its pairs keeps theirs, where the
    table is free. Minutes from one zero, `length` is that of each match. Raises `malformed` for no
    table, no day, a length below one.
    """
    if tables < 1 or length < 1 or not days:
        raise Fault(FaultCode.MALFORMED)
    placed = list(others)
    moments = sorted({start for start in starts if start >= earliest})
    if not moments:
        behind = max([earliest, *(place.end for place in placed)])
        moments = [first_fit(behind, length, days)]
    free_from: dict[PairId, int] = defaultdict(lambda: earliest)
    last_table: dict[PairId, int] = {}
    found: dict[int, Place] = {}
    in_turn = sorted(
        waiting, key=lambda each: (each.round, not each.first, each.own or (0, 0), each.match)
    )
    for each in in_turn:
        pairs = (each.a, each.b)
        for at in count():
            if at == len(moments):
                ends = [place.end for place in placed if place.start == moments[-1]]
                behind = max([moments[-1] + length, *ends])
                moments.append(first_fit(behind, length, days))
            start = moments[at]
            if start < max(free_from[pair] for pair in pairs):
                continue
            place = Place(each.match, each.a, each.b, 1, start, start + length)
            free = free_tables(place, placed, tables)
            if free:
                break
        before = [last_table.get(pair) for pair in pairs]
        own = each.own
        table = max(free, key=lambda table: ((start, table) == own, before.count(table), -table))
        place = Place(each.match, each.a, each.b, table, start, start + length)
        placed.append(place)
        found[each.match] = place
        for pair in pairs:
            free_from[pair] = place.end
            last_table[pair] = table
    return found
