"""The front page: events under way, coming and past."""

from django.http import HttpResponse
from django.shortcuts import render

from tournaments.middleware import EventRequest
from tournaments.permissions import Act
from tournaments.queries.events import visible_events
from tournaments.views.declared import page


@page(Act.VISIT)
def home(request: EventRequest) -> HttpResponse:
    events = visible_events(request.actor)
    return render(request, "home.html", {"events": events})
