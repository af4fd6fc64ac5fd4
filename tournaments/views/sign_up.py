"""Signing up for an event without an account, and the private link that one gets."""

from __future__ import annotations

from axes.helpers import get_client_ip_address
from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from tournaments.actions.audit import Verb
from tournaments.actions.entries import told
from tournaments.actions.links import digest_of
from tournaments.actions.refusals import AlreadyDone, Refused
from tournaments.actions.sign_ups import cancel_sign_up, change_sign_up, sign_up
from tournaments.forms.pairs import CLUB_LIST, entry_from
from tournaments.forms.sign_ups import SignUpChangeForm, SignUpForm, initial_sign_up
from tournaments.middleware import EventRequest
from tournaments.models import SignUp
from tournaments.permissions import Act
from tournaments.queries.pairs import known_clubs
from tournaments.queries.sign_ups import SignUpView, sign_up_by_digest, sign_ups_of
from tournaments.sign_up_phase import Phase
from tournaments.views.answers import CONFLICT, UNPROCESSABLE, add_refusal, render_form
from tournaments.views.declared import page
from tournaments.views.manage.submissions import SENT_BEFORE, is_repeat, sent


@never_cache
@page(Act.SIGN_UP, "GET", "HEAD", "POST")
def form(request: EventRequest) -> HttpResponse:
    """The page to sign up on; whoever does gets the private link as the answer."""
    tournament = request.tournament
    filled = SignUpForm(sent(request))
    status = None
    if request.method == "POST":
        status = UNPROCESSABLE
        if filled.is_valid():
            try:
                made = sign_up(
                    actor=request.actor,
                    tournament=tournament,
                    entry=entry_from(filled),
                    contact=filled.cleaned_data["contact"],
                    source=get_client_ip_address(request) or "",
                    token=filled.cleaned_data["token"],
                )
            except AlreadyDone:
                filled.renew()
                filled.add_error(None, _("This was sent already, and the pair has signed up."))
                status = CONFLICT
            except Refused as refused:
                filled.renew()
                status = add_refusal(filled, refused)
            else:
                return _done(request, made.sign_up, made.secret)
    found = sign_ups_of(tournament)
    return render_form(
        request,
        "event/sign_up.html",
        {
            "section": "sign_up",
            "form": filled,
            "found": found,
            "is_open": found.phase is Phase.OPEN,
            "clubs": known_clubs(tournament),
            "club_list": CLUB_LIST,
            "page_width": "narrow",
        },
        status,
    )


def _done(request: EventRequest, made: SignUp, secret: str) -> HttpResponse:
    """The private link, told this once."""
    address = reverse("sign-up-own", args=[request.tournament.slug, secret])
    return render(
        request,
        "event/sign_up_done.html",
        {
            "section": "sign_up",
            "view": _view(request, made),
            "path": address,
            "address": settings.SITE_URL + address,
            "page_width": "narrow",
        },
    )


@never_cache
@page(Act.SIGN_UP, "GET", "HEAD", "POST")
def own(request: EventRequest, secret: str) -> HttpResponse:
    """What the holder of a private link signed up with: its state, and changing it."""
    found = _found(request, secret)
    filled = SignUpChangeForm(sent(request), initial=initial_sign_up(found))
    status = None
    if request.method == "POST":
        status = UNPROCESSABLE
        if filled.is_valid():
            entry = entry_from(filled)
            saved = redirect("sign-up-own", request.tournament.slug, secret)
            try:
                change_sign_up(
                    actor=request.actor,
                    tournament=request.tournament,
                    digest=found.digest,
                    entry=entry,
                    contact=filled.cleaned_data["contact"],
                    seen_revision=filled.cleaned_data["revision"],
                    token=filled.cleaned_data["token"],
                )
            except AlreadyDone as done:
                if is_repeat(done, Verb.CHANGE_SIGN_UP, request.tournament, after=told(entry)):
                    return saved
                filled.renew()
                filled.add_error(None, SENT_BEFORE)
                status = CONFLICT
            except Refused as refused:
                found.refresh_from_db()
                filled.renew(revision=found.revision)
                status = add_refusal(filled, refused)
            else:
                messages.success(request, _("Your change has been saved."))
                return saved
    return _own_page(request, found, secret, filled, status)


@never_cache
@page(Act.SIGN_UP, "GET", "HEAD", "POST")
def cancel(request: EventRequest, secret: str) -> HttpResponse:
    """Calls the sign-up off, after asking on a page of its own."""
    found = _found(request, secret)
    if request.method == "POST":
        try:
            cancel_sign_up(actor=request.actor, tournament=request.tournament, digest=found.digest)
        except Refused as refused:
            messages.error(request, refused.message)
        else:
            messages.success(request, _("The sign-up has been called off."))
        return redirect("sign-up-own", request.tournament.slug, secret)
    return render(
        request,
        "event/sign_up_cancel.html",
        {
            "section": "sign_up",
            "view": _view(request, found),
            "secret": secret,
            "page_width": "narrow",
        },
    )


def _found(request: EventRequest, secret: str) -> SignUp:
    found = sign_up_by_digest(request.tournament, digest_of(secret))
    if found is None:
        raise Http404("no such sign-up")
    return found


def _view(request: EventRequest, found: SignUp) -> SignUpView:
    every = sign_ups_of(request.tournament)
    return next(view for view in (*every.open_ones, *every.settled) if view.sign_up.pk == found.pk)


def _own_page(
    request: EventRequest,
    found: SignUp,
    secret: str,
    filled: SignUpChangeForm,
    status: int | None,
) -> HttpResponse:
    every = sign_ups_of(request.tournament)
    is_settled = found.state in (SignUp.State.CANCELLED, SignUp.State.REFUSED)
    return render_form(
        request,
        "event/sign_up_own.html",
        {
            "section": "sign_up",
            "form": filled,
            "view": _view(request, found),
            "secret": secret,
            "can_change": every.phase is Phase.OPEN and not is_settled,
            "can_cancel": not is_settled,
            "clubs": known_clubs(request.tournament),
            "club_list": CLUB_LIST,
            "page_width": "narrow",
        },
        status,
    )
