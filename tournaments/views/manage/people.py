"""The staff of an event: who they are, inviting, removing, new passwords."""

from __future__ import annotations

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
from tournaments.actions.staff import invite, remove_from_staff
from tournaments.forms.accounts import (
    LinkForm,
    PersonForm,
    PersonSubmissionForm,
    StaffInvitationForm,
)
from tournaments.middleware import EventRequest
from tournaments.models import Role
from tournaments.permissions import Act
from tournaments.queries.staff import staff_of, waiting_links_of
from tournaments.views.answers import CONFLICT, UNPROCESSABLE
from tournaments.views.declared import page
from tournaments.views.made_links import MADE_ALREADY, show_made_link


@never_cache
@page(Act.MANAGE_EVENT, "GET", "HEAD", "POST")
def staff(request: EventRequest) -> HttpResponse:
    """The list; a POST makes an invitation and shows its link."""
    if request.method != "POST":
        return _list(request)
    form = StaffInvitationForm(request.POST)
    if not form.is_valid():
        return _list(request, status=UNPROCESSABLE, form=form)
    try:
        made = invite(
            actor=request.actor,
            tournament=request.tournament,
            role=Role(form.cleaned_data["role"]),
            meant_for=form.cleaned_data["meant_for"],
            token=form.cleaned_data["token"],
        )
    except AlreadyDone:
        return _list(request, status=CONFLICT, refused=MADE_ALREADY)
    return show_made_link(request, made, back=_address(request))


@page(Act.MANAGE_EVENT, "GET", "HEAD", "POST")
def remove(request: EventRequest) -> HttpResponse:
    form = PersonForm(request.POST)
    if request.method != "POST" or not form.is_valid():
        return redirect(_address(request))
    username = form.cleaned_data["username"]
    try:
        remove_from_staff(actor=request.actor, tournament=request.tournament, username=username)
    except Refused as refused:
        return _list(request, status=UNPROCESSABLE, refused=refused.message)
    messages.success(request, _("The person has been removed from the staff."))
    if username == request.user.get_username() and not request.actor.is_site_admin:
        return redirect("home")
    return redirect(_address(request))


@never_cache
@page(Act.MANAGE_EVENT, "GET", "HEAD", "POST")
def new_password(request: EventRequest) -> HttpResponse:
    """Makes a new-password link for one of the staff and shows it."""
    form = PersonSubmissionForm(request.POST)
    if request.method != "POST" or not form.is_valid():
        return redirect(_address(request))
    try:
        made = make_password_link(
            actor=request.actor,
            tournament=request.tournament,
            username=form.cleaned_data["username"],
            token=form.cleaned_data["token"],
        )
    except AlreadyDone:
        return _list(request, status=CONFLICT, refused=MADE_ALREADY)
    except Refused as refused:
        return _list(request, status=UNPROCESSABLE, refused=refused.message)
    return show_made_link(request, made, back=_address(request))


@page(Act.MANAGE_EVENT, "GET", "HEAD", "POST")
def withdraw(request: EventRequest) -> HttpResponse:
    form = LinkForm(request.POST)
    if request.method != "POST" or not form.is_valid():
        return redirect(_address(request))
    try:
        withdraw_link(
            actor=request.actor, tournament=request.tournament, link_id=form.cleaned_data["link"]
        )
    except Refused as refused:
        return _list(request, status=UNPROCESSABLE, refused=refused.message)
    messages.success(request, _("The link has been withdrawn and no longer works."))
    return redirect(_address(request))


def _address(request: EventRequest) -> str:
    return reverse("manage-people", args=[request.tournament.slug])


def _list(request: EventRequest, *, status: int = 200, **context: Any) -> HttpResponse:
    members = staff_of(request.tournament, request.actor)
    return render(
        request,
        "manage/people.html",
        {
            "section": "manage",
            "here": "people",
            "members": [
                (
                    member,
                    PersonSubmissionForm(initial={"username": member.user.username}, auto_id=False),
                )
                for member in members
            ],
            "links": waiting_links_of(request.tournament),
            "form": StaffInvitationForm(),
            **context,
        },
        status=status,
    )
