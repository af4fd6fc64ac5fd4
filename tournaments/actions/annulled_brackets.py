"""The knock-out annulled after play began, and that undone (R29).

Nothing played is lost: its matches are kept, no longer in play, and every sheet stays readable.
"""

from __future__ import annotations

from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.actions.annulling import refuse_unseen
from tournaments.actions.audit import Verb, record, writing
from tournaments.actions.drawing import mark_annulled, mark_counting_again, refuse_counting_again
from tournaments.actions.knockout_rows import counting_bracket, locked_state
from tournaments.actions.reasons import clean_reason
from tournaments.actions.refusals import Refused, Stale
from tournaments.advancing import locked_field_of
from tournaments.brackets import fingerprint, key_of, key_text
from tournaments.models import Annulment, Bracket, Match, Tournament
from tournaments.permissions import Act, Actor


def annul_bracket(
    *,
    actor: Actor,
    tournament: Tournament,
    reason: str,
    seen: str,
    token: UUID | None = None,
) -> Bracket:
    """The bracket that counts does so no more, nor does any match of it. `reason` is public.

    `seen` is the fingerprint of the knock-out shown. Raises Stale where something changed since or
    no bracket counts; Refused without a reason, and before a match is called or begun (it is taken
    back then); AlreadyDone.
    """
    with writing(actor=actor, act=Act.MANAGE_EVENT, tournament=tournament, token=token) as locked:
        reason = clean_reason(reason)
        bracket = counting_bracket(locked)
        if bracket is None:
            raise Stale(_("No draw counts any more, so there is none to annul."))
        state = locked_state(locked, bracket)
        refuse_unseen(seen, fingerprint(state))
        if not state.has_begun:
            raise Refused(
                _("No match has begun yet. Take the draw back instead; no reason needed.")
            )
        now = timezone.now()
        bracket.matches.live().filter(annulment="").update(
            annulment=Annulment.DRAW.value, annulment_reason=reason, annulled_at=now
        )
        bracket.matches.live().update(is_live=False, called_at=None)
        mark_annulled(bracket, actor=actor, reason=reason, at=now)
        record(
            actor=actor,
            verb=Verb.ANNUL_BRACKET,
            tournament=locked,
            token=token,
            bracket=bracket.number,
            seed=bracket.seed,
            reason=reason,
            match_count=len(state.matches),
        )
    return bracket


def undo_annul_bracket(
    *, actor: Actor, tournament: Tournament, number: int, token: UUID | None = None
) -> Bracket:
    """The annulled bracket of this number counts again, with all that was played in it.

    What had been put out of play before, after a corrected result, stays out. Raises
    Bracket.DoesNotExist; Stale where it is not annulled or another counts meanwhile; Refused where
    a match of it would stand where another stands by now, or the field it was drawn from is not the
    one locked any more; AlreadyDone.
    """
    with writing(actor=actor, act=Act.MANAGE_EVENT, tournament=tournament, token=token) as locked:
        bracket = Bracket.objects.get(tournament=locked, number=number)
        refuse_counting_again(bracket, counting_bracket(locked))
        field = locked_field_of(locked)
        if bracket.field_id != (field.pk if field else None):
            raise Refused(
                _("Who goes on has been settled anew since, so this draw stays annulled.")
            )
        matches = _to_bring_back(bracket)
        taken = set(locked.matches.live().values_list("slot", "table"))
        if any((match.slot, match.table) in taken for match in matches):
            raise Refused(
                _(
                    "Other matches have taken the places of this draw's, so it stays annulled. "
                    "Draw again."
                )
            )
        Match.objects.filter(pk__in=[match.pk for match in matches]).update(is_live=True)
        bracket.matches.live().filter(annulment=Annulment.DRAW.value).update(
            annulment="", annulment_reason="", annulled_at=None
        )
        mark_counting_again(bracket)
        record(
            actor=actor,
            verb=Verb.UNDO_ANNUL_BRACKET,
            tournament=locked,
            token=token,
            bracket=bracket.number,
            seed=bracket.seed,
        )
    return bracket


def _to_bring_back(bracket: Bracket) -> list[Match]:
    """The matches that were in play when the bracket was annulled: those annulled with it, and the
    latest of each that had been settled by decision."""
    latest: dict[str, Match] = {}
    for match in bracket.matches.select_for_update(of=("self",)).order_by("number"):
        key = key_text(key_of(match))
        if match.annulment == Annulment.DRAW or key in bracket.decided:
            latest[key] = match
    return list(latest.values())
