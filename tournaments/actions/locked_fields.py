"""Who goes on from the pools, locked; taken back, locked anew, or kept in spite of a correction."""

from __future__ import annotations

from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.actions.annulling import refuse_unseen
from tournaments.actions.audit import Verb, record, writing
from tournaments.actions.reasons import clean_reason
from tournaments.actions.refusals import Refused, Stale
from tournaments.advancing import (
    FieldNumbers,
    PoolState,
    advancement_of,
    locked_field_of,
    numbers_of,
    pool_states_of,
)
from tournaments.field_changes import difference_of, fingerprint_of, is_kept, row_of
from tournaments.models import LockedField, Tournament, Withdrawal
from tournaments.permissions import Act, Actor
from tournaments.pool_ranking import LotsInForce

Standing = tuple[list[PoolState], LotsInForce]
"""The pools as they stand, and the lots."""


def lock_field(
    *, actor: Actor, tournament: Tournament, seen: str, token: UUID | None = None
) -> LockedField:
    """Locks who goes on as the pools stand (R28). `seen` is the fingerprint of the list shown.

    Raises Stale where a field is locked already or the list would come otherwise by now; Refused
    where it is not chosen how many go on or anything is not settled (R26); AlreadyDone.
    """
    with writing(actor=actor, act=Act.MANAGE_EVENT, tournament=tournament, token=token) as locked:
        before = locked_field_of(locked)
        if before is not None:
            raise Stale(
                _("%(name)s locked the list already. Look at it; you can take it back.")
                % {"name": before.locked_by_name}
            )
        states, lots = _held_states(locked)
        numbers = numbers_of(locked, len(states))
        if numbers is None:
            raise Refused(_("Choose first how many go on from the pools."))
        return _lock(actor, locked, (states, lots), numbers, seen, token)


def lock_anew(
    *,
    actor: Actor,
    tournament: Tournament,
    reason: str,
    seen: str,
    token: UUID | None = None,
) -> LockedField:
    """Undoes the locked field and locks who goes on as the pools stand now, in one step.

    Raises Stale where none is locked or the list would come otherwise by now; Refused without a
    reason, while a knock-out drawn from the field counts, and where anything is not settled;
    AlreadyDone.
    """
    with writing(actor=actor, act=Act.MANAGE_EVENT, tournament=tournament, token=token) as locked:
        reason = clean_reason(reason)
        states, lots = _held_states(locked)
        field = _undo(actor, locked, reason)
        numbers = FieldNumbers(field.first, field.size)
        return _lock(
            actor, locked, (states, lots), numbers, seen, token, replaces=field, reason=reason
        )


def take_back_field(
    *, actor: Actor, tournament: Tournament, reason: str, token: UUID | None = None
) -> LockedField:
    """The locked field counts no more; it is kept with the reason.

    Raises Stale where none is locked, Refused without a reason and while a knock-out drawn from it
    counts; AlreadyDone.
    """
    with writing(actor=actor, act=Act.MANAGE_EVENT, tournament=tournament, token=token) as locked:
        reason = clean_reason(reason)
        field = _undo(actor, locked, reason)
        record(
            actor=actor,
            verb=Verb.TAKE_BACK_FIELD,
            tournament=locked,
            token=token,
            pairs=[row["pair"] for row in field.rows],
            reason=reason,
        )
    return field


def keep_field(
    *,
    actor: Actor,
    tournament: Tournament,
    reason: str,
    seen: str,
    token: UUID | None = None,
) -> LockedField:
    """The locked field stays though the pools say something else now; not asked about again.

    `seen` is the fingerprint of the difference shown. Raises Stale where none is locked or the
    difference is another one by now, Refused without a reason, AlreadyDone.
    """
    with writing(actor=actor, act=Act.MANAGE_EVENT, tournament=tournament, token=token) as locked:
        reason = clean_reason(reason)
        states, lots = _held_states(locked)
        field = _locked_row(locked)
        difference = difference_of(field, states, lots, bracket_counts=_bracket_counts(field))
        refuse_unseen(seen, difference.fingerprint)
        if not difference.is_any or is_kept(field, difference):
            return field
        field.kept_despite.append(
            {
                "difference": difference.fingerprint,
                "reason": reason,
                "at": timezone.now().isoformat(),
                "by": actor.name,
            }
        )
        field.save(update_fields=["kept_despite"])
        record(
            actor=actor,
            verb=Verb.KEEP_FIELD,
            tournament=locked,
            token=token,
            out=list(difference.out),
            come=list(difference.come),
            reason=reason,
        )
    return field


def refuse_withdrawn(field: LockedField) -> None:
    """Raises Refused while a pair of this list has withdrawn and nobody has decided about that: no
    knock-out is drawn from it until then. Call it inside a write that holds the event."""
    named = [row["pair"] for row in field.rows]
    gone = Withdrawal.objects.filter(
        pair__tournament=field.tournament_id, pair__number__in=named, undone_at__isnull=True
    )
    withdrawn = set(gone.values_list("pair__number", flat=True))
    if not withdrawn:
        return
    states, lots = _held_states(field.tournament)
    difference = difference_of(field, states, lots, bracket_counts=_bracket_counts(field))
    if withdrawn.intersection(difference.out) and not is_kept(field, difference):
        raise Refused(
            _(
                "A pair of the locked list has withdrawn. Decide on the page “Going on” who goes "
                "on in its stead."
            )
        )


def _held_states(tournament: Tournament) -> Standing:
    """The pools as they stand; no sheet changes until the write is over."""
    list(tournament.matches.live().select_for_update(of=("self",)).order_by("pk"))
    lots = LotsInForce(tournament.pk)
    return pool_states_of(tournament, lots), lots


def _lock(
    actor: Actor,
    tournament: Tournament,
    standing: Standing,
    numbers: FieldNumbers,
    seen: str,
    token: UUID | None,
    *,
    replaces: LockedField | None = None,
    reason: str = "",
) -> LockedField:
    states, lots = standing
    found = advancement_of([state.result() for state in states], numbers, lots)
    refuse_unseen(seen, fingerprint_of(found))
    if not found.is_settled:
        raise Refused(
            _("Not everything is settled yet, so nothing was locked. What is missing stands below.")
        )
    field = LockedField.objects.create(
        tournament=tournament,
        first=numbers.first,
        size=numbers.size,
        rows=[row_of(each) for each in found.field],
        locked_by_id=actor.user_id,
        locked_by_name=actor.name,
    )
    record(
        actor=actor,
        verb=Verb.LOCK_FIELD,
        tournament=tournament,
        token=token,
        pairs=[row["pair"] for row in field.rows],
        replaced=[] if replaces is None else [row["pair"] for row in replaces.rows],
        reason=reason,
    )
    return field


def _locked_row(tournament: Tournament) -> LockedField:
    field = tournament.locked_fields.select_for_update().filter(undone_at__isnull=True).first()
    if field is None:
        raise Stale(_("The list is not locked any more. Look at what stands here now."))
    return field


def _undo(actor: Actor, tournament: Tournament, reason: str) -> LockedField:
    field = _locked_row(tournament)
    if _bracket_counts(field):
        raise Refused(
            _(
                "A knock-out has been drawn from this list and counts. Annul that draw first; then "
                "the list can be taken back or locked anew."
            )
        )
    field.undone_at = timezone.now()
    field.undone_by_id = actor.user_id
    field.undone_by_name = actor.name
    field.undone_reason = reason
    field.save()
    return field


def _bracket_counts(field: LockedField) -> bool:
    return field.brackets.filter(counts=True).exists()
