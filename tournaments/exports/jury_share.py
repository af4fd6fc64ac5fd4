"""How many of a match's points come from the jury (R20a)."""

from __future__ import annotations

from tournaments.queries.matches import MatchView


def jury_share(view: MatchView) -> tuple[int, int]:
    """Pair A's and pair B's match points from the jury, below 0 where it took some.

    The sheet's total and this make the points that count, so no more is taken than there was.
    """
    return view.points_a - view.match.total_a, view.points_b - view.match.total_b
