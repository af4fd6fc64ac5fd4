"""Signing in and out, one's password, the language, and the first organiser's way in."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login, logout, update_session_auth_hash
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render, resolve_url
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters

from tournaments.actions.accounts import (
    change_own_password,
    first_organiser_link_works,
    make_first_organiser,
)
from tournaments.actions.refusals import Refused
from tournaments.forms.accounts import FirstOrganiserForm, OwnPasswordForm, SignInForm
from tournaments.models import User
from tournaments.permissions import Act, actor_of
from tournaments.views.answers import add_refusal, render_form
from tournaments.views.declared import page
from tournaments.views.kept import send_again, unsealed

A_YEAR = 365 * 24 * 3600
TOO_MANY = 429


@never_cache
@sensitive_post_parameters("password")
@page(Act.SIGN_IN, "GET", "HEAD", "POST")
def sign_in(request: HttpRequest) -> HttpResponse:
    target = _next_page(request)
    kept = unsealed(request.POST.get("kept", ""))
    if request.user.is_authenticated:
        return HttpResponseRedirect(target)
    form = SignInForm(request, data=request.POST or None)
    if request.method == "POST" and form.is_valid():
        login(request, form.get_user())
        return send_again(request, kept) if kept else HttpResponseRedirect(target)
    return render_form(
        request,
        "accounts/sign_in.html",
        {"form": form, "next": target, "kept": kept, "page_width": "narrow"},
    )


def locked_out(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
    """What somebody sees who tried too many passwords (called by django-axes)."""
    return render(request, "accounts/locked_out.html", {"page_width": "narrow"}, status=TOO_MANY)


@page(Act.VISIT, "POST")
def sign_out(request: HttpRequest) -> HttpResponse:
    logout(request)
    return redirect("home")


@page(Act.VISIT, "POST")
def set_language(request: HttpRequest) -> HttpResponse:
    """Keeps the chosen language in a cookie and goes back to the page it was chosen on."""
    response = HttpResponseRedirect(_next_page(request))
    language = request.POST.get("language", "")
    if language in dict(settings.LANGUAGES):
        response.set_cookie(
            settings.LANGUAGE_COOKIE_NAME,
            language,
            max_age=A_YEAR,
            samesite="Lax",
            secure=settings.HTTPS,
            httponly=True,
        )
    return response


@sensitive_post_parameters()
@page(Act.CHANGE_OWN_PASSWORD, "GET", "HEAD", "POST")
def change_password(request: HttpRequest) -> HttpResponse:
    assert isinstance(request.user, User)  # noqa: S101 - the policy lets nobody else in
    form = OwnPasswordForm(request.user, data=request.POST or None)
    if request.method == "POST" and form.is_valid():
        change_own_password(
            actor=actor_of(request.user),
            user=request.user,
            password=form.cleaned_data["new_password1"],
        )
        update_session_auth_hash(request, request.user)
        messages.success(request, _("Your password has been changed."))
        return redirect("home")
    return render_form(
        request, "accounts/change_password.html", {"form": form, "page_width": "narrow"}
    )


@never_cache
@sensitive_post_parameters()
@page(Act.SIGN_IN, "GET", "HEAD", "POST")
def first_organiser(request: HttpRequest, secret: str) -> HttpResponse:
    if not first_organiser_link_works(secret):
        return render(
            request,
            "accounts/link_over.html",
            {"page_width": "narrow", "is_first": True},
            status=404,
        )
    form = FirstOrganiserForm(request.POST or None)
    status = None
    if request.method == "POST" and form.is_valid():
        try:
            user = make_first_organiser(
                secret=secret,
                username=form.cleaned_data["username"],
                password=form.cleaned_data["new_password1"],
                full_name=form.cleaned_data["full_name"],
            )
        except Refused as refused:
            status = add_refusal(form, refused)
        else:
            login(request, user, backend="django.contrib.auth.backends.ModelBackend")
            messages.success(request, _("Welcome. Make your first event."))
            return redirect("event-new")
    return render_form(
        request,
        "accounts/first_organiser.html",
        {"form": form, "page_width": "narrow"},
        status,
    )


def _next_page(request: HttpRequest) -> str:
    """The page asked for in `next`, where it is one of ours; the front page otherwise."""
    target = request.POST.get("next") or request.GET.get("next") or ""
    if target.startswith("/") and url_has_allowed_host_and_scheme(
        target, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    ):
        return target
    return resolve_url(settings.LOGIN_REDIRECT_URL)
