"""Whether an event can be signed up for in public, and who of those who did has room."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from enum import StrEnum

from tournaments.models import Tournament


class Phase(StrEnum):
    OFF = "off"
    """The organiser takes the entries himself."""
    EARLY = "early"
    OPEN = "open"
    OVER = "over"
    """The closing time has passed, or the draw has been published."""


def phase_of(tournament: Tournament, now: datetime, *, is_drawn: bool) -> Phase:
    """Where an event is with its sign-up at `now`."""
    if tournament.sign_up_opens_at is None:
        return Phase.OFF
    if is_drawn:
        return Phase.OVER
    if now < tournament.sign_up_opens_at:
        return Phase.EARLY
    closes = tournament.sign_up_closes_at
    return Phase.OVER if closes is not None and now >= closes else Phase.OPEN


def waiting_places(open_numbers: Sequence[int], pair_count: int, limit: int | None) -> list[int]:
    """The sign-ups there is no room for, in the order they came.

    `open_numbers` are those that wait for the organiser, in order; `pair_count` pairs are on the
    list already. Without a limit everybody has room.
    """
    if limit is None:
        return []
    return list(open_numbers[max(0, limit - pair_count) :])
