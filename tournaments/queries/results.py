"""Matches whose result was entered without their sheet."""

from __future__ import annotations

from collections.abc import Iterable

from tournaments.queries.matches import MatchView


def missing_sheets(views: Iterable[MatchView]) -> list[MatchView]:
    """The matches whose sheet is missing, by time and table; annulled ones need none."""
    missing = [view for view in views if view.match.sheet_missing and not view.match.annulled]
    return sorted(missing, key=lambda view: (view.match.slot, view.match.table))


def last_results(views: Iterable[MatchView], most: int) -> list[MatchView]:
    """The matches whose sheet is missing, the one entered last first, at most `most`."""
    entered = [view for view in views if view.match.sheet_missing and view.match.changed_at]
    entered.sort(key=lambda view: (view.match.changed_at, view.match.number), reverse=True)
    return entered[:most]
