"""Who came in for whom."""

from __future__ import annotations

from tournaments.models import Substitution, Tournament


def substitutions_of(tournament: Tournament, pair_number: int) -> list[Substitution]:
    """A pair's substitutions that hold, in the order they were made (one query)."""
    return list(
        tournament.substitutions.filter(pair__number=pair_number, undone_at__isnull=True).order_by(
            "id"
        )
    )
