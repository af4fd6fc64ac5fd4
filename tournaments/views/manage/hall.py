"""The hall: the address phones open, and what stands in their way."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse

from tournaments.hall import hall_of, own_addresses, start_line
from tournaments.middleware import EventRequest
from tournaments.permissions import Act
from tournaments.views.declared import page


@page(Act.MANAGE_EVENT)
def hall(request: EventRequest) -> HttpResponse:
    """How phones reach the site, or the line that starts it so that they can."""
    hall = hall_of(
        site_url=settings.SITE_URL,
        host=settings.HOST,
        https=settings.HTTPS,
        own_addresses=own_addresses(),
    )
    start = hall.suggestion and start_line(
        hall.suggestion, port=settings.PORT, data_dir=settings.DATA_DIR, demo=settings.DEMO
    )
    return render(
        request,
        "manage/hall.html",
        {
            "section": "manage",
            "here": "hall",
            "hall": hall,
            "start": start,
            "event_url": settings.SITE_URL + reverse("event", args=[request.tournament.slug]),
        },
    )
