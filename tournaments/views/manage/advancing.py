"""Going on from the pools: how many, what is still to be settled, the list locked.

A list that is locked is taken back, locked anew or kept in spite of a correction, each with a
reason.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tournaments.actions.advancing import set_advancing
from tournaments.actions.audit import Verb
from tournaments.actions.locked_fields import keep_field, lock_anew, lock_field, take_back_field
from tournaments.forms.advancing import (
    AdvancingForm,
    FieldReasonForm,
    LockForm,
    initial_numbers,
)
from tournaments.middleware import EventRequest
from tournaments.permissions import Act
from tournaments.queries.advancing import advancing_picture
from tournaments.views.answers import render_form
from tournaments.views.declared import page
from tournaments.views.manage.submissions import carried_out, sent


@page(Act.MANAGE_EVENT, "GET", "HEAD", "POST")
def advancing(request: EventRequest) -> HttpResponse:
    """Everything about going on; posting saves how many do."""
    form = AdvancingForm(sent(request)) if request.method == "POST" else None
    if form is None:
        return _page(request)

    def write() -> None:
        set_advancing(
            actor=request.actor,
            tournament=request.tournament,
            first=form.cleaned_data["first"],
            size=form.cleaned_data["size"],
            seen_revision=form.cleaned_data["revision"],
            token=form.cleaned_data["token"],
        )
        messages.success(request, _("It is saved who goes on."))

    after = {"course": str(request.tournament.course), **form.valid("first", "size")}
    status = carried_out(request, form, write, Verb.SET_ADVANCING, after=after)
    if status is None:
        return redirect("manage-advancing", request.tournament.slug)
    request.tournament.refresh_from_db()
    form.renew(revision=request.tournament.revision)
    return _page(request, status, form=form)


@page(Act.MANAGE_EVENT, "GET", "HEAD", "POST")
def lock(request: EventRequest) -> HttpResponse:
    """Locks the list that was shown."""
    if request.method != "POST":
        return redirect("manage-advancing", request.tournament.slug)
    form = LockForm(request.POST)

    def write() -> None:
        field = lock_field(
            actor=request.actor,
            tournament=request.tournament,
            seen=form.cleaned_data["seen"],
            token=form.cleaned_data["token"],
        )
        messages.success(
            request,
            _("Locked: %(count)d pairs go on. Everybody sees it in the standings.")
            % {"count": len(field.rows)},
        )

    status = carried_out(request, form, write, Verb.LOCK_FIELD)
    if status is None:
        return redirect("manage-advancing", request.tournament.slug)
    return _page(request, status, lock_form=form)


@page(Act.MANAGE_EVENT, "GET", "HEAD", "POST")
def keep(request: EventRequest) -> HttpResponse:
    """The locked list stays in spite of what was corrected since."""

    def write(sent_form: FieldReasonForm) -> str:
        keep_field(
            actor=request.actor,
            tournament=request.tournament,
            **sent_form.cleaned_data,
        )
        return _("The locked list stays as it is.")

    return _decide(request, "keep_form", write, Verb.KEEP_FIELD)


@page(Act.MANAGE_EVENT, "GET", "HEAD", "POST")
def anew(request: EventRequest) -> HttpResponse:
    """The list is locked anew as the pools stand now."""

    def write(sent_form: FieldReasonForm) -> str:
        lock_anew(
            actor=request.actor,
            tournament=request.tournament,
            **sent_form.cleaned_data,
        )
        return _("The list has been locked anew.")

    return _decide(request, "anew_form", write, Verb.LOCK_FIELD)


@page(Act.MANAGE_EVENT, "GET", "HEAD", "POST")
def take_back(request: EventRequest) -> HttpResponse:
    """The list is not locked any more."""

    def write(sent_form: FieldReasonForm) -> str:
        take_back_field(
            actor=request.actor,
            tournament=request.tournament,
            **sent_form.valid("reason", "token"),
        )
        return _("The list is not locked any more.")

    return _decide(request, "back_form", write, Verb.TAKE_BACK_FIELD)


def _decide(
    request: EventRequest, name: str, write: Callable[[FieldReasonForm], str], verb: Verb
) -> HttpResponse:
    """Carries out a decision about the locked list, sent as the form of this name."""
    if request.method != "POST":
        return redirect("manage-advancing", request.tournament.slug)
    form = FieldReasonForm(request.POST, auto_id=f"{name}_%s")
    status = carried_out(request, form, lambda: messages.success(request, write(form)), verb)
    if status is None:
        return redirect("manage-advancing", request.tournament.slug)
    return _page(request, status, **{name: form})


def _page(request: EventRequest, status: int | None = 200, **sent_forms: Any) -> HttpResponse:
    """The page with what there is now; a form that was refused is shown with what was typed."""
    picture = advancing_picture(request.tournament)
    form = sent_forms.get("form") or AdvancingForm(
        initial=initial_numbers(request.tournament, picture.proposals)
    )
    difference = picture.locked.difference if picture.locked else None
    seen = {
        "keep_form": difference.fingerprint if difference else "",
        "anew_form": picture.seen,
        "back_form": picture.seen,
    }
    context: dict[str, Any] = {
        "section": "manage",
        "here": "advancing",
        "form": form,
        "picture": picture,
        "chosen": str(form["numbers"].value() or "own"),
        "lock_form": sent_forms.get("lock_form") or LockForm(initial={"seen": picture.seen}),
        "numbers_open": "form" in sent_forms,
    }
    if "lock_form" in sent_forms:
        context["lock_form"].renew(seen=picture.seen)
    for name, fingerprint in seen.items():
        refused = sent_forms.get(name)
        if refused is not None:
            refused.renew(seen=fingerprint)
        context[name] = refused or FieldReasonForm(
            initial={"seen": fingerprint}, auto_id=f"{name}_%s"
        )
    return render_form(request, "manage/advancing.html", context, status)
