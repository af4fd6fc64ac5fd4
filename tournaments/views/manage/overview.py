"""The organiser's overview: how far the event has come, and what is next."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.field import propose_fields
from tournaments.actions.refusals import Refused
from tournaments.actions.schedules import plan_schedule, schedule_follows_settings
from tournaments.advancing import numbers_of
from tournaments.middleware import EventRequest
from tournaments.models import Course, Tournament
from tournaments.permissions import Act
from tournaments.placing import counting_state, is_over
from tournaments.queries.advancing import FieldNow, field_now
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
    counts = preparation.draw_counts and not preparation.bracket_counts
    can_plan = counts and not preparation.started_count
    goes_on = _goes_on(tournament, preparation.pool_count)
    numbers = {key: pair.number for key, pair in preparation.pairs.items()}
    knockout = counting_state(tournament, preparation.matches, numbers)
    # Nothing can be locked before the first deal.
    field = FieldNow(is_locked=False)
    if not can_plan:
        field = field_now(tournament, preparation.matches, preparation.pairs)
    return render(
        request,
        "manage/overview.html",
        {
            "section": "manage",
            "here": "overview",
            "preparation": preparation,
            "dates": [day.date for day in preparation.days],
            "can_plan": can_plan,
            "knockout": knockout,
            "schedule_is_old": can_plan and not schedule_follows_settings(tournament),
            "goes_on": goes_on,
            "field": field,
            "numbers": numbers_of(tournament, preparation.pool_count) if goes_on else None,
            "proposals": propose_fields(preparation.pool_count, preparation.pairs_in_pools),
            "is_over": is_over(tournament, preparation.matches, knockout),
        },
        status=status,
    )


def _goes_on(tournament: Tournament, pool_count: int) -> bool:
    """Whether pairs go on from the pools there are; one pool alone is the result unless chosen."""
    chosen = tournament.advance_first is not None or tournament.advance_size is not None
    return tournament.course == Course.POOLS_AND_KNOCKOUT and (
        pool_count > 1 or (pool_count == 1 and chosen)
    )
