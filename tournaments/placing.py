"""Between the rows of an event and its final places (R30): which are known, what the others hang
on, who is level but for a lot.

Reads show these and writes go by the very same, so both take them from here. Nothing here writes.
Pairs are known by their numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from scoring.final_places import FinalPlace, PlaceCriterion, level_for_lot
from scoring.knockout import Knockout, MatchKey
from scoring.pool_results import PoolResult
from scoring.settled_places import SettledPlaces, played_out, settled_places
from tournaments.advancing import numbers_of, pool_states_of
from tournaments.brackets import BracketState, state_of
from tournaments.jury_points import with_jury_points
from tournaments.models import Course, Lot, Match, Stage, Tournament
from tournaments.pool_ranking import LotsInForce, is_unsettled


class NoPlaces(StrEnum):
    """Why not everybody has a final place yet, in the order in which an event overcomes it."""

    NOT_DRAWN = "not_drawn"
    NOT_FINISHED = "not_finished"
    NOT_CONFIRMED = "not_confirmed"
    KNOCKOUT_NOT_DRAWN = "knockout_not_drawn"
    KNOCKOUT_RUNNING = "knockout_running"
    KNOCKOUT_NOT_CONFIRMED = "knockout_not_confirmed"
    KNOCKOUT_UNDECIDED = "knockout_undecided"
    """A result was corrected after the next match was made, and nobody has decided about it."""


_IN_KNOCKOUT = (
    NoPlaces.KNOCKOUT_RUNNING,
    NoPlaces.KNOCKOUT_NOT_CONFIRMED,
    NoPlaces.KNOCKOUT_UNDECIDED,
)
"""With these, those have their places whom nothing that is open, or to be decided, can move."""


@dataclass(frozen=True)
class Placing:
    """The final places that are known, best first; `missing` says why not all are, and `open` which
    matches that hangs on.

    `lots` tells by pair number the lot that parts a pair from the one above it, `level` the groups
    that still share a place and that a lot would part.
    """

    finals: tuple[FinalPlace, ...] = ()
    missing: NoPlaces | None = None
    open: tuple[Match, ...] = ()
    lots: Mapping[int, Lot] = field(default_factory=dict)
    level: tuple[tuple[int, ...], ...] = ()


def placing_of(
    tournament: Tournament,
    matches: Sequence[Match],
    results: Sequence[PoolResult],
    state: BracketState | None,
    lots: LotsInForce,
) -> Placing:
    """The places by all live `matches`, the pools' `results` and the knock-out that counts.

    A knock-out alone has no pools: its `results` are to be empty. One query where anybody is level,
    unless the lots were read before.
    """
    missing, hangs_on = _missing(tournament, matches, len(results), state)
    if missing not in (None, *_IN_KNOCKOUT):
        return Placing((), missing, tuple(hangs_on))
    knockout = state.knockout if state else None
    doubted = [correction.key for correction in state.corrections] if state else []
    settled, used = _placed(knockout, results, doubted, lots)
    level = level_for_lot(settled.places, played_out(knockout), results)
    return Placing(
        settled.places,
        missing,
        tuple(hangs_on),
        used,
        # Whom somebody can still come to share a place with is not to be parted yet.
        tuple(
            tuple(int(pair) for pair in group)
            for group in level
            if frozenset(group) in settled.level
        ),
    )


def placing_now(tournament: Tournament, lots: LotsInForce) -> Placing:
    """The same as the rows are now (five queries at most)."""
    rows = tournament.matches.live().select_related("bracket").order_by("number")
    matches = list(with_jury_points(rows))
    by_pools = tournament.course != Course.KNOCKOUT
    pools = pool_states_of(tournament, lots, matches) if by_pools else []
    numbers = dict(tournament.pairs.values_list("pk", "number"))
    state = counting_state(tournament, matches, numbers)
    return placing_of(tournament, matches, [pool.result() for pool in pools], state, lots)


def counting_state(
    tournament: Tournament, matches: Iterable[Match], numbers: Mapping[int, int]
) -> BracketState | None:
    """The knock-out that counts, out of all live matches with their brackets (no query); None where
    there is none. `numbers` are those of the pairs by key."""
    own = [match for match in matches if match.bracket is not None]
    bracket = own[0].bracket if own else None
    if tournament.course == Course.POOLS or bracket is None:
        return None
    return state_of(bracket, own, numbers)


def is_over(tournament: Tournament, matches: Sequence[Match], state: BracketState | None) -> bool:
    """Whether the last result is in and confirmed, so that everybody has a place (no query).

    By all live `matches` with their brackets and the knock-out that counts.
    """
    pools = {match.pool_id for match in matches if match.pool_id is not None}
    return _missing(tournament, matches, len(pools), state)[0] is None


def _missing(
    tournament: Tournament, matches: Sequence[Match], pool_count: int, state: BracketState | None
) -> tuple[NoPlaces | None, list[Match]]:
    """What the event lacks first, and the matches that it hangs on."""
    by_pools = tournament.course != Course.KNOCKOUT
    if by_pools and not pool_count:
        return NoPlaces.NOT_DRAWN, []
    if by_pools:
        own = [match for match in matches if match.stage != Stage.KNOCKOUT]
        if unplayed := [match for match in own if match.is_open]:
            return NoPlaces.NOT_FINISHED, unplayed
        if unsettled := _unsettled(own):
            return NoPlaces.NOT_CONFIRMED, unsettled
    if state is None:
        # One pool of which nobody was chosen to go on is the whole event.
        ends_here = pool_count == 1 and numbers_of(tournament, 1) is None
        if tournament.course == Course.POOLS or ends_here:
            return None, []
        return NoPlaces.KNOCKOUT_NOT_DRAWN, []
    if state.corrections:
        corrected = {correction.match.pk for correction in state.corrections}
        return NoPlaces.KNOCKOUT_UNDECIDED, [match for match in matches if match.pk in corrected]
    if state.knockout.is_finished:
        return None, []
    own = [match for match in matches if match.bracket_id == state.bracket.pk]
    unplayed = [match for match in own if match.is_open]
    # A match that is not made yet hangs on those before it.
    unsettled = _unsettled(own)
    if unsettled and not unplayed:
        return NoPlaces.KNOCKOUT_NOT_CONFIRMED, unsettled
    return NoPlaces.KNOCKOUT_RUNNING, [*unplayed, *unsettled]


def _unsettled(matches: Iterable[Match]) -> list[Match]:
    return [match for match in matches if is_unsettled(match)]


def _placed(
    knockout: Knockout | None,
    results: Sequence[PoolResult],
    doubted: Sequence[MatchKey],
    lots: LotsInForce,
) -> tuple[SettledPlaces, dict[int, Lot]]:
    """The places that are sure, and by pair number the lot that parted a pair from the one above.

    A lot counts where all that are level, whatever comes, were in it; of several the latest.
    """
    settled = settled_places(knockout, results, doubted=doubted)
    order: list[int] = []
    used: dict[int, Lot] = {}
    for group in settled.level:
        level = {int(pair) for pair in group}
        lot = next((lot for lot in lots.of_places() if level <= set(lot.order)), None)
        if lot is not None:
            own = [number for number in lot.order if number in level]
            order += own
            used |= dict.fromkeys(own, lot)
    if order:
        settled = settled_places(knockout, results, doubted=doubted, lots=order)
    by_lot = {int(each.pair) for each in settled.places if each.decided_by is PlaceCriterion.LOT}
    return settled, {pair: lot for pair, lot in used.items() if pair in by_lot}
