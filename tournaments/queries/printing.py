"""How much there is to print of an event."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.models import Tournament


@dataclass(frozen=True)
class PrintRun:
    """Counts of what is printed one by one. `rounds` is the last round of the pools, 0 for none.

    `sheets` are the matches that are not annulled, `filled` those of which anything was written.
    """

    pairs: int
    pools: int
    rounds: int
    tables: int
    sheets: int
    filled: int

    @property
    def is_drawn(self) -> bool:
        return self.pools > 0


def print_run_of(tournament: Tournament) -> PrintRun:
    """The counts of an event (three queries)."""
    matches = list(tournament.matches.live())
    return PrintRun(
        pairs=tournament.pairs.count(),
        pools=tournament.pools.live().count(),
        rounds=max((match.round for match in matches), default=0),
        tables=len({match.table for match in matches}),
        sheets=sum(not match.annulled for match in matches),
        filled=sum(match.was_written for match in matches),
    )
