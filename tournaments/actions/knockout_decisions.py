"""What an organiser decides about the knock-out: a result corrected after the next match was made,
a match without a winner, a round taken back before it begins (R29)."""

from __future__ import annotations

from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.knockout import MatchKey
from tournaments.actions.audit import Verb, record, writing
from tournaments.actions.knockout_play import follow_knockout
from tournaments.actions.knockout_rows import (
    locked_state,
    make_rows,
    numbers_of,
    remove_rows,
)
from tournaments.actions.knockout_seen import match_numbered, seen_state
from tournaments.actions.reasons import clean_reason
from tournaments.actions.refusals import Refused, Stale
from tournaments.brackets import (
    BracketState,
    Correction,
    is_fixed,
    key_of,
    key_text,
)
from tournaments.models import Annulment, Match, Tournament
from tournaments.permissions import Act, Actor
from tournaments.put_right import told_before


def put_right(
    *,
    actor: Actor,
    tournament: Tournament,
    number: int,
    seen: str,
    reason: str = "",
    token: UUID | None = None,
) -> list[Match]:
    """The corrected result of the match of this number is followed: later matches whose pairs it
    changes go, and are made anew with the right pairs where these are known. The new ones.

    What was not called or begun is taken away. What was keeps its sheet, out of play and annulled
    for the `reason`, which must be given then and is public. `seen` is the fingerprint of the
    knock-out shown. Raises Match.DoesNotExist, Stale where something changed since or nothing is
    to be put right, Refused without a reason, AlreadyDone.
    """
    with writing(actor=actor, act=Act.MANAGE_EVENT, tournament=tournament, token=token) as locked:
        state = seen_state(locked, seen)
        correction = _correction(state, number)
        gone = [
            state.matches[change.key]
            for change in correction.changes
            if change.key in state.matches
        ]
        begun = [match for match in gone if is_fixed(match)]
        if begun or reason.strip():
            reason = clean_reason(reason)
        before = told_before(gone, dict(state.numbers))
        remove_rows(match for match in gone if not is_fixed(match))
        now = timezone.now()
        for match in begun:
            match.is_live = False
            match.annulment = Annulment.DECISION.value
            match.annulment_reason = reason
            match.annulled_at = now
            match.called_at = None
            match.save(
                update_fields=[
                    "is_live",
                    "annulment",
                    "annulment_reason",
                    "annulled_at",
                    "called_at",
                ]
            )
        bracket = state.bracket
        undecided = {key_text(change.key) for change in correction.changes}
        undecided.add(key_text(correction.key))
        dropped = {key: pair for key, pair in bracket.decided.items() if key in undecided}
        bracket.decided = {
            key: pair for key, pair in bracket.decided.items() if key not in undecided
        }
        bracket.save(update_fields=["decided"])
        after = locked_state(locked, bracket)
        made = make_rows(locked, after, after.to_make)
        record(
            actor=actor,
            verb=Verb.PUT_KNOCKOUT_RIGHT,
            tournament=locked,
            match=correction.match,
            token=token,
            bracket=bracket.number,
            number=number,
            gone=numbers_of(gone),
            annulled=numbers_of(begun),
            matches=numbers_of(made),
            reason=reason,
            before=before,
            decided=dropped,
        )
    return made


def let_stand(
    *,
    actor: Actor,
    tournament: Tournament,
    number: int,
    reason: str,
    seen: str,
    token: UUID | None = None,
) -> None:
    """The pair that went on after the match of this number stays on, whatever its sheet says now.

    `reason` is public. Raises Match.DoesNotExist, Stale where something changed since `seen` was
    shown or nothing is to be decided, Refused without a reason, AlreadyDone.
    """
    with writing(actor=actor, act=Act.MANAGE_EVENT, tournament=tournament, token=token) as locked:
        state = seen_state(locked, seen)
        correction = _correction(state, number)
        reason = clean_reason(reason)
        _decide(state, correction.key, correction.went_on)
        record(
            actor=actor,
            verb=Verb.LET_RESULT_STAND,
            tournament=locked,
            match=correction.match,
            token=token,
            bracket=state.bracket.number,
            key=key_text(correction.key),
            number=number,
            pair=correction.went_on,
            reason=reason,
        )


def decide_match(
    *,
    actor: Actor,
    tournament: Tournament,
    number: int,
    pair: int,
    reason: str,
    seen: str,
    token: UUID | None = None,
) -> list[Match]:
    """A match without a winner, both pairs gone say, sends this one of its pairs on by decision.
    The matches made by it.

    The match is annulled for the `reason`, which is public; its sheet stays. Raises
    Match.DoesNotExist; Stale where something changed since `seen` was shown; Refused without a
    reason, where the match has a result or one of its pairs was sent on before, and for a pair that
    does not play in it; AlreadyDone.
    """
    with writing(actor=actor, act=Act.MANAGE_EVENT, tournament=tournament, token=token) as locked:
        state = seen_state(locked, seen)
        match = match_numbered(state, number)
        reason = clean_reason(reason)
        if match.counts:
            raise Refused(
                _(
                    "Match %(number)d has a result, which decides it. Correct its sheet at the "
                    "desk if it is wrong."
                )
                % {"number": number}
            )
        if match.annulled:
            raise Stale(_("Match %(number)d has been decided already.") % {"number": number})
        if any(each.key == key_of(match) for each in state.corrections):
            raise Refused(
                _(
                    "A pair has gone on from match %(number)d already, and its result was changed "
                    "since. Decide first what follows from that."
                )
                % {"number": number}
            )
        if pair not in {state.numbers[match.pair_a_id], state.numbers[match.pair_b_id]}:
            raise Refused(_("Choose one of the two pairs."), field="pair")
        match.annulment = Annulment.DECISION.value
        match.annulment_reason = reason
        match.annulled_at = timezone.now()
        match.called_at = None
        match.save(update_fields=["annulment", "annulment_reason", "annulled_at", "called_at"])
        _decide(state, key_of(match), pair)
        record(
            actor=actor,
            verb=Verb.DECIDE_MATCH,
            tournament=locked,
            match=match,
            token=token,
            bracket=state.bracket.number,
            key=key_text(key_of(match)),
            number=number,
            pair=pair,
            reason=reason,
        )
        return follow_knockout(actor, locked)


def undo_decided(
    *,
    actor: Actor,
    tournament: Tournament,
    number: int,
    reason: str,
    seen: str,
    token: UUID | None = None,
) -> None:
    """What was decided about the match of this number holds no more: its sheet decides again.

    A match that was annulled by it can be played. Where the next match is made, the difference is
    there to be decided about again. Raises Match.DoesNotExist, Stale where something changed since
    `seen` was shown or nothing was decided, Refused without a reason, AlreadyDone.
    """
    with writing(actor=actor, act=Act.MANAGE_EVENT, tournament=tournament, token=token) as locked:
        state = seen_state(locked, seen)
        match = match_numbered(state, number)
        reason = clean_reason(reason)
        key = key_text(key_of(match))
        bracket = state.bracket
        if key not in bracket.decided:
            raise Stale(
                _("Nothing is decided about match %(number)d any more.") % {"number": number}
            )
        pair = bracket.decided.pop(key)
        bracket.save(update_fields=["decided"])
        if match.annulled:
            match.annulment = match.annulment_reason = ""
            match.annulled_at = None
            match.save(update_fields=["annulment", "annulment_reason", "annulled_at"])
        record(
            actor=actor,
            verb=Verb.UNDO_DECIDED_MATCH,
            tournament=locked,
            match=match,
            token=token,
            bracket=bracket.number,
            key=key,
            number=number,
            pair=pair,
            reason=reason,
        )


def take_back_round(
    *, actor: Actor, tournament: Tournament, seen: str, token: UUID | None = None
) -> list[int]:
    """The matches of the round made last go again, while none of them has been called or begun;
    their numbers.

    They are made anew as soon as somebody asks for it or another result is confirmed. `seen` is
    the fingerprint of the knock-out shown. Raises Stale, Refused for the first round (its draw is
    taken back then) and once a match has begun, AlreadyDone.
    """
    with writing(actor=actor, act=Act.MANAGE_EVENT, tournament=tournament, token=token) as locked:
        state = seen_state(locked, seen)
        matches = state.last_round
        if not matches or matches[0].round == 1:
            raise Refused(
                _(
                    "Only the first round has been made. Take the draw of the knock-out back "
                    "instead."
                )
            )
        if any(is_fixed(match) for match in matches):
            raise Refused(
                _(
                    "A match of the last round has been called or has begun, so the round stays. "
                    "Nothing was changed."
                )
            )
        numbers = numbers_of(matches)
        remove_rows(matches)
        record(
            actor=actor,
            verb=Verb.TAKE_BACK_ROUND,
            tournament=locked,
            token=token,
            bracket=state.bracket.number,
            round=matches[0].round,
            matches=numbers,
        )
    return numbers


def _correction(state: BracketState, number: int) -> Correction:
    match = match_numbered(state, number)
    for correction in state.corrections:
        if correction.match.pk == match.pk:
            return correction
    raise Stale(
        _("The result of match %(number)d and those who went on agree by now.") % {"number": number}
    )


def _decide(state: BracketState, key: MatchKey, pair: int) -> None:
    bracket = state.bracket
    bracket.decided = {**bracket.decided, key_text(key): pair}
    bracket.save(update_fields=["decided"])
