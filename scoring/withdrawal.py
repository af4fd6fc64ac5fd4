"""A pair withdraws -> what becomes of each of its pool matches.

at least half of its matches played: they stand, the rest are forfeits     R27  default_choice
fewer: all are annulled; the organiser can choose the other                R27  Choice, fate_of
a match between two pairs that have both withdrawn is annulled             R27  fate_of
a pair of which nothing is left stands last                                R27  rank_with_gone (Own)
"half of its matches": of those not annulled; of these a forfeit           R27  is_played (Own)
without a deal is not played
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum

from scoring.deals import Side
from scoring.ruleset import STANDARD, Ruleset
from scoring.standings import PairId, PlayedMatch, Standing, rank


class Choice(StrEnum):
    """What becomes of a withdrawn pair's matches: results stand and the rest are forfeits, or
    all are annulled."""

    STAND = "stand"
    ANNUL = "annul"


@dataclass(frozen=True, slots=True)
class Fate:
    """What withdrawals make of a match: annulled, or awarded to one pair, or neither of these."""

    annulled: bool = False
    awarded_to: Side | None = None


def is_played(*, finished: bool, awarded: bool, deals_played: int) -> bool:
    """Whether a match counts as played where the default is chosen.

    It does once it is `finished`, save one that was `awarded` before its first deal: nobody
    played that. A bare result has no deals either, but is no award, and counts.
    """
    return finished and not (awarded and deals_played == 0)


def default_choice(played: int, matches: int, rules: Ruleset = STANDARD) -> Choice:
    """The choice of the rule itself, with `played` of a pair's `matches` played.

    Annulled matches are in neither number. With no match at all there is nothing to annul.
    """
    stands = 100 * played >= rules.withdrawal_percent * matches
    return Choice.STAND if stands else Choice.ANNUL


def fate_of(*, finished: bool, a: Choice | None, b: Choice | None) -> Fate:
    """The fate of a match by what was chosen for each of its pairs, None for one still in play.

    A match of two withdrawn pairs is annulled, a finished one too.
    """
    if a is not None and b is not None:
        return Fate(annulled=True)
    choice = a or b
    if choice is None:
        return Fate()
    if choice is Choice.ANNUL:
        return Fate(annulled=True)
    if finished:
        return Fate()
    return Fate(awarded_to=Side.A if a is None else Side.B)


def rank_with_gone(
    pairs: Sequence[PairId],
    gone: Collection[PairId],
    matches: Sequence[PlayedMatch],
    rules: Ruleset = STANDARD,
    *,
    play_off: Sequence[PlayedMatch] = (),
    lots: Sequence[PairId] = (),
) -> tuple[Standing, ...]:
    """The pool ranked (R25) with the pairs in `gone`, of which no match is left, behind all others.

    They share the place after the last one, in the order of `pairs`. `matches` must hold none of
    theirs: that raises `malformed`, as does all that `rank` refuses. What `play_off` and `lots` say
    of them is passed over.
    """
    staying = rank(
        [pair for pair in pairs if pair not in gone],
        matches,
        [each for each in play_off if each.a not in gone and each.b not in gone],
        [pair for pair in lots if pair not in gone],
        rules,
    )
    last = [pair for pair in pairs if pair in gone]
    return staying + tuple(
        Standing(
            pair=pair,
            place=len(staying) + 1,
            shared=len(last) > 1,
            played=0,
            wins=0,
            losses=0,
            points=0,
            points_against=0,
            decided_by=None,
        )
        for pair in last
    )
