"""A bracket and its results -> who plays whom, what can be played now, and who has won.

winners go on; a bye goes on without a match                                  R29
a match for third place between the losers of the semi-finals                 R29
it is left out where only one pair has lost a semi-final                      R29 (Own)
a corrected result: the later matches whose pairs it changes lose theirs      R29 (Own)

A match is known by its round, 1 for the first, and its number in the round from 0. The match for
third place is number 1 of the last round.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Self

from scoring.bracket import Bracket
from scoring.faults import Fault, FaultCode
from scoring.standings import PairId

Results = Mapping["MatchKey", PairId]
"""The winner of every finished match; byes are none."""


@dataclass(frozen=True, slots=True, order=True)
class MatchKey:
    """A match of a bracket: its `round` from 1, its `number` in the round from 0."""

    round: int
    number: int


class Stage(StrEnum):
    """A match that is none, that waits for its pairs, that can be played, and that is finished."""

    BYE = "bye"
    WAITING = "waiting"
    PLAYABLE = "playable"
    FINISHED = "finished"


@dataclass(frozen=True, slots=True)
class KnockoutMatch:
    """A match as it stands. `a` and `b` are None while not known, in a bye for good.

    `winner` is None until there is a result; a bye has its pair.
    """

    key: MatchKey
    a: PairId | None
    b: PairId | None
    stage: Stage
    winner: PairId | None
    is_third_place: bool

    @property
    def loser(self) -> PairId | None:
        """Who lost; None until there is a result, and of a bye."""
        if self.stage is not Stage.FINISHED:
            return None
        return self.b if self.winner == self.a else self.a


@dataclass(frozen=True, slots=True)
class Change:
    """What a correction does to a later match: its pairs, and whether its result is lost by it."""

    key: MatchKey
    before: tuple[PairId | None, PairId | None]
    after: tuple[PairId | None, PairId | None]
    loses_result: bool


@dataclass(frozen=True, slots=True)
class Knockout:
    """A knock-out as it stands: all its matches, round after round, the final last."""

    bracket: Bracket
    matches: tuple[KnockoutMatch, ...]

    @classmethod
    def of(cls, bracket: Bracket, results: Results) -> Self:
        """The knock-out that these results make.

        Raises `malformed` for a result of a match that there is not, whose pairs are not known or
        which is a bye, and for a winner who did not play in it.
        """
        matches = _by_key(bracket, results)
        if any(key not in matches or matches[key].stage is not Stage.FINISHED for key in results):
            raise Fault(FaultCode.MALFORMED)
        return cls(bracket, tuple(matches.values()))

    @property
    def final(self) -> KnockoutMatch:
        return self.matches[-1]

    @property
    def third_place(self) -> KnockoutMatch | None:
        """The match for third place, None where there is none."""
        return next((match for match in self.matches if match.is_third_place), None)

    @property
    def champion(self) -> PairId | None:
        return self.final.winner

    @property
    def playable(self) -> tuple[KnockoutMatch, ...]:
        """The matches that can be played now, whose pairs are both known."""
        return tuple(match for match in self.matches if match.stage is Stage.PLAYABLE)

    @property
    def is_finished(self) -> bool:
        return all(match.stage in (Stage.BYE, Stage.FINISHED) for match in self.matches)

    @property
    def results(self) -> dict[MatchKey, PairId]:
        """The winner of every finished match."""
        return {
            match.key: match.winner
            for match in self.matches
            if match.stage is Stage.FINISHED and match.winner is not None
        }

    def feeds(self, key: MatchKey) -> tuple[MatchKey, ...]:
        """The two matches whose winners, or losers, play in this one; none in the first round."""
        if key.round == 1:
            return ()
        third = self.third_place
        first = 0 if third is not None and key == third.key else 2 * key.number
        return MatchKey(key.round - 1, first), MatchKey(key.round - 1, first + 1)

    def later(self, key: MatchKey) -> set[MatchKey]:
        """The matches that hang on this one: those its winner, or its loser, could come to play."""
        last = self.bracket.rounds
        later = {
            MatchKey(number, key.number >> (number - key.round))
            for number in range(key.round + 1, last + 1)
        }
        if self.third_place is not None and key.round < last:
            later.add(self.third_place.key)
        return later

    def corrected(self, key: MatchKey, winner: PairId | None) -> tuple[Self, tuple[Change, ...]]:
        """The knock-out once the match has this winner, None for a result taken back, and the
        later matches whose pairs that changes, in their order.

        A match whose pairs change loses its result, if it has one, which may change later ones.
        Raises `malformed` where the match has no two known pairs or the winner is none of them.
        """
        kept = self.results
        kept.pop(key, None)
        if winner is not None:
            kept[key] = winner
        elif key not in {match.key for match in self.matches}:
            raise Fault(FaultCode.MALFORMED)
        changes: list[Change] = []
        now = _by_key(self.bracket, kept)
        for before in self.matches:
            after = now[before.key]
            if before.key.round <= key.round or (before.a, before.b) == (after.a, after.b):
                continue
            lost = kept.pop(before.key, None)
            changes.append(
                Change(before.key, (before.a, before.b), (after.a, after.b), lost is not None)
            )
            # What becomes of a match tells what becomes of those after it.
            now = _by_key(self.bracket, kept)
        return type(self).of(self.bracket, kept), tuple(changes)


def _by_key(bracket: Bracket, results: Results) -> dict[MatchKey, KnockoutMatch]:
    return {match.key: match for match in _played_through(bracket, results)}


def _played_through(bracket: Bracket, results: Results) -> Iterator[KnockoutMatch]:
    """Every match in order. A result that does not fit its pairs leaves the match unfinished."""
    entering: list[PairId | None] = list(bracket.slots)
    before: list[KnockoutMatch] = []
    for number in range(1, bracket.rounds + 1):
        # Where one semi-final is a bye, the loser of the other is third without a match.
        both_lose = len(before) == 2 and all(match.stage is not Stage.BYE for match in before)
        if bracket.third_place and both_lose:
            losers = [match.loser for match in before]
            yield _match(MatchKey(number, 1), losers, results, is_third_place=True)
        before = [
            _match(MatchKey(number, each), entering[2 * each : 2 * each + 2], results)
            for each in range(len(entering) // 2)
        ]
        yield from before
        entering = [match.winner for match in before]


def _match(
    key: MatchKey, pairs: list[PairId | None], results: Results, *, is_third_place: bool = False
) -> KnockoutMatch:
    a, b = pairs
    known = [pair for pair in pairs if pair is not None]
    result = results.get(key)
    winner: PairId | None = None
    if len(known) == 2:
        stage = Stage.FINISHED if result in known else Stage.PLAYABLE
        winner = result if stage is Stage.FINISHED else None
    elif key.round == 1:
        stage, winner = Stage.BYE, known[0]
    else:
        stage = Stage.WAITING
    return KnockoutMatch(key, a, b, stage, winner, is_third_place)
