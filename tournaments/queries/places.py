"""The final places of an event, or why it has none yet (R30)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from scoring.final_places import FinalPlace
from scoring.knockout import KnockoutMatch, MatchKey
from scoring.knockout import Stage as MatchStage
from tournaments.brackets import BracketState
from tournaments.ledger import ruleset_of
from tournaments.models import Bracket, Course, Lot, Pool, Tournament
from tournaments.placing import NoPlaces, counting_state, placing_of
from tournaments.pool_ranking import LotsInForce
from tournaments.queries.lots import LevelPairs
from tournaments.queries.matches import MatchView, matches_of, pools_of
from tournaments.queries.pairs import PairView, pairs_by_key
from tournaments.queries.standings import PoolStandings, StandingRow, rank_pools


@dataclass(frozen=True)
class PlacedPair:
    """A pair and its final place from 1; None while it is not known.

    `final` holds the figures it was placed by and `above` the pair that these part it from.
    `pool` and `row` are its pool and its line there, None without pools. `last` is the last match
    that it played in the knock-out, `lot` the lot that parts it from the pair above.
    """

    pair: PairView
    place: int | None
    shared: bool = False
    final: FinalPlace | None = None
    above: PlacedPair | None = None
    pool: Pool | None = None
    row: StandingRow | None = None
    last: KnockoutMatchView | None = None
    lot: Lot | None = None


@dataclass(frozen=True)
class LevelAtEnd(LevelPairs):
    """Pairs that share a final place and that a lot would part (R30).

    `in_pool`: it is a lot in their pool, or a play-off, since that one pool is the whole event.
    """

    place: int
    in_pool: bool = False


@dataclass(frozen=True)
class KnockoutMatchView:
    """A match of the knock-out as it stands. Pairs are None while not known, `view` while the match
    is not made."""

    match: KnockoutMatch
    bracket: Bracket
    a: PairView | None
    b: PairView | None
    winner: PairView | None
    view: MatchView | None

    @property
    def loser(self) -> PairView | None:
        if self.winner is None:
            return None
        return self.b if self.winner == self.a else self.a

    @property
    def is_final(self) -> bool:
        return self.match.key == MatchKey(self.bracket.rounds, 0)

    @property
    def is_decided(self) -> bool:
        """Whether a decision sent the winner on, and no result that counts."""
        if self.winner is None:
            return False
        return self.view is None or not self.view.match.counts or self.view.winner != self.winner


@dataclass(frozen=True)
class Places:
    """Every pair of an event, the best first; those without a place after the others.

    `missing` says why not everybody has a place, `open` which matches that hangs on, by number.
    `knockout` are the matches of the knock-out, the first round first and the final last; byes are
    not among them. `level` are the groups that a lot would part, the best place first.
    """

    pairs: tuple[PlacedPair, ...]
    missing: NoPlaces | None = None
    open: tuple[MatchView, ...] = ()
    knockout: tuple[KnockoutMatchView, ...] = ()
    pools: tuple[PoolStandings, ...] = ()
    matches: tuple[MatchView, ...] = ()
    level: tuple[LevelAtEnd, ...] = ()

    @property
    def placed(self) -> tuple[PlacedPair, ...]:
        return tuple(each for each in self.pairs if each.place is not None)

    @property
    def champions(self) -> tuple[PlacedPair, ...]:
        """Who won the event, several where they share the first place."""
        return tuple(each for each in self.pairs if each.place == 1)

    @property
    def lots(self) -> tuple[Lot, ...]:
        """The lots that part pairs at the end, by number."""
        used = {each.lot.number: each.lot for each in self.pairs if each.lot}
        return tuple(used[number] for number in sorted(used))

    @property
    def shares_third(self) -> bool:
        """Whether both who lost the semi-finals are third, since no match is played for it."""
        return any(
            each.shared and each.place == 3 and each.last is not None for each in self.placed
        ) and not any(each.place == 3 for each in self.level)

    @property
    def final(self) -> KnockoutMatchView | None:
        return next((each for each in self.knockout if each.is_final), None)

    def of(self, pair: PairView) -> PlacedPair | None:
        return next((each for each in self.pairs if each.pair.pk == pair.pk), None)


def places_of(tournament: Tournament, pairs: dict[int, PairView] | None = None) -> Places:
    """The final places (six queries at most, whatever the number of pairs; two fewer where the
    caller has `pairs`).

    They are known once every match counts and is confirmed. In a knock-out that goes on, or where a
    corrected result of it is to be decided about, those have a place whom nothing of that can move.
    A pair that withdrew keeps the place that its results give it (R27). Pairs without a place stand
    by pool and standing, or by number.
    """
    pairs = pairs_by_key(tournament) if pairs is None else pairs
    return places_from(tournament, pairs, pools_of(tournament), matches_of(tournament, pairs))


def places_from(
    tournament: Tournament,
    pairs: Mapping[int, PairView],
    pools: Sequence[Pool],
    matches: Sequence[MatchView],
) -> Places:
    """The same for a caller who has read pairs, pools with their places, and all matches (one query
    at most)."""
    lots = LotsInForce(tournament.pk)
    ranked = rank_pools(pools, pairs, matches, ruleset_of(tournament), lots)
    rows = [view.match for view in matches]
    state = counting_state(tournament, rows, {key: pair.number for key, pair in pairs.items()})
    numbers = {pair.number: pair for pair in pairs.values()}
    views = {view.match.number: view for view in matches}
    # A knock-out alone goes by nothing else.
    asked = ranked if tournament.course != Course.KNOCKOUT else []
    placing = placing_of(tournament, rows, [pool.state.result() for pool in asked], state, lots)
    told = Places(
        _by_standing(asked, pairs),
        missing=placing.missing,
        open=tuple(views[match.number] for match in placing.open),
        knockout=_knockout_views(state, numbers, views) if state else (),
        pools=tuple(ranked),
        matches=tuple(matches),
    )
    if not placing.finals:
        return told
    told = replace(told, pairs=_with_places(told, placing.finals, placing.lots, numbers))
    return replace(told, level=tuple(_level(told, placing.level)))


def _knockout_views(
    state: BracketState, pairs: Mapping[int, PairView], views: Mapping[int, MatchView]
) -> tuple[KnockoutMatchView, ...]:
    def pair_of(number: int | str | None) -> PairView | None:
        return None if number is None else pairs.get(int(number))

    told = []
    for match in state.knockout.matches:
        row = state.matches.get(match.key)
        if match.stage is MatchStage.BYE:
            continue
        told.append(
            KnockoutMatchView(
                match,
                state.bracket,
                pair_of(match.a),
                pair_of(match.b),
                pair_of(match.winner),
                views.get(row.number) if row else None,
            )
        )
    return tuple(told)


def _by_standing(
    pools: Sequence[PoolStandings], pairs: Mapping[int, PairView]
) -> tuple[PlacedPair, ...]:
    """Everybody without a place: by pool and standing, without pools by number."""
    if not pools:
        return tuple(PlacedPair(pair, None) for pair in pairs.values())
    return tuple(
        PlacedPair(row.pair, None, pool=pool.pool, row=row) for pool in pools for row in pool.rows
    )


def _level(told: Places, groups: Iterable[Iterable[int]]) -> Iterator[LevelAtEnd]:
    """Who could be parted by a lot at the end, or in the one pool that is the whole event."""
    placed = {each.pair.number: each for each in told.placed}
    alone = not told.knockout and len(told.pools) == 1
    found = told.pools[0].state.level_groups() if alone else groups
    for group in found:
        pairs = [placed[number] for number in sorted(group)]
        yield LevelAtEnd(tuple(each.pair for each in pairs), pairs[0].place or 0, in_pool=alone)


def _with_places(
    told: Places,
    finals: Iterable[FinalPlace],
    lots: Mapping[int, Lot],
    numbers: Mapping[int, PairView],
) -> tuple[PlacedPair, ...]:
    """The same pairs, those with a place first."""
    before = {each.pair.number: each for each in told.pairs}
    last: dict[int, KnockoutMatchView] = {}
    for match in told.knockout:
        for pair in (match.a, match.b):
            # Of the last round the match for third place comes first; nobody plays both.
            if pair is not None:
                last[pair.number] = match
    placed: list[PlacedPair] = []
    for final in finals:
        number = int(final.pair)
        placed.append(
            replace(
                before.get(number, PlacedPair(numbers[number], None)),
                place=final.place,
                shared=final.shared,
                final=final,
                above=_just_above(placed, final),
                last=last.get(number),
                lot=lots.get(number),
            )
        )
    named = {each.pair.number for each in placed}
    left = (each for number, each in before.items() if number not in named)
    return (*placed, *left) if told.missing else tuple(placed)


def _just_above(placed: Sequence[PlacedPair], final: FinalPlace) -> PlacedPair | None:
    """The pair that the figures part this one from; None where it shares its place with the one
    before, or the one before is not sure of its place yet."""
    if not placed or not final.decided_by:
        return None
    before = placed[-1].place or 0
    sharing = sum(each.place == before for each in placed)
    return placed[-1] if before + sharing == final.place else None
