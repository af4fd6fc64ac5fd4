"""The tables that wait for a referee: those that called, and results that a pair disputes."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.actions.referee_calls import answer_call, go_to_call
from tournaments.actions.refusals import Refused
from tournaments.forms.confirming import AnswerForm
from tournaments.middleware import EventRequest
from tournaments.models import RefereeCall
from tournaments.permissions import Act
from tournaments.queries.confirmations import answered_calls, open_calls
from tournaments.queries.matches import matches_of
from tournaments.views.answers import UNPROCESSABLE, status_of
from tournaments.views.declared import page
from tournaments.views.live import live_page

ANSWERED_SHOWN = 20
OK = 200
LARGEST_KEY = 2**31 - 1


@page(Act.USE_DESK)
def calls(request: EventRequest) -> HttpResponse:
    """Who waits for a referee, the longest waiting first, each with a key that answers."""
    return _calls_page(request)


@page(Act.USE_DESK, "GET", "HEAD", "POST")
def coming(request: EventRequest, number: int) -> HttpResponse:
    """Whoever presses is coming to the table; back to the page the key was on."""
    if request.method != "POST":
        return redirect("desk-calls", request.tournament.slug)
    if number > LARGEST_KEY:
        raise Http404("no such call")
    try:
        call = go_to_call(actor=request.actor, tournament=request.tournament, call=number)
    except Refused as refused:
        messages.error(request, refused.message)
        return _calls_page(request, status_of(refused))
    messages.success(
        request,
        _(
            "Table %(table)d is told that a referee is coming. "
            "Press “Handled” when the matter is settled."
        )
        % {"table": call.table},
    )
    return _back(request)


@page(Act.USE_DESK, "GET", "HEAD", "POST")
def answer(request: EventRequest, number: int) -> HttpResponse:
    """Answers the call of this key, with or without a note; back to the page the key was on."""
    if request.method != "POST":
        return redirect("desk-calls", request.tournament.slug)
    if number > LARGEST_KEY:
        raise Http404("no such call")
    form = AnswerForm(request.POST)
    if not form.is_valid():
        messages.error(request, str(next(iter(form.errors.values()))[0]))
        return _calls_page(request, UNPROCESSABLE)
    try:
        call = answer_call(
            actor=request.actor,
            tournament=request.tournament,
            call=number,
            outcome=form.cleaned_data["outcome"],
            answer=form.cleaned_data["answer"],
        )
    except Refused as refused:
        messages.error(request, refused.message)
        return _calls_page(request, status_of(refused))
    if call.match is not None and call.is_dispute:
        messages.success(request, _told(call))
        return redirect("desk-match", request.tournament.slug, call.match.number)
    messages.success(request, _("The call of table %(table)d is handled.") % {"table": call.table})
    return _back(request)


def _told(call: RefereeCall) -> str:
    """That a dispute is answered, to whoever answered it."""
    if call.is_corrected:
        return _("Pair %(side)s is told that the result has been corrected.") % {"side": call.side}
    return _("Pair %(side)s is told that the result stands.") % {"side": call.side}


def _back(request: EventRequest) -> HttpResponse:
    """Back to the page the key was on."""
    here = "desk" if request.POST.get("page") == "desk" else "desk-calls"
    return redirect(here, request.tournament.slug)


def _calls_page(request: EventRequest, status: int = OK) -> HttpResponse:
    tournament = request.tournament

    def context() -> dict[str, Any]:
        views = matches_of(tournament)
        return {
            "section": "desk",
            "page_width": "desk-page",
            "calls": open_calls(tournament, views),
            "answered": answered_calls(tournament, views, ANSWERED_SHOWN),
        }

    address = reverse("desk-calls", args=[tournament.slug])
    response = live_page(request, "desk/calls.html", context, address=address)
    if status != OK:
        response.status_code = status
    return response
