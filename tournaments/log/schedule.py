"""The schedule in the log: made, moved, delayed, matches called."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.actions.audit import Verb
from tournaments.log.parts import Details, LogKind, Values, Wording, matches_text, whole


def schedule(details: Details, match: int | None) -> Values:
    return {
        "tables": whole(details["table_count"]),
        "minutes": whole(details["minutes_per_deal"]),
    }


def moves(details: Details, match: int | None) -> Values:
    return {
        "match": whole(details["number"]),
        "moves": "; ".join(_move(move) for move in details["moves"]),
    }


def swap(details: Details, match: int | None) -> Values:
    return {**moves(details, match), "other": whole(details["other"])}


def _move(move: Mapping[str, Any]) -> str:
    return "{} → {}".format(*(_place(*move[key][:2]) for key in ("before", "after")))


def _place(starts_at: str, table: int) -> str:
    return _("%(time)s table %(table)d") % {"time": _when(starts_at), "table": whole(table)}


def _when(at: str) -> str:
    return date_format(timezone.localtime(datetime.fromisoformat(at)), "D H.i")


def delay(details: Details, match: int | None) -> Values:
    return _delay(details, sum(len(each["matches"]) for each in details["delays"]))


def undone_delay(details: Details, match: int | None) -> Values:
    return _delay(details, len(details["matches"]))


def _delay(details: Details, count: int) -> Values:
    return {
        "start": _when(details["start"]),
        "minutes": whole(details["minutes"]),
        "matches": matches_text(count),
    }


def call(details: Details, match: int | None) -> Values:
    return {"match": whole(details["number"]), "table": whole(details["table"])}


WORDINGS: dict[Verb, Wording] = {
    Verb.PLAN_SCHEDULE: Wording(
        LogKind.DRAW,
        gettext_lazy("%(who)s made the schedule anew."),
        gettext_lazy(
            "%(who)s made the schedule anew: tables %(tables)d, minutes a deal %(minutes)d."
        ),
        schedule,
    ),
    Verb.MOVE_MATCH: Wording(
        LogKind.DRAW,
        gettext_lazy("%(who)s moved a match."),
        gettext_lazy("%(who)s moved match %(match)d: %(moves)s."),
        moves,
    ),
    Verb.SWAP_MATCHES: Wording(
        LogKind.DRAW,
        gettext_lazy("%(who)s let two matches change places."),
        gettext_lazy("%(who)s let matches %(match)d and %(other)d change places: %(moves)s."),
        swap,
    ),
    Verb.MOVE_BACK: Wording(
        LogKind.DRAW,
        gettext_lazy("%(who)s moved a match back."),
        gettext_lazy("%(who)s moved match %(match)d back: %(moves)s."),
        moves,
    ),
    Verb.DELAY_PLAY: Wording(
        LogKind.DRAW,
        gettext_lazy("%(who)s delayed a start."),
        gettext_lazy(
            "%(who)s delayed the start of %(start)s by %(minutes)d minutes: %(matches)s moved."
        ),
        delay,
    ),
    Verb.TAKE_BACK_DELAY: Wording(
        LogKind.DRAW,
        gettext_lazy("%(who)s took a delay back."),
        gettext_lazy(
            "%(who)s took back the delay of %(start)s by %(minutes)d minutes: %(matches)s moved."
        ),
        undone_delay,
    ),
    Verb.CALL_MATCH: Wording(
        LogKind.DRAW,
        gettext_lazy("%(who)s called a match to its table."),
        gettext_lazy("%(who)s called match %(match)d to table %(table)d."),
        call,
    ),
    Verb.TAKE_BACK_CALL: Wording(
        LogKind.DRAW,
        gettext_lazy("%(who)s took a call back."),
        gettext_lazy("%(who)s took back the call of match %(match)d to table %(table)d."),
        call,
    ),
}
