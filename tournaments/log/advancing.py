"""Going on from the pools in the log: play-offs, lots, the locked list."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.actions.audit import Verb
from tournaments.log.parts import Details, LogKind, Values, Wording, numbers_text, short, whole
from tournaments.models import Course


def course(details: Details, match: int | None) -> Values:
    """What holds now; None stands for what the rules say."""
    after = details["after"]
    said = [str(Course(after["course"]).label)]
    if after["first"] is not None:
        said.append(_("of each pool %(first)d") % {"first": whole(after["first"])})
    if after["size"] is not None:
        said.append(_("%(size)d pairs in all") % {"size": whole(after["size"])})
    return {"changes": ", ".join(said)}


def play_off(details: Details, match: int | None) -> Values:
    return {
        "pool": short(details["pool"]),
        "pairs": numbers_text(details["pairs"]),
        "matches": numbers_text(details["matches"]),
    }


def play_off_back(details: Details, match: int | None) -> Values:
    return {"pool": short(details["pool"]), "matches": numbers_text(details["matches"])}


def lot(details: Details, match: int | None) -> Values:
    return {
        "lot": whole(details["lot"]),
        "seed": short(details["seed"]),
        "order": numbers_text(details["order"]),
    }


def lot_by_hand(details: Details, match: int | None) -> Values:
    return {
        "lot": whole(details["lot"]),
        "order": numbers_text(details["order"]),
        "witnesses": ", ".join(short(name) for name in details["witnesses"]),
    }


def undone_lot(details: Details, match: int | None) -> Values:
    return {"lot": whole(details["lot"]), "reason": short(details["reason"])}


def locked_field(details: Details, match: int | None) -> Values:
    """The pairs, and for one that took an earlier one's place that it did."""
    anew = ""
    if details["replaced"]:
        anew = " " + _("It took the place of an earlier list. Reason: %(reason)s") % {
            "reason": short(details["reason"])
        }
    return {"pairs": numbers_text(details["pairs"]), "anew": anew}


def reason(details: Details, match: int | None) -> Values:
    return {"reason": short(details["reason"])}


WORDINGS: dict[Verb, Wording] = {
    Verb.SET_ADVANCING: Wording(
        LogKind.EVENT,
        gettext_lazy("%(who)s set how many go on from the pools."),
        gettext_lazy("%(who)s set what the event is made of and who goes on: %(changes)s."),
        course,
    ),
    Verb.MAKE_PLAY_OFF: Wording(
        LogKind.DRAW,
        gettext_lazy("%(who)s made a play-off."),
        gettext_lazy(
            "%(who)s made a play-off in pool %(pool)s between pairs %(pairs)s: matches %(matches)s."
        ),
        play_off,
    ),
    Verb.TAKE_BACK_PLAY_OFF: Wording(
        LogKind.DRAW,
        gettext_lazy("%(who)s took back a play-off."),
        gettext_lazy("%(who)s took back a play-off in pool %(pool)s: matches %(matches)s."),
        play_off_back,
    ),
    Verb.DRAW_LOT: Wording(
        LogKind.DRAW,
        gettext_lazy("%(who)s drew a lot between level pairs."),
        gettext_lazy(
            "%(who)s drew lot %(lot)d, seed %(seed)s. The order it gave, by pair: %(order)s."
        ),
        lot,
    ),
    Verb.ENTER_LOT: Wording(
        LogKind.DRAW,
        gettext_lazy("%(who)s entered a lot that was drawn by hand."),
        gettext_lazy(
            "%(who)s entered lot %(lot)d, drawn by hand. The order it gave, by pair: %(order)s. "
            "Witnesses: %(witnesses)s."
        ),
        lot_by_hand,
    ),
    Verb.UNDO_LOT: Wording(
        LogKind.DRAW,
        gettext_lazy("%(who)s undid a lot."),
        gettext_lazy("%(who)s undid lot %(lot)d. Reason: %(reason)s"),
        undone_lot,
    ),
    Verb.LOCK_FIELD: Wording(
        LogKind.DRAW,
        gettext_lazy("%(who)s locked who goes on from the pools."),
        gettext_lazy("%(who)s locked who goes on from the pools: pairs %(pairs)s.%(anew)s"),
        locked_field,
    ),
    Verb.TAKE_BACK_FIELD: Wording(
        LogKind.DRAW,
        gettext_lazy("%(who)s took back the locked list of who goes on."),
        gettext_lazy("%(who)s took back the locked list of who goes on. Reason: %(reason)s"),
        reason,
    ),
    Verb.KEEP_FIELD: Wording(
        LogKind.DRAW,
        gettext_lazy("%(who)s kept the locked list of who goes on, though results changed."),
        gettext_lazy(
            "%(who)s kept the locked list of who goes on, though results changed. "
            "Reason: %(reason)s"
        ),
        reason,
    ),
}
