"""Putting the knock-out right taken back, until somebody has built on it (R29)."""

from __future__ import annotations

from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.knockout import KnockoutMatch, Stage
from tournaments.actions.audit import Verb, record, writing
from tournaments.actions.knockout_rows import (
    bring_back,
    locked_state,
    make_rows,
    numbers_of,
    remove_rows,
)
from tournaments.actions.knockout_seen import match_numbered, seen_state
from tournaments.actions.reasons import clean_reason
from tournaments.actions.refusals import Refused, Stale
from tournaments.brackets import key_from, key_of, key_text
from tournaments.models import Match, Tournament
from tournaments.permissions import Act, Actor
from tournaments.put_right import Told, built_on, decisions_about, last_put_right, made_since


def undo_put_right(
    *,
    actor: Actor,
    tournament: Tournament,
    number: int,
    reason: str,
    seen: str,
    token: UUID | None = None,
) -> list[Match]:
    """What was put right last, after the match of this number, is as it was before; the matches
    that are in play again.

    Those made since go. What had been put out of play is in play again with its sheet, what had
    been taken away is made anew with the pairs it had. Where the sheet still says otherwise, the
    difference is there to be decided about again. Raises Match.DoesNotExist; Stale where something
    changed since `seen` was shown or something else was put right last; Refused without a reason,
    once somebody has built on it (a match made since is called or begun), and while a later
    decision about the match stands; AlreadyDone.
    """
    with writing(actor=actor, act=Act.MANAGE_EVENT, tournament=tournament, token=token) as locked:
        state = seen_state(locked, seen)
        match = match_numbered(state, number)
        reason = clean_reason(reason)
        done = last_put_right(decisions_about(state.bracket))
        if done is None or done.number != number:
            raise Stale(
                _("The knock-out was not put right last after match %(number)d.")
                % {"number": number}
            )
        if key_text(key_of(match)) in state.bracket.decided:
            raise Refused(
                _(
                    "Since then it was decided who goes on from match %(number)d. Take that "
                    "decision back first. Nothing was changed."
                )
                % {"number": number}
            )
        if begun := built_on(state, done):
            raise Refused(
                ngettext(
                    "Match %(numbers)s, made since, has been called or has begun, so the "
                    "knock-out stays as it is. Nothing was changed.",
                    "Matches %(numbers)s, made since, have been called or have begun, so the "
                    "knock-out stays as it is. Nothing was changed.",
                    len(begun),
                )
                % {"numbers": ", ".join(map(str, numbers_of(begun)))}
            )
        gone = made_since(state, done)
        remove_rows(gone)
        bracket = state.bracket
        bracket.decided = {**bracket.decided, **done.decided}
        bracket.save(update_fields=["decided"])
        back = bring_back(locked, bracket, [each for each in done.before if each["kept"]])
        wanted = [_as_before(each) for each in done.before if not each["kept"]]
        back += make_rows(locked, locked_state(locked, bracket), wanted)
        record(
            actor=actor,
            verb=Verb.UNDO_PUT_KNOCKOUT_RIGHT,
            tournament=locked,
            match=match,
            token=token,
            bracket=bracket.number,
            number=number,
            gone=numbers_of(gone),
            matches=numbers_of(back),
            reason=reason,
        )
    return back


def _as_before(told: Told) -> KnockoutMatch:
    """A match that had been taken away, with the pairs it had."""
    a, b = told["pairs"]
    # Whether it is for third place its key tells where that is asked.
    return KnockoutMatch(key_from(told["key"]), a, b, Stage.PLAYABLE, None, is_third_place=False)
