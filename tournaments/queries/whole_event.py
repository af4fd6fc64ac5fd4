"""Everything public of an event at once, for files that hold all of it."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.ledger import ruleset_of
from tournaments.models import JuryDecision, PlayingDay, Tournament
from tournaments.queries.brackets import BracketDrawView, bracket_draws_of
from tournaments.queries.draws import DrawView, draws_of
from tournaments.queries.event_rulings import sheets_with_rulings
from tournaments.queries.feats import EventFeats, feats_of_sheets
from tournaments.queries.jury import JuryView, decisions_of, jury_of
from tournaments.queries.knockout import KnockoutView, knockout_view
from tournaments.queries.matches import SlotView, matches_of, pools_of, slots_of
from tournaments.queries.pairs import PairView, pairs_by_key
from tournaments.queries.places import Places, places_from
from tournaments.queries.sheets import SheetView
from tournaments.queries.standings import PoolStandings


@dataclass(frozen=True)
class WholeEvent:
    """An event: pairs, pools and sheets by number, draws, those of the knock-out too, and decisions
    the latest first."""

    tournament: Tournament
    days: tuple[PlayingDay, ...]
    jury: JuryView
    pairs: tuple[PairView, ...]
    draws: tuple[DrawView, ...]
    pools: tuple[PoolStandings, ...]
    places: Places
    slots: tuple[SlotView, ...]
    sheets: tuple[SheetView, ...]
    decisions: tuple[JuryDecision, ...]
    feats: EventFeats
    brackets: tuple[BracketDrawView, ...]
    knockout: KnockoutView | None


def whole_event(tournament: Tournament) -> WholeEvent:
    """The event with all that is read of it (sixteen queries at most)."""
    pairs = pairs_by_key(tournament)
    pools = pools_of(tournament)
    matches = matches_of(tournament, pairs)
    places = places_from(tournament, pairs, pools, matches)
    sheets = tuple(sheets_with_rulings(tournament, matches))
    days = list(tournament.days.order_by("date"))
    brackets = bracket_draws_of(tournament, pairs)
    counting = next((view.draw for view in brackets if view.draw.counts), None)
    return WholeEvent(
        tournament,
        days=tuple(days),
        jury=jury_of(tournament),
        pairs=tuple(pairs.values()),
        draws=tuple(draws_of(tournament, pairs)),
        pools=places.pools,
        places=places,
        slots=tuple(slots_of(pools, pairs, matches)),
        sheets=sheets,
        decisions=tuple(decisions_of(tournament)),
        feats=feats_of_sheets(
            ((sheet.view, sheet.ledger) for sheet in sheets), ruleset_of(tournament)
        ),
        brackets=tuple(brackets),
        knockout=knockout_view(counting, pairs, matches, days, tournament) if counting else None,
    )
