"""The desk: every match at a glance, and finding one."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone

from tournaments.forms.sheets import MOST_LETTERS_IN_SEARCH
from tournaments.middleware import EventRequest
from tournaments.permissions import Act
from tournaments.queries.desk import desk_of, find_matches
from tournaments.queries.lateness import lateness_of
from tournaments.queries.matches import matches_of, with_estimates
from tournaments.queries.results import missing_sheets
from tournaments.queries.timetables import ready_views
from tournaments.views.declared import page


@page(Act.USE_DESK)
def overview(request: EventRequest) -> HttpResponse:
    return desk_shown(request)


def desk_shown(request: EventRequest, status: int = 200) -> HttpResponse:
    """The desk's overview, as the answer to something refused too."""
    tournament, now = request.tournament, timezone.now()
    views = with_estimates(matches_of(tournament), tournament, now)
    sought = " ".join(request.GET.get("q", "")[:MOST_LETTERS_IN_SEARCH].replace("\0", "").split())
    return render(
        request,
        "desk/overview.html",
        {
            "section": "desk",
            "page_width": "wide",
            "desk": desk_of(views),
            "ready": ready_views(views, tournament, now),
            "late_count": len(lateness_of(tournament, views, now).late),
            "sought": sought,
            "found": find_matches(views, sought),
            "missing": missing_sheets(views),
            "most_letters": MOST_LETTERS_IN_SEARCH,
        },
        status=status,
    )
