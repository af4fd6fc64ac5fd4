"""How far codes may be guessed: reads show it and writes keep it, so both take it from here."""

from __future__ import annotations

from datetime import datetime, timedelta

from scoring.deals import Side

KEPT_FOR = timedelta(minutes=15)
"""How long a wrong try counts."""

MOST_WRONG_CODES = 5
"""Wrong codes for a pair in a match, within `KEPT_FOR`, after which none is read."""


def code_subject(match: int | str, side: Side) -> str:
    """What a wrong code was tried at: the pair of this side in the match of this number."""
    return f"{match} {side.value}"


def counts_since(now: datetime) -> datetime:
    """From when on wrong tries count."""
    return now - KEPT_FOR
