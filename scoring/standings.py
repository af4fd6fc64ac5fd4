"""Matches of a pool -> places, each with the reason that parts it from the place above.

wins; mutual wins; mutual points; all points, restarting when a group is parted     R25
mutual criteria wait until all who are level have met                                R25
a club may want these two otherwise: `scoring.ruleset`
play-off wins, play-off points, a lot: after a play-off only they count              R25
pairs still level share their place                                                  R26
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from scoring.faults import Fault, FaultCode
from scoring.ruleset import STANDARD, Ruleset

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
    """What can part two pairs, in the order it is asked."""

    WINS = "wins"
    MUTUAL_WINS = "mutual_wins"
    MUTUAL_POINTS = "mutual_points"
    POINTS = "points"
    PLAY_OFF_WINS = "play_off_wins"
    PLAY_OFF_POINTS = "play_off_points"
    LOT = "lot"


_IN_ORDER = tuple(Criterion)


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


@dataclass(frozen=True, slots=True)
class _Level:
    """Pairs that nothing has parted so far.

    `decided_by` parts the first of them from the pair above. `play_off` holds the sums of the
    play-off that these pairs were level before, once it counts. `parted_by` is the criterion that
    parted them from others, above or below; after a lot nothing parts them.
    """

    pairs: Sequence[PairId]
    decided_by: Criterion | None = None
    play_off: _Tally | None = None
    parted_by: Criterion | None = None


class _Pool:
    """The criteria over one pool's matches."""

    def __init__(
        self,
        pairs: Sequence[PairId],
        matches: Sequence[PlayedMatch],
        play_off: Sequence[PlayedMatch],
        lots: Sequence[PairId],
        rules: Ruleset,
    ) -> None:
        self.rules = rules
        self.pairs = pairs
        self.matches = matches
        self.play_off = play_off
        self.whole = _tally(pairs, matches)
        # The best lot has the highest value; those without one come after all who have.
        self.lots = dict.fromkeys(pairs, 0) | {
            pair: len(lots) - place for place, pair in enumerate(lots)
        }

    def order(self) -> list[tuple[PairId, Criterion | None]]:
        """Every pair, best first, and what parts it from the one above: None where nothing does."""
        order: list[tuple[PairId, Criterion | None]] = []
        waiting = [_Level(self.pairs)]
        while waiting:
            level = waiting.pop()
            is_done = len(level.pairs) == 1 or level.parted_by is Criterion.LOT
            parts = [] if is_done else self._part(level)
            if parts:
                waiting += reversed(parts)
            else:
                order.append((level.pairs[0], level.decided_by))
                order += [(pair, None) for pair in level.pairs[1:]]
        return order

    def _part(self, level: _Level) -> list[_Level]:
        """The level's parts by the first criterion that parts it, best first; none if none does.

        Each part starts again from the first criterion, or from the play-off where that counts;
        by rules without a restart it goes on behind the criterion that made it.
        """
        for criterion, value, play_off in self._criteria(level):
            values = sorted({value[pair] for pair in level.pairs}, reverse=True)
            if len(values) > 1:
                return [
                    _Level(
                        [pair for pair in level.pairs if value[pair] == each],
                        level.decided_by if each == values[0] else criterion,
                        play_off,
                        parted_by=criterion,
                    )
                    for each in values
                ]
        return []

    def _criteria(
        self, level: _Level
    ) -> Iterator[tuple[Criterion, Mapping[PairId, int], _Tally | None]]:
        """The criteria in the order of R25, with their values and the play-off begun by then."""
        pairs, play_off = level.pairs, level.play_off
        if play_off is None:
            for criterion, value in self._pool_criteria(pairs):
                if not self._is_behind(level, criterion):
                    yield criterion, value, None
            begun = _tally(pairs, self.play_off)
            play_off = begun if _all_met(pairs, begun) else None
        if play_off is not None:
            yield Criterion.PLAY_OFF_WINS, _tally(pairs, self.play_off).wins, play_off
            yield Criterion.PLAY_OFF_POINTS, play_off.points, play_off
        yield Criterion.LOT, self.lots, play_off

    def _pool_criteria(
        self, pairs: Sequence[PairId]
    ) -> Iterator[tuple[Criterion, Mapping[PairId, int]]]:
        yield Criterion.WINS, self.whole.wins
        mutual = _tally(pairs, self.matches)
        if _all_met(pairs, mutual) or not self.rules.mutual_waits_for_all:
            yield Criterion.MUTUAL_WINS, mutual.wins
            yield Criterion.MUTUAL_POINTS, mutual.points
        yield Criterion.POINTS, self.whole.points

    def _is_behind(self, level: _Level, criterion: Criterion) -> bool:
        """Whether the level has this criterion behind it, where it does not start again."""
        if self.rules.restart_when_parted or level.parted_by is None:
            return False
        return _IN_ORDER.index(criterion) <= _IN_ORDER.index(level.parted_by)


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
    rules: Ruleset = STANDARD,
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
    pool = _Pool(pairs, matches, play_off, lots, rules)
    order = pool.order()
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
