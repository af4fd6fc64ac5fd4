"""Making an event, its settings, showing and hiding it."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.actions.audit import Verb
from tournaments.actions.events import (
    change_settings,
    make_event,
    settings_of,
    show_event,
    told,
)
from tournaments.actions.refusals import AlreadyDone, Refused, Stale
from tournaments.forms.events import (
    DayFormSet,
    NewEventForm,
    SettingsForm,
    copied_days,
    copied_settings,
    initial_days,
    initial_settings,
    settings_from,
)
from tournaments.middleware import EventRequest
from tournaments.permissions import Act
from tournaments.queries.events import events_organised_by
from tournaments.queries.preparation import preparation_of
from tournaments.views.answers import CONFLICT, UNPROCESSABLE, add_refusal, render_form
from tournaments.views.declared import page
from tournaments.views.manage.submissions import SENT_BEFORE, is_repeat, sent


@page(Act.MAKE_EVENTS, "GET", "HEAD", "POST")
def new_event(request: EventRequest) -> HttpResponse:
    own = events_organised_by(request.actor)
    slug = request.POST.get("like") if request.method == "POST" else request.GET.get("like")
    like = next((event for event in own if event.slug == slug), None)
    form = NewEventForm(sent(request), initial=copied_settings(like) if like else None)
    days = DayFormSet(sent(request), initial=copied_days(like) if like else None, prefix="days")
    status = None
    if request.method == "POST":
        status = UNPROCESSABLE
        if form.is_valid() and days.is_valid():
            try:
                tournament = make_event(
                    actor=request.actor,
                    settings=settings_from(form, days),
                    like=like,
                    token=form.cleaned_data["token"],
                )
            except AlreadyDone as done:
                if is_repeat(done, Verb.MAKE_EVENT, name=form.cleaned_data["name"]):
                    return redirect("manage", done.record.details["slug"])
                form.renew()
                form.add_error(None, SENT_BEFORE)
                status = CONFLICT
            except Refused as refused:
                status = add_refusal(form, refused)
            else:
                messages.success(request, _("The event has been made. Bring in the pairs next."))
                return redirect("manage", tournament.slug)
    return render_form(
        request,
        "manage/new_event.html",
        {"form": form, "days": days, "own": own, "like": like},
        status,
    )


@page(Act.MANAGE_EVENT, "GET", "HEAD", "POST")
def settings(request: EventRequest) -> HttpResponse:
    tournament = request.tournament
    form = SettingsForm(sent(request), initial=initial_settings(tournament))
    days = DayFormSet(sent(request), initial=initial_days(tournament), prefix="days")
    status = now = None
    if request.method == "POST":
        status = UNPROCESSABLE
        if form.is_valid() and days.is_valid():
            wanted = settings_from(form, days)
            try:
                change_settings(
                    actor=request.actor,
                    tournament=tournament,
                    settings=wanted,
                    seen_revision=form.cleaned_data["revision"],
                    token=form.cleaned_data["token"],
                )
            except AlreadyDone as done:
                if is_repeat(done, Verb.CHANGE_SETTINGS, tournament, after=told(wanted)):
                    return redirect("manage", tournament.slug)
                form.renew(revision=tournament.revision)
                form.add_error(None, SENT_BEFORE)
                status, now = CONFLICT, settings_of(tournament)
            except Stale as stale:
                tournament.refresh_from_db()
                # Whoever sends it again has seen what stands there now.
                form.renew(revision=tournament.revision)
                status, now = add_refusal(form, stale), settings_of(tournament)
            except Refused as refused:
                status = add_refusal(form, refused)
            else:
                messages.success(request, _("The settings have been saved."))
                if preparation_of(tournament, timezone.now()).started_count:
                    messages.warning(
                        request,
                        _("Play has begun, so the schedule keeps its tables and times."),
                    )
                return redirect("manage", tournament.slug)
    return render_form(
        request,
        "manage/settings.html",
        {
            "section": "manage",
            "here": "settings",
            "form": form,
            "days": days,
            "now": now,
        },
        status,
    )


@page(Act.MANAGE_EVENT, "GET", "HEAD", "POST")
def show(request: EventRequest) -> HttpResponse:
    if request.method != "POST":
        return redirect("manage", request.tournament.slug)
    public = request.POST.get("public") == "yes"
    show_event(actor=request.actor, tournament=request.tournament, public=public)
    messages.success(
        request,
        _("The event is shown to everybody.") if public else _("Only the staff see the event."),
    )
    return redirect("manage", request.tournament.slug)
