"""Who gave the rulings of a sheet, and when."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from tournaments.models import Match, Ruling


@dataclass(frozen=True)
class RulingView:
    """The facts of a ruling beside its line (R20). `note` is for the staff, "" for none."""

    ruled_by: str
    ruled_at: datetime
    recorded_by: str
    note: str


def rulings_at(match: Match, revision: int) -> dict[int, RulingView]:
    """The rulings on the sheet after its revision of this number, by position (one query)."""
    standing = Ruling.objects.filter(entry__match=match, entry__added__number__lte=revision)
    return _by_position(standing.exclude(entry__ended__number__lte=revision))


def ruling_view(ruling: Ruling) -> RulingView:
    """The facts of a ruling; its `recorded` should be preloaded."""
    return RulingView(
        ruling.ruled_by, ruling.recorded.made_at, ruling.recorded.made_by_name, ruling.note
    )


def _by_position(rulings: QuerySet[Ruling]) -> dict[int, RulingView]:
    found = rulings.select_related("recorded", "entry")
    return {ruling.entry.position: ruling_view(ruling) for ruling in found}
