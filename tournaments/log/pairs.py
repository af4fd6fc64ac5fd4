"""Pairs in the log: the list, who is present, substitutes, withdrawals."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.actions.audit import Verb
from tournaments.log.parts import (
    Details,
    LogKind,
    Values,
    Wording,
    pair_name,
    pair_number,
    pairs_text,
    player_name,
    short,
    whole,
)


def pair(details: Details, match: int | None) -> Values:
    return {"pair": whole(details["pair"]), "players": pair_name(details["players"])}


def pair_change(details: Details, match: int | None) -> Values:
    return {
        "pair": whole(details["pair"]),
        "before": pair_name(details["before"]),
        "after": pair_name(details["after"]),
    }


def substitution(details: Details, match: int | None) -> Values:
    return {
        "pair": whole(details["pair"]),
        "new": player_name(details["substitute"]),
        "old": player_name(details["out"]),
    }


def pair_count(details: Details, match: int | None) -> Values:
    return {"pairs": pairs_text(len(details["pairs"]))}


def brought_list(details: Details, match: int | None) -> Values:
    return {"file": _("pasted rows") if details["pasted"] else short(details["file_name"])}


def imported(details: Details, match: int | None) -> Values:
    return {
        "pairs": pairs_text(len(details["pairs"])),
        "source": short(details["source"]),
    }


def withdrawal(details: Details, match: int | None) -> Values:
    return {"pair": whole(details["pair"]), "reason": short(details["reason"])}


WORDINGS: dict[Verb, Wording] = {
    Verb.ADD_PAIR: Wording(
        LogKind.PAIRS,
        gettext_lazy("%(who)s entered a pair."),
        gettext_lazy("%(who)s entered pair %(pair)d: %(players)s."),
        pair,
    ),
    Verb.CHANGE_PAIR: Wording(
        LogKind.PAIRS,
        gettext_lazy("%(who)s changed a pair."),
        gettext_lazy("%(who)s changed pair %(pair)d: %(before)s → %(after)s."),
        pair_change,
    ),
    Verb.REMOVE_PAIR: Wording(
        LogKind.PAIRS,
        gettext_lazy("%(who)s removed a pair."),
        gettext_lazy("%(who)s removed pair %(pair)d: %(players)s."),
        pair,
    ),
    Verb.MARK_PAID: Wording(
        LogKind.PAIRS,
        gettext_lazy("%(who)s marked a pair's entry fee paid."),
        gettext_lazy("%(who)s marked the entry fee of pair %(pair)d paid."),
        pair_number,
    ),
    Verb.MARK_UNPAID: Wording(
        LogKind.PAIRS,
        gettext_lazy("%(who)s marked a pair's entry fee not paid."),
        gettext_lazy("%(who)s marked the entry fee of pair %(pair)d not paid."),
        pair_number,
    ),
    Verb.MARK_ALL_PRESENT: Wording(
        LogKind.PAIRS,
        gettext_lazy("%(who)s marked everybody present."),
        gettext_lazy("%(who)s marked everybody present: %(pairs)s."),
        pair_count,
    ),
    Verb.MARK_PRESENT: Wording(
        LogKind.PAIRS,
        gettext_lazy("%(who)s marked a pair present."),
        gettext_lazy("%(who)s marked pair %(pair)d present."),
        pair_number,
    ),
    Verb.MARK_ABSENT: Wording(
        LogKind.PAIRS,
        gettext_lazy("%(who)s marked a pair absent."),
        gettext_lazy("%(who)s marked pair %(pair)d absent."),
        pair_number,
    ),
    Verb.CALL_OFF_ENTRY: Wording(
        LogKind.PAIRS,
        gettext_lazy("%(who)s called off an entry."),
        gettext_lazy("%(who)s called off the entry of pair %(pair)d."),
        pair_number,
    ),
    Verb.BRING_BACK_ENTRY: Wording(
        LogKind.PAIRS,
        gettext_lazy("%(who)s brought back an entry that was called off."),
        gettext_lazy("%(who)s brought back the entry of pair %(pair)d."),
        pair_number,
    ),
    Verb.BRING_LIST: Wording(
        LogKind.PAIRS,
        gettext_lazy("%(who)s brought a list of entries to look at."),
        gettext_lazy("%(who)s brought a list of entries to look at: %(file)s."),
        brought_list,
    ),
    Verb.IMPORT_PAIRS: Wording(
        LogKind.PAIRS,
        gettext_lazy("%(who)s entered pairs from a list."),
        gettext_lazy("%(who)s entered pairs from a list: %(pairs)s (%(source)s)."),
        imported,
    ),
    Verb.SUBSTITUTE_PLAYER: Wording(
        LogKind.PAIRS,
        gettext_lazy("%(who)s recorded a substitute."),
        gettext_lazy("%(who)s recorded a substitute in pair %(pair)d: %(new)s for %(old)s."),
        substitution,
    ),
    Verb.UNDO_SUBSTITUTION: Wording(
        LogKind.PAIRS,
        gettext_lazy("%(who)s took a substitute back."),
        gettext_lazy("%(who)s took a substitute back in pair %(pair)d: %(new)s for %(old)s."),
        substitution,
    ),
    Verb.WITHDRAW_PAIR: Wording(
        LogKind.PAIRS,
        gettext_lazy("%(who)s withdrew a pair."),
        gettext_lazy("%(who)s withdrew pair %(pair)d. Reason: %(reason)s"),
        withdrawal,
    ),
    Verb.UNDO_WITHDRAWAL: Wording(
        LogKind.PAIRS,
        gettext_lazy("%(who)s let a withdrawn pair back in."),
        gettext_lazy("%(who)s let withdrawn pair %(pair)d back in. Reason: %(reason)s"),
        withdrawal,
    ),
}
