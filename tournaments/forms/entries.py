"""Finding pairs on a list, and what a tap at check-in says."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum

from tournaments.queries.entries import Shown

MOST_LETTERS = 80
_TAP = re.compile(r"([a-z]+)-([0-9]{1,5})")
_MOMENT = re.compile(r"[0-9]{1,10}")


@dataclass(frozen=True)
class Looking:
    """What a list of pairs is looked through for; `since` when the page was opened."""

    shown: Shown
    sought: str = ""
    since: datetime | None = None


def read_looking(query: Mapping[str, str], default: Shown) -> Looking:
    """What an address asks for; what makes no sense is passed over."""
    try:
        shown = Shown(query.get("show", default))
    except ValueError:
        shown = default
    sought = " ".join(query.get("q", "")[:MOST_LETTERS].replace("\0", "").split())
    since = query.get("since", "")
    return Looking(
        shown, sought, datetime.fromtimestamp(int(since), UTC) if _MOMENT.fullmatch(since) else None
    )


class Tap(StrEnum):
    """What a key at check-in says of a pair. SURELY_ABSENT answers the question whether it is."""

    PRESENT = "present"
    ABSENT = "absent"
    SURELY_ABSENT = "surelyabsent"
    PAID = "paid"
    UNPAID = "unpaid"


def read_tap(text: str) -> tuple[Tap, int] | None:
    """The tap and the number of its pair; None for anything else."""
    typed = _TAP.fullmatch(text)
    if typed is None or typed[1] not in set(Tap):
        return None
    return Tap(typed[1]), int(typed[2])
