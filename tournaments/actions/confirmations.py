"""What is confirmed of a result, written to a match that is held: part of a larger write."""

from __future__ import annotations

from collections.abc import Collection
from uuid import UUID

from django.utils.translation import gettext as _

from scoring.deals import Side
from tournaments.actions.audit import Verb, record
from tournaments.actions.refusals import Refused
from tournaments.models import Confirmation, Match, RefereeCall
from tournaments.permissions import Actor

BOTH = tuple(Side)


def confirm_signed(*, actor: Actor, match: Match, token: UUID | None = None) -> None:
    """Confirms for both pairs as part of a write to the sheet, which both have signed on paper.

    The caller holds the match locked, as it is after the write, and has asked for the permission.
    Raises Refused where the match is not over or a dispute of it is open.
    """
    if not match.is_finished:
        raise Refused(
            _(
                "The match is not over by these lines, so there is no result that both pairs "
                "could have signed. Nothing was saved. Type the rest of the sheet, or untick that "
                "both have signed."
            ),
            field="signed",
        )
    refuse_disputed(match)
    confirm_locked(actor=actor, match=match, sides=BOTH, token=token)


def confirm_locked(
    *, actor: Actor, match: Match, sides: Collection[Side], token: UUID | None = None
) -> list[Side]:
    """Confirms a result for those of these sides that have not confirmed it; returns them.

    The caller holds the match locked and has asked whether this may be. `match.tournament` should
    be loaded.
    """
    new = mark_confirmed(actor=actor, match=match, sides=sides)
    if new:
        record(
            actor=actor,
            verb=Verb.CONFIRM_RESULT,
            tournament=match.tournament,
            match=match,
            token=token,
            sides=[side.value for side in new],
            by_code=actor.at_table is not None,
            revision=match.revision,
        )
    return new


def mark_confirmed(*, actor: Actor, match: Match, sides: Collection[Side]) -> list[Side]:
    """What `confirm_locked` does, where something else tells the audit."""
    new = [side for side in Side if side in sides and not _has_confirmed(match, side)]
    if not new:
        return []
    Confirmation.objects.bulk_create(
        Confirmation(
            match=match,
            side=side.value,
            revision=match.revision,
            made_by_id=actor.user_id,
            made_by_name=actor.name,
        )
        for side in new
    )
    for side in new:
        setattr(match, _field(side), match.revision)
    match.save(update_fields=[_field(side) for side in new])
    return new


def unconfirm_locked(match: Match, sides: Collection[Side]) -> list[Side]:
    """Takes back what these sides have confirmed of the sheet as it is; returns those that had.

    The caller holds the match locked and tells the audit.
    """
    had = [side for side in Side if side in sides and _has_confirmed(match, side)]
    if had:
        match.confirmations.filter(revision=match.revision, side__in=had).delete()
        for side in had:
            setattr(match, _field(side), None)
        match.save(update_fields=[_field(side) for side in had])
    return had


def refuse_disputed(match: Match) -> None:
    """Raises Refused while a pair's word that the result is wrong waits for an answer."""
    if match.referee_calls.filter(kind=RefereeCall.Kind.DISPUTE, answered_at__isnull=True).exists():
        raise Refused(
            _(
                "A pair has said that this result is wrong, so nobody can confirm it now. "
                "The referee answers first."
            )
        )


def _has_confirmed(match: Match, side: Side) -> bool:
    return match.confirmed_by_a if side is Side.A else match.confirmed_by_b


def _field(side: Side) -> str:
    return "confirmed_a" if side is Side.A else "confirmed_b"
