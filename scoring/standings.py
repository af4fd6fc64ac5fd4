"""Matches of a pool -> places, each with the reason that parts it from the place above.

wins; mutual wins; mutual points; all points, restarting when a group is parted     R25
mutual criteria wait until all who are level have met                                R25
play-off wins, play-off points, a lot: after a play-off only they count              R25
pairs still level share their place                                                  R26
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from scoring.faults import Fault, FaultCode

PairId = str | int


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A finished match: its pairs, who won (None: level, in a play-off only), match points."""

    a: PairId
    b: PairId
    winner: PairId | None
    points_a: int
    points_b: int


class Criterion(StrEnum):
    """What can part two pairs."""

    WINS = "wins"
    MUTUAL_WINS = "mutual_wins"
    MUTUAL_POINTS = "mutual_points"
    POINTS = "points"
    PLAY_OFF_WINS = "play_off_wins"
    PLAY_OFF_POINTS = "play_off_points"
    LOT = "lot"


@dataclass(frozen=True, slots=True)
class Standing:
    """A pair's place and figures, from pool matches alone.

    `place` counts from 1; `shared` says that others have it too. `decided_by` parts the pair from
    the one just above; None for the first and for a pair that shares its place with that one.
    """

    pair: PairId
    place: int
    shared: bool
    played: int
    wins: int
    losses: int
    points: int
    points_against: int
    decided_by: Criterion | None


@dataclass(slots=True)
class _Tally:
    """Sums over the matches that a group of pairs played among itself."""

    played: dict[PairId, int]
    wins: dict[PairId, int]
    points: dict[PairId, int]
    against: dict[PairId, int]
    meetings: set[frozenset[PairId]]


def _tally(group: Sequence[PairId], matches: Sequence[PlayedMatch]) -> _Tally:
    among = set(group)
    zeros = dict.fromkeys(group, 0)
    tally = _Tally(dict(zeros), dict(zeros), dict(zeros), dict(zeros), set())
    for match in matches:
        a, b = match.a, match.b
        if a not in among or b not in among:
            continue
        tally.meetings.add(frozenset((a, b)))
        tally.played[a] += 1
        tally.played[b] += 1
        tally.points[a] += match.points_a
        tally.points[b] += match.points_b
        tally.against[a] += match.points_b
        tally.against[b] += match.points_a
        if match.winner is not None:
            tally.wins[match.winner] += 1
    return tally


def _all_met(group: Sequence[PairId], tally: _Tally) -> bool:
    return len(tally.meetings) == len(group) * (len(group) - 1) // 2


# A level group in order, with what parts each member from the one above: None where nothing does.
_Order = list[tuple[PairId, Criterion | None]]


def _parted(
    group: Sequence[PairId],
    criterion: Criterion,
    value: Mapping[PairId, int],
    order_within: Callable[[Sequence[PairId]], _Order],
) -> _Order | None:
    """The group ordered by `value`, highest first, each level part by `order_within`.

    None where the value parts nobody. Pairs of one value keep the group's order.
    """
    values = sorted({value[pair] for pair in group}, reverse=True)
    if len(values) == 1:
        return None
    order: _Order = []
    for each in values:
        part = order_within([pair for pair in group if value[pair] == each])
        if order:
            part[0] = (part[0][0], criterion)
        order += part
    return order


class _Pool:
    """The criteria over one pool's matches."""

    def __init__(
        self,
        pairs: Sequence[PairId],
        matches: Sequence[PlayedMatch],
        play_off: Sequence[PlayedMatch],
        lots: Sequence[PairId],
    ) -> None:
        self.matches = matches
        self.play_off = play_off
        self.whole = _tally(pairs, matches)
        # The best lot has the highest value; those without one come after all who have.
        self.lots = dict.fromkeys(pairs, 0) | {
            pair: len(lots) - place for place, pair in enumerate(lots)
        }

    def order(self, group: Sequence[PairId]) -> _Order:
        """By the pool's matches, from the first criterion (R25)."""
        if len(group) == 1:
            return [(group[0], None)]
        mutual = _tally(group, self.matches)
        met = _all_met(group, mutual)
        criteria: list[tuple[Criterion, Mapping[PairId, int]]] = [
            (Criterion.WINS, self.whole.wins),
            *([(Criterion.MUTUAL_WINS, mutual.wins)] if met else []),
            *([(Criterion.MUTUAL_POINTS, mutual.points)] if met else []),
            (Criterion.POINTS, self.whole.points),
        ]
        for criterion, value in criteria:
            parted = _parted(group, criterion, value, self.order)
            if parted is not None:
                return parted
        return self.order_after_pool(group)

    def order_after_pool(self, level: Sequence[PairId]) -> _Order:
        """Pairs level after the pool: by their play-off once it is complete, then by lot."""
        play_off = _tally(level, self.play_off)
        if not _all_met(level, play_off):
            return self.order_by_lot(level)

        def order(group: Sequence[PairId]) -> _Order:
            if len(group) == 1:
                return [(group[0], None)]
            wins = _tally(group, self.play_off).wins
            return (
                _parted(group, Criterion.PLAY_OFF_WINS, wins, order)
                or _parted(group, Criterion.PLAY_OFF_POINTS, play_off.points, order)
                or self.order_by_lot(group)
            )

        return order(level)

    def order_by_lot(self, group: Sequence[PairId]) -> _Order:
        def sharing(part: Sequence[PairId]) -> _Order:
            return [(pair, None) for pair in part]

        return _parted(group, Criterion.LOT, self.lots, sharing) or sharing(group)


def _check(
    pairs: Sequence[PairId],
    matches: Sequence[PlayedMatch],
    play_off: Sequence[PlayedMatch],
    lots: Sequence[PairId],
) -> None:
    known = set(pairs)
    sound = (
        len(known) == len(pairs)
        and len(set(lots)) == len(lots)
        and known.issuperset(lots)
        and all(
            match.a in known
            and match.b in known
            and match.a != match.b
            and (match.winner in (match.a, match.b) or (match.winner is None and level_allowed))
            for played, level_allowed in ((matches, False), (play_off, True))
            for match in played
        )
    )
    if not sound:
        raise Fault(FaultCode.MALFORMED)


def rank(
    pairs: Sequence[PairId],
    matches: Sequence[PlayedMatch],
    play_off: Sequence[PlayedMatch] = (),
    lots: Sequence[PairId] = (),
) -> tuple[Standing, ...]:
    """The places of a pool, best first (R25, R26). Pairs that share keep the order of `pairs`.

    `matches` are the finished ones, annulled ones left out. A play-off counts for pairs level
    after the pool once all of them have met in it. `lots` names pairs, the best lot first.
    Raises `malformed` for unknown, doubled or self-paired pairs and for a winner who did not play;
    a pool match has a winner.
    """
    _check(pairs, matches, play_off, lots)
    if not pairs:
        return ()
    pool = _Pool(pairs, matches, play_off, lots)
    order = pool.order(pairs)
    standings: list[Standing] = []
    place = 0
    for index, (pair, decided_by) in enumerate(order):
        level_with_above = index > 0 and decided_by is None
        level_with_below = index + 1 < len(order) and order[index + 1][1] is None
        if not level_with_above:
            place = index + 1
        played, wins = pool.whole.played[pair], pool.whole.wins[pair]
        standings.append(
            Standing(
                pair=pair,
                place=place,
                shared=level_with_above or level_with_below,
                played=played,
                wins=wins,
                losses=played - wins,
                points=pool.whole.points[pair],
                points_against=pool.whole.against[pair],
                decided_by=decided_by,
            )
        )
    return tuple(standings)
