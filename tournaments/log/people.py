"""People and links in the log."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.actions.audit import Verb
from tournaments.log.parts import Details, LogKind, Text, Values, Wording, pair_number, short, whole
from tournaments.models import OneTimeLink, Role


def _role(code: str) -> str:
    """A role as it is said inside a sentence."""
    match code:
        case Role.ORGANISER:
            return _("as organiser")
        case Role.REFEREE:
            return _("as referee")
        case "event_maker":
            return _("to make events")
    raise ValueError("no role")


def invitation(details: Details, match: int | None) -> Values:
    return {"person": short(details["person"]), "role": _role(details["role"])}


def acceptance(details: Details, match: int | None) -> Values:
    return {"role": _role(details["role"]), "inviter": short(details["invited_by"])}


def person(details: Details, match: int | None) -> Values:
    return {"person": short(details["person"])}


def member(details: Details, match: int | None) -> Values:
    roles = [str(Role(role).label) for role in details["roles"]]
    return {**person(details, match), "roles": ", ".join(roles).lower()}


LINKS: dict[str, Text] = {
    OneTimeLink.Purpose.INVITATION: gettext_lazy("an invitation"),
    OneTimeLink.Purpose.EVENT_MAKER: gettext_lazy("an invitation to make events"),
    OneTimeLink.Purpose.NEW_PASSWORD: gettext_lazy("a new-password link"),
}


def link(details: Details, match: int | None) -> Values:
    return {**person(details, match), "link": LINKS[details["purpose"]]}


def table(details: Details, match: int | None) -> Values:
    return {"table": whole(details["table"])}


def tables(details: Details, match: int | None) -> Values:
    count = whole(details["tables"])
    return {"tables": ngettext("%(count)d table", "%(count)d tables", count) % {"count": count}}


def match_number(details: Details, match: int | None) -> Values:
    return {"match": whole(match)}


def password_maker(details: Details, match: int | None) -> Values:
    return {"maker": short(details["made_by"])}


WORDINGS: dict[Verb, Wording] = {
    Verb.MAKE_FIRST_ORGANISER: Wording(
        LogKind.PEOPLE,
        gettext_lazy("%(who)s made the first account of the site."),
    ),
    Verb.INVITE: Wording(
        LogKind.PEOPLE,
        gettext_lazy("%(who)s made an invitation."),
        gettext_lazy("%(who)s made an invitation %(role)s: %(person)s."),
        invitation,
    ),
    Verb.ACCEPT_INVITATION: Wording(
        LogKind.PEOPLE,
        gettext_lazy("%(who)s accepted an invitation."),
        gettext_lazy("%(who)s accepted an invitation %(role)s, made by: %(inviter)s."),
        acceptance,
    ),
    Verb.WITHDRAW_LINK: Wording(
        LogKind.PEOPLE,
        gettext_lazy("%(who)s withdrew a link."),
        gettext_lazy("%(who)s withdrew %(link)s: %(person)s."),
        link,
    ),
    Verb.RENEW_TABLE_LINK: Wording(
        LogKind.PEOPLE,
        gettext_lazy("%(who)s renewed the link of a table."),
        gettext_lazy("%(who)s renewed the link of table %(table)d."),
        table,
    ),
    Verb.RENEW_ALL_TABLE_LINKS: Wording(
        LogKind.PEOPLE,
        gettext_lazy("%(who)s renewed the links of all tables."),
        gettext_lazy("%(who)s renewed the links of all tables: %(tables)s."),
        tables,
    ),
    Verb.REVOKE_TABLE_LINK: Wording(
        LogKind.PEOPLE,
        gettext_lazy("%(who)s revoked the link of a table."),
        gettext_lazy("%(who)s revoked the link of table %(table)d."),
        table,
    ),
    Verb.BRING_BACK_TABLE_LINK: Wording(
        LogKind.PEOPLE,
        gettext_lazy("%(who)s brought back the link of a table."),
        gettext_lazy("%(who)s brought back the link of table %(table)d."),
        table,
    ),
    Verb.RENEW_SHEET_LINK: Wording(
        LogKind.PEOPLE,
        gettext_lazy("%(who)s renewed the link on a score sheet."),
        gettext_lazy("%(who)s renewed the link on the score sheet of match %(match)d."),
        match_number,
    ),
    Verb.RENEW_PAIR_CODE: Wording(
        LogKind.PEOPLE,
        gettext_lazy("%(who)s gave a pair a new code."),
        gettext_lazy("%(who)s gave pair %(pair)d a new code."),
        pair_number,
    ),
    Verb.REMOVE_FROM_STAFF: Wording(
        LogKind.PEOPLE,
        gettext_lazy("%(who)s removed somebody from the staff."),
        gettext_lazy("%(who)s removed from the staff: %(person)s (%(roles)s)."),
        member,
    ),
    Verb.MAKE_PASSWORD_LINK: Wording(
        LogKind.PEOPLE,
        gettext_lazy("%(who)s made a new-password link."),
        gettext_lazy("%(who)s made a new-password link: %(person)s."),
        person,
    ),
    Verb.SET_NEW_PASSWORD: Wording(
        LogKind.PEOPLE,
        gettext_lazy("%(who)s chose a new password by a link."),
        gettext_lazy("%(who)s chose a new password by a link, made by: %(maker)s."),
        password_maker,
    ),
    Verb.CHANGE_OWN_PASSWORD: Wording(
        LogKind.PEOPLE,
        gettext_lazy("%(who)s changed the own password."),
    ),
    Verb.GRANT_EVENT_MAKING: Wording(
        LogKind.PEOPLE,
        gettext_lazy("%(who)s let somebody make events."),
        gettext_lazy("%(who)s let make events: %(person)s."),
        person,
    ),
    Verb.TAKE_EVENT_MAKING: Wording(
        LogKind.PEOPLE,
        gettext_lazy("%(who)s took the right to make events away."),
        gettext_lazy("%(who)s took the right to make events away: %(person)s."),
        person,
    ),
    Verb.GRANT_SITE_ADMIN: Wording(
        LogKind.PEOPLE,
        gettext_lazy("%(who)s made somebody the site's admin."),
        gettext_lazy("%(who)s made admin of the site: %(person)s."),
        person,
    ),
    Verb.TAKE_SITE_ADMIN: Wording(
        LogKind.PEOPLE,
        gettext_lazy("%(who)s took a site admin's right away."),
        gettext_lazy("%(who)s took the right of a site's admin away: %(person)s."),
        person,
    ),
}
