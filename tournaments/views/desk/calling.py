"""Calling matches to their tables, from the desk or the organiser's schedule."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tournaments.actions.calling import call_match, take_back_call
from tournaments.actions.refusals import Refused
from tournaments.middleware import EventRequest
from tournaments.models import Match
from tournaments.permissions import Act, may
from tournaments.views.answers import UNPROCESSABLE, status_of
from tournaments.views.declared import page
from tournaments.views.desk.overview import desk_shown
from tournaments.views.manage.timetable import timetable_shown


@page(Act.USE_DESK, "GET", "HEAD", "POST")
def call(request: EventRequest, number: int) -> HttpResponse:
    """Calls a match to the table named by the key that was pressed."""
    if request.method != "POST":
        return _onward(request)
    try:
        table = forms.IntegerField(min_value=1, max_value=500).clean(request.POST.get("table"))
        match = call_match(
            actor=request.actor, tournament=request.tournament, number=number, table=table
        )
    except forms.ValidationError:
        messages.error(request, _("Nobody was called. Choose the match on this page."))
        return _shown(request, UNPROCESSABLE)
    except Match.DoesNotExist:
        raise Http404("no such match") from None
    except Refused as refused:
        messages.error(request, refused.message)
        return _shown(request, status_of(refused))
    else:
        messages.success(
            request,
            _("Match %(number)d is called to table %(table)d.")
            % {"number": number, "table": match.table},
        )
    return _onward(request)


@page(Act.USE_DESK, "GET", "HEAD", "POST")
def back(request: EventRequest, number: int) -> HttpResponse:
    """Takes a call back."""
    if request.method != "POST":
        return _onward(request)
    try:
        take_back_call(actor=request.actor, tournament=request.tournament, number=number)
    except Match.DoesNotExist:
        raise Http404("no such match") from None
    except Refused as refused:
        messages.error(request, refused.message)
        return _shown(request, status_of(refused))
    else:
        messages.success(request, _("Match %(number)d waits again.") % {"number": number})
    return _onward(request)


def _onward(request: EventRequest) -> HttpResponse:
    """Back to the page the key was on."""
    return redirect("manage-schedule" if _on_schedule(request) else "desk", request.tournament.slug)


def _shown(request: EventRequest, status: int) -> HttpResponse:
    """That page as it is now."""
    shown = timetable_shown if _on_schedule(request) else desk_shown
    return shown(request, status)


def _on_schedule(request: EventRequest) -> bool:
    asked = request.POST.get("page") == "schedule"
    return asked and may(request.actor, Act.MANAGE_EVENT, request.tournament)
