"""How much there is to print of an event."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.advancing import withdrawn_at
from tournaments.models import Stage, Tournament


@dataclass(frozen=True)
class PrintRun:
    """Counts of what is printed one by one. `rounds` is the last round of the pools, 0 for none.

    `cards` are the pairs with matches that have not withdrawn: each has a pair card.
    `knockout_rounds` are those of the knock-out that have matches. `sheets` are the matches that
    are not annulled, `filled` those of which anything was written, `awaited` those without a
    result yet.
    """

    pairs: int
    cards: int
    pools: int
    rounds: int
    tables: int
    sheets: int
    filled: int
    awaited: int
    knockout_rounds: tuple[int, ...] = ()

    @property
    def is_drawn(self) -> bool:
        """Whether there are pools, or matches of a knock-out without any."""
        return self.pools > 0 or bool(self.knockout_rounds)


def print_run_of(tournament: Tournament) -> PrintRun:
    """The counts of an event (three queries)."""
    matches = list(tournament.matches.live())
    drawn = {pair for match in matches for pair in (match.pair_a_id, match.pair_b_id)}
    pairs = tournament.pairs.annotate(withdrawn_at=withdrawn_at()).values_list("pk", "withdrawn_at")
    return PrintRun(
        pairs=len(pairs),
        cards=sum(pair in drawn and at is None for pair, at in pairs),
        pools=tournament.pools.live().count(),
        rounds=max((match.round for match in matches if match.stage == Stage.POOL), default=0),
        tables=len({match.table for match in matches}),
        sheets=sum(not match.annulled for match in matches),
        filled=sum(match.was_written for match in matches),
        awaited=sum(match.is_open for match in matches),
        knockout_rounds=tuple(
            sorted({match.round for match in matches if match.stage == Stage.KNOCKOUT})
        ),
    )
