"""How far an event's preparation has come."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import BooleanField, Exists, OuterRef, Value
from django.utils import timezone

from tournaments.advancing import PairInPool, withdrawn_at
from tournaments.jury_points import with_jury_points
from tournaments.ledger import ruleset_of
from tournaments.models import Course, JuryDecision, Match, PlayingDay, Tournament
from tournaments.pool_ranking import is_unsettled
from tournaments.queries.lateness import overdue_matches


@dataclass(frozen=True)
class Preparation:
    """Counts that say which step of the morning is next.

    `started_count` are the matches whose sheets were ever written to or that are annulled: from
    the first on, the draw and the schedule stay. Annulled matches are in no other count, entries
    called off are in none of the pairs. `draw_counts`: pools count, or a knock-out without any;
    `bracket_count` and `bracket_counts` are about draws of the knock-out. `late_count` are the
    matches that wait for a pair past its minutes of grace (R18). `matches` are all live ones, with
    the jury's points and their brackets, `pairs` all by key. `unconfirmed_count` are the results
    that nobody's word settles yet.
    """

    pair_count: int
    present_count: int
    called_off_count: int
    draw_count: int
    draw_counts: bool
    bracket_count: int
    bracket_counts: bool
    match_count: int
    started_count: int
    finished_count: int
    unconfirmed_count: int
    late_count: int
    days: tuple[PlayingDay, ...]
    late_end: datetime | None
    matches: tuple[Match, ...]
    pairs: dict[int, PairInPool]

    @property
    def pool_count(self) -> int:
        """How many pools have matches."""
        return len({match.pool_id for match in self.matches if match.pool_id is not None})

    @property
    def pairs_in_pools(self) -> int:
        """How many pairs have a match in a pool."""
        pool = [match for match in self.matches if match.pool_id is not None]
        return len({pair for match in pool for pair in (match.pair_a_id, match.pair_b_id)})

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
    rows = tournament.matches.live().select_related("bracket").annotate(decided=Exists(decided))
    matches = list(with_jury_points(rows))
    pairs = list(
        tournament.pairs.annotate(withdrawn_at=withdrawn_at()).values_list(
            "present_at", "cancelled_at", "pk", "number", "withdrawn_at"
        )
    )
    entered = [present_at for present_at, cancelled_at, *_pair in pairs if cancelled_at is None]
    present = {key for present_at, _cancelled_at, key, *_pair in pairs if present_at}
    overdue = overdue_matches(matches, present, ruleset_of(tournament).late_minutes, now)
    days = tuple(tournament.days.order_by("date"))
    told = _draws(tournament)
    draws = [counts for of_knockout, counts in told if not of_knockout]
    brackets = [counts for of_knockout, counts in told if of_knockout]
    straight = tournament.course == Course.KNOCKOUT
    return Preparation(
        pair_count=len(entered),
        present_count=sum(present_at is not None for present_at in entered),
        called_off_count=len(pairs) - len(entered),
        draw_count=len(brackets if straight else draws),
        draw_counts=any(draws) or (straight and any(brackets)),
        bracket_count=len(brackets),
        bracket_counts=any(brackets),
        match_count=sum(not match.annulled for match in matches),
        started_count=sum(match.was_written or match.annulled for match in matches),
        finished_count=sum(match.counts for match in matches),
        unconfirmed_count=sum(is_unsettled(match) for match in matches),
        late_count=sum(
            bool(each.absent) and not each.match.decided  # type: ignore[attr-defined]
            for each in overdue
        ),
        days=days,
        late_end=_late_end(tournament, days, matches),
        matches=tuple(matches),
        pairs={pair[0]: PairInPool(*pair) for _present_at, _cancelled_at, *pair in pairs},
    )


def _draws(tournament: Tournament) -> list[tuple[bool, bool]]:
    """Every draw, whether it is of the knock-out and whether it counts (one query)."""
    pools, brackets = (
        rows.order_by()
        .annotate(of_knockout=Value(of_knockout, output_field=BooleanField()))
        .values_list("of_knockout", "counts")
        for rows, of_knockout in (
            (tournament.draws.all(), False),
            (tournament.brackets.all(), True),
        )
    )
    return [
        (bool(of_knockout), bool(counts)) for of_knockout, counts in pools.union(brackets, all=True)
    ]


def _late_end(
    tournament: Tournament, days: Sequence[PlayingDay], matches: Sequence[Match]
) -> datetime | None:
    ends = [
        match.starts_at + timedelta(minutes=(match.deals or 0) * tournament.minutes_per_deal)
        for match in matches
        if not match.annulled and not match.counts
    ]
    if not ends or not days:
        return None
    limit = datetime.combine(
        days[-1].date, days[-1].ends_at, tzinfo=timezone.get_default_timezone()
    )
    return max(ends) if max(ends) > limit else None
