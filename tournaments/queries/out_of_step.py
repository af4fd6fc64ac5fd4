"""Where the knock-out, or the locked list of who goes on, is out of step with the results by now.

The desk shows it and an organiser decides (`queries.knockout_decisions`, `queries.advancing`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from scoring.knockout import Stage
from tournaments.advancing import locked_field_of, pool_state
from tournaments.brackets import BracketState, Correction, key_of, state_of
from tournaments.field_changes import FieldDifference, difference_of, is_kept
from tournaments.ledger import ruleset_of
from tournaments.models import Course, LockedField, Match, Tournament
from tournaments.pool_ranking import LotsInForce, is_settled, is_unsettled
from tournaments.queries.matches import MatchView
from tournaments.queries.pairs import PairView


@dataclass(frozen=True)
class OutOfStep:
    """A match of the knock-out whose result is not what sent a pair on.

    `now` has won by the sheet, None where nobody has any more. `later` are the matches there are
    that were made with another pair than they would have now.
    """

    view: MatchView
    went_on: PairView
    now: PairView | None
    later: tuple[Match, ...]


@dataclass(frozen=True)
class BracketEffect:
    """What a sheet that is not saved yet would do in the knock-out.

    `out_of_step` tells what would not fit any more, `is_mended` that what does not fit now would
    fit again; `winner_moves`: another pair than now would have won, or nobody. `asks_again`: a
    result that is settled now would have to be confirmed anew.
    """

    out_of_step: OutOfStep | None
    is_mended: bool
    winner_moves: bool
    asks_again: bool


@dataclass(frozen=True)
class FieldOutOfStep:
    """What the pools say otherwise than the locked list of who goes on.

    `out` would not go on, `come` would in their stead; both are empty where pairs would go on by
    another place. `is_settled`: who goes on could be told for certain.
    """

    out: tuple[PairView, ...]
    come: tuple[PairView, ...]
    is_settled: bool


@dataclass(frozen=True)
class KnockoutAtDesk:
    """What the desk is to know of a knock-out: results it waits for until they are confirmed, and
    those it is out of step with; both in the order of the bracket."""

    waits: tuple[MatchView, ...] = ()
    out_of_step: tuple[OutOfStep, ...] = ()


def knockout_at_desk(views: Iterable[MatchView]) -> KnockoutAtDesk:
    """What the desk is to know, out of all matches in play of an event or of its bracket (no
    query). Nothing is waited for once it was decided who goes on."""
    views = list(views)
    by_key = {key_of(view.match): view for view in views if view.match.bracket is not None}
    state = _state(views)
    if state is None:
        return KnockoutAtDesk()
    waits = [
        by_key[tie.key]
        for tie in state.knockout.matches
        if tie.stage is Stage.PLAYABLE and tie.key in by_key and is_unsettled(by_key[tie.key].match)
    ]
    return KnockoutAtDesk(
        tuple(waits), tuple(_view(state, by_key[each.key], each) for each in state.corrections)
    )


def out_of_step_of(view: MatchView) -> OutOfStep | None:
    """What does not fit about one match (one query; none for a match of a pool)."""
    match = view.match
    if match.bracket is None or not match.is_live:
        return None
    rows = list(match.bracket.matches.live().select_related("bracket", "pair_a", "pair_b"))
    numbers = {pair.pk: pair.number for row in rows for pair in (row.pair_a, row.pair_b)}
    return _out_of_step(state_of(match.bracket, rows, numbers), view)


def bracket_effect(views: Sequence[MatchView], would_be: Match) -> BracketEffect | None:
    """What follows where a match reads as `would_be`, a copy that is never saved (no query).

    Among `views` are all matches in play of its bracket, read as they are; None where it is not of
    them.
    """
    own = next((view for view in views if view.match.pk == would_be.pk), None)
    if own is None:
        return None
    would_be_views = [replace(view, match=would_be) if view is own else view for view in views]
    now, after = _out_of_step(_state(views), own), _out_of_step(_state(would_be_views), own)
    return BracketEffect(
        out_of_step=after,
        is_mended=now is not None and after is None,
        winner_moves=_winner(own.match) != _winner(would_be),
        asks_again=is_settled(own.match) and is_unsettled(would_be),
    )


def field_at_desk(tournament: Tournament, views: Sequence[MatchView]) -> FieldOutOfStep | None:
    """What the pools say otherwise by now than the locked list, where nobody has decided about it.

    Looked at only where a sheet of a pool was written to after the locking. No query before the
    first result of a pool or where nobody goes on from pools, else one; one more where pairs of a
    finished pool are level. `views` are all of the event.
    """
    of_pools = [view for view in views if view.pool is not None]
    if not any(view.match.counts for view in of_pools):
        return None
    field = locked_field(tournament)
    written = [view.match.changed_at for view in of_pools if view.match.changed_at]
    if field is None or not any(at > field.locked_at for at in written):
        return None
    difference = field_difference(field, tournament, views)
    if not difference.is_any or is_kept(field, difference):
        return None
    return _field_view(difference, views)


def field_effect(
    field: LockedField | None, views: Sequence[MatchView], would_be: Match
) -> FieldOutOfStep | None:
    """What the pools would say otherwise than the locked list where a match reads as `would_be`, a
    copy that is never saved; None for nothing and where no list is locked.

    No query, one where pairs of a finished pool are level. `views` are all of the event.
    """
    if field is None:
        return None
    would_be_views = [
        replace(view, match=would_be) if view.match.pk == would_be.pk else view for view in views
    ]
    difference = field_difference(field, would_be.tournament, would_be_views)
    return _field_view(difference, views) if difference.is_any else None


def locked_field(tournament: Tournament) -> LockedField | None:
    """The list that is locked (one query; none where nobody goes on from pools)."""
    if tournament.course != Course.POOLS_AND_KNOCKOUT:
        return None
    return locked_field_of(tournament)


def field_difference(
    field: LockedField, tournament: Tournament, views: Sequence[MatchView]
) -> FieldDifference:
    """How the pools differ from the locked field (no query, one where pairs of a finished pool are
    level). `views` are all matches in play of the event: every pair of a pool has some of them."""
    by_pool: dict[int, list[MatchView]] = {}
    for view in views:
        if view.pool is not None:
            by_pool.setdefault(view.pool.pk, []).append(view)
    rules, lots = ruleset_of(tournament), LotsInForce(tournament.pk)
    states = []
    for own in by_pool.values():
        pool = own[0].pool
        pairs = {pair.pk: pair for view in own for pair in (view.a, view.b)}
        if pool is not None:
            by_number = sorted(pairs.values(), key=lambda pair: pair.number)
            states.append(pool_state(pool, by_number, own, rules, lots))
    states.sort(key=lambda state: state.pool.number)
    drawn = any(view.match.bracket is not None for view in views)
    return difference_of(field, states, lots, bracket_counts=drawn)


def _field_view(difference: FieldDifference, views: Iterable[MatchView]) -> FieldOutOfStep:
    by_number = {pair.number: pair for view in views for pair in (view.a, view.b)}
    return FieldOutOfStep(
        out=tuple(by_number[number] for number in difference.out),
        come=tuple(by_number[number] for number in difference.come),
        is_settled=difference.is_settled,
    )


def _state(views: Iterable[MatchView]) -> BracketState | None:
    """How far a knock-out has come by those of these matches that are in play of it; None for
    none."""
    views = [view for view in views if view.match.bracket is not None]
    bracket = next((view.match.bracket for view in views), None)
    if bracket is None:
        return None
    numbers = {pair.pk: pair.number for view in views for pair in (view.a, view.b)}
    return state_of(bracket, [view.match for view in views], numbers)


def _out_of_step(state: BracketState | None, view: MatchView) -> OutOfStep | None:
    """What does not fit about the match of this view."""
    if state is None:
        return None
    own = [each for each in state.corrections if each.match.pk == view.match.pk]
    return _view(state, view, own[0]) if own else None


def _view(state: BracketState, view: MatchView, correction: Correction) -> OutOfStep:
    sides = {pair.number: pair for pair in (view.a, view.b)}
    return OutOfStep(
        view,
        sides[correction.went_on],
        None if correction.now is None else sides[correction.now],
        tuple(
            state.matches[change.key]
            for change in correction.changes
            if change.key in state.matches
        ),
    )


def _winner(match: Match) -> str:
    return match.winner if match.counts else ""
