"""How an event ended: champions, places, the last matches, records."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse

from tournaments.feats_wording import records_of, what_is_unknown
from tournaments.ledger import ruleset_of
from tournaments.middleware import EventRequest
from tournaments.models import Tournament
from tournaments.permissions import Act
from tournaments.places_wording import knockout_rounds, why_no_places
from tournaments.queries.feats import event_feats
from tournaments.queries.lots import lot_views
from tournaments.queries.pairs import pairs_by_key
from tournaments.queries.places import places_of
from tournaments.views.declared import page
from tournaments.views.live import live_page

MOST_OPEN = 12
"""Open matches that are named; of more only the number is told."""


@page(Act.SEE_EVENT)
def results(request: EventRequest) -> HttpResponse:
    """The places with their reasons; before the end what is known, and what is missing."""
    return live_page(request, "event/results.html", lambda: _results(request.tournament))


def _results(tournament: Tournament) -> dict[str, Any]:
    pairs = pairs_by_key(tournament)
    places = places_of(tournament, pairs)
    feats = event_feats(places.matches, ruleset_of(tournament))
    return {
        "section": "results",
        "places": places,
        "why": why_no_places(places),
        "open": places.open if len(places.open) <= MOST_OPEN else (),
        "lots": lot_views(places.lots, pairs),
        "rounds": knockout_rounds(places.knockout),
        "records": records_of(feats),
        "unknown": what_is_unknown(feats),
    }
