"""What the subjects of the log share: kinds, how a verb is told, values out of details.

A function that takes a record's details and the number of its match (None where it has none)
gives the values its sentence is filled in with. It raises KeyError, TypeError, ValueError or Fault
where the details are not what it asks for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, ngettext

LONGEST_TEXT = 120

Details = Mapping[str, Any]
Values = Mapping[str, object]
Text = str | Promise


class LogKind(StrEnum):
    EVENT = "event"
    PAIRS = "pairs"
    DRAW = "draw"
    SHEETS = "sheets"
    PEOPLE = "people"


KIND_LABELS: dict[LogKind, Text] = {
    LogKind.EVENT: gettext_lazy("The event and its settings"),
    LogKind.PAIRS: gettext_lazy("Pairs"),
    LogKind.DRAW: gettext_lazy("Draw and schedule"),
    LogKind.SHEETS: gettext_lazy("Score sheets"),
    LogKind.PEOPLE: gettext_lazy("People and links"),
}


@dataclass(frozen=True)
class Wording:
    """How one verb is told.

    `plain` needs nothing but who did it. `full` says it with the values that `values` takes out
    of a record's details (and its match number, None where there is none).
    """

    kind: LogKind
    plain: Text
    full: Text = ""
    values: Callable[[Details, int | None], Values] | None = None


def short(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError("not a text")
    return value if len(value) <= LONGEST_TEXT else value[: LONGEST_TEXT - 1] + "…"


def whole(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError("not a number")
    return value


def player_name(player: list[str]) -> str:
    name, club = player
    return f"{short(name)} ({short(club)})" if club else short(name)


def pair_name(players: list[list[str]]) -> str:
    """Both names with their clubs: Maija Aho (Kemi) – Eero Niemi."""
    first, second = players
    return f"{player_name(first)} – {player_name(second)}"


def moment(value: object) -> str:
    """A moment of the audit in local time."""
    if not isinstance(value, str):
        raise TypeError("not a moment")
    return date_format(timezone.localtime(datetime.fromisoformat(value)), "j.n.Y H.i")


def numbers_text(numbers: list[int]) -> str:
    """Numbers of matches parted by commas; a dash for none."""
    return ", ".join(str(whole(number)) for number in numbers) or "–"


def matches_text(count: int) -> str:
    return ngettext("%(count)d match", "%(count)d matches", count) % {"count": count}


def pairs_text(count: int) -> str:
    return ngettext("%(count)d pair", "%(count)d pairs", count) % {"count": count}


def pair_number(details: Details, match: int | None) -> Values:
    return {"pair": whole(details["pair"])}


def brought_file(details: Details, match: int | None) -> Values:
    return {"file": short(details["file_name"])}
