"""The desk: every table and match at a glance, finding one, and going from one to the next."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.db.models import prefetch_related_objects
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.forms.sheets import MOST_LETTERS_IN_SEARCH
from tournaments.middleware import EventRequest
from tournaments.permissions import Act
from tournaments.queries.desk import (
    attention_at,
    desk_of,
    find_matches,
    matches_at_desk,
    next_wanted,
)
from tournaments.queries.matches import with_estimates
from tournaments.queries.out_of_step import field_at_desk, knockout_at_desk
from tournaments.queries.timetables import ready_views
from tournaments.views.declared import page
from tournaments.views.desk.lookup import match_row_or_404
from tournaments.views.live import CHANGES_AT, live_page

FEW = 6
"""Longer lists are folded: thirty tables that finish at once must not hide the one that calls."""


@page(Act.USE_DESK)
def overview(request: EventRequest) -> HttpResponse:
    """Every table by what it wants; follows by itself."""
    return desk_shown(request)


def desk_shown(request: EventRequest, status: int = 200) -> HttpResponse:
    """The desk's overview, as the answer to something refused too."""
    sought = " ".join(request.GET.get("q", "")[:MOST_LETTERS_IN_SEARCH].replace("\0", "").split())
    address = reverse("desk", args=[request.tournament.slug])
    return live_page(
        request,
        "desk/overview.html",
        lambda: _overview(request, sought),
        address=f"{address}?{urlencode({'q': sought})}" if sought else address,
        by_clock=True,
        status=status,
    )


def _overview(request: EventRequest, sought: str) -> dict[str, Any]:
    tournament, now = request.tournament, timezone.now()
    prefetch_related_objects([tournament], "days")
    views = with_estimates(matches_at_desk(tournament), tournament, now)
    attention, changes_at = attention_at(tournament, views, tournament.days.all(), now)
    return {
        CHANGES_AT: changes_at,
        "section": "desk",
        "page_width": "wide",
        "desk": desk_of(views),
        "attention": attention,
        "knockout": knockout_at_desk(views),
        "field": field_at_desk(tournament, views),
        "ready": ready_views(views, tournament, now),
        "sought": sought,
        "found": find_matches(views, sought),
        "few": FEW,
        "most_letters": MOST_LETTERS_IN_SEARCH,
    }


@page(Act.USE_DESK)
def onward(request: EventRequest, number: int) -> HttpResponse:
    """From a match to the next table that wants somebody, with `?back` to the one before; to the
    overview where no other does."""
    tournament, now = request.tournament, timezone.now()
    match = match_row_or_404(request, number)
    views = matches_at_desk(tournament)
    attention, _changes_at = attention_at(tournament, views, tournament.days.all(), now)
    following = next_wanted(attention, match, back="back" in request.GET)
    if following is None:
        messages.info(request, _("No other table wants anything now."))
        return redirect("desk", tournament.slug)
    return redirect("desk-match", tournament.slug, following.match.number)
