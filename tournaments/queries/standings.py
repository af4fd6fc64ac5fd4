"""Pools ranked by the rules, with the reason of every place."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from scoring.rows import DecidedBy
from scoring.ruleset import Ruleset
from scoring.standings import Criterion, Standing
from tournaments.advancing import PoolState, pool_state
from tournaments.ledger import ruleset_of
from tournaments.models import Lot, Pool, Stage, Tournament
from tournaments.pool_ranking import LotsInForce, counts_in_pool, of_stage
from tournaments.queries.matches import MatchView, matches_of, pools_of
from tournaments.queries.pairs import PairView, pairs_by_key


@dataclass(frozen=True)
class JuryPoints:
    """Match points that the jury added in a match, or took away below 0; part of the standing."""

    match: MatchView
    points: int


@dataclass(frozen=True)
class StandingRow:
    """A pair's place. `above` is the pair it was parted from by `standing.decided_by`, `lot` the
    lot where one did that."""

    pair: PairView
    standing: Standing
    tuppis: int
    above: PairView | None
    jury: tuple[JuryPoints, ...] = ()
    lot: Lot | None = None

    @property
    def tie_break(self) -> Criterion | None:
        """The criterion that parted this pair from the one above, None where wins did."""
        decided_by = self.standing.decided_by
        return None if decided_by is Criterion.WINS else decided_by


@dataclass(frozen=True)
class PoolStandings:
    """A pool's table, with its matches by number and those of its play-offs; `state` is the pool
    in the values that advancement goes by. `unconfirmed_counts`: results that not both pairs have
    confirmed are in it."""

    pool: Pool
    rows: tuple[StandingRow, ...]
    matches: tuple[MatchView, ...]
    play_off: tuple[MatchView, ...]
    state: PoolState
    unconfirmed_counts: bool = True

    @property
    def unplayed(self) -> tuple[MatchView, ...]:
        return tuple(view for view in self.matches if view.match.is_open)

    @property
    def annulled(self) -> tuple[MatchView, ...]:
        return tuple(view for view in self.matches if view.match.annulled)

    @property
    def unconfirmed(self) -> tuple[MatchView, ...]:
        """The results to be marked as not confirmed by both pairs."""
        return tuple(view for view in self.matches if view.is_unconfirmed)

    @property
    def is_finished(self) -> bool:
        """Whether nothing is still to be played, in a play-off neither."""
        over = not any(view.match.is_open for view in self.play_off)
        return bool(self.matches) and not self.unplayed and over


def standings_of(
    tournament: Tournament,
    pairs: dict[int, PairView] | None = None,
    *,
    rules: Ruleset | None = None,
) -> list[PoolStandings]:
    """Every pool of the event by number, ranked (R25) on its finished matches (five queries, one
    more where pairs of a finished pool are level).

    Annulled matches count nowhere. A pair that has withdrawn (R27) keeps the place that the
    results that stand give it; a pair of which all matches are annulled stands last.

    Pairs that share a place stand in the order drawn. `pairs` spares two queries where the
    caller has them already. `rules` are the event's own where none are given.
    """
    pairs = pairs_by_key(tournament) if pairs is None else pairs
    rules = ruleset_of(tournament) if rules is None else rules
    pools, matches = pools_of(tournament), matches_of(tournament, pairs)
    return rank_pools(pools, pairs, matches, rules, LotsInForce(tournament.pk))


def rank_pools(
    pools: Iterable[Pool],
    pairs: Mapping[int, PairView],
    matches: Iterable[MatchView],
    rules: Ruleset,
    lots: LotsInForce,
) -> list[PoolStandings]:
    """These pools ranked, as `standings_of` tells it, on all `matches` of the event by number."""
    by_pool: dict[int, list[MatchView]] = {}
    for view in matches:
        if view.pool is not None:
            by_pool.setdefault(view.pool.pk, []).append(view)
    return [
        rank_pool(
            pool,
            [pairs[place.pair_id] for place in pool.places.all()],
            by_pool.get(pool.pk, []),
            rules,
            lots,
        )
        for pool in pools
    ]


def rank_pool(
    pool: Pool,
    pairs: Sequence[PairView],
    matches: Sequence[MatchView],
    rules: Ruleset,
    lots: LotsInForce,
) -> PoolStandings:
    """A pool ranked (R25) on those of its matches that count; `pairs` in the order drawn.

    `matches` hold those of its play-offs too. See `pool_ranking.rank_rows`.
    """
    own = of_stage(matches, Stage.POOL)
    finished = [view for view in own if counts_in_pool(view.match, rules)]
    by_key = {pair.pk: pair for pair in pairs}
    tuppis: dict[int, int] = {}
    for view in finished:
        if view.winner and _is_tuppi(view, rules):
            tuppis[view.winner.pk] = tuppis.get(view.winner.pk, 0) + 1
    state = pool_state(pool, pairs, matches, rules, lots)
    rows = []
    above: PairView | None = None
    for standing in state.ranking.standings:
        pair = by_key[int(standing.pair)]
        rows.append(
            StandingRow(
                pair,
                standing,
                tuppis.get(pair.pk, 0),
                above if standing.decided_by else None,
                _jury_points(pair, finished),
                state.ranking.lots.get(pair.pk),
            )
        )
        above = pair
    return PoolStandings(
        pool,
        tuple(rows),
        own,
        of_stage(matches, Stage.PLAY_OFF),
        state,
        rules.unconfirmed_counts,
    )


def _is_tuppi(view: MatchView, rules: Ruleset) -> bool:
    """Whether the winner has made a tuppi, by the club's own reading of R17."""
    awarded = view.match.decided_by == DecidedBy.AWARD
    return view.match.tuppi or (awarded and rules.award_is_tuppi)


def _jury_points(pair: PairView, matches: Sequence[MatchView]) -> tuple[JuryPoints, ...]:
    """What the jury's decisions changed in a pair's points, match by match."""
    changed = (
        (view, view.points_a - view.match.total_a)
        if view.a.pk == pair.pk
        else (view, view.points_b - view.match.total_b)
        for view in matches
        if view.has_jury_points and view.has(pair)
    )
    return tuple(JuryPoints(view, points) for view, points in changed if points)
