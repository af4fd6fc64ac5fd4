"""What withdrawing, annulling and undoing either would bring, worked out without writing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from scoring.ledger import DecidedBy, Entry
from scoring.ruleset import STANDARD, Ruleset
from scoring.standings import Standing
from scoring.withdrawal import Choice, default_choice, is_played
from tournaments.fates import (
    Change,
    fingerprint,
    in_force,
    of_annulling,
    of_return,
    of_undone_annulling,
    of_withdrawal,
    would_be,
)
from tournaments.ledger import entries_of_many, ruleset_of
from tournaments.models import Annulment, Match, Pool, Stage, Tournament, Withdrawal
from tournaments.pool_ranking import LotsInForce
from tournaments.queries.matches import MatchView, matches_in_pool
from tournaments.queries.pairs import PairView, pairs_by_key
from tournaments.queries.standings import rank_pool


@dataclass(frozen=True)
class Step:
    """A match as it is and as it would be. `left_to_hand`: a forfeit that cannot be taken away,
    since the sheet was changed after it."""

    before: MatchView
    after: MatchView
    changes: bool
    left_to_hand: bool


@dataclass(frozen=True)
class Move:
    """A pair's standing as it is and as it would be."""

    pair: PairView
    before: Standing
    after: Standing

    @property
    def moves(self) -> bool:
        return _place(self.before) != _place(self.after)


@dataclass(frozen=True)
class Consequences:
    """Everything that follows: matches by number, pairs by their places afterwards."""

    steps: tuple[Step, ...]
    moves: tuple[Move, ...]

    @property
    def left_to_hand(self) -> tuple[Step, ...]:
        return tuple(step for step in self.steps if step.left_to_hand)


@dataclass(frozen=True)
class Option:
    """One of the two choices of R27; `is_default` where it is the rule's own."""

    choice: Choice
    is_default: bool
    consequences: Consequences


@dataclass(frozen=True)
class WithdrawalPicture:
    """A pair about to withdraw. `pool` is None before the draw, then there are no options.

    `in_force` is its withdrawal where it has withdrawn already. `played` of its `match_count`
    pool matches that are not annulled were played (`is_played`). `seen` is what a write must name.
    """

    pair: PairView
    pool: Pool | None
    in_force: Withdrawal | None
    played: int
    match_count: int
    options: tuple[Option, ...]
    seen: str
    rules: Ruleset = STANDARD

    @property
    def default(self) -> Choice:
        return default_choice(self.played, self.match_count, self.rules)


@dataclass(frozen=True)
class ReturnPicture:
    """A pair about to come back; `withdrawal` is None where none is in force."""

    pair: PairView
    withdrawal: Withdrawal | None
    consequences: Consequences | None
    seen: str


@dataclass(frozen=True)
class AnnulPicture:
    """A match about to be annulled by decision, or that decision about to be undone."""

    view: MatchView
    consequences: Consequences
    seen: str

    @property
    def by_decision(self) -> bool:
        return self.view.match.annulment == Annulment.DECISION

    @property
    def by_withdrawal(self) -> bool:
        return self.view.match.annulment == Annulment.WITHDRAWAL


def withdrawal_picture(tournament: Tournament, number: int) -> WithdrawalPicture | None:
    """What withdrawing the pair of this number would bring (seven queries); None for no pair."""
    pairs = pairs_by_key(tournament)
    pair = _numbered(pairs, number)
    if pair is None:
        return None
    withdrawn, rules = in_force(tournament), ruleset_of(tournament)
    pool = Pool.objects.live().filter(places__pair=pair.pk).prefetch_related("places").first()
    views = [] if pool is None else matches_in_pool(pool, pairs)
    own = [view.match for view in views if view.has(pair)]
    counted = [match for match in own if match.stage == Stage.POOL and not match.annulled]
    picture = WithdrawalPicture(
        pair=pair,
        pool=pool,
        in_force=withdrawn.get(pair.pk),
        played=sum(
            is_played(
                finished=match.is_finished,
                awarded=match.decided_by == DecidedBy.AWARD,
                deals_played=match.deals_played,
            )
            for match in counted
        ),
        match_count=len(counted),
        options=(),
        seen=fingerprint(own, withdrawn),
        rules=rules,
    )
    if pool is None or picture.in_force:
        return picture
    options = []
    changes = {
        choice: of_withdrawal(own, pair.pk, Withdrawal(choice=choice.value), withdrawn)
        for choice in Choice
    }
    entries = entries_of_many(
        change.match for each in changes.values() for change in each if change.writes_sheet
    )
    for choice, each in changes.items():
        options.append(
            Option(
                choice,
                choice is picture.default,
                _consequences(pool, rules, pairs, views, each, entries),
            )
        )
    return replace(picture, options=tuple(options))


def return_picture(tournament: Tournament, number: int) -> ReturnPicture | None:
    """What undoing a pair's withdrawal would bring (seven queries); None for no pair."""
    pairs = pairs_by_key(tournament)
    pair = _numbered(pairs, number)
    if pair is None:
        return None
    withdrawn, rules = in_force(tournament), ruleset_of(tournament)
    withdrawal = withdrawn.get(pair.pk)
    pool = Pool.objects.live().filter(places__pair=pair.pk).prefetch_related("places").first()
    if withdrawal is None or pool is None:
        return ReturnPicture(pair, None, None, "")
    views = matches_in_pool(pool, pairs)
    own = [view.match for view in views if view.has(pair)]
    changes = of_return(own, withdrawal, withdrawn)
    entries = entries_of_many(change.match for change in changes if change.writes_sheet)
    return ReturnPicture(
        pair,
        withdrawal,
        _consequences(pool, rules, pairs, views, changes, entries),
        fingerprint(own, withdrawn),
    )


def annul_picture(tournament: Tournament, number: int) -> AnnulPicture | None:
    """What annulling the match of this number would bring (six queries); None for no match."""
    return _annul_picture(tournament, number, undo=False)


def undo_annulling_picture(tournament: Tournament, number: int) -> AnnulPicture | None:
    """What undoing the annulling of a match would bring (seven queries); None for no match."""
    return _annul_picture(tournament, number, undo=True)


def _annul_picture(tournament: Tournament, number: int, *, undo: bool) -> AnnulPicture | None:
    pool = (
        Pool.objects.live()
        .filter(tournament=tournament, matches__number=number)
        .prefetch_related("places")
        .first()
    )
    if pool is None:
        return None
    pairs = pairs_by_key(tournament)
    withdrawn, rules = in_force(tournament), ruleset_of(tournament)
    views = matches_in_pool(pool, pairs)
    view = next(view for view in views if view.match.number == number)
    change = of_undone_annulling(view.match, withdrawn) if undo else of_annulling(view.match)
    entries = entries_of_many([view.match] if change.writes_sheet else [])
    return AnnulPicture(
        view,
        _consequences(pool, rules, pairs, views, [change], entries),
        fingerprint([view.match], withdrawn),
    )


def _numbered(pairs: dict[int, PairView], number: int) -> PairView | None:
    return next((view for view in pairs.values() if view.number == number), None)


def _consequences(
    pool: Pool,
    rules: Ruleset,
    pairs: dict[int, PairView],
    views: Sequence[MatchView],
    changes: Sequence[Change],
    entries: Mapping[int, Sequence[Entry]],
) -> Consequences:
    by_match = {change.match.pk: change for change in changes}
    afterwards = {key: would_be(change, entries.get(key, ())) for key, change in by_match.items()}
    own = [pairs[place.pair_id] for place in pool.places.all()]
    after_views = [_with_match(view, afterwards.get(view.match.pk)) for view in views]
    lots = LotsInForce(pool.tournament_id)
    before, after = (rank_pool(pool, own, each, rules, lots) for each in (views, after_views))
    standing_before = {row.pair.pk: row.standing for row in before.rows}
    return Consequences(
        steps=tuple(
            Step(view, later, by_match[view.match.pk].is_one, by_match[view.match.pk].left_to_hand)
            for view, later in zip(views, after_views, strict=True)
            if view.match.pk in by_match
        ),
        moves=tuple(
            Move(row.pair, standing_before[row.pair.pk], row.standing) for row in after.rows
        ),
    )


def _with_match(view: MatchView, match: Match | None) -> MatchView:
    return view if match is None else replace(view, match=match)


def _place(standing: Standing) -> tuple[int, bool]:
    return standing.place, standing.shared
