"""Lots between level pairs as they are shown (R25, R28, R30)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tournaments.models import Lot, Tournament
from tournaments.queries.pairs import PairView


@dataclass(frozen=True)
class LevelPairs:
    """Pairs that a lot can part; `named` names them in an address."""

    pairs: tuple[PairView, ...]

    @property
    def named(self) -> str:
        return ",".join(str(number) for number in sorted(self.numbers))

    @property
    def numbers(self) -> frozenset[int]:
        return frozenset(pair.number for pair in self.pairs)


@dataclass(frozen=True)
class LotView:
    """A lot with its pairs in the order that it gave."""

    lot: Lot
    order: tuple[PairView | None, ...]


def lots_of(tournament: Tournament, pairs: Mapping[int, PairView]) -> list[LotView]:
    """Every lot of the event, the latest first (one query); `pairs` are all of the event by key."""
    return lot_views(tournament.lots.select_related("pool").order_by("-number"), pairs)


def lot_views(lots: Iterable[Lot], pairs: Mapping[int, PairView]) -> list[LotView]:
    """These lots in their order; `pairs` are all of the event by key."""
    by_number = {pair.number: pair for pair in pairs.values()}
    return [LotView(lot, tuple(by_number.get(number) for number in lot.order)) for lot in lots]
