"""The jury and its decisions in the log."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.actions.audit import Verb
from tournaments.jury_wording import decision_words, members_text, subject_words
from tournaments.log.parts import Details, LogKind, Values, Wording, short, whole


def jury(details: Details, match: int | None) -> Values:
    return {"jury": short(members_text(details["after"]) or _("nobody"))}


def decision(details: Details, match: int | None) -> Values:
    words = decision_words(details["kind"], points=details["points"], deal=details["deal"])
    names, about = details["subject"], details["subject_match"]
    if not isinstance(names, list):
        raise TypeError("not a list")
    subject = subject_words(
        [short(name) for name in names], None if about is None else whole(about)
    )
    return {
        "decision": whole(details["decision"]),
        "what": f"{words}, {subject}" if subject else words,
        "reason": short(details["reason"]),
    }


def undone_decision(details: Details, match: int | None) -> Values:
    return {"decision": whole(details["decision"]), "reason": short(details["reason"])}


WORDINGS: dict[Verb, Wording] = {
    Verb.NAME_JURY: Wording(
        LogKind.EVENT,
        gettext_lazy("%(who)s named the jury."),
        gettext_lazy("%(who)s named the jury: %(jury)s."),
        jury,
    ),
    Verb.RECORD_DECISION: Wording(
        LogKind.SHEETS,
        gettext_lazy("%(who)s recorded a decision of the jury."),
        gettext_lazy(
            "%(who)s recorded decision %(decision)d of the jury: %(what)s. Reason: %(reason)s"
        ),
        decision,
    ),
    Verb.UNDO_DECISION: Wording(
        LogKind.SHEETS,
        gettext_lazy("%(who)s undid a decision of the jury."),
        gettext_lazy("%(who)s undid decision %(decision)d of the jury. Reason: %(reason)s"),
        undone_decision,
    ),
}
