"""Archives of older versions made into what this version writes; FORMAT.md tells the differences.

Each step takes an archive from one version to the next, so there is one way to check and to take
an archive whatever its age.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tournaments.archive.faults import ArchiveFault, FaultCode
from tournaments.archive.form import (
    ARCHIVE,
    DAY,
    DRAW,
    EVENT,
    MATCH,
    PAIR,
    PLAYER,
    POOL,
    RECORD,
    REVISION,
)
from tournaments.archive.form_parts import number
from tournaments.archive.shapes import keyed, listed, maybe, moment, one_of, text, together
from tournaments.archive.text import VERSION, Value
from tournaments.models import Annulment, Course, Stage
from tournaments.models.draws import MAX_REASON
from tournaments.names import fold_name


def current(value: Value) -> Value:
    """The archive in this version, with the seal it came with. Raises ArchiveFault where an older
    one has not the form of its version; what it holds is still to be checked."""
    while value["version"] < VERSION:
        value = _STEPS[value["version"]](value)
    return _completed(value)


def _without(keys: dict[str, Any], *absent: str) -> dict[str, Any]:
    return {key: inner for key, inner in keys.items() if key not in absent}


_event_2 = _without(EVENT, "course", "advance_first", "advance_size")
_match_2 = {
    **_without(MATCH, "stage", "bracket", "bracket_number", "confirmed", "confirmations"),
    "draw": number,
    "pool": number,
    "revisions": listed(keyed(_without(REVISION, "table"))),
}
_archive_2 = {
    **_without(ARCHIVE, "calls", "lots", "fields", "brackets"),
    "event": keyed(_event_2),
    "matches": listed(keyed(_match_2)),
    "log": listed(keyed(_without(RECORD, "table"))),
}
_archive_form_2 = keyed(_archive_2)

_player_1 = keyed(_without(PLAYER, "player"))
_archive_form_1 = keyed(
    {
        **_without(_archive_2, "contacts", "sign_ups", "substitutions"),
        "event": keyed(
            _without(
                _event_2,
                "entry_fee_cents",
                "rules",
                "sign_up_opens_at",
                "sign_up_closes_at",
                "sign_up_limit",
            )
        ),
        "days": listed(keyed(_without(DAY, "break")), least=1, most=100),
        "pairs": listed(
            keyed(
                {
                    **_without(PAIR, "paid_at", "present_at", "cancelled_at"),
                    "players": together(_player_1, _player_1),
                }
            ),
            most=400,
        ),
        "draws": listed(keyed(_without(DRAW, "seeded", "kept_apart", "annulled")), most=1000),
        "pools": listed(
            keyed(
                {
                    **_without(POOL, "draw", "live", "places"),
                    "pairs": listed(number, least=1, most=400),
                }
            ),
            most=400,
        ),
        "matches": listed(
            keyed(
                {
                    **_without(_match_2, "draw", "live", "called_at", "moved_by_hand"),
                    "annulled": maybe(
                        keyed(
                            {
                                "by": one_of((Annulment.DECISION, Annulment.WITHDRAWAL)),
                                "reason": text(MAX_REASON),
                                "at": moment,
                            }
                        )
                    ),
                }
            )
        ),
    }
)


def _from_1_to_2(value: Value) -> Value:
    """Version 1 knew no fees, presence, breaks, sign-ups or substitutes, no rules of the event's
    own, no draw annulled and nobody but by name."""
    _archive_form_1(value, "")
    counting = [draw["draw"] for draw in value["draws"] if draw["counts"]]
    if value["pools"] and len(counting) != 1:
        raise ArchiveFault(FaultCode.CONTRADICTION, "pools")
    known: dict[str, int] = {}

    def person(told: Value) -> Value:
        return {**told, "player": known.setdefault(fold_name(told["name"]), len(known) + 1)}

    return {
        **value,
        "version": 2,
        "contacts": False,
        "event": {
            **value["event"],
            "entry_fee_cents": 0,
            "rules": {},
            "sign_up_opens_at": None,
            "sign_up_closes_at": None,
            "sign_up_limit": None,
        },
        "days": [{**day, "break": None} for day in value["days"]],
        "pairs": [
            {
                **pair,
                "paid_at": None,
                "present_at": None,
                "cancelled_at": None,
                "players": [person(player) for player in pair["players"]],
            }
            for pair in value["pairs"]
        ],
        "sign_ups": [],
        "substitutions": [],
        "draws": [
            {**draw, "seeded": [], "kept_apart": [], "annulled": None} for draw in value["draws"]
        ],
        "pools": [
            {
                "draw": counting[0],
                "pool": pool["pool"],
                "live": True,
                "deals": pool["deals"],
                "places": [
                    {"pair": pair, "added_at": None, "live": True} for pair in pool["pairs"]
                ],
            }
            for pool in value["pools"]
        ],
        "matches": [
            {
                **match,
                "draw": counting[0] if counting else 1,
                "live": True,
                "called_at": None,
                "moved_by_hand": False,
            }
            for match in value["matches"]
        ],
    }


def _from_2_to_3(value: Value) -> Value:
    """Version 2 knew no knock-out, no lots and no play-offs, and nothing was written at the
    tables. Its events go on as those that the site kept from then."""
    _archive_form_2(value, "")
    return {
        **value,
        "version": 3,
        "event": {
            **value["event"],
            "course": Course.POOLS_AND_KNOCKOUT.value,
            "advance_first": None,
            "advance_size": None,
        },
        "matches": [
            {
                **match,
                "stage": Stage.POOL.value,
                "bracket": None,
                "bracket_number": None,
                "revisions": [{**revision, "table": None} for revision in match["revisions"]],
                "confirmed": {"a": None, "b": None},
                "confirmations": [],
            }
            for match in value["matches"]
        ],
        "calls": [],
        "lots": [],
        "fields": [],
        "brackets": [],
        "log": [{**record, "table": None} for record in value["log"]],
    }


def _completed(value: Value) -> Value:
    """Version 3 with what it has got since it was first written: what became of a dispute."""

    def completed(call: Any) -> Any:
        match call:
            case {"answered": {**answered}}:
                return {**call, "answered": {"outcome": None, "revision": None, **answered}}
        return call

    calls = value.get("calls")
    return {**value, "calls": [*map(completed, calls)]} if isinstance(calls, list) else value


_STEPS: dict[int, Callable[[Value], Value]] = {1: _from_1_to_2, 2: _from_2_to_3}
