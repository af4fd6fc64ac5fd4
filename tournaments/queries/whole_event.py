"""Everything public of an event at once, for files that hold all of it."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.ledger import ruleset_of
from tournaments.models import JuryDecision, PlayingDay, Tournament
from tournaments.queries.draws import DrawView, draws_of
from tournaments.queries.event_rulings import sheets_with_rulings
from tournaments.queries.jury import JuryView, decisions_of, jury_of
from tournaments.queries.matches import SlotView, matches_of, pools_of, slots_of
from tournaments.queries.pairs import PairView, pairs_by_key
from tournaments.queries.sheets import SheetView
from tournaments.queries.standings import PoolStandings, rank_pools


@dataclass(frozen=True)
class WholeEvent:
    """An event: pairs, pools and sheets by number, draws and decisions the latest first."""

    tournament: Tournament
    days: tuple[PlayingDay, ...]
    jury: JuryView
    pairs: tuple[PairView, ...]
    draws: tuple[DrawView, ...]
    pools: tuple[PoolStandings, ...]
    slots: tuple[SlotView, ...]
    sheets: tuple[SheetView, ...]
    decisions: tuple[JuryDecision, ...]


def whole_event(tournament: Tournament) -> WholeEvent:
    """The event with all that is read of it (eleven queries)."""
    pairs = pairs_by_key(tournament)
    pools = pools_of(tournament)
    matches = matches_of(tournament, pairs)
    return WholeEvent(
        tournament,
        days=tuple(tournament.days.all()),
        jury=jury_of(tournament),
        pairs=tuple(pairs.values()),
        draws=tuple(draws_of(tournament, pairs)),
        pools=tuple(rank_pools(pools, pairs, matches, ruleset_of(tournament))),
        slots=tuple(slots_of(pools, pairs, matches)),
        sheets=tuple(sheets_with_rulings(tournament, matches)),
        decisions=tuple(decisions_of(tournament)),
    )
