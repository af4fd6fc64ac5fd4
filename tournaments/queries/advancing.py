"""What the organiser needs to settle who goes on from the pools (R25 to R28)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Exists, OuterRef, Q

from scoring.advancement import Advancement, Candidate, Obstacle
from scoring.field import FieldProposal, propose_fields, standard_first
from tournaments.advancing import (
    FieldNumbers,
    PairInPool,
    advancement_of,
    locked_field_of,
    numbers_of,
    pool_states_of,
)
from tournaments.field_changes import (
    FieldDifference,
    difference_of,
    fingerprint_of,
    is_kept,
)
from tournaments.ledger import ruleset_of
from tournaments.models import Bracket, LockedField, Lot, Match, Stage, Tournament
from tournaments.play_offs import batches, can_play_off, plan_fingerprint, plan_play_off
from tournaments.pool_ranking import LotsInForce, is_unsettled
from tournaments.queries.going_on import LockedPair, locked_pairs
from tournaments.queries.lots import LevelPairs, LotView, lots_of
from tournaments.queries.matches import MatchView, matches_of, pools_of
from tournaments.queries.pairs import PairView, pairs_by_key
from tournaments.queries.standings import PoolStandings, rank_pools


@dataclass(frozen=True)
class CandidateView:
    """A pair of the list of those who go on, or could."""

    candidate: Candidate
    pair: PairView


@dataclass(frozen=True)
class PoolToFinish:
    """A pool that keeps the list from being locked: what is to be played, and to be confirmed."""

    standings: PoolStandings
    unplayed: tuple[MatchView, ...]
    unconfirmed: tuple[MatchView, ...]


@dataclass(frozen=True)
class Tie(LevelPairs):
    """Pairs that are level for good. `pool` is None for pairs of different pools.

    `decides`: it is open who goes on until they are parted.
    """

    pool: PoolStandings | None
    decides: bool
    can_play_off: bool


@dataclass(frozen=True)
class PlayOffView:
    """Play-off matches of a pool that were made together, by number."""

    pool: PoolStandings
    matches: tuple[MatchView, ...]

    @property
    def can_be_taken_back(self) -> bool:
        return not any(view.match.was_written or view.match.annulled for view in self.matches)


@dataclass(frozen=True)
class BracketBegun:
    """The knock-out that was drawn from the locked field and counts, and how far it has come."""

    bracket: Bracket
    begun: int
    finished: int


@dataclass(frozen=True)
class LockedView:
    """The locked field. `difference` is what the pools say otherwise now; None for nothing, or
    where it was decided to keep the field in spite of just that (`kept`)."""

    field: LockedField
    pairs: tuple[LockedPair, ...]
    difference: FieldDifference | None
    kept: bool
    bracket: BracketBegun | None


@dataclass(frozen=True)
class AdvancingPicture:
    """Everything on the page about going on.

    `numbers` is None where nobody goes on or it is not chosen. `seen` names the list as it is
    shown; a write must name it. `standard_first` is what the rules say for so many pools, None
    where they say nothing. `lots` are those that decide who goes on, the latest first.
    """

    pool_count: int
    pair_count: int
    numbers: FieldNumbers | None
    proposals: tuple[FieldProposal, ...]
    standard_first: int | None
    field: tuple[CandidateView, ...]
    next_best: tuple[CandidateView, ...]
    missing: int
    is_settled: bool
    to_finish: tuple[PoolToFinish, ...]
    ties: tuple[Tie, ...]
    play_offs: tuple[PlayOffView, ...]
    lots: tuple[LotView, ...]
    locked: LockedView | None
    by_number: Mapping[int, PairView]
    seen: str

    @property
    def deciding_ties(self) -> tuple[Tie, ...]:
        return tuple(tie for tie in self.ties if tie.decides)

    @property
    def other_ties(self) -> tuple[Tie, ...]:
        return tuple(tie for tie in self.ties if not tie.decides)


@dataclass(frozen=True)
class PlannedView:
    """A match of a play-off that would be made."""

    round: int
    a: PairView
    b: PairView
    table: int
    starts_at: datetime


@dataclass(frozen=True)
class TiePicture:
    """Level pairs about to be parted; `plan` is the play-off that would be made, `seen` what making
    it must name."""

    tie: Tie
    plan: tuple[PlannedView, ...]
    seen: str


def advancing_picture(tournament: Tournament) -> AdvancingPicture:
    """The page about going on (eight queries at most)."""
    return _picture(tournament)[0]


def tie_picture(tournament: Tournament, numbers: Sequence[int], now: datetime) -> TiePicture | None:
    """Just these pairs, level, and the play-off that would part them (eight queries at most).

    None where they are not level, or not any more, and once the field is locked.
    """
    picture, pools, pairs = _picture(tournament)
    tie = next((each for each in picture.ties if each.numbers == set(numbers)), None)
    if tie is None or picture.locked:
        return None
    if tie.pool is None or not tie.can_play_off:
        return TiePicture(tie, (), "")
    state = tie.pool.state
    level = [pair.number for pair in tie.pairs]
    planned = plan_play_off(
        state=state,
        pairs=level,
        matches=[each.match for pool in pools for each in (*pool.matches, *pool.play_off)],
        # Their numbers are given when they are made.
        highest=0,
        tournament=tournament,
        days=list(tournament.days.all()),
        now=now,
    )
    return TiePicture(
        tie,
        tuple(
            PlannedView(
                each.round, pairs[each.pair_a], pairs[each.pair_b], each.table, each.starts_at
            )
            for each in planned
        ),
        plan_fingerprint(level, state),
    )


@dataclass(frozen=True)
class FieldNow:
    """Whether a field is locked, and what the pools say otherwise now; None for nothing, and where
    it was decided to keep the field in spite of it."""

    is_locked: bool
    difference: FieldDifference | None = None


def field_now(
    tournament: Tournament, matches: Iterable[Match], pairs: Mapping[int, PairInPool]
) -> FieldNow:
    """The locked field against the pools.

    `matches` are all live ones of the event with the jury's points, `pairs` all of it by key. One
    query where no field is locked, else two, one more where pairs of a finished pool are level.
    """
    field = (
        tournament.locked_fields.filter(undone_at__isnull=True)
        .annotate(bracket_counts=Exists(Bracket.objects.filter(field=OuterRef("pk"), counts=True)))
        .first()
    )
    if field is None:
        return FieldNow(is_locked=False)
    lots = LotsInForce(tournament.pk)
    states = pool_states_of(tournament, lots, matches, pairs)
    difference = difference_of(field, states, lots, bracket_counts=field.bracket_counts)
    asks = difference.is_any and not is_kept(field, difference)
    return FieldNow(is_locked=True, difference=difference if asks else None)


def _picture(
    tournament: Tournament,
) -> tuple[AdvancingPicture, list[PoolStandings], dict[int, PairView]]:
    pairs = pairs_by_key(tournament)
    by_number = {pair.number: pair for pair in pairs.values()}
    all_lots = lots_of(tournament, pairs)
    lots = LotsInForce(tournament.pk, [view.lot for view in all_lots])
    pools = rank_pools(
        pools_of(tournament), pairs, matches_of(tournament, pairs), ruleset_of(tournament), lots
    )
    field = locked_field_of(tournament)
    numbers = numbers_of(tournament, len(pools))
    if field is not None:
        numbers = FieldNumbers(field.first, field.size)
    found: Advancement | None = None
    if numbers is not None and pools:
        found = advancement_of([pool.state.result() for pool in pools], numbers, lots)
    playing = [pair for pair in pairs.values() if pair.plays]
    picture = AdvancingPicture(
        pool_count=len(pools),
        pair_count=len(playing),
        numbers=numbers,
        proposals=propose_fields(len(pools), len(playing)),
        standard_first=standard_first(len(pools)),
        field=_candidates(found.field if found else (), by_number),
        next_best=_candidates(found.next_best if found else (), by_number),
        missing=found.missing if found else 0,
        is_settled=bool(found and found.is_settled),
        to_finish=_to_finish(pools),
        ties=tuple(_ties(pools, found, by_number)),
        play_offs=_play_offs(pools),
        lots=tuple(view for view in all_lots if view.lot.scope != Lot.Scope.PLACES),
        locked=_locked(field, pools, lots) if field else None,
        by_number=by_number,
        seen=fingerprint_of(found) if found else "",
    )
    return picture, pools, pairs


def _candidates(
    candidates: Iterable[Candidate], by_number: Mapping[int, PairView]
) -> tuple[CandidateView, ...]:
    return tuple(CandidateView(each, by_number[int(each.pair)]) for each in candidates)


def _to_finish(pools: Sequence[PoolStandings]) -> tuple[PoolToFinish, ...]:
    found = []
    for pool in pools:
        views = (*pool.matches, *pool.play_off)
        unplayed = tuple(view for view in views if view.match.is_open)
        unconfirmed = tuple(view for view in views if is_unsettled(view.match))
        if unplayed or unconfirmed:
            found.append(PoolToFinish(pool, unplayed, unconfirmed))
    return tuple(found)


def _ties(
    pools: Sequence[PoolStandings], found: Advancement | None, by_number: Mapping[int, PairView]
) -> Iterable[Tie]:
    """Level pairs of each pool, then of different pools."""
    blocks = found.blocks if found else ()
    deciding = [
        {int(pair) for pair in block.pairs} for block in blocks if block.obstacle is Obstacle.LEVEL
    ]
    for pool in pools:
        for group in pool.state.level_groups():
            yield Tie(
                tuple(by_number[number] for number in group),
                pool,
                decides=any(each <= set(group) for each in deciding),
                can_play_off=can_play_off(pool.state, group),
            )
    for block in blocks:
        if block.obstacle is Obstacle.LOT_NEEDED:
            level = tuple(by_number[int(pair)] for pair in block.pairs)
            yield Tie(level, None, decides=True, can_play_off=False)


def _play_offs(pools: Sequence[PoolStandings]) -> tuple[PlayOffView, ...]:
    found = []
    for pool in pools:
        by_key = {view.match.pk: view for view in pool.play_off}
        for batch in batches(view.match for view in pool.play_off).values():
            found.append(PlayOffView(pool, tuple(by_key[match.pk] for match in batch)))
    return tuple(found)


def _locked(field: LockedField, pools: Sequence[PoolStandings], lots: LotsInForce) -> LockedView:
    bracket = _bracket(field)
    difference = difference_of(
        field, [pool.state for pool in pools], lots, bracket_counts=bracket is not None
    )
    kept = difference.is_any and is_kept(field, difference)
    return LockedView(
        field,
        locked_pairs(field, pools),
        difference if difference.is_any and not kept else None,
        kept,
        bracket,
    )


def _bracket(field: LockedField) -> BracketBegun | None:
    live = Q(matches__is_live=True, matches__annulment="", matches__stage=Stage.KNOCKOUT)
    bracket = (
        field.brackets.filter(counts=True)
        .annotate(
            begun=Count("matches", filter=live & Q(matches__entry_count__gt=0)),
            finished=Count("matches", filter=live & Q(matches__state="finished")),
        )
        .first()
    )
    if bracket is None:
        return None
    return BracketBegun(bracket, bracket.begun, bracket.finished)
