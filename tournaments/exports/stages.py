"""Which matches of an event an address asks for: all, a part of it, a round of that."""

from __future__ import annotations

from collections.abc import Iterable

from tournaments.exports.options import FileOptions
from tournaments.models import Match, Stage
from tournaments.queries.matches import MatchView, SlotView


def is_wanted(match: Match, options: FileOptions) -> bool:
    """Whether a match is of the part of the event and of its round that are asked for; a round
    alone is one of the pools."""
    stage = Stage.POOL if options.stage is None and options.round else options.stage
    return stage in (None, match.stage) and options.round in (None, match.round)


def wanted_views(views: Iterable[MatchView], options: FileOptions) -> list[MatchView]:
    return [view for view in views if is_wanted(view.match, options)]


def wanted_slots(slots: Iterable[SlotView], options: FileOptions) -> list[SlotView]:
    """The starts, of one round each, that hold what is asked for."""
    return [slot for slot in slots if any(is_wanted(view.match, options) for view in slot.matches)]
