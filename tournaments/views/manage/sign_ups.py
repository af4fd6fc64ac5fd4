"""The organiser's page of those who signed up: opening and closing, approving, refusing."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings as site_settings
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.actions.audit import Verb
from tournaments.actions.refusals import AlreadyDone, Refused, RowsRefused, Stale
from tournaments.actions.sign_ups import (
    approve_sign_ups,
    refuse_sign_up,
    reopen_sign_up,
    set_sign_up,
)
from tournaments.forms.sign_ups import SignUpSettingsForm, initial_settings
from tournaments.middleware import EventRequest
from tournaments.models import SignUp
from tournaments.permissions import Act
from tournaments.queries.sign_ups import sign_ups_of
from tournaments.views.answers import CONFLICT, UNPROCESSABLE, add_refusal, render_form
from tournaments.views.declared import page
from tournaments.views.manage.submissions import SENT_BEFORE, is_repeat, sent


@page(Act.MANAGE_EVENT, "GET", "HEAD", "POST")
def sign_ups(request: EventRequest) -> HttpResponse:
    """Everybody who signed up; a POST saves when people can."""
    tournament = request.tournament
    form = SignUpSettingsForm(sent(request), initial=initial_settings(tournament))
    status = None
    if request.method == "POST":
        status = UNPROCESSABLE
        if form.is_valid():
            try:
                set_sign_up(
                    actor=request.actor,
                    tournament=tournament,
                    wanted=form.settings,
                    seen_revision=form.cleaned_data["revision"],
                    token=form.cleaned_data["token"],
                )
            except AlreadyDone as done:
                if is_repeat(done, Verb.SET_SIGN_UP, tournament):
                    return redirect("manage-sign-ups", tournament.slug)
                form.renew()
                form.add_error(None, SENT_BEFORE)
                status = CONFLICT
            except Stale as stale:
                tournament.refresh_from_db()
                form.renew(revision=tournament.revision)
                status = add_refusal(form, stale)
            except Refused as refused:
                status = add_refusal(form, refused)
            else:
                messages.success(request, _("The times of signing up have been saved."))
                return redirect("manage-sign-ups", tournament.slug)
    return render_form(
        request,
        "manage/sign_ups.html",
        {
            "section": "manage",
            "here": "pairs",
            "form": form,
            "found": sign_ups_of(tournament),
            "address": site_settings.SITE_URL + reverse("sign-up", args=[tournament.slug]),
        },
        status,
    )


@page(Act.MANAGE_EVENT, "GET", "HEAD", "POST")
def approve(request: EventRequest) -> HttpResponse:
    """Enters the sign-ups ticked, or all that have room."""
    back = redirect("manage-sign-ups", request.tournament.slug)
    if request.method != "POST":
        return back
    if "all" in request.POST:
        found = sign_ups_of(request.tournament)
        numbers = [view.sign_up.number for view in found.with_room]
    else:
        typed = request.POST.getlist("number")
        numbers = [int(each) for each in typed if each.isascii() and each.isdecimal()][:400]
    try:
        approved = approve_sign_ups(
            actor=request.actor, tournament=request.tournament, numbers=numbers
        )
    except RowsRefused as refused:
        messages.error(request, _("Nothing was approved. Approve the others one by one."))
        for number, message in refused.rows:
            said = _("Sign-up %(number)d: %(message)s") % {"number": number, "message": message}
            messages.error(request, said)
    except Refused as refused:
        messages.error(request, refused.message)
    else:
        count = len(approved)
        if count:
            messages.success(
                request,
                ngettext(
                    "%(count)d pair has been entered.", "%(count)d pairs have been entered.", count
                )
                % {"count": count},
            )
        else:
            messages.info(request, _("Nothing was left to approve."))
    return back


@page(Act.MANAGE_EVENT, "GET", "HEAD", "POST")
def refuse(request: EventRequest, number: int) -> HttpResponse:
    """Does not take a sign-up; it can be let in again."""
    return _settle(request, number, refuse_sign_up, _("Sign-up %(number)d is not taken."))


@page(Act.MANAGE_EVENT, "GET", "HEAD", "POST")
def reopen(request: EventRequest, number: int) -> HttpResponse:
    """A sign-up that was not taken waits again."""
    return _settle(request, number, reopen_sign_up, _("Sign-up %(number)d waits again."))


def _settle(
    request: EventRequest, number: int, settle: Callable[..., SignUp], said: str
) -> HttpResponse:
    back = redirect("manage-sign-ups", request.tournament.slug)
    if request.method != "POST":
        return back
    try:
        settle(actor=request.actor, tournament=request.tournament, number=number)
    except SignUp.DoesNotExist:
        raise Http404("no such sign-up") from None
    except Refused as refused:
        messages.error(request, refused.message)
    else:
        messages.success(request, said % {"number": number})
    return back
