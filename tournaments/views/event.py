"""One event as everybody sees it."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from tournaments.middleware import EventRequest
from tournaments.models import Tournament
from tournaments.permissions import Act
from tournaments.queries.draws import draws_of, with_joined
from tournaments.queries.jury import decisions_about, jury_of
from tournaments.queries.matches import (
    latest_results,
    match_by_number,
    matches_of,
    matches_of_pair,
    schedule_of,
    tables_of,
    tuppis_of_the_day,
    with_estimates,
)
from tournaments.queries.pairs import pairs_by_key, pairs_by_name
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
        "jury": jury_of(tournament),
        "tuppis": tuppis_of_the_day(matches),
    }


@page(Act.SEE_EVENT)
def standings(request: EventRequest) -> HttpResponse:
    return live_page(
        request,
        "event/standings.html",
        lambda: {
            "section": "standings",
            "pools": standings_of(request.tournament),
            "export_kinds": ("pdf", "xlsx", "csv", "json"),
        },
    )


@page(Act.SEE_EVENT)
def schedule(request: EventRequest) -> HttpResponse:
    """The schedule by round, or with `?by=table` by table."""
    return live_page(request, "event/schedule.html", lambda: _schedule(request), by_clock=True)


def _schedule(request: EventRequest) -> dict[str, Any]:
    by_table = request.GET.get("by") == "table"
    slots = schedule_of(request.tournament, timezone.now())
    return {
        "section": "schedule",
        "slots": slots,
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
    pools = standings_of(request.tournament, pairs)
    everything = with_estimates(
        [view for pool in pools for view in pool.matches], request.tournament, timezone.now()
    )
    pool = next((p for p in pools if any(row.pair.pk == shown.pk for row in p.rows)), None)
    own = matches_of_pair(everything, shown)
    return render(
        request,
        "event/pair.html",
        {
            "section": "pairs",
            "pair": shown,
            "pool": pool,
            "row": next((r for r in pool.rows if r.pair.pk == shown.pk), None) if pool else None,
            "matches": own,
            "substitutions": substitutions_of(request.tournament, number),
            "next": next((view for view in own if view.match.is_open), None),
        },
    )
