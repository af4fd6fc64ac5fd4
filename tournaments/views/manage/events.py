"""Making an event, its settings, showing and hiding it, the organiser's overview."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from tournaments.actions.events import change_settings, make_event, show_event
from tournaments.actions.refusals import AlreadyDone, Refused
from tournaments.forms.events import (
    DayFormSet,
    EventForm,
    SettingsForm,
    initial_days,
    initial_settings,
    settings_from,
)
from tournaments.middleware import EventRequest
from tournaments.permissions import Act
from tournaments.queries.preparation import preparation_of
from tournaments.views.answers import add_refusal, render_form
from tournaments.views.declared import page


@page(Act.MAKE_EVENTS, "GET", "HEAD", "POST")
def new_event(request: EventRequest) -> HttpResponse:
    form = EventForm(request.POST or None)
    days = DayFormSet(request.POST or None, prefix="days")
    status = None
    if request.method == "POST":
        if form.is_valid() and days.is_valid():
            try:
                tournament = make_event(
                    actor=request.actor,
                    settings=settings_from(form, days),
                    token=form.cleaned_data["token"],
                )
            except AlreadyDone as done:
                return redirect("manage", done.record.details["slug"])
            except Refused as refused:
                status = add_refusal(form, refused)
            else:
                messages.success(request, _("The event has been made. Bring in the pairs next."))
                return redirect("manage", tournament.slug)
        else:
            status = 422
    return render_form(request, "manage/new_event.html", {"form": form, "days": days}, status)


@page(Act.MANAGE_EVENT, "GET", "HEAD", "POST")
def settings(request: EventRequest) -> HttpResponse:
    tournament = request.tournament
    form = SettingsForm(request.POST or None, initial=initial_settings(tournament))
    days = DayFormSet(request.POST or None, initial=initial_days(tournament), prefix="days")
    status = None
    if request.method == "POST":
        if form.is_valid() and days.is_valid():
            try:
                change_settings(
                    actor=request.actor,
                    tournament=tournament,
                    settings=settings_from(form, days),
                    seen_revision=form.cleaned_data["revision"],
                    token=form.cleaned_data["token"],
                )
            except AlreadyDone:
                return redirect("manage", tournament.slug)
            except Refused as refused:
                status = add_refusal(form, refused)
            else:
                messages.success(request, _("The settings have been saved."))
                return redirect("manage", tournament.slug)
        else:
            status = 422
    return render_form(
        request,
        "manage/settings.html",
        {"section": "manage", "form": form, "days": days},
        status,
    )


@page(Act.MANAGE_EVENT, "POST")
def show(request: EventRequest) -> HttpResponse:
    public = request.POST.get("public") == "yes"
    show_event(actor=request.actor, tournament=request.tournament, public=public)
    messages.success(
        request,
        _("The event is shown to everybody.") if public else _("Only the staff see the event."),
    )
    return redirect("manage", request.tournament.slug)


@page(Act.MANAGE_EVENT)
def overview(request: EventRequest) -> HttpResponse:
    return render(
        request,
        "manage/overview.html",
        {"section": "manage", "preparation": preparation_of(request.tournament)},
    )
