"""How far an event's preparation has come."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef
from django.utils import timezone

from tournaments.ledger import ruleset_of
from tournaments.models import JuryDecision, Match, PlayingDay, Tournament
from tournaments.queries.lateness import overdue_matches


@dataclass(frozen=True)
class Preparation:
    """Counts that say which step of the morning is next.

    `started_count` are the matches whose sheets were ever written to or that are annulled: from
    the first on, the draw and the schedule stay. Annulled matches are in no other count, entries
    called off are in none of the pairs. `late_count` are the matches that wait for a pair past its
    minutes of grace (R18).
    """

    pair_count: int
    present_count: int
    called_off_count: int
    draw_count: int
    draw_counts: bool
    match_count: int
    started_count: int
    finished_count: int
    late_count: int
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


def preparation_of(tournament: Tournament, now: datetime) -> Preparation:
    """The counts of an event at `now` (four queries)."""
    decided = JuryDecision.objects.filter(
        match=OuterRef("pk"), kind=JuryDecision.Kind.OTHER, undone_at__isnull=True
    )
    matches = list(tournament.matches.live().annotate(decided=Exists(decided)))
    pairs = list(tournament.pairs.values_list("pk", "present_at", "cancelled_at"))
    entered = [present_at for _key, present_at, cancelled_at in pairs if cancelled_at is None]
    present = {key for key, present_at, _cancelled_at in pairs if present_at}
    overdue = overdue_matches(matches, present, ruleset_of(tournament).late_minutes, now)
    days = tuple(tournament.days.order_by("date"))
    draws = list(tournament.draws.values_list("counts", flat=True))
    return Preparation(
        pair_count=len(entered),
        present_count=sum(present_at is not None for present_at in entered),
        called_off_count=len(pairs) - len(entered),
        draw_count=len(draws),
        draw_counts=any(draws),
        match_count=sum(not match.annulled for match in matches),
        started_count=sum(match.was_written or match.annulled for match in matches),
        finished_count=sum(match.counts for match in matches),
        late_count=sum(
            bool(each.absent) and not each.match.decided  # type: ignore[attr-defined]
            for each in overdue
        ),
        days=days,
        late_end=_late_end(tournament, days, matches),
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
