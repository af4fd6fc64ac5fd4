"""Between the rows of a knock-out and `scoring.knockout`: who has gone on, who can play now, which
result was corrected after the next match was made (R29).

Reads show these and writes go by the very same, so both take them from here. Nothing here reads or
writes. Pairs are known by their numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from scoring.bracket import Bracket as Drawn
from scoring.deals import Side
from scoring.knockout import Change, Knockout, KnockoutMatch, MatchKey
from tournaments.fingerprints import fingerprint_of_lines
from tournaments.models import Bracket, Match
from tournaments.pool_ranking import is_settled

Numbers = Mapping[int, int]
"""Pair numbers by the keys of their rows."""


@dataclass(frozen=True)
class Correction:
    """A match whose result is not any more what sent a pair on.

    `went_on` plays, or has played, the next match; `now` has won by the sheet, None where it has
    no winner any more. `is_settled`: both pairs, or a referee, have confirmed what is there now.
    `changes` are the later matches whose pairs putting it right would change.
    """

    key: MatchKey
    match: Match
    went_on: int
    now: int | None
    is_settled: bool
    changes: tuple[Change, ...]


@dataclass(frozen=True)
class BracketState:
    """A knock-out as it is played: `knockout` holds as winners those who went on.

    `matches` are its matches in play by their keys.
    """

    bracket: Bracket
    numbers: Numbers
    matches: Mapping[MatchKey, Match]
    knockout: Knockout
    corrections: tuple[Correction, ...]

    @property
    def to_make(self) -> tuple[KnockoutMatch, ...]:
        """The matches whose pairs are known and that are not made yet; none that hang on a
        correction nobody has decided about."""
        held = {
            key for correction in self.corrections for key in self.knockout.later(correction.key)
        }
        return tuple(
            each
            for each in self.knockout.playable
            if each.key not in self.matches and each.key not in held
        )

    @property
    def last_round(self) -> tuple[Match, ...]:
        """The matches of the last round that any were made of, in their order."""
        if not self.matches:
            return ()
        latest = max(key.round for key in self.matches)
        return tuple(self.matches[key] for key in sorted(self.matches) if key.round == latest)

    @property
    def has_begun(self) -> bool:
        """Whether any of its matches was ever written to, called or settled by a decision."""
        return any(is_fixed(match) for match in self.matches.values())


def drawn_of(bracket: Bracket) -> Drawn:
    """The bracket as the rules know it."""
    return Drawn(tuple(bracket.slots), bracket.third_place)


def key_of(match: Match) -> MatchKey:
    """Which match of its bracket a row is."""
    return MatchKey(match.round, match.bracket_number or 0)


def key_text(key: MatchKey) -> str:
    """A match as a bracket's `plan` and `decided` name it."""
    return f"{key.round}.{key.number}"


def key_from(text: str) -> MatchKey:
    """The match that `key_text` names so."""
    round_number, _dot, number = text.partition(".")
    return MatchKey(int(round_number), int(number))


def is_fixed(match: Match) -> bool:
    """Whether a match has been called, written to or settled, so that it does not just go."""
    return match.was_written or match.annulled or match.called_at is not None


def winner_of(match: Match, numbers: Numbers) -> int | None:
    """The number of the pair that has won by the sheet; None without a result that counts."""
    if not match.counts or not match.winner:
        return None
    return numbers[match.pair_a_id if match.winner == Side.A else match.pair_b_id]


def state_of(bracket: Bracket, matches: Iterable[Match], numbers: Numbers) -> BracketState:
    """The knock-out as these matches of it, all that are in play, make it."""
    by_key = {key_of(match): match for match in matches}
    drawn = drawn_of(bracket)
    results: dict[MatchKey, int] = {}
    went_on: dict[MatchKey, int] = {}
    for number in range(1, drawn.rounds + 1):
        for each in Knockout.of(drawn, results).playable:
            if each.key.round != number:
                continue
            pairs = {int(pair) for pair in (each.a, each.b) if pair is not None}
            sent = _sent_on(drawn, each.key, pairs, by_key, numbers)
            if sent is not None:
                went_on[each.key] = sent
            winner = sent or bracket.decided.get(key_text(each.key))
            match = by_key.get(each.key)
            if winner is None and match is not None and is_settled(match):
                winner = winner_of(match, numbers)
            if winner in pairs:
                results[each.key] = winner
    knockout = Knockout.of(drawn, results)
    return BracketState(
        bracket,
        numbers,
        by_key,
        knockout,
        tuple(_corrections(bracket, by_key, numbers, knockout, went_on)),
    )


def fingerprint(state: BracketState) -> str:
    """What a page about this knock-out was made from: it differs once anything of it changed."""
    told = [
        f"{state.bracket.pk} {state.bracket.counts} {sorted(state.bracket.decided.items())}",
        *(
            f"{match.number} {match.revision} {match.annulment} {match.called_at is None} "
            f"{match.confirmed_a} {match.confirmed_b}"
            for _key, match in sorted(state.matches.items())
        ),
    ]
    return fingerprint_of_lines(told)


def _sent_on(
    drawn: Drawn,
    key: MatchKey,
    pairs: set[int],
    by_key: Mapping[MatchKey, Match],
    numbers: Numbers,
) -> int | None:
    """Which of the two pairs plays the match that follows; None where that is not made."""
    follows = by_key.get(MatchKey(key.round + 1, key.number // 2))
    if follows is not None and key.round < drawn.rounds:
        there = pairs & {numbers[follows.pair_a_id], numbers[follows.pair_b_id]}
        if there:
            return there.pop()
    third = by_key.get(MatchKey(drawn.rounds, 1))
    if third is not None and key.round == drawn.rounds - 1:
        lost = pairs & {numbers[third.pair_a_id], numbers[third.pair_b_id]}
        if lost:
            return (pairs - lost).pop()
    return None


def _corrections(
    bracket: Bracket,
    by_key: Mapping[MatchKey, Match],
    numbers: Numbers,
    knockout: Knockout,
    went_on: Mapping[MatchKey, int],
) -> Iterable[Correction]:
    for key, sent in sorted(went_on.items()):
        match = by_key.get(key)
        if match is None or bracket.decided.get(key_text(key)) == sent:
            continue
        now = winner_of(match, numbers)
        if now != sent:
            _after, changes = knockout.corrected(key, now)
            yield Correction(key, match, sent, now, is_settled(match), changes)
