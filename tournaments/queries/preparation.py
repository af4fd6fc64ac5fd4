"""How far an event's preparation has come."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Q
from django.utils import timezone

from tournaments.models import Match, PlayingDay, Tournament


@dataclass(frozen=True)
class Preparation:
    """Counts that say which step of the morning is next.

    `started_count` are the matches whose sheets were ever written to or that are annulled: from
    the first on, the draw and the schedule stay. Annulled matches are in no other count, entries
    called off are in none of the pairs.
    """

    pair_count: int
    present_count: int
    called_off_count: int
    draw_count: int
    draw_counts: bool
    match_count: int
    started_count: int
    finished_count: int
    days: tuple[PlayingDay, ...]
    late_end: datetime | None

    @property
    def absent_count(self) -> int:
        return self.pair_count - self.present_count

    @property
    def step(self) -> str:
        """The step that waits: pairs, draw, play or results."""
        if self.draw_counts:
            return "results" if self.finished_count == self.match_count else "play"
        return "draw" if self.pair_count >= 2 else "pairs"


def preparation_of(tournament: Tournament) -> Preparation:
    """The counts of an event (four queries)."""
    matches = list(tournament.matches.live())
    days = tuple(tournament.days.order_by("date"))
    draws = list(tournament.draws.values_list("counts", flat=True))
    return Preparation(
        **_pair_counts(tournament),
        draw_count=len(draws),
        draw_counts=any(draws),
        match_count=sum(not match.annulled for match in matches),
        started_count=sum(match.was_written or match.annulled for match in matches),
        finished_count=sum(match.counts for match in matches),
        days=days,
        late_end=_late_end(tournament, days, matches),
    )


def _pair_counts(tournament: Tournament) -> dict[str, int]:
    in_force = Q(cancelled_at__isnull=True)
    return tournament.pairs.aggregate(
        pair_count=Count("pk", filter=in_force),
        present_count=Count("pk", filter=in_force & Q(present_at__isnull=False)),
        called_off_count=Count("pk", filter=~in_force),
    )


def _late_end(
    tournament: Tournament, days: Sequence[PlayingDay], matches: Sequence[Match]
) -> datetime | None:
    ends = [
        match.starts_at + timedelta(minutes=(match.deals or 0) * tournament.minutes_per_deal)
        for match in matches
        if not match.annulled
    ]
    if not ends or not days:
        return None
    limit = datetime.combine(
        days[-1].date, days[-1].ends_at, tzinfo=timezone.get_default_timezone()
    )
    return max(ends) if max(ends) > limit else None
