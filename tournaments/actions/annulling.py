"""A match annulled by decision, and that undone; what a withdrawal does to one match."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.ledger import Entry
from tournaments.actions.audit import Verb, record, writing
from tournaments.actions.reasons import clean_reason
from tournaments.actions.refusals import Refused, Stale
from tournaments.actions.sheet_revisions import write_revision
from tournaments.fates import (
    Change,
    fingerprint,
    in_force,
    of_annulling,
    of_undone_annulling,
)
from tournaments.ledger import entries_of
from tournaments.models import Annulment, Match, Stage, Tournament
from tournaments.permissions import Act, Actor


def annul_match(
    *,
    actor: Actor,
    tournament: Tournament,
    number: int,
    reason: str,
    seen: str,
    token: UUID | None = None,
) -> Match:
    """The match of this number counts nowhere from now on; its sheet stays. `reason` is public.

    Raises Match.DoesNotExist, Stale where it is not as it was shown (annulled already, say),
    Refused without a reason or for a match of the knock-out, AlreadyDone.
    """
    with writing(actor=actor, act=Act.MANAGE_EVENT, tournament=tournament, token=token) as locked:
        match = _locked_match(locked, number)
        reason = clean_reason(reason)
        refuse_unseen(seen, fingerprint([match], in_force(locked)))
        if match.annulled:
            raise Stale(_("Match %(number)d has been annulled already.") % {"number": number})
        apply_change(actor=actor, change=of_annulling(match), entries=(), reason=reason)
        record(
            actor=actor,
            verb=Verb.ANNUL_MATCH,
            tournament=locked,
            match=match,
            token=token,
            number=number,
            reason=reason,
        )
    return match


def undo_annulling(
    *,
    actor: Actor,
    tournament: Tournament,
    number: int,
    reason: str,
    seen: str,
    token: UUID | None = None,
) -> Match:
    """The match of this number counts again. Where a pair of it has withdrawn meanwhile, it
    becomes what that withdrawal makes of it (R27).

    Raises Match.DoesNotExist, Stale, Refused without a reason or where a withdrawal and no
    decision annulled the match, AlreadyDone.
    """
    with writing(actor=actor, act=Act.MANAGE_EVENT, tournament=tournament, token=token) as locked:
        match = _locked_match(locked, number)
        reason = clean_reason(reason)
        withdrawn = in_force(locked)
        refuse_unseen(seen, fingerprint([match], withdrawn))
        if match.annulment == Annulment.WITHDRAWAL:
            raise Refused(
                _(
                    "Match %(number)d is annulled because a pair withdrew. "
                    "Undo that withdrawal instead."
                )
                % {"number": number}
            )
        if not match.annulled:
            raise Stale(_("Match %(number)d is not annulled.") % {"number": number})
        before = match.annulment_reason
        change = of_undone_annulling(match, withdrawn)
        entries = entries_of(match) if change.writes_sheet else ()
        apply_change(actor=actor, change=change, entries=entries, reason=reason)
        record(
            actor=actor,
            verb=Verb.UNDO_ANNULLING,
            tournament=locked,
            match=match,
            token=token,
            number=number,
            reason=reason,
            annulled_for=before,
        )
    return match


def apply_change(*, actor: Actor, change: Change, entries: Sequence[Entry], reason: str) -> None:
    """Makes a match what the change says, and tells the withdrawal of the forfeit it wrote.

    The caller holds the match locked; `entries` are its live ones, needed where the change writes
    to the sheet. `reason` is kept with a decision to annul and with a correction of the sheet.
    """
    match = change.match
    if change.annulment != match.annulment:
        by_decision = change.annulment == Annulment.DECISION
        match.annulment = change.annulment
        match.annulment_reason = reason if by_decision else ""
        match.annulled_at = timezone.now() if change.annulment else None
        match.save(update_fields=["annulment", "annulment_reason", "annulled_at"])
    if change.writes_sheet:
        write_revision(
            actor=actor,
            match=match,
            kept=change.kept(entries),
            new=change.new(),
            ended=1 if change.drops_award else 0,
            reason=reason if change.drops_award else "",
        )
    if change.award and change.awarded_by:
        change.awarded_by.effects.append(
            {
                "match": match.number,
                "awarded_to": change.award.value,
                "revision": match.revision,
            }
        )
        change.awarded_by.save(update_fields=["effects"])


def refuse_unseen(seen: str, now: str) -> None:
    """Raises Stale where the picture shown was made from something else than there is now."""
    if seen != now:
        raise Stale(
            _(
                "Something changed since this page was shown, so nothing was done yet. "
                "Look at what would follow now, then confirm again."
            )
        )


def _locked_match(tournament: Tournament, number: int) -> Match:
    match = tournament.matches.select_for_update(of=("self",)).get(number=number)
    if match.stage == Stage.KNOCKOUT:
        raise Refused(
            _(
                "A match of the knock-out is not annulled by itself. Decide who goes on instead; "
                "the page of the knock-out does that."
            )
        )
    if not match.is_live:
        raise Stale(
            _("Match %(number)d was annulled with its whole draw and stays so.")
            % {"number": number}
        )
    match.tournament = tournament
    return match
