"""Both pairs stand by a result: with the code on a pair's own card, or a referee for them with the
signed sheet before him.

What is confirmed is one revision of the sheet, so any change of it needs confirming again.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from scoring.deals import Side
from tournaments.actions.audit import Verb, record, refuse_repeat, writing
from tournaments.actions.confirmations import (
    BOTH,
    confirm_locked,
    refuse_disputed,
    unconfirm_locked,
)
from tournaments.actions.knockout_play import (
    follow_knockout,
    follow_result,
    hold_event_for_result,
)
from tournaments.actions.locking import locked_at_table, locked_match
from tournaments.actions.pair_codes import try_code
from tournaments.actions.reasons import clean_reason
from tournaments.actions.refusals import Refused, Stale
from tournaments.models import LockedField, Match, RefereeCall, Stage, Tournament
from tournaments.permissions import Act, Actor, require


class ResultsStale(Stale):
    """Results have changed since they were looked at; `numbers` are their matches."""

    def __init__(self, numbers: Sequence[int]) -> None:
        super().__init__(
            _(
                "Nothing was confirmed: since this page was made, the results of these matches "
                "have changed or a pair has said that they are wrong: %(numbers)s. What is there "
                "now is shown; look it over and confirm again."
            )
            % {"numbers": ", ".join(map(str, numbers))}
        )
        self.numbers = tuple(numbers)


def confirm_with_code(
    *,
    actor: Actor,
    match: Match,
    side: Side,
    code: str,
    seen_revision: int,
    token: UUID | None = None,
) -> Match:
    """The pair of this side confirms the result at its table; one that has confirmed it stays so.

    Raises PermissionDenied where the actor's link does not open the match, Stale where the sheet
    is not at `seen_revision` any more, WrongCode, AlreadyDone, and Refused where there is nothing
    to confirm, a dispute is open, or too many wrong codes were given for the pair.
    """
    with transaction.atomic():
        hold_event_for_result(match)
        locked = locked_at_table(actor, match, token)
        refuse_unfit(locked, seen_revision)
        wrong = try_code(actor, locked, side, code)
        if wrong is None:
            confirm_locked(actor=actor, match=locked, sides=(side,), token=token)
            follow_result(actor, locked)
    if wrong is not None:
        raise wrong
    return locked


def confirm_for(
    *,
    actor: Actor,
    match: Match,
    sides: Collection[Side],
    seen_revision: int,
    token: UUID | None = None,
) -> Match:
    """A referee confirms the result for these pairs, both or one; what is confirmed stays so.

    Raises Stale, AlreadyDone, and Refused where there is nothing to confirm or a dispute is open.
    """
    with transaction.atomic():
        hold_event_for_result(match)
        locked = locked_match(match)
        require(actor, Act.USE_DESK, locked.tournament)
        refuse_repeat(token)
        refuse_unfit(locked, seen_revision)
        confirm_locked(actor=actor, match=locked, sides=sides, token=token)
        follow_result(actor, locked)
    return locked


def confirm_many(
    *,
    actor: Actor,
    tournament: Tournament,
    seen: Mapping[int, int],
    token: UUID | None = None,
) -> list[Match]:
    """A referee confirms these results for both pairs, all or none; the matches by number.

    `seen` gives the revision of the sheet that was looked at under each match's number. Raises
    Refused where it is empty, ResultsStale naming every match that cannot be confirmed so any
    more, AlreadyDone.
    """
    with writing(actor=actor, act=Act.USE_DESK, tournament=tournament, token=token) as locked:
        if not seen:
            raise Refused(_("No match is ticked. Tick the matches to confirm."))
        # In one order always: two who confirm at once never wait for each other's.
        matches = list(
            locked.matches.live()
            .select_for_update(of=("self",))
            .filter(number__in=list(seen))
            .order_by("number")
        )
        disputed = set(
            RefereeCall.objects.filter(
                kind=RefereeCall.Kind.DISPUTE, answered_at__isnull=True, match__in=matches
            ).values_list("match_id", flat=True)
        )
        sound = {
            match.number
            for match in matches
            if match.counts and match.revision == seen[match.number] and match.pk not in disputed
        }
        if stale := sorted(set(seen) - sound):
            raise ResultsStale(stale)
        confirmed = []
        for match in matches:
            match.tournament = locked
            if confirm_locked(actor=actor, match=match, sides=BOTH):
                confirmed.append(match.number)
        if confirmed:
            record(
                actor=actor,
                verb=Verb.CONFIRM_RESULTS,
                tournament=locked,
                token=token,
                matches=confirmed,
            )
        if any(match.stage == Stage.KNOCKOUT for match in matches):
            follow_knockout(actor, locked)
    return matches


def withdraw_confirmation(
    *,
    actor: Actor,
    match: Match,
    reason: str,
    seen_revision: int,
    token: UUID | None = None,
) -> Match:
    """Neither pair has confirmed the result any more; one that nobody has confirmed stays so.

    Raises Stale, AlreadyDone, and Refused where the reason is missing or what follows in the event
    was made from the result already.
    """
    with transaction.atomic():
        locked = locked_match(match)
        require(actor, Act.USE_DESK, locked.tournament)
        refuse_repeat(token)
        _refuse_stale(locked, seen_revision)
        reason = clean_reason(reason, _("Write why the confirmation is withdrawn."))
        if locked.is_confirmed and _is_built_on(locked):
            raise Refused(
                _(
                    "Who goes on was decided by this result already, so its confirmation stays. "
                    "Nothing was changed. If the result is wrong, correct the sheet."
                )
            )
        sides = unconfirm_locked(locked, BOTH)
        if sides:
            record(
                actor=actor,
                verb=Verb.WITHDRAW_CONFIRMATION,
                tournament=locked.tournament,
                match=locked,
                token=token,
                sides=[side.value for side in sides],
                revision=locked.revision,
                reason=reason,
            )
    return locked


def refuse_unfit(match: Match, seen_revision: int) -> None:
    """Raises Stale where the sheet is another one by now, Refused where it has no result that
    could be confirmed."""
    if match.annulled:
        raise Refused(_("The match has been annulled: there is no result to confirm."))
    _refuse_stale(match, seen_revision)
    if not match.is_finished:
        raise Refused(_("The match is not over yet: there is no result to confirm."))
    refuse_disputed(match)


def _refuse_stale(match: Match, seen_revision: int) -> None:
    if match.revision != seen_revision:
        raise Stale(
            _(
                "The sheet has changed since you looked at it. Nothing was confirmed. What is "
                "there now is shown: look at the result and answer again."
            )
        )


def _is_built_on(match: Match) -> bool:
    """Whether what follows in the event was made from this result: the field of the knock-out,
    or the next match of a bracket."""
    if match.stage != Stage.KNOCKOUT or match.bracket is None or match.bracket_number is None:
        return LockedField.objects.filter(
            tournament_id=match.tournament_id, undone_at__isnull=True
        ).exists()
    following = {match.bracket_number // 2}
    if match.round == match.bracket.rounds - 1:
        following.add(1)  # the match for third place
    return (
        match.bracket.matches.live()
        .filter(round=match.round + 1, bracket_number__in=following)
        .exists()
    )
