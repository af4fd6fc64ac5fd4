"""Results confirmed and disputed in the log, and calls for a referee."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.deals import Side
from tournaments.actions.audit import Verb
from tournaments.log.parts import Details, LogKind, Values, Wording, short, whole
from tournaments.models import RefereeCall


def _sides(codes: list[str]) -> str:
    """Which of a match's pairs: pair A, pair B, or both."""
    sides = [Side(code) for code in codes]
    if len(sides) == len(Side):
        return _("both pairs")
    (side,) = sides
    return _("pair %(side)s") % {"side": side.value}


def confirmation(details: Details, match: int | None) -> Values:
    pairs = _sides(details["sides"])
    if details["by_code"]:
        pairs = _("%(pairs)s with its code") % {"pairs": pairs}
    return {"match": whole(match), "pairs": pairs}


def confirmed_matches(details: Details, match: int | None) -> Values:
    numbers = details["matches"]
    if not numbers:
        raise ValueError("no match")
    listed = ", ".join(str(whole(number)) for number in numbers)
    return {
        "matches": ngettext("match %(numbers)s", "matches %(numbers)s", len(numbers))
        % {"numbers": listed}
    }


def withdrawn_confirmation(details: Details, match: int | None) -> Values:
    return {
        "match": whole(match),
        "pairs": _sides(details["sides"]),
        "reason": short(details["reason"]),
    }


def dispute(details: Details, match: int | None) -> Values:
    return {
        "match": whole(match),
        "side": Side(details["side"]).value,
        "reason": short(details["reason"]),
    }


def answered_dispute(details: Details, match: int | None) -> Values:
    outcome, note = _outcome(details), short(details["answer"])
    return {
        "match": whole(match),
        "side": Side(details["side"]).value,
        "note": f": {outcome} ({note})" if outcome and note else _note(outcome or note),
    }


def code_lock(details: Details, match: int | None) -> Values:
    return {"match": whole(match), "side": Side(details["side"]).value}


def referee_call(details: Details, match: int | None) -> Values:
    return {"table": whole(details["table"])}


def answered_call(details: Details, match: int | None) -> Values:
    return {"table": whole(details["table"]), "note": _note(details["answer"])}


def _outcome(details: Details) -> str:
    """What became of a dispute; "" for one answered before that was asked."""
    if "outcome" not in details:
        return ""
    if RefereeCall.Outcome(details["outcome"]) is RefereeCall.Outcome.STANDS:
        return _("the result stands")
    if details["corrected_by"] is None:
        return _("the result was corrected")
    return _("the result was corrected by change %(revision)d of the sheet") % {
        "revision": whole(details["corrected_by"])
    }


def _note(answer: object) -> str:
    text = short(answer)
    return f": {text}" if text else ""


WORDINGS: dict[Verb, Wording] = {
    Verb.CONFIRM_RESULT: Wording(
        LogKind.SHEETS,
        gettext_lazy("%(who)s confirmed a result."),
        gettext_lazy("%(who)s confirmed the result of match %(match)d: %(pairs)s."),
        confirmation,
    ),
    Verb.CONFIRM_RESULTS: Wording(
        LogKind.SHEETS,
        gettext_lazy("%(who)s confirmed results from the list."),
        gettext_lazy("%(who)s confirmed results from the list: %(matches)s."),
        confirmed_matches,
    ),
    Verb.WITHDRAW_CONFIRMATION: Wording(
        LogKind.SHEETS,
        gettext_lazy("%(who)s withdrew the confirmation of a result."),
        gettext_lazy(
            "%(who)s withdrew the confirmation of the result of match %(match)d: %(pairs)s. "
            "Reason: %(reason)s"
        ),
        withdrawn_confirmation,
    ),
    Verb.LOCK_CODE: Wording(
        LogKind.SHEETS,
        gettext_lazy("%(who)s gave too many wrong codes for a pair."),
        gettext_lazy(
            "%(who)s gave too many wrong codes for pair %(side)s of match %(match)d, so that its "
            "code was locked for a while."
        ),
        code_lock,
    ),
    Verb.LIFT_CODE_LOCK: Wording(
        LogKind.SHEETS,
        gettext_lazy("%(who)s let a pair use its code again."),
        gettext_lazy("%(who)s let pair %(side)s use its code again for match %(match)d."),
        code_lock,
    ),
    Verb.DISPUTE_RESULT: Wording(
        LogKind.SHEETS,
        gettext_lazy("%(who)s told that a result is wrong."),
        gettext_lazy(
            "%(who)s told that the result of match %(match)d is wrong, pair %(side)s. "
            "Reason: %(reason)s"
        ),
        dispute,
    ),
    Verb.ANSWER_DISPUTE: Wording(
        LogKind.SHEETS,
        gettext_lazy("%(who)s answered a pair that said that a result is wrong."),
        gettext_lazy(
            "%(who)s answered pair %(side)s, which said that the result of match %(match)d is "
            "wrong%(note)s."
        ),
        answered_dispute,
    ),
    Verb.CALL_REFEREE: Wording(
        LogKind.SHEETS,
        gettext_lazy("%(who)s called a referee."),
        gettext_lazy("%(who)s called a referee to table %(table)d."),
        referee_call,
    ),
    Verb.TAKE_BACK_REFEREE_CALL: Wording(
        LogKind.SHEETS,
        gettext_lazy("%(who)s took the call for a referee back."),
        gettext_lazy("%(who)s took the call for a referee to table %(table)d back."),
        referee_call,
    ),
    Verb.GO_TO_CALL: Wording(
        LogKind.SHEETS,
        gettext_lazy("%(who)s was coming to a table that called."),
        gettext_lazy("%(who)s was coming to table %(table)d, which called."),
        referee_call,
    ),
    Verb.ANSWER_CALL: Wording(
        LogKind.SHEETS,
        gettext_lazy("%(who)s answered a table's call for a referee."),
        gettext_lazy("%(who)s answered the call for a referee to table %(table)d%(note)s."),
        answered_call,
    ),
}
