"""The knock-out in the log."""

from __future__ import annotations

from django.utils.translation import gettext_lazy

from tournaments.actions.audit import Verb
from tournaments.log.parts import (
    Details,
    LogKind,
    Values,
    Wording,
    matches_text,
    moment,
    numbers_text,
    short,
    whole,
)


def bracket(details: Details, match: int | None) -> Values:
    return {"bracket": whole(details["bracket"]), "seed": short(details["seed"])}


def new_bracket(details: Details, match: int | None) -> Values:
    return {**bracket(details, match), "pairs": whole(details["pairs"])}


def published_bracket(details: Details, match: int | None) -> Values:
    return {
        **bracket(details, match),
        "matches": numbers_text(details["matches"]),
        "time": moment(details["starts_at"]),
    }


def annulled_bracket(details: Details, match: int | None) -> Values:
    return {
        **bracket(details, match),
        "matches": matches_text(whole(details["match_count"])),
        "reason": short(details["reason"]),
    }


def made_matches(details: Details, match: int | None) -> Values:
    return {"matches": numbers_text(details["matches"])}


def put_right(details: Details, match: int | None) -> Values:
    return {
        "match": whole(match),
        "gone": numbers_text(details["gone"]),
        "made": numbers_text(details["matches"]),
        "reason": short(details["reason"]) or "–",
    }


def decided_match(details: Details, match: int | None) -> Values:
    return {**undone_match(details, match), "pair": whole(details["pair"])}


def undone_match(details: Details, match: int | None) -> Values:
    return {"match": whole(match), "reason": short(details["reason"])}


WORDINGS: dict[Verb, Wording] = {
    Verb.DRAW_KNOCKOUT: Wording(
        LogKind.DRAW,
        gettext_lazy("%(who)s drew the knock-out."),
        gettext_lazy(
            "%(who)s drew the knock-out, draw %(bracket)d: pairs %(pairs)d, seed %(seed)s."
        ),
        new_bracket,
    ),
    Verb.PUBLISH_BRACKET: Wording(
        LogKind.DRAW,
        gettext_lazy("%(who)s published a draw of the knock-out."),
        gettext_lazy(
            "%(who)s published draw %(bracket)d of the knock-out, seed %(seed)s: matches "
            "%(matches)s, first cards %(time)s."
        ),
        published_bracket,
    ),
    Verb.TAKE_BACK_BRACKET: Wording(
        LogKind.DRAW,
        gettext_lazy("%(who)s took the draw of the knock-out back."),
        gettext_lazy("%(who)s took back draw %(bracket)d of the knock-out, seed %(seed)s."),
        bracket,
    ),
    Verb.ANNUL_BRACKET: Wording(
        LogKind.DRAW,
        gettext_lazy("%(who)s annulled the knock-out."),
        gettext_lazy(
            "%(who)s annulled draw %(bracket)d of the knock-out, seed %(seed)s, with its "
            "%(matches)s. Reason: %(reason)s"
        ),
        annulled_bracket,
    ),
    Verb.UNDO_ANNUL_BRACKET: Wording(
        LogKind.DRAW,
        gettext_lazy("%(who)s let an annulled knock-out count again."),
        gettext_lazy(
            "%(who)s let annulled draw %(bracket)d of the knock-out count again, seed %(seed)s."
        ),
        bracket,
    ),
    Verb.MAKE_KNOCKOUT_MATCHES: Wording(
        LogKind.DRAW,
        gettext_lazy("%(who)s made matches of the knock-out."),
        gettext_lazy("%(who)s made the next matches of the knock-out: %(matches)s."),
        made_matches,
    ),
    Verb.TAKE_BACK_ROUND: Wording(
        LogKind.DRAW,
        gettext_lazy("%(who)s took back a round of the knock-out."),
        gettext_lazy("%(who)s took back a round of the knock-out: matches %(matches)s."),
        made_matches,
    ),
    Verb.PUT_KNOCKOUT_RIGHT: Wording(
        LogKind.DRAW,
        gettext_lazy("%(who)s put the knock-out right after a corrected result."),
        gettext_lazy(
            "%(who)s put the knock-out right after the corrected result of match %(match)d. "
            "Out of play: %(gone)s. Made anew: %(made)s. Reason: %(reason)s"
        ),
        put_right,
    ),
    Verb.UNDO_PUT_KNOCKOUT_RIGHT: Wording(
        LogKind.DRAW,
        gettext_lazy("%(who)s took back that the knock-out was put right."),
        gettext_lazy(
            "%(who)s took back that the knock-out was put right after match %(match)d. "
            "Out of play: %(gone)s. Back in play: %(made)s. Reason: %(reason)s"
        ),
        put_right,
    ),
    Verb.LET_RESULT_STAND: Wording(
        LogKind.DRAW,
        gettext_lazy("%(who)s let the knock-out go on as played."),
        gettext_lazy(
            "%(who)s let the knock-out go on as played: pair %(pair)d stays on after match "
            "%(match)d. Reason: %(reason)s"
        ),
        decided_match,
    ),
    Verb.DECIDE_MATCH: Wording(
        LogKind.DRAW,
        gettext_lazy("%(who)s decided a match of the knock-out."),
        gettext_lazy(
            "%(who)s decided match %(match)d of the knock-out: pair %(pair)d goes on. "
            "Reason: %(reason)s"
        ),
        decided_match,
    ),
    Verb.UNDO_DECIDED_MATCH: Wording(
        LogKind.DRAW,
        gettext_lazy("%(who)s took back a decision about the knock-out."),
        gettext_lazy(
            "%(who)s took back the decision about match %(match)d of the knock-out. "
            "Reason: %(reason)s"
        ),
        undone_match,
    ),
}
