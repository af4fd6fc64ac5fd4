"""The desk: every match at a glance, and finding one."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render

from tournaments.forms.sheets import MOST_LETTERS_IN_SEARCH
from tournaments.middleware import EventRequest
from tournaments.permissions import Act
from tournaments.queries.desk import desk_of, find_matches
from tournaments.queries.matches import matches_of
from tournaments.queries.results import missing_sheets
from tournaments.views.declared import page


@page(Act.USE_DESK)
def overview(request: EventRequest) -> HttpResponse:
    views = matches_of(request.tournament)
    sought = " ".join(request.GET.get("q", "")[:MOST_LETTERS_IN_SEARCH].replace("\0", "").split())
    return render(
        request,
        "desk/overview.html",
        {
            "section": "desk",
            "page_width": "wide",
            "desk": desk_of(views),
            "sought": sought,
            "found": find_matches(views, sought),
            "missing": missing_sheets(views),
            "most_letters": MOST_LETTERS_IN_SEARCH,
        },
    )
