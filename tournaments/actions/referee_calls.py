"""A table calls for a referee: to come, or because a pair says that a result is wrong."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.deals import Side
from tournaments.actions.audit import Verb, record, writing
from tournaments.actions.confirmations import unconfirm_locked
from tournaments.actions.locking import locked_at_table
from tournaments.actions.pair_codes import code_is_locked, try_code
from tournaments.actions.reasons import clean_reason
from tournaments.actions.refusals import Refused, Stale
from tournaments.models import Match, RefereeCall, Tournament
from tournaments.models.draws import MAX_REASON
from tournaments.permissions import Act, Actor


def call_referee(
    *,
    actor: Actor,
    tournament: Tournament,
    match: Match | None = None,
    token: UUID | None = None,
) -> RefereeCall:
    """The actor's table asks a referee to come; one that has asked already goes on asking.

    `match` is the one that is at the table, None where none is. Raises PermissionDenied for
    somebody who holds no link of a table, AlreadyDone.
    """
    with writing(actor=actor, act=Act.KEEP_SHEET, tournament=tournament, token=token) as locked:
        table = _table(actor)
        call = _open_help(locked, table)
        if call is None:
            call = RefereeCall.objects.create(
                tournament=locked, table=table, match=match, kind=RefereeCall.Kind.HELP
            )
            record(
                actor=actor,
                verb=Verb.CALL_REFEREE,
                tournament=locked,
                match=match,
                token=token,
                table=table,
            )
    return call


def take_back_referee_call(
    *, actor: Actor, tournament: Tournament, token: UUID | None = None
) -> bool:
    """The actor's table needs no referee any more; says whether it had called and nobody is coming.

    Raises PermissionDenied for somebody who holds no link of a table, AlreadyDone.
    """
    with writing(actor=actor, act=Act.KEEP_SHEET, tournament=tournament, token=token) as locked:
        call = _open_help(locked, _table(actor))
        if call is None or call.coming_at is not None:
            return False
        call.delete()
        record(
            actor=actor,
            verb=Verb.TAKE_BACK_REFEREE_CALL,
            tournament=locked,
            match=call.match,
            token=token,
            table=call.table,
        )
    return True


def dispute_result(
    *,
    actor: Actor,
    match: Match,
    side: Side,
    code: str,
    reason: str,
    seen_revision: int,
    token: UUID | None = None,
) -> RefereeCall:
    """The pair of this side says that the result is wrong; nobody confirms it until a referee
    has answered. One that says so already goes on saying so.

    What the pair itself has confirmed falls. While its code is locked by too many wrong ones, none
    is read, right or wrong: saying so only holds the result back until a referee comes, so whoever
    is at the table may, and what the pair has confirmed stands.

    Raises PermissionDenied where the actor's link does not open the match, Stale where the sheet is
    not at `seen_revision` any more, `pair_codes.WrongCode`, AlreadyDone, and Refused where the
    reason is missing, the match is not over, or both pairs have confirmed its result.
    """
    with transaction.atomic():
        locked = locked_at_table(actor, match, token)
        _refuse_undisputable(locked, seen_revision)
        reason = clean_reason(reason, _("Write what is wrong with the result."))
        by_code = not code_is_locked(locked, side)
        wrong = try_code(actor, locked, side, code) if by_code else None
        if wrong is None:
            call = _dispute(actor, locked, side, reason, token, by_code=by_code)
    if wrong is not None:
        raise wrong
    return call


def go_to_call(
    *, actor: Actor, tournament: Tournament, call: int, token: UUID | None = None
) -> RefereeCall:
    """A referee is coming to the table that called; the call stays open until it is handled.

    `call` is its key. Pressed again by the same referee it changes nothing. Raises Stale where
    somebody else is coming, the call was handled or the table has taken it back, AlreadyDone.
    """
    with writing(actor=actor, act=Act.USE_DESK, tournament=tournament, token=token) as locked:
        fresh = _open_call(locked, call)
        if fresh.coming_by_id == actor.user_id:
            return fresh
        if fresh.coming_at is not None:
            raise Stale(
                _("%(who)s is coming to this table already: nobody else needs to go.")
                % {"who": fresh.coming_by_name}
            )
        fresh.coming_at = timezone.now()
        fresh.coming_by_id = actor.user_id
        fresh.coming_by_name = actor.name
        fresh.save(update_fields=["coming_at", "coming_by", "coming_by_name"])
        record(
            actor=actor,
            verb=Verb.GO_TO_CALL,
            tournament=locked,
            match=fresh.match,
            token=token,
            call=fresh.pk,
            table=fresh.table,
        )
    return fresh


def answer_call(
    *,
    actor: Actor,
    tournament: Tournament,
    call: int,
    outcome: RefereeCall.Outcome | None = None,
    answer: str = "",
    token: UUID | None = None,
) -> RefereeCall:
    """A referee has handled a call, or tells what became of a dispute.

    `call` is its key, `outcome` what became of a dispute, which a call to come has none of;
    `answer` is a note for the staff. Raises Stale where somebody answered before or the table has
    taken its call back, Refused for a note too long, a dispute without an outcome or one said to be
    corrected while nothing of the result has changed, AlreadyDone.
    """
    with writing(actor=actor, act=Act.USE_DESK, tournament=tournament, token=token) as locked:
        if len(answer.strip()) > MAX_REASON:
            raise Refused(
                _("Give the note in at most %(most)d characters.") % {"most": MAX_REASON},
                field="answer",
            )
        fresh = _open_call(locked, call)
        told: dict[str, Any] = {}
        if fresh.is_dispute:
            if outcome is None:
                raise Refused(
                    _("Say what became of it: the result stands, or it was corrected."),
                    field="outcome",
                )
            if outcome is RefereeCall.Outcome.CORRECTED:
                _refuse_uncorrected(fresh)
            fresh.outcome = outcome
            fresh.answered_revision = fresh.match.revision if fresh.match else None
            told = {
                "side": fresh.side,
                "outcome": outcome.value,
                "corrected_by": fresh.corrected_by,
            }
        fresh.answered_at = timezone.now()
        fresh.answered_by_id = actor.user_id
        fresh.answered_by_name = actor.name
        fresh.answer = answer.strip()
        fresh.save(
            update_fields=[
                "answered_at",
                "answered_by",
                "answered_by_name",
                "answer",
                "outcome",
                "answered_revision",
            ]
        )
        record(
            actor=actor,
            verb=Verb.ANSWER_DISPUTE if fresh.is_dispute else Verb.ANSWER_CALL,
            tournament=locked,
            match=fresh.match,
            token=token,
            call=fresh.pk,
            table=fresh.table,
            **told,
            answer=fresh.answer,
        )
    return fresh


def _refuse_uncorrected(call: RefereeCall) -> None:
    """Raises Refused where the result is the one disputed: its pair would be told otherwise."""
    match = call.match
    if match is None or match.annulled or match.revision != call.revision:
        return
    if match.jury_decisions.filter(made_at__gte=call.made_at).exists():
        return
    raise Refused(
        _(
            "Nothing of the result has been changed since the pair disputed it. Correct the "
            "sheet first, then answer, or answer that the result stands."
        ),
        field="outcome",
    )


def _refuse_undisputable(match: Match, seen_revision: int) -> None:
    if match.annulled:
        raise Refused(_("The match has been annulled: there is no result to dispute."))
    if match.revision != seen_revision:
        raise Stale(
            _(
                "The sheet has changed since you looked at it. Nothing was told to the referee. "
                "What is there now is shown: look at the result and answer again."
            )
        )
    if not match.is_finished:
        raise Refused(_("The match is not over yet: call the referee instead."))
    if match.is_confirmed:
        raise Refused(
            _(
                "Both pairs have confirmed this result. If it is wrong all the same, call the "
                "referee."
            )
        )


def _dispute(
    actor: Actor, match: Match, side: Side, reason: str, token: UUID | None, *, by_code: bool
) -> RefereeCall:
    earlier: RefereeCall | None = match.referee_calls.filter(
        kind=RefereeCall.Kind.DISPUTE, side=side.value, answered_at__isnull=True
    ).first()
    if earlier is not None:
        return earlier
    if by_code:
        unconfirm_locked(match, (side,))
    call = RefereeCall.objects.create(
        tournament=match.tournament,
        table=_table(actor),
        match=match,
        kind=RefereeCall.Kind.DISPUTE,
        side=side.value,
        revision=match.revision,
        reason=reason,
    )
    record(
        actor=actor,
        verb=Verb.DISPUTE_RESULT,
        tournament=match.tournament,
        match=match,
        token=token,
        side=side.value,
        revision=match.revision,
        reason=reason,
        **({} if by_code else {"by_code": False}),
    )
    return call


def _open_call(tournament: Tournament, key: int) -> RefereeCall:
    """The call with this key, locked; raises Stale where it is open no more."""
    call: RefereeCall | None = (
        tournament.referee_calls.select_for_update(of=("self",))
        .select_related("match")
        .filter(pk=key)
        .first()
    )
    if call is None:
        raise Stale(_("The table has taken its call back: nobody needs to go."))
    if call.answered_at is not None:
        raise Stale(
            _("%(who)s has answered this call already: nobody else needs to go.")
            % {"who": call.answered_by_name}
        )
    return call


def _open_help(tournament: Tournament, table: int) -> RefereeCall | None:
    return (
        tournament.referee_calls.select_related("match")
        .filter(table=table, kind=RefereeCall.Kind.HELP, answered_at__isnull=True)
        .first()
    )


def _table(actor: Actor) -> int:
    assert actor.at_table is not None  # noqa: S101 - the permission was asked for
    return actor.at_table.table
