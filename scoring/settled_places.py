"""Final places that are sure while a knock-out goes on, or while it is doubted who went on   R30

Two kinds of matches leave places open. One that is not finished can end either way. One that is
doubted has sent a pair on, and by a decision it may turn out to have sent on the other: what hangs
on it loses its result then (R29) and can end either way itself.

Whatever happens below two matches of one round happens apart, so that who can lose in each of them
is all that there is to know of the round.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from typing import Any

from scoring.final_places import (
    FinalPlace,
    PlaceCriterion,
    ValuesBeside,
    final_places,
    values_beside,
)
from scoring.knockout import Knockout, KnockoutMatch, MatchKey, Stage
from scoring.pool_results import PoolResult
from scoring.standings import PairId

_BY_MATCHES = (
    PlaceCriterion.ROUND_REACHED,
    PlaceCriterion.FINAL,
    PlaceCriterion.THIRD_PLACE_MATCH,
)
_NOBODY: Set[PairId] = frozenset()


@dataclass(frozen=True, slots=True)
class SettledPlaces:
    """Places that are sure, best first, and the groups that share one in every end, always the same
    pairs, the best place first."""

    places: tuple[FinalPlace, ...]
    level: tuple[frozenset[PairId], ...]


def settled_places(
    knockout: Knockout | None,
    pools: Sequence[PoolResult] = (),
    *,
    doubted: Collection[MatchKey] = (),
    lots: Sequence[PairId] = (),
) -> SettledPlaces:
    """The places that every end of the knock-out gives, with all that can come of the `doubted`
    matches; the same as `final_places` where nothing is open or doubted.

    A place is sure together with whether it is shared. `decided_by` is None where the pair just
    above can be another one and something else part them then. Raises `malformed` as
    `final_places` does, but for open matches of the knock-out.
    """
    finals = final_places(played_out(knockout), pools, lots=lots)
    values = values_beside([each.pair for each in finals], pools, lots)
    sure = _sure(knockout, doubted, values)
    company: dict[int, set[PairId]] = {}
    for each in finals:
        company.setdefault(each.place, set()).add(each.pair)
    told: list[FinalPlace] = []
    for index, each in enumerate(finals):
        if each.pair not in sure:
            continue
        certain = each.decided_by in _BY_MATCHES or finals[index - 1].pair in sure
        told.append(each if certain else replace(each, decided_by=None))
    level = (
        frozenset(pairs)
        for _place, pairs in sorted(company.items())
        if len(pairs) > 1 and all(sure.get(pair) for pair in pairs)
    )
    return SettledPlaces(tuple(told), tuple(level))


@dataclass(frozen=True, slots=True)
class _Outcomes:
    """Who can win and who can lose a match while everybody before it stays who went on, and once
    somebody before it, or in it, does not."""

    winners: Set[PairId] = _NOBODY
    losers: Set[PairId] = _NOBODY
    other_winners: Set[PairId] = _NOBODY
    other_losers: Set[PairId] = _NOBODY

    @property
    def all_winners(self) -> Set[PairId]:
        return self.winners | self.other_winners

    @property
    def all_losers(self) -> Set[PairId]:
        return self.losers | self.other_losers


_Sure = Mapping[PairId, bool]
"""The pairs whose place, and whether it is shared, is the same in every end; and whether they share
it with the same pairs, or with none, in every end."""


def _sure(
    knockout: Knockout | None,
    doubted: Collection[MatchKey],
    values: Mapping[PairId, ValuesBeside],
) -> _Sure:
    if knockout is None:
        return dict.fromkeys(values, True)
    outcomes = _outcomes(knockout, doubted)
    entered = {pair for pair in knockout.bracket.slots if pair is not None}
    # Nobody who is not in the knock-out is moved by it.
    sure = dict.fromkeys(values.keys() - entered, True)
    last = knockout.bracket.rounds
    third = knockout.third_place
    for key in (MatchKey(last, 0), *([third.key] if third else [])):
        for pairs in (outcomes[key].all_winners, outcomes[key].all_losers):
            sure |= dict.fromkeys(_only(pairs), True)
    for number in range(1, last):
        if number == last - 1 and third is not None:
            continue
        losers = [
            outcomes[match.key].all_losers
            for match in knockout.matches
            if match.key.round == number and match.stage is not Stage.BYE
        ]
        # Without a match for third place the losers of the semi-finals share it, whoever they are.
        sure |= _sure_of_round(losers, dict.fromkeys(entered, 0) if number == last - 1 else values)
    return sure


def _sure_of_round(losers: Sequence[Set[PairId]], values: Mapping[PairId, Any]) -> _Sure:
    """Those sure to lose in a round and sure of their place among all who do; `losers` are those
    that can lose each match of it."""
    sure: dict[PairId, bool] = {}
    for index, own in enumerate(losers):
        for pair in _only(own):
            others_there = [*losers[:index], *losers[index + 1 :]]
            others = [
                {(values[other] > values[pair], values[other] == values[pair]) for other in each}
                for each in others_there
            ]
            ahead_is_sure = all(len({ahead for ahead, _level in each}) == 1 for each in others)
            is_shared = any(all(level for _ahead, level in each) for each in others)
            may_share = any(any(level for _ahead, level in each) for each in others)
            if ahead_is_sure and is_shared == may_share:
                sure[pair] = all(
                    len(losers_there) == 1 or not any(level for _ahead, level in each)
                    for losers_there, each in zip(others_there, others, strict=True)
                )
    return sure


def _only(pairs: Set[PairId]) -> Set[PairId]:
    return pairs if len(pairs) == 1 else _NOBODY


def _outcomes(knockout: Knockout, doubted: Collection[MatchKey]) -> Mapping[MatchKey, _Outcomes]:
    found: dict[MatchKey, _Outcomes] = {}
    for match in knockout.matches:
        found[match.key] = _outcome(
            match, list(_entering(knockout, match, found)), match.key in doubted
        )
    return found


def _entering(
    knockout: Knockout, match: KnockoutMatch, before: Mapping[MatchKey, _Outcomes]
) -> Iterator[tuple[Set[PairId], Set[PairId]]]:
    """Who can come into the match on each side: while everybody stays who went on, and else."""
    if match.key.round == 1:
        for pair in (match.a, match.b):
            if pair is not None:
                yield frozenset({pair}), _NOBODY
        return
    for feed in knockout.feeds(match.key):
        each = before[feed]
        if match.is_third_place:
            yield each.losers, each.other_losers
        else:
            yield each.winners, each.other_winners


def _outcome(
    match: KnockoutMatch, sides: Sequence[tuple[Set[PairId], Set[PairId]]], is_doubted: bool
) -> _Outcomes:
    if match.stage is Stage.BYE:
        return _Outcomes(winners=sides[0][0])
    (a, other_a), (b, other_b) = sides
    other = _met(other_a, b | other_b) | _met(a | other_a, other_b)
    if match.stage is not Stage.FINISHED or match.winner is None or match.loser is None:
        met = _met(a, b)
        return _Outcomes(met, met, other, other)
    winner, loser = frozenset({match.winner}), frozenset({match.loser})
    if is_doubted:
        return _Outcomes(winner, loser, other | loser, other | winner)
    return _Outcomes(winner, loser, other, other)


def _met(a: Set[PairId], b: Set[PairId]) -> Set[PairId]:
    """Everybody in a match between one of each, which can end either way; nobody where one side
    has none."""
    return a | b if a and b else _NOBODY


def played_out(knockout: Knockout | None) -> Knockout | None:
    """The knock-out brought to some end, whichever."""
    while knockout is not None and knockout.playable:
        match = knockout.playable[0]
        knockout, _changes = knockout.corrected(match.key, match.a)
    return knockout
