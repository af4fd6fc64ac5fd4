"""Matches whose pairs are late: the forfeit and the jury's exception (R18)."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone

from tournaments.middleware import EventRequest
from tournaments.permissions import Act
from tournaments.queries.lateness import lateness_of
from tournaments.queries.matches import matches_of
from tournaments.views.declared import page


@page(Act.USE_DESK)
def late(request: EventRequest) -> HttpResponse:
    """Each match that waits for a pair past the minutes of grace, with what can be done."""
    tournament = request.tournament
    lateness = lateness_of(tournament, matches_of(tournament), timezone.now())
    return render(request, "desk/late.html", {"section": "desk", "lateness": lateness})
