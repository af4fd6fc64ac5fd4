"""The schedule by hand: moving matches, delaying a start, taking either back."""

from __future__ import annotations

from datetime import datetime

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.actions.delays import delay_in_force, delay_play, start_of, take_back_delay
from tournaments.actions.moves import move_back, move_match, swap_matches
from tournaments.actions.refusals import AlreadyDone, Refused
from tournaments.forms.timetables import DelayForm, MomentField, MoveForm, OwnTimeForm
from tournaments.middleware import EventRequest
from tournaments.models import Match
from tournaments.permissions import Act
from tournaments.queries.timetables import delay_picture, move_picture, timetable_of
from tournaments.views.answers import UNPROCESSABLE, add_refusal, render_form, status_of
from tournaments.views.declared import page


@page(Act.MANAGE_EVENT)
def timetable(request: EventRequest) -> HttpResponse:
    """What can start, what is on, and every waiting match with the way to move it."""
    return timetable_shown(request)


@page(Act.MANAGE_EVENT, "GET", "HEAD", "POST")
def move(request: EventRequest, number: int) -> HttpResponse:
    """Times and tables a match could have; choosing one moves it there."""
    form = MoveForm(request.POST if request.method == "POST" else None)
    status = _move(request, number, form) if form.is_bound else 200
    if status is None:
        return redirect("manage-schedule", request.tournament.slug)
    return _move_page(request, number, form, status)


@page(Act.MANAGE_EVENT, "GET", "HEAD", "POST")
def back(request: EventRequest, number: int) -> HttpResponse:
    """Undoes what last moved a match."""
    if request.method != "POST":
        return redirect("manage-schedule-move", request.tournament.slug, number)
    try:
        move_back(actor=request.actor, tournament=request.tournament, number=number)
    except Match.DoesNotExist:
        raise Http404("no such match") from None
    except Refused as refused:
        messages.error(request, refused.message)
        return _move_page(request, number, MoveForm(), status_of(refused))
    messages.success(request, _("Match %(number)d is back in its place.") % {"number": number})
    return redirect("manage-schedule", request.tournament.slug)


def timetable_shown(request: EventRequest, status: int = 200) -> HttpResponse:
    """The organiser's schedule, as the answer to something refused too."""
    delay = delay_in_force(request.tournament)
    return render(
        request,
        "manage/timetable.html",
        {
            "section": "manage",
            "here": "schedule",
            "page_width": "wide",
            "timetable": timetable_of(request.tournament, timezone.now()),
            "delay": delay,
            "delayed_start": start_of(delay) if delay else None,
        },
        status=status,
    )


@page(Act.MANAGE_EVENT, "GET", "HEAD", "POST")
def delay(request: EventRequest) -> HttpResponse:
    """A start that is late: what follows is shown, then done."""
    tournament = request.tournament
    sent = request.method == "POST"
    asked = request.POST if sent else request.GET if "minutes" in request.GET else None
    form = DelayForm(asked, starts=delay_picture(tournament, None, 0).starts, confirms=sent)
    status = None
    if sent and form.is_valid():
        try:
            moved = delay_play(
                actor=request.actor,
                tournament=tournament,
                starts_at=datetime.fromisoformat(form.cleaned_data["start"]),
                minutes=form.cleaned_data["minutes"],
                seen=form.cleaned_data["seen"],
                token=form.cleaned_data["token"],
            )
        except AlreadyDone:
            return redirect("manage-schedule", tournament.slug)
        except Refused as refused:
            status = add_refusal(form, refused)
        else:
            messages.success(
                request,
                ngettext(
                    "%(count)d match starts later now.",
                    "%(count)d matches start later now.",
                    moved,
                )
                % {"count": moved},
            )
            return redirect("manage-schedule", tournament.slug)
    named = form.is_bound and not {"start", "minutes"} & set(form.errors)
    picture = delay_picture(
        tournament,
        datetime.fromisoformat(form.cleaned_data["start"]) if named else None,
        form.cleaned_data["minutes"] if named else 0,
    )
    if form.is_bound:
        form.renew()
    return render_form(
        request,
        "manage/delay.html",
        {"section": "manage", "here": "schedule", "form": form, "picture": picture},
        status if status or sent or not form.errors else UNPROCESSABLE,
    )


@page(Act.MANAGE_EVENT, "GET", "HEAD", "POST")
def undo_delay(request: EventRequest) -> HttpResponse:
    """Takes back the delay made last."""
    if request.method != "POST":
        return redirect("manage-schedule", request.tournament.slug)
    try:
        seen = forms.IntegerField(min_value=1).clean(request.POST.get("delay"))
        moved = take_back_delay(actor=request.actor, tournament=request.tournament, seen_delay=seen)
    except forms.ValidationError:
        messages.error(request, _("Nothing was taken back. Choose it on this page."))
        return timetable_shown(request, UNPROCESSABLE)
    except Refused as refused:
        messages.error(request, refused.message)
        return timetable_shown(request, status_of(refused))
    messages.success(
        request,
        ngettext(
            "The delay is taken back: %(count)d match starts as before.",
            "The delay is taken back: %(count)d matches start as before.",
            moved,
        )
        % {"count": moved},
    )
    return redirect("manage-schedule", request.tournament.slug)


def _move_page(request: EventRequest, number: int, form: MoveForm, status: int) -> HttpResponse:
    days = list(request.tournament.days.all())
    own_time = OwnTimeForm(
        request.GET if "time" in request.GET else None, days=[day.date for day in days]
    )
    picture = move_picture(request.tournament, number, _asked(request, form, own_time), days)
    if picture is None:
        raise Http404("no such match")
    shown = {"starts_at": picture.at.isoformat(), "seen": picture.seen}
    form.initial.update(shown)
    if form.is_bound:
        form.renew(**shown)
    return render_form(
        request,
        "manage/move.html",
        {
            "section": "manage",
            "here": "schedule",
            "form": form,
            "own_time": own_time,
            "picture": picture,
        },
        status,
    )


def _move(request: EventRequest, number: int, form: MoveForm) -> int | None:
    """Carries out what was chosen: None where it is done, else the status of the page."""
    if not form.is_valid():
        return UNPROCESSABLE
    chosen = form.cleaned_data
    try:
        if chosen["swap"]:
            other, seen = form.swap_with
            swap_matches(
                actor=request.actor,
                tournament=request.tournament,
                number=number,
                other=other,
                seen=seen,
                token=chosen["token"],
            )
            done = _("Matches %(number)d and %(other)d have changed places.")
            told: dict[str, object] = {"number": number, "other": other}
        else:
            moved = move_match(
                actor=request.actor,
                tournament=request.tournament,
                number=number,
                starts_at=chosen["starts_at"],
                table=chosen["table"],
                seen=chosen["seen"],
                token=chosen["token"],
            )
            done = _("Match %(number)d is at table %(table)d, %(time)s.")
            told = {
                "number": number,
                "table": moved.table,
                "time": date_format(timezone.localtime(moved.starts_at), "D j.n. H.i"),
            }
    except AlreadyDone:
        return None
    except Match.DoesNotExist:
        raise Http404("no such match") from None
    except Refused as refused:
        return add_refusal(form, refused)
    messages.success(request, done % told)
    return None


def _asked(request: EventRequest, form: MoveForm, own_time: OwnTimeForm) -> datetime | None:
    """The time whose tables are to be shown; None for the match's own."""
    if form.is_bound:
        at: datetime | None = form.cleaned_data.get("starts_at")
        return at
    if own_time.is_bound and own_time.is_valid():
        return own_time.moment
    try:
        return MomentField(required=False).to_python(request.GET.get("at"))
    except forms.ValidationError:
        return None
