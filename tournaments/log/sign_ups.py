"""Signing up in the log."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.actions.audit import Verb
from tournaments.log.parts import (
    Details,
    LogKind,
    Values,
    Wording,
    moment,
    pair_name,
    pairs_text,
    whole,
)


def sign_up(details: Details, match: int | None) -> Values:
    return {
        "sign_up": whole(details["sign_up"]),
        "players": pair_name(details["players"]),
    }


def sign_up_change(details: Details, match: int | None) -> Values:
    return {
        "sign_up": whole(details["sign_up"]),
        "before": pair_name(details["before"]),
        "after": pair_name(details["after"]),
    }


def approved_sign_ups(details: Details, match: int | None) -> Values:
    return {
        "sign_ups": ", ".join(str(whole(number)) for number in details["sign_ups"]),
        "pairs": pairs_text(len(details["pairs"])),
    }


def sign_up_settings(details: Details, match: int | None) -> Values:
    """What holds now; None stands for closed, until the draw, no limit."""
    after = details["after"]
    opens, closes, limit = after["opens_at"], after["closes_at"], after["limit"]
    if opens is None:
        return {"changes": _("closed")}
    said = [_("opens %(time)s") % {"time": moment(opens)}]
    if closes:
        said.append(_("closes %(time)s") % {"time": moment(closes)})
    if limit is not None:
        said.append(_("%(limit)d pairs at most") % {"limit": whole(limit)})
    return {"changes": ", ".join(said)}


WORDINGS: dict[Verb, Wording] = {
    Verb.SET_SIGN_UP: Wording(
        LogKind.PAIRS,
        gettext_lazy("%(who)s set the times of signing up."),
        gettext_lazy("%(who)s set the times of signing up: %(changes)s."),
        sign_up_settings,
    ),
    Verb.SIGN_UP: Wording(
        LogKind.PAIRS,
        gettext_lazy("%(who)s signed up."),
        gettext_lazy("%(who)s signed up, number %(sign_up)d: %(players)s."),
        sign_up,
    ),
    Verb.CHANGE_SIGN_UP: Wording(
        LogKind.PAIRS,
        gettext_lazy("%(who)s changed a sign-up."),
        gettext_lazy("%(who)s changed sign-up %(sign_up)d: %(before)s → %(after)s."),
        sign_up_change,
    ),
    Verb.CANCEL_SIGN_UP: Wording(
        LogKind.PAIRS,
        gettext_lazy("%(who)s called a sign-up off."),
        gettext_lazy("%(who)s called sign-up %(sign_up)d off: %(players)s."),
        sign_up,
    ),
    Verb.APPROVE_SIGN_UPS: Wording(
        LogKind.PAIRS,
        gettext_lazy("%(who)s approved sign-ups."),
        gettext_lazy("%(who)s approved sign-ups %(sign_ups)s: %(pairs)s."),
        approved_sign_ups,
    ),
    Verb.REFUSE_SIGN_UP: Wording(
        LogKind.PAIRS,
        gettext_lazy("%(who)s did not take a sign-up."),
        gettext_lazy("%(who)s did not take sign-up %(sign_up)d: %(players)s."),
        sign_up,
    ),
    Verb.REOPEN_SIGN_UP: Wording(
        LogKind.PAIRS,
        gettext_lazy("%(who)s let a sign-up wait again."),
        gettext_lazy("%(who)s let sign-up %(sign_up)d wait again: %(players)s."),
        sign_up,
    ),
}
