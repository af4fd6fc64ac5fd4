"""The knock-out as everybody sees it."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.utils import timezone

from tournaments.middleware import EventRequest
from tournaments.permissions import Act
from tournaments.queries.knockout import knockout_of
from tournaments.views.declared import page
from tournaments.views.live import live_page


@page(Act.SEE_EVENT)
def knockout(request: EventRequest) -> HttpResponse:
    """The bracket: who plays whom and when, who has gone on, who has won."""

    def shown() -> dict[str, Any]:
        return {
            "section": "knockout",
            "page_width": "wide",
            "knockout": knockout_of(request.tournament, now=timezone.now()),
        }

    return live_page(request, "event/knockout.html", shown, by_clock=True)
