"""A pair's own code at the table: tried, locked by too many wrong ones, and unlocked."""

from __future__ import annotations

from uuid import UUID

from django.utils.translation import gettext as _

from scoring.deals import Side
from tournaments.access import is_same, pair_code
from tournaments.actions.audit import Verb, record, writing
from tournaments.actions.refusals import Refused
from tournaments.actions.wrong_tries import keep_wrong_try, too_many_wrong
from tournaments.guessing import MOST_WRONG_CODES, code_subject
from tournaments.models import Match, Pair, WrongTry
from tournaments.permissions import Act, Actor


class WrongCode(Refused):
    """The code is not the pair's."""


def code_is_locked(match: Match, side: Side) -> bool:
    """Whether too many wrong codes were given for the pair of this side, so that none is read (one
    query)."""
    subject = code_subject(match.number, side)
    return too_many_wrong(match.tournament, WrongTry.Kind.CODE, subject, most=MOST_WRONG_CODES)


def lift_code_lock(*, actor: Actor, match: Match, side: Side, token: UUID | None = None) -> None:
    """A referee at the table lets the pair of this side use its code again.

    Its wrong tries are forgotten, so that it may guess as often as at first. Nothing happens where
    there are none. Raises AlreadyDone.
    """
    with writing(actor=actor, act=Act.USE_DESK, tournament=match.tournament, token=token) as locked:
        tries = WrongTry.objects.filter(
            tournament=locked,
            kind=WrongTry.Kind.CODE,
            subject=code_subject(match.number, side),
        )
        if tries.delete()[0]:
            record(
                actor=actor,
                verb=Verb.LIFT_CODE_LOCK,
                tournament=locked,
                match=match,
                token=token,
                side=side.value,
            )


def try_code(actor: Actor, match: Match, side: Side, code: str) -> Refused | None:
    """Tries this code for the pair of this side: None where it is its own, else the refusal.

    A wrong one is kept as a try while the match is locked, so that guesses of many processes at
    once are counted one by one; the last one before the code is locked is told to the audit, since
    the desk has to hear of that. The refusal is to be raised when the transaction is over: raised
    within it, it would undo the count.
    """
    subject = code_subject(match.number, side)
    if code_is_locked(match, side):
        return WrongCode(
            _(
                "Too many wrong codes were given for this pair, so no code is taken for it now. "
                "Call the referee, who can confirm for the pair or lift this, or try again in 15 "
                "minutes. If the result is wrong, say so on its own page: no code is read there "
                "now."
            ),
            field="code",
        )
    pair: Pair = match.pair_a if side is Side.A else match.pair_b
    if is_same("".join(code.split()), pair_code(match.tournament, pair)):
        return None
    keep_wrong_try(match.tournament, WrongTry.Kind.CODE, subject)
    if code_is_locked(match, side):
        record(
            actor=actor,
            verb=Verb.LOCK_CODE,
            tournament=match.tournament,
            match=match,
            side=side.value,
        )
    return WrongCode(
        _(
            "This is not the code of pair %(side)s. The code is the five digits on the pair's own "
            "card. If the card is lost, call the referee."
        )
        % {"side": side.value},
        field="code",
    )
