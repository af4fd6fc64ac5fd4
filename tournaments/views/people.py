"""Everybody who can sign in to the site, for its admin."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from tournaments.actions.accounts import make_password_link
from tournaments.actions.links import withdraw_link
from tournaments.actions.refusals import AlreadyDone, Refused
from tournaments.actions.rights import let_look_after_site, let_make_events
from tournaments.actions.staff import invite_event_maker
from tournaments.forms.accounts import (
    InvitationForm,
    LinkForm,
    PersonRightForm,
    PersonSubmissionForm,
)
from tournaments.middleware import EventRequest
from tournaments.permissions import Act
from tournaments.queries.staff import people_of_site, waiting_links_of_site
from tournaments.views.answers import CONFLICT, UNPROCESSABLE
from tournaments.views.declared import page
from tournaments.views.made_links import MADE_ALREADY, show_made_link


@never_cache
@page(Act.LOOK_AFTER_SITE, "GET", "HEAD", "POST")
def people(request: EventRequest) -> HttpResponse:
    """The list; a POST invites somebody to make events and shows the link."""
    if request.method != "POST":
        return _list(request)
    form = InvitationForm(request.POST)
    if not form.is_valid():
        return _list(request, status=UNPROCESSABLE, form=form)
    try:
        made = invite_event_maker(
            actor=request.actor,
            meant_for=form.cleaned_data["meant_for"],
            token=form.cleaned_data["token"],
        )
    except AlreadyDone:
        return _list(request, status=CONFLICT, refused=MADE_ALREADY)
    return show_made_link(request, made, back=reverse("people"))


@page(Act.LOOK_AFTER_SITE, "GET", "HEAD", "POST")
def event_making(request: EventRequest) -> HttpResponse:
    return _change_right(request, let_make_events)


@page(Act.LOOK_AFTER_SITE, "GET", "HEAD", "POST")
def admin(request: EventRequest) -> HttpResponse:
    return _change_right(request, let_look_after_site)


@never_cache
@page(Act.LOOK_AFTER_SITE, "GET", "HEAD", "POST")
def new_password(request: EventRequest) -> HttpResponse:
    """Makes a new-password link for anybody but oneself and shows it."""
    form = PersonSubmissionForm(request.POST)
    if request.method != "POST" or not form.is_valid():
        return redirect("people")
    try:
        made = make_password_link(
            actor=request.actor,
            tournament=None,
            username=form.cleaned_data["username"],
            token=form.cleaned_data["token"],
        )
    except AlreadyDone:
        return _list(request, status=CONFLICT, refused=MADE_ALREADY)
    except Refused as refused:
        return _list(request, status=UNPROCESSABLE, refused=refused.message)
    return show_made_link(request, made, back=reverse("people"))


@page(Act.LOOK_AFTER_SITE, "GET", "HEAD", "POST")
def withdraw(request: EventRequest) -> HttpResponse:
    form = LinkForm(request.POST)
    if request.method != "POST" or not form.is_valid():
        return redirect("people")
    try:
        withdraw_link(actor=request.actor, tournament=None, link_id=form.cleaned_data["link"])
    except Refused as refused:
        return _list(request, status=UNPROCESSABLE, refused=refused.message)
    messages.success(request, _("The link has been withdrawn and no longer works."))
    return redirect("people")


def _change_right(request: EventRequest, change: Callable[..., None]) -> HttpResponse:
    form = PersonRightForm(request.POST)
    if request.method != "POST" or not form.is_valid():
        return redirect("people")
    try:
        change(
            actor=request.actor,
            username=form.cleaned_data["username"],
            allowed=form.cleaned_data["allowed"],
        )
    except Refused as refused:
        return _list(request, status=UNPROCESSABLE, refused=refused.message)
    messages.success(request, _("The rights have been changed."))
    return redirect("people")


def _list(request: EventRequest, *, status: int = 200, **context: Any) -> HttpResponse:
    found = people_of_site(request.GET.get("page"), request.actor)
    return render(
        request,
        "people/people.html",
        {
            "page": found.page,
            "people": [
                (
                    person,
                    PersonSubmissionForm(initial={"username": person.user.username}, auto_id=False),
                )
                for person in found.people
            ],
            "links": waiting_links_of_site(),
            "form": InvitationForm(),
            **context,
        },
        status=status,
    )
