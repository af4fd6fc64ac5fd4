"""A pair withdraws from its pool, and comes back (R27)."""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.withdrawal import Choice
from tournaments.actions.annulling import apply_change, refuse_unseen
from tournaments.actions.audit import Verb, record, writing
from tournaments.actions.reasons import clean_reason
from tournaments.actions.refusals import Refused, Stale
from tournaments.drawn_pairs import is_in_bracket
from tournaments.fates import Change, fingerprint, in_force, of_return, of_withdrawal
from tournaments.ledger import entries_of_many
from tournaments.models import Match, Pair, PoolPlace, Stage, Tournament, Withdrawal
from tournaments.permissions import Act, Actor


def withdraw_pair(
    *,
    actor: Actor,
    tournament: Tournament,
    number: int,
    choice: Choice,
    reason: str,
    seen: str,
    token: UUID | None = None,
) -> Withdrawal:
    """The pair of this number withdraws; every match it has left is settled by `choice` (R27).

    Results stand: matches not finished become forfeits to the other pair (R18), by one more entry
    on the sheet. All annulled: they count nowhere. Either way a match with a pair that has
    withdrawn before is annulled. `seen` is the fingerprint of the picture shown.

    Raises Pair.DoesNotExist, Stale where something changed since it was shown, Refused before the
    draw and without a reason, AlreadyDone.
    """
    with writing(actor=actor, act=Act.MANAGE_EVENT, tournament=tournament, token=token) as locked:
        pair = locked.pairs.get(number=number)
        in_pool = PoolPlace.objects.live().filter(pair=pair).exists()
        if not in_pool and is_in_bracket(pair):
            raise Refused(
                _(
                    "Pair %(number)d plays in a knock-out without pools. Record at the desk that "
                    "it gives its match up; the other pair goes on."
                )
                % {"number": number}
            )
        if not in_pool:
            raise Refused(
                _(
                    "Pair %(number)d has not been drawn into a pool. "
                    "Remove it from the list of pairs instead."
                )
                % {"number": number}
            )
        reason = clean_reason(reason)
        matches = _locked_matches(locked, pair)
        others = in_force(locked)
        if pair.pk in others:
            raise Stale(_("Pair %(number)d has withdrawn already.") % {"number": number})
        refuse_unseen(seen, fingerprint(matches, others))
        withdrawal = Withdrawal(
            tournament=locked,
            pair=pair,
            pair_number=number,
            choice=choice.value,
            reason=reason,
            made_by_id=actor.user_id,
            made_by_name=actor.name,
        )
        withdrawal.save()
        changes = of_withdrawal(matches, pair.pk, withdrawal, others)
        withdrawal.effects = [
            {"match": change.match.number, "annulled": True}
            for change in changes
            if change.is_one and not change.writes_sheet
        ]
        _apply(actor, changes, reason="")
        withdrawal.save(update_fields=["effects"])
        record(
            actor=actor,
            verb=Verb.WITHDRAW_PAIR,
            tournament=locked,
            token=token,
            pair=number,
            choice=choice.value,
            reason=reason,
            effects=withdrawal.effects,
        )
    return withdrawal


def undo_withdrawal(
    *,
    actor: Actor,
    tournament: Tournament,
    number: int,
    reason: str,
    seen: str,
    token: UUID | None = None,
) -> Withdrawal:
    """The pair of this number comes back: what its withdrawal annulled counts again, and the
    forfeits it wrote are ended in a new revision of their sheets.

    A sheet that was changed after its forfeit stays as it is; its match is named in `left` of the
    withdrawal returned. A match with a pair that is still withdrawn becomes what that withdrawal
    makes of it. Raises Pair.DoesNotExist, Stale, Refused without a reason or where the pair has
    not withdrawn, AlreadyDone.
    """
    with writing(actor=actor, act=Act.MANAGE_EVENT, tournament=tournament, token=token) as locked:
        pair = locked.pairs.get(number=number)
        reason = clean_reason(reason)
        matches = _locked_matches(locked, pair)
        withdrawn = in_force(locked)
        withdrawal = withdrawn.get(pair.pk)
        if withdrawal is None:
            raise Stale(_("Pair %(number)d has not withdrawn.") % {"number": number})
        refuse_unseen(seen, fingerprint(matches, withdrawn))
        changes = of_return(matches, withdrawal, withdrawn)
        changed = [change.match.number for change in changes if change.is_one]
        _apply(actor, changes, reason=reason)
        withdrawal.left = [change.match.number for change in changes if change.left_to_hand]
        withdrawal.undone_at = timezone.now()
        withdrawal.undone_by_id = actor.user_id
        withdrawal.undone_by_name = actor.name
        withdrawal.undone_reason = reason
        withdrawal.save()
        record(
            actor=actor,
            verb=Verb.UNDO_WITHDRAWAL,
            tournament=locked,
            token=token,
            pair=number,
            reason=reason,
            changed=changed,
            left=withdrawal.left,
        )
    return withdrawal


def _locked_matches(tournament: Tournament, pair: Pair) -> list[Match]:
    """A pair's matches of its pool and of play-offs, locked until the write is over; always in the
    same order.

    None of the knock-out: there a pair gives its one match up at the desk (R18).
    """
    matches = list(
        tournament.matches.live()
        .select_for_update(of=("self",))
        .filter(Q(pair_a=pair) | Q(pair_b=pair), stage__in=(Stage.POOL, Stage.PLAY_OFF))
        .order_by("pk")
    )
    for match in matches:
        match.tournament = tournament
    return matches


def _apply(actor: Actor, changes: Iterable[Change], *, reason: str) -> None:
    changes = list(changes)
    entries = entries_of_many(change.match for change in changes if change.writes_sheet)
    for change in changes:
        apply_change(
            actor=actor,
            change=change,
            entries=entries.get(change.match.pk, ()),
            reason=reason,
        )
