"""Lots between pairs that nothing else parts: drawn on the server or by hand, and undone.

The order of level pairs in a pool   R25, R26
who of the best next-placed goes on  R28
final places                         R30
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from uuid import UUID

from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.advancement import Obstacle
from tournaments.actions.audit import Verb, record, writing
from tournaments.actions.field_guard import refuse_locked_field
from tournaments.actions.reasons import clean_reason
from tournaments.actions.refusals import Refused, Stale
from tournaments.advancing import (
    advancement_of,
    numbers_of,
    pool_states_of,
)
from tournaments.lots import lot_from_seed
from tournaments.models import Lot, Tournament
from tournaments.models.knockout import MAX_SEED
from tournaments.names import MAX_NAME, clean_name
from tournaments.permissions import Act, Actor
from tournaments.placing import placing_now
from tournaments.pool_ranking import LotsInForce

WITNESSES = 2


def draw_lot(
    *,
    actor: Actor,
    tournament: Tournament,
    pairs: Sequence[int],
    seed: str = "",
    for_places: bool = False,
    token: UUID | None = None,
) -> Lot:
    """A lot drawn here between level pairs; it counts at once and is public.

    `seed` may be anything called out in the hall; empty lets the server choose one. What it decides
    follows from who is level: pairs of one pool in their pool, else the best next-placed of
    different ones; with `for_places` their final places, which are known then. Raises Stale where
    just these pairs are not level any more, Refused for a seed that is too long and, but for final
    places, once the field is locked, AlreadyDone.
    """
    seed = seed.strip()
    if len(seed) > MAX_SEED:
        raise Refused(
            _("The seed is too long. Give at most %(most)d letters or numbers.")
            % {"most": MAX_SEED},
            field="seed",
        )
    with writing(actor=actor, act=Act.MANAGE_EVENT, tournament=tournament, token=token) as locked:
        lot = _lot_between(locked, pairs, for_places=for_places)
        lot.seed = seed or f"{secrets.randbelow(10**8):08d}"
        lot.order = lot_from_seed(lot.pairs, lot.seed)
        keep_lot(actor, lot, Verb.DRAW_LOT, token)
    return lot


def enter_lot(
    *,
    actor: Actor,
    tournament: Tournament,
    order: Sequence[int],
    witnesses: Sequence[str],
    for_places: bool = False,
    token: UUID | None = None,
) -> Lot:
    """A lot drawn by hand in the hall between level pairs, their `order` the best first.

    What it decides: see `draw_lot`. Raises Stale where just these pairs are not level any more;
    Refused for a pair that stands twice, without two different witnesses and, but for final
    places, once the field is locked; AlreadyDone.
    """
    named = [clean_name(name) for name in witnesses if clean_name(name)]
    if len({name.casefold() for name in named}) != WITNESSES:
        raise Refused(
            _("Name two people who saw the lot being drawn, not the same one twice."),
            field="witnesses",
        )
    if any(len(name) > MAX_NAME for name in named):
        raise Refused(
            _("A name is longer than %(most)d characters. Shorten it.") % {"most": MAX_NAME},
            field="witnesses",
        )
    if len(set(order)) != len(order):
        raise Refused(_("Give every pair a place of its own."), field="order")
    with writing(actor=actor, act=Act.MANAGE_EVENT, tournament=tournament, token=token) as locked:
        lot = _lot_between(locked, order, for_places=for_places)
        lot.order, lot.witnesses = list(order), named
        keep_lot(actor, lot, Verb.ENTER_LOT, token)
    return lot


def undo_lot(
    *,
    actor: Actor,
    tournament: Tournament,
    number: int,
    reason: str,
    token: UUID | None = None,
) -> Lot:
    """The lot of this number counts no more; it stays in the public list with the reason.

    Raises Lot.DoesNotExist, Stale where it was undone before, Refused without a reason and where
    something was built on it: the field is locked. Nothing is built on final places. AlreadyDone.
    """
    with writing(actor=actor, act=Act.MANAGE_EVENT, tournament=tournament, token=token) as locked:
        lot = locked.lots.select_for_update().get(number=number)
        reason = clean_reason(reason)
        if lot.undone_at:
            raise Stale(_("Lot %(number)d has been undone already.") % {"number": number})
        if lot.scope != Lot.Scope.PLACES:
            refuse_locked_field(locked)
        lot.undone_at = timezone.now()
        lot.undone_by_id = actor.user_id
        lot.undone_by_name = actor.name
        lot.undone_reason = reason
        lot.save()
        record(
            actor=actor,
            verb=Verb.UNDO_LOT,
            tournament=locked,
            token=token,
            lot=number,
            pairs=lot.pairs,
            reason=reason,
        )
    return lot


def keep_lot(actor: Actor, lot: Lot, verb: Verb, token: UUID | None) -> None:
    """Numbers a lot and saves it with its record; call it inside a write that holds the event."""
    highest = lot.tournament.lots.aggregate(highest=Max("number"))["highest"] or 0
    lot.number = highest + 1
    lot.made_by_id = actor.user_id
    lot.made_by_name = actor.name
    lot.save()
    record(
        actor=actor,
        verb=verb,
        tournament=lot.tournament,
        token=token,
        lot=lot.number,
        scope=str(lot.scope),
        order=lot.order,
        seed=lot.seed,
        witnesses=lot.witnesses,
    )


def _lot_between(tournament: Tournament, pairs: Sequence[int], *, for_places: bool) -> Lot:
    """An unsaved lot between pairs that are level: in their pool, across pools, or at the end."""
    if not for_places:
        refuse_locked_field(tournament)
    # No sheet may change between reading who is level and keeping the lot.
    list(tournament.matches.live().select_for_update(of=("self",)).order_by("pk"))
    lots = LotsInForce(tournament.pk)
    found = _at_the_end if for_places else _among_pools
    lot = found(tournament, sorted(pairs), lots)
    if lot is None:
        raise Stale(
            _(
                "These pairs are not level any more, or a result of theirs is open again. Nothing "
                "was drawn. Look at what is still to be settled now."
            )
        )
    return lot


def _at_the_end(tournament: Tournament, pairs: list[int], lots: LotsInForce) -> Lot | None:
    """Between pairs that share a final place which is known (R30)."""
    if not any(sorted(group) == pairs for group in placing_now(tournament, lots).level):
        return None
    return Lot(tournament=tournament, scope=Lot.Scope.PLACES, pairs=pairs)


def _among_pools(tournament: Tournament, pairs: list[int], lots: LotsInForce) -> Lot | None:
    """Between level pairs of one pool, or the best next-placed of different ones (R25, R28)."""
    states = pool_states_of(tournament, lots)
    for state in states:
        if any(sorted(group) == pairs for group in state.level_groups()):
            return Lot(tournament=tournament, scope=Lot.Scope.POOL, pool=state.pool, pairs=pairs)
    numbers = numbers_of(tournament, len(states))
    if numbers is not None:
        results = [state.result() for state in states]
        found = advancement_of(results, numbers, lots)
        for block in found.blocks:
            needed = block.obstacle is Obstacle.LOT_NEEDED
            if needed and sorted(int(pair) for pair in block.pairs) == pairs:
                return Lot(tournament=tournament, scope=Lot.Scope.FIELD, pairs=pairs)
    return None
