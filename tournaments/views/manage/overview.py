"""The organiser's overview: how far the event has come, and what is next."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.actions.refusals import Refused
from tournaments.actions.schedules import plan_schedule, schedule_follows_settings
from tournaments.middleware import EventRequest
from tournaments.permissions import Act
from tournaments.queries.preparation import preparation_of
from tournaments.views.answers import UNPROCESSABLE
from tournaments.views.declared import page


@page(Act.MANAGE_EVENT)
def overview(request: EventRequest) -> HttpResponse:
    return _overview(request)


@page(Act.MANAGE_EVENT, "GET", "HEAD", "POST")
def plan(request: EventRequest) -> HttpResponse:
    """Makes the schedule anew from the settings as they are now."""
    if request.method != "POST":
        return redirect("manage", request.tournament.slug)
    try:
        plan_schedule(actor=request.actor, tournament=request.tournament)
    except Refused as refused:
        messages.error(request, refused.message)
        return _overview(request, UNPROCESSABLE)
    messages.success(request, _("The schedule has been made anew. Print the papers again."))
    return redirect("manage", request.tournament.slug)


def _overview(request: EventRequest, status: int = 200) -> HttpResponse:
    tournament = request.tournament
    preparation = preparation_of(tournament, timezone.now())
    can_plan = preparation.draw_counts and not preparation.started_count
    return render(
        request,
        "manage/overview.html",
        {
            "section": "manage",
            "here": "overview",
            "preparation": preparation,
            "dates": [day.date for day in preparation.days],
            "can_plan": can_plan,
            "schedule_is_old": can_plan and not schedule_follows_settings(tournament),
        },
        status=status,
    )
