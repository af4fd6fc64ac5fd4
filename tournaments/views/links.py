"""Arriving by a one-time link: an invitation, a new password.

The address that was sent holds a secret, so nothing happens there: a browser session keeps the
link's digest and goes on to an address without it, which can stand in logs, in the language form
and in the way back from signing in.
"""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters

from tournaments.actions.accounts import set_new_password
from tournaments.actions.links import Purpose, digest_of, usable_link
from tournaments.actions.refusals import AlreadyDone, Refused
from tournaments.actions.staff import (
    INVITATIONS,
    accept_invitation,
    accept_with_new_account,
    has_it_already,
)
from tournaments.forms.accounts import InvitedAccountForm, NewPasswordForm
from tournaments.models import OneTimeLink, Role, User
from tournaments.permissions import Act
from tournaments.views.answers import add_refusal, render_form
from tournaments.views.declared import page

BACKEND = "django.contrib.auth.backends.ModelBackend"
INVITATION_KEY = "invitation"
NEW_PASSWORD_KEY = "new-password"  # noqa: S105 - a key of the session
NOT_FOUND = 404


@never_cache
@page(Act.SIGN_IN)
def invitation_link(request: HttpRequest, secret: str) -> HttpResponse:
    _keep(request, INVITATION_KEY, secret, *INVITATIONS)
    return redirect("invitation")


@never_cache
@page(Act.SIGN_IN)
def new_password_link(request: HttpRequest, secret: str) -> HttpResponse:
    _keep(request, NEW_PASSWORD_KEY, secret, Purpose.NEW_PASSWORD)
    return redirect("new-password")


@never_cache
@sensitive_post_parameters()
@page(Act.SIGN_IN, "GET", "HEAD", "POST")
def invitation(request: HttpRequest) -> HttpResponse:
    """What one is invited to; accepted as who one is, or with an account made here."""
    if isinstance(request.user, User):
        return _accept_as(request, request.user)
    digest = request.session.get(INVITATION_KEY, "")
    form = InvitedAccountForm(request.POST if request.method == "POST" else None)
    status = None
    if request.method == "POST" and form.is_valid():
        try:
            user, accepted = accept_with_new_account(
                digest=digest,
                username=form.cleaned_data["username"],
                password=form.cleaned_data["new_password1"],
                full_name=form.cleaned_data["full_name"],
                token=form.cleaned_data["token"],
            )
        except AlreadyDone:
            messages.success(request, _("Your account has been made. Sign in with it."))
            return redirect("sign-in")
        except Refused as refused:
            status = add_refusal(form, refused)
        else:
            login(request, user, backend=BACKEND)
            return _welcome(request, accepted)
    link = usable_link(digest, *INVITATIONS)
    if link is None:
        return _link_over(request)
    if not form.is_bound:
        form.initial["full_name"] = link.meant_for
    return render_form(request, "accounts/invitation.html", {"form": form, "link": link}, status)


@never_cache
@sensitive_post_parameters()
@page(Act.SIGN_IN, "GET", "HEAD", "POST")
def new_password(request: HttpRequest) -> HttpResponse:
    """A new password for whom the link was made; signs in with it."""
    digest = request.session.get(NEW_PASSWORD_KEY, "")
    link = usable_link(digest, Purpose.NEW_PASSWORD)
    user = link.user if link and link.user else User()
    form = NewPasswordForm(user, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            user = set_new_password(
                digest=digest,
                password=form.cleaned_data["new_password1"],
                token=form.cleaned_data["token"],
            )
        except AlreadyDone:
            messages.success(request, _("The new password has been saved. Sign in with it."))
            return redirect("sign-in")
        except Refused:
            return _link_over(request)
        login(request, user, backend=BACKEND)
        messages.success(request, _("The new password has been saved, and you are signed in."))
        return redirect("home")
    if link is None:
        return _link_over(request)
    return render_form(
        request,
        "accounts/new_password.html",
        {"form": form, "person": user, "page_width": "narrow"},
    )


def _accept_as(request: HttpRequest, user: User) -> HttpResponse:
    """The invitation of somebody signed in: nothing to fill in, one button."""
    digest = request.session.get(INVITATION_KEY, "")
    if request.method == "POST":
        try:
            return _welcome(request, accept_invitation(user=user, digest=digest))
        except Refused as refused:
            messages.warning(request, refused.message)
            return redirect("invitation")
    link = usable_link(digest, *INVITATIONS)
    if link is None:
        return _link_over(request)
    return render(
        request,
        "accounts/invitation.html",
        {"link": link, "has_it_already": has_it_already(link, user), "page_width": "narrow"},
    )


def _welcome(request: HttpRequest, link: OneTimeLink) -> HttpResponse:
    """On to what the invitation was for."""
    if link.tournament is None:
        messages.success(request, _("Welcome. You may make events now."))
        return redirect("event-new")
    values = {"event": link.tournament.name}
    if link.role == Role.ORGANISER:
        messages.success(request, _("Welcome to the organisers of %(event)s.") % values)
        return redirect("manage", link.tournament.slug)
    messages.success(request, _("Welcome to the referees of %(event)s.") % values)
    return redirect("desk", link.tournament.slug)


def _keep(request: HttpRequest, key: str, secret: str, *purposes: OneTimeLink.Purpose) -> None:
    """Keeps the digest of a link that works; one that does not leaves nothing in the session."""
    digest = digest_of(secret)
    if usable_link(digest, *purposes):
        request.session[key] = digest
    else:
        request.session.pop(key, None)


def _link_over(request: HttpRequest) -> HttpResponse:
    return render(
        request,
        "accounts/link_over.html",
        {"page_width": "narrow"},
        status=NOT_FOUND,
    )
