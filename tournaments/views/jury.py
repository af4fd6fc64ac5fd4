"""The jury of an event and what it decided, for everybody."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render

from tournaments.middleware import EventRequest
from tournaments.permissions import Act
from tournaments.queries.jury import decisions_of, jury_of
from tournaments.views.declared import page


@page(Act.SEE_EVENT)
def jury(request: EventRequest) -> HttpResponse:
    """Its members, and every decision with its public reason, an undone one too."""
    return render(
        request,
        "event/jury.html",
        {
            "section": "now",
            "jury": jury_of(request.tournament),
            "decisions": decisions_of(request.tournament),
        },
    )
