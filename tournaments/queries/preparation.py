"""How far an event's preparation has come."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.models import Tournament


@dataclass(frozen=True)
class Preparation:
    """Counts that say which step of the morning is next.

    `started_count` are the matches whose sheets were ever written to or that are annulled: from
    the first on, the draw and the schedule stay. Annulled matches are in no other count.
    """

    pair_count: int
    draw_count: int
    draw_counts: bool
    match_count: int
    started_count: int
    finished_count: int

    @property
    def step(self) -> str:
        """The step that waits: pairs, draw, play or results."""
        if self.draw_counts:
            return "results" if self.finished_count == self.match_count else "play"
        return "draw" if self.pair_count >= 2 else "pairs"


def preparation_of(tournament: Tournament) -> Preparation:
    """The counts of an event (three queries)."""
    matches = list(tournament.matches.all())
    draws = list(tournament.draws.values_list("counts", flat=True))
    return Preparation(
        pair_count=tournament.pairs.count(),
        draw_count=len(draws),
        draw_counts=any(draws),
        match_count=sum(not match.annulled for match in matches),
        started_count=sum(match.was_written or match.annulled for match in matches),
        finished_count=sum(match.counts for match in matches),
    )
