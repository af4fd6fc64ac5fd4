"""The draw of the pools in the log, and pairs that join one later."""

from __future__ import annotations

from django.utils.translation import gettext_lazy, ngettext

from tournaments.actions.audit import Verb
from tournaments.log.parts import Details, LogKind, Values, Wording, matches_text, short, whole


def draw(details: Details, match: int | None) -> Values:
    return {"draw": whole(details["draw"]), "seed": short(details["seed"])}


def new_draw(details: Details, match: int | None) -> Values:
    count = whole(details["pool_count"])
    return {
        **draw(details, match),
        "pools": ngettext("%(count)d pool", "%(count)d pools", count) % {"count": count},
    }


def annulled_draw(details: Details, match: int | None) -> Values:
    count = whole(details["match_count"])
    return {
        **draw(details, match),
        "matches": matches_text(count),
        "reason": short(details["reason"]),
    }


def late_pair(details: Details, match: int | None) -> Values:
    return {
        "pair": whole(details["pair"]),
        "pool": short(details["pool"]),
        "matches": matches_text(len(details["added"])),
        "moved": matches_text(len(details["moves"])),
    }


def late_pair_back(details: Details, match: int | None) -> Values:
    return {
        "pair": whole(details["pair"]),
        "pool": short(details["pool"]),
        "matches": matches_text(len(details["matches"])),
    }


WORDINGS: dict[Verb, Wording] = {
    Verb.DRAW_POOLS: Wording(
        LogKind.DRAW,
        gettext_lazy("%(who)s drew pools."),
        gettext_lazy("%(who)s drew pools, draw %(draw)d: %(pools)s, seed %(seed)s."),
        new_draw,
    ),
    Verb.PUBLISH_DRAW: Wording(
        LogKind.DRAW,
        gettext_lazy("%(who)s published a draw."),
        gettext_lazy("%(who)s published draw %(draw)d, seed %(seed)s."),
        draw,
    ),
    Verb.TAKE_BACK_DRAW: Wording(
        LogKind.DRAW,
        gettext_lazy("%(who)s took the draw back."),
        gettext_lazy("%(who)s took back draw %(draw)d, seed %(seed)s."),
        draw,
    ),
    Verb.ANNUL_DRAW: Wording(
        LogKind.DRAW,
        gettext_lazy("%(who)s annulled the draw."),
        gettext_lazy(
            "%(who)s annulled draw %(draw)d, seed %(seed)s, with its %(matches)s. "
            "Reason: %(reason)s"
        ),
        annulled_draw,
    ),
    Verb.UNDO_ANNUL_DRAW: Wording(
        LogKind.DRAW,
        gettext_lazy("%(who)s let an annulled draw count again."),
        gettext_lazy("%(who)s let annulled draw %(draw)d count again, seed %(seed)s."),
        draw,
    ),
    Verb.ADD_LATE_PAIR: Wording(
        LogKind.DRAW,
        gettext_lazy("%(who)s added a late pair to a pool."),
        gettext_lazy(
            "%(who)s added pair %(pair)d to pool %(pool)s: %(matches)s new, %(moved)s moved."
        ),
        late_pair,
    ),
    Verb.TAKE_BACK_LATE_PAIR: Wording(
        LogKind.DRAW,
        gettext_lazy("%(who)s took a late pair out of its pool."),
        gettext_lazy("%(who)s took pair %(pair)d out of pool %(pool)s, with its %(matches)s."),
        late_pair_back,
    ),
}
