"""Pools -> rounds -> slots, tables and times.

A round is one turn of a pool's round robin (R22). A slot is a common start in the hall: a round
that needs more tables than there are goes on in further slots, and a table left free takes a match
of the next round whose pairs are done with theirs.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from scoring.faults import Fault, FaultCode
from scoring.standings import PairId


@dataclass(frozen=True, slots=True)
class Round:
    """One turn of a pool: `number` from 1, its matches, and who sits out (None: nobody)."""

    number: int
    matches: tuple[tuple[PairId, PairId], ...]
    sitting_out: PairId | None


@dataclass(frozen=True, slots=True)
class Fixture:
    """A match to be played: `pool` from 0, `round` from 1, the pairs as sides A and B, deals."""

    pool: int
    round: int
    a: PairId
    b: PairId
    deals: int


@dataclass(frozen=True, slots=True)
class Placement:
    """Where and when a fixture is played: `slot` from 0, `table` from 1."""

    fixture: Fixture
    slot: int
    table: int


@dataclass(frozen=True, slots=True)
class Day:
    """A day of play in minutes since its midnight; `ends` comes after `starts`.

    No slot is laid into its break (from, until), which lies within the day; None for no break.
    """

    starts: int
    ends: int
    break_: tuple[int, int] | None = None

    def __post_init__(self) -> None:
        sound = 0 <= self.starts < self.ends
        if self.break_ is not None:
            sound = sound and self.starts <= self.break_[0] < self.break_[1] <= self.ends
        if not sound:
            raise Fault(FaultCode.MALFORMED)

    def past_break(self, minute: int, length: int) -> int:
        """When something of this length can start from `minute` on without meeting the break."""
        if self.break_ is not None and minute < self.break_[1] and minute + length > self.break_[0]:
            return self.break_[1]
        return minute


def round_robin(ids: Sequence[PairId]) -> tuple[Round, ...]:
    """Everybody meets everybody once (R22), nobody twice in a round.

    With an odd number everybody sits out exactly once. Every pair is side A and side B equally
    often, give or take one. No rounds for fewer than two. A doubled id is `malformed`.
    """
    if len(set(ids)) != len(ids):
        raise Fault(FaultCode.MALFORMED)
    if len(ids) < 2:
        return ()
    # The circle: an odd number of seats turns by one a round, the pair in the middle meets the
    # one outside the circle, or sits out where there is none.
    outside = ids[-1] if len(ids) % 2 == 0 else None
    seats = len(ids) - 1 if outside is not None else len(ids)
    rounds: list[Round] = []
    for turn in range(seats):
        middle = ids[turn]
        matches: list[tuple[PairId, PairId]] = []
        if outside is not None:
            matches.append((middle, outside) if turn % 2 == 0 else (outside, middle))
        for step in range(1, seats // 2 + 1):
            left, right = ids[(turn - step) % seats], ids[(turn + step) % seats]
            # Seen round the circle the two are 2 * step apart: whoever has the other on the
            # shorter way ahead is A, so that everybody is A against half of the others.
            ahead = 2 * step <= seats // 2
            matches.append((left, right) if ahead else (right, left))
        rounds.append(Round(turn + 1, tuple(matches), None if outside is not None else middle))
    return tuple(rounds)


def fixtures_of_pools(
    pools: Sequence[Sequence[PairId]], deals: Sequence[int]
) -> tuple[Fixture, ...]:
    """All matches of all pools, round by round, within a round pool by pool.

    `deals` holds each pool's deals a match. Raises `malformed` where the two differ in length, a
    match has no deal, or a pair is in two pools.
    """
    everybody = [pair for pool in pools for pair in pool]
    sound = len(pools) == len(deals) and all(each >= 1 for each in deals)
    if not sound or len(set(everybody)) != len(everybody):
        raise Fault(FaultCode.MALFORMED)
    fixtures = [
        Fixture(index, round_.number, a, b, count)
        for index, (pool, count) in enumerate(zip(pools, deals, strict=True))
        for round_ in round_robin(pool)
        for a, b in round_.matches
    ]
    return tuple(sorted(fixtures, key=lambda fixture: (fixture.round, fixture.pool)))


def place_fixtures(fixtures: Iterable[Fixture], tables: int) -> tuple[Placement, ...]:
    """A slot and a table for every fixture, in order of slot and table.

    Never two at one table in a slot, never a pair twice in a slot; every pair plays its rounds in
    order. No longer than playing round after round would take. Pools keep to tables of their own
    as far as that costs no slot. `tables` below 1 is `malformed`.
    """
    if tables < 1:
        raise Fault(FaultCode.MALFORMED)
    fixtures = list(fixtures)
    rounds_of_pool: dict[int, int] = defaultdict(int)
    for fixture in fixtures:
        rounds_of_pool[fixture.pool] = max(rounds_of_pool[fixture.pool], fixture.round)
    # Pools with more rounds ahead go first: theirs is the longest way to the end.
    in_turn = sorted(fixtures, key=lambda each: (each.round, -rounds_of_pool[each.pool], each.pool))
    slots: list[list[Fixture]] = []
    first_with_room = 0
    free_from: dict[PairId, int] = defaultdict(int)
    for fixture in in_turn:
        slot = max(first_with_room, free_from[fixture.a], free_from[fixture.b])
        while slot < len(slots) and len(slots[slot]) == tables:
            slot += 1
        while slot >= len(slots):
            slots.append([])
        slots[slot].append(fixture)
        free_from[fixture.a] = free_from[fixture.b] = slot + 1
        while first_with_room < len(slots) and len(slots[first_with_room]) == tables:
            first_with_room += 1
    return _seat(slots, tables)


def _seat(slots: Sequence[Sequence[Fixture]], tables: int) -> tuple[Placement, ...]:
    own_tables = _own_tables(slots, tables)
    last_table: dict[PairId, int] = {}
    placements: list[Placement] = []
    for number, slot in enumerate(slots):
        free = set(range(1, tables + 1))
        seated: list[Placement] = []
        homeless: list[Fixture] = []
        for fixture in sorted(slot, key=lambda each: each.pool):
            own = [table for table in own_tables[fixture.pool] if table in free]
            if not own:
                homeless.append(fixture)
                continue
            table = max(own, key=lambda each: (_stays(fixture, each, last_table), -each))
            free.remove(table)
            seated.append(Placement(fixture, number, table))
        for fixture in homeless:
            table = max(free, key=lambda each: (_stays(fixture, each, last_table), -each))
            free.remove(table)
            seated.append(Placement(fixture, number, table))
        for placement in seated:
            last_table[placement.fixture.a] = placement.table
            last_table[placement.fixture.b] = placement.table
        placements += sorted(seated, key=lambda each: each.table)
    return tuple(placements)


def _own_tables(slots: Sequence[Sequence[Fixture]], tables: int) -> dict[int, list[int]]:
    """As many tables for each pool as it ever needs at once, side by side, round the hall."""
    needs: dict[int, int] = defaultdict(int)
    for slot in slots:
        at_once: dict[int, int] = defaultdict(int)
        for fixture in slot:
            at_once[fixture.pool] += 1
        for pool, count in at_once.items():
            needs[pool] = max(needs[pool], count)
    own: dict[int, list[int]] = {}
    start = 0
    for pool in sorted(needs):
        own[pool] = [(start + step) % tables + 1 for step in range(needs[pool])]
        start += needs[pool]
    return own


def _stays(fixture: Fixture, table: int, last_table: dict[PairId, int]) -> int:
    """How many of the two pairs would stay where they sat."""
    return sum(last_table.get(pair) == table for pair in (fixture.a, fixture.b))


def slot_lengths(placements: Iterable[Placement], minutes_per_deal: int) -> tuple[int, ...]:
    """Minutes of each slot from the first on: those of its longest match (R14)."""
    if minutes_per_deal < 1:
        raise Fault(FaultCode.MALFORMED)
    longest: dict[int, int] = defaultdict(int)
    for placement in placements:
        longest[placement.slot] = max(longest[placement.slot], placement.fixture.deals)
    return tuple(minutes_per_deal * longest[slot] for slot in range(max(longest, default=-1) + 1))


def lay_slots(
    lengths: Sequence[int], days: Sequence[Day], pause: int = 0
) -> tuple[tuple[int, int], ...]:
    """The day (from 0) and starting minute of every slot, in order and without overlap.

    `pause` is the minutes between two slots of a day. A slot that would run into its day's break
    starts after it; one that would end after its day's end moves to the next day that can take it.
    Past the last day's end play just goes on: there `minute + length > days[-1].ends`. Raises
    `malformed` for no days or negative minutes.
    """
    if pause < 0 or any(length < 0 for length in lengths) or (lengths and not days):
        raise Fault(FaultCode.MALFORMED)
    laid: list[tuple[int, int]] = []
    day = 0
    minute = days[0].starts if days else 0
    for length in lengths:
        minute = days[day].past_break(minute, length)
        while minute + length > days[day].ends and day + 1 < len(days):
            day += 1
            minute = days[day].past_break(days[day].starts, length)
        laid.append((day, minute))
        minute += length + pause
    return tuple(laid)
