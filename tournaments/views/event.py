"""One event as everybody sees it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from tournaments.middleware import EventRequest
from tournaments.models import Course, Stage, Tournament
from tournaments.permissions import Act
from tournaments.queries.brackets import bracket_draws_of
from tournaments.queries.draws import draws_of, with_joined
from tournaments.queries.going_on import going_on
from tournaments.queries.jury import decisions_about, jury_of
from tournaments.queries.knockout import knockout_among
from tournaments.queries.lots import lots_of
from tournaments.queries.matches import (
    MatchView,
    latest_results,
    match_by_number,
    matches_of,
    matches_of_pair,
    pools_of,
    slots_of,
    tables_of,
    tuppis_of_the_day,
    with_estimates,
)
from tournaments.queries.pairs import PairView, pairs_by_key, pairs_by_name
from tournaments.queries.places import PlacedPair, places_from, places_of
from tournaments.queries.sheets import sheet_of
from tournaments.queries.standings import standings_of
from tournaments.queries.substitutions import substitutions_of
from tournaments.queries.turns import turn_of
from tournaments.sign_up_phase import phase_of
from tournaments.timetable import waits
from tournaments.views.declared import page
from tournaments.views.live import live_page

LATEST = 8


@page(Act.SEE_EVENT)
def now(request: EventRequest) -> HttpResponse:
    """What is on now, what is next, what came in last."""
    return live_page(request, "event/now.html", lambda: _now(request.tournament), by_clock=True)


def _now(tournament: Tournament) -> dict[str, Any]:
    pairs = pairs_by_key(tournament)
    matches = with_estimates(matches_of(tournament, pairs), tournament, timezone.now())
    waiting = sorted(
        (view for view in matches if waits(view.match)),
        key=lambda view: (view.match.starts_at, view.match.table),
    )
    next_start = waiting[0].match.starts_at if waiting else None
    return {
        "section": "now",
        "days": tournament.days.all(),
        "sign_up": phase_of(tournament, timezone.now(), is_drawn=bool(matches)).value,
        "pair_count": sum(not pair.called_off for pair in pairs.values()),
        "matches": matches,
        "match_count": sum(not view.match.annulled for view in matches),
        "finished_count": sum(view.match.counts for view in matches),
        "called": [view for view in matches if view.match.is_called],
        "under_way": [view for view in matches if view.match.under_way],
        "next_start": next_start,
        "next_matches": [view for view in waiting if view.match.starts_at == next_start],
        "latest": latest_results(matches, LATEST),
        "champions": _champions(tournament, pairs, matches),
        "jury": jury_of(tournament),
        "tuppis": tuppis_of_the_day(matches),
    }


def _champions(
    tournament: Tournament, pairs: Mapping[int, PairView], matches: Sequence[MatchView]
) -> tuple[PlacedPair, ...]:
    """Who won the event; nobody while a match is open, which takes no query to see."""
    if not matches or any(view.match.is_open for view in matches):
        return ()
    return places_from(tournament, pairs, pools_of(tournament), matches).champions


@page(Act.SEE_EVENT)
def standings(request: EventRequest) -> HttpResponse:
    return live_page(request, "event/standings.html", lambda: _standings(request.tournament))


def _standings(tournament: Tournament) -> dict[str, Any]:
    # A knock-out alone goes by nothing else.
    pools = standings_of(tournament) if tournament.course != Course.KNOCKOUT else []
    return {
        "section": "standings",
        "pools": pools,
        "going_on": going_on(tournament, pools),
        "export_kinds": ("pdf", "xlsx", "csv", "json"),
    }


@page(Act.SEE_EVENT)
def schedule(request: EventRequest) -> HttpResponse:
    """The schedule by round, or with `?by=table` by table."""
    return live_page(request, "event/schedule.html", lambda: _schedule(request), by_clock=True)


def _schedule(request: EventRequest) -> dict[str, Any]:
    by_table = request.GET.get("by") == "table"
    tournament = request.tournament
    pairs = pairs_by_key(tournament)
    matches = with_estimates(matches_of(tournament, pairs), tournament, timezone.now())
    slots = slots_of(pools_of(tournament), pairs, matches)
    return {
        "section": "schedule",
        "slots": slots,
        "knockout": knockout_among(tournament, pairs, matches),
        "by_table": by_table,
        "tables": tables_of(slots) if by_table else (),
    }


@page(Act.SEE_EVENT)
def draw(request: EventRequest) -> HttpResponse:
    """Every draw made, with its seed; the pools of one that was never published are staff's."""
    pairs = pairs_by_key(request.tournament)
    draws = with_joined(draws_of(request.tournament, pairs), request.tournament, pairs)
    return render(
        request,
        "event/draw.html",
        {
            "section": "draw",
            "draws": draws,
            "brackets": bracket_draws_of(request.tournament, pairs),
            "lots": lots_of(request.tournament, pairs),
            "is_published": any(view.draw.counts for view in draws),
        },
    )


@page(Act.SEE_EVENT)
def match(request: EventRequest, number: int) -> HttpResponse:
    return live_page(request, "event/match.html", lambda: _match(request.tournament, number))


def _match(tournament: Tournament, number: int) -> dict[str, Any]:
    view = match_by_number(tournament, number)
    if view is None:
        raise Http404("no such match")
    sheet = sheet_of(view)
    return {
        "section": "schedule",
        "view": view,
        "sheet": sheet,
        "turn": turn_of(view, sheet.ledger),
        "decisions": decisions_about(view.match),
    }


@page(Act.SEE_EVENT)
def pairs(request: EventRequest) -> HttpResponse:
    pairs = pairs_by_name(request.tournament)
    pair_count = sum(not pair.called_off for pair in pairs)
    return render(
        request,
        "event/pairs.html",
        {"section": "pairs", "pairs": pairs, "pair_count": pair_count},
    )


@page(Act.SEE_EVENT)
def pair(request: EventRequest, number: int) -> HttpResponse:
    pairs = pairs_by_key(request.tournament)
    shown = next((view for view in pairs.values() if view.number == number), None)
    if shown is None:
        raise Http404("no such pair")
    places = places_of(request.tournament, pairs)
    everything = with_estimates(places.matches, request.tournament, timezone.now())
    pools = list(places.pools)
    found = going_on(request.tournament, pools).row_of(shown)
    own = matches_of_pair(everything, shown)
    return render(
        request,
        "event/pair.html",
        {
            "section": "pairs",
            "pair": shown,
            "placed": places.of(shown),
            "pool": found[0].standings if found else None,
            "row": found[1].row if found else None,
            "prospect": found[1].prospect if found else None,
            "matches": own,
            "has_other_matches": any(view.match.stage != Stage.POOL for view in own),
            "substitutions": substitutions_of(request.tournament, number),
            "next": next((view for view in own if view.match.is_open), None),
        },
    )
