"""Draws as everybody can check them."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.models import Draw, Tournament
from tournaments.queries.pairs import PairView, pairs_by_key


@dataclass(frozen=True)
class DrawView:
    """A draw with its pools as pairs. A pair that has left the list since is None."""

    draw: Draw
    pools: tuple[tuple[tuple[int, PairView | None], ...], ...]

    @property
    def was_published(self) -> bool:
        return self.draw.published_at is not None


def draws_of(tournament: Tournament, pairs: dict[int, PairView] | None = None) -> list[DrawView]:
    """Every draw of the event, the latest first (one query, two more where `pairs` is not
    given)."""
    pairs = pairs_by_key(tournament) if pairs is None else pairs
    by_number = {pair.number: pair for pair in pairs.values()}
    return [
        DrawView(
            draw,
            tuple(tuple((number, by_number.get(number)) for number in pool) for pool in draw.pools),
        )
        for draw in Draw.objects.filter(tournament=tournament).order_by("-number")
    ]
