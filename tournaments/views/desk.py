"""The desk: every match at a glance, and the sheet of one."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import render

from tournaments.middleware import EventRequest
from tournaments.permissions import Act
from tournaments.queries.matches import match_by_number, schedule_of
from tournaments.queries.sheets import sheet_of
from tournaments.views.declared import page


@page(Act.USE_DESK)
def overview(request: EventRequest) -> HttpResponse:
    return render(
        request, "desk/overview.html", {"section": "desk", "slots": schedule_of(request.tournament)}
    )


@page(Act.USE_DESK, "GET", "HEAD", "POST")
def match(request: EventRequest, number: int) -> HttpResponse:
    view = match_by_number(request.tournament, number)
    if view is None:
        raise Http404("no such match")
    return render(
        request,
        "desk/match.html",
        {"section": "desk", "view": view, "sheet": sheet_of(view), "page_width": "wide"},
    )
