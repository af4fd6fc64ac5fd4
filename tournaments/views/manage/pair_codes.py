"""Codes of pairs: found for a pair that has lost its card, and made anew."""

from __future__ import annotations

from contextlib import suppress

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from tournaments.actions.refusals import AlreadyDone, Refused
from tournaments.actions.table_links import renew_pair_code
from tournaments.forms.entries import MOST_LETTERS
from tournaments.forms.table_links import RenewForm
from tournaments.middleware import EventRequest
from tournaments.permissions import Act
from tournaments.queries.table_links import pair_codes_of
from tournaments.views.answers import status_of
from tournaments.views.declared import page
from tournaments.views.manage.table_links import NOT_WHOLE


@page(Act.MANAGE_EVENT)
def codes(request: EventRequest) -> HttpResponse:
    """Pairs by a few letters. No code stands here: the hall may look over one's shoulder."""
    sought = request.GET.get("q", "").strip()[:MOST_LETTERS]
    found = pair_codes_of(request.tournament, sought) if sought else []
    if len(found) == 1:
        return redirect("manage-code", request.tournament.slug, found[0].pair.number)
    return render(
        request,
        "manage/codes.html",
        {
            "section": "manage",
            "here": "tables",
            "sought": sought,
            "found": found,
            "most_letters": MOST_LETTERS,
        },
    )


@never_cache
@page(Act.MANAGE_EVENT, "GET", "HEAD", "POST")
def code(request: EventRequest, number: int) -> HttpResponse:
    """One pair's code, and the key that gives it another."""
    refusal: Refused | None = None
    if request.method == "POST":
        form = RenewForm(request.POST)
        try:
            if not form.is_valid():
                raise Refused(NOT_WHOLE)
            _renew(request, number, form)
            return redirect("manage-code", request.tournament.slug, number)
        except Refused as refused:
            refusal = refused
    found = pair_codes_of(request.tournament, str(number))
    if not found:
        raise Http404("no such pair")
    return render(
        request,
        "manage/code.html",
        {
            "section": "manage",
            "here": "tables",
            "refused": refusal,
            "found": found[0],
            "form": RenewForm(initial={"seen": found[0].renewed}, auto_id=False),
            "page_width": "narrow",
        },
        status=status_of(refusal) if refusal else 200,
    )


def _renew(request: EventRequest, number: int, form: RenewForm) -> None:
    """Gives the pair a new code; a key tapped twice has done it the first time. Raises Refused."""
    with suppress(AlreadyDone):
        renew_pair_code(
            actor=request.actor,
            tournament=request.tournament,
            number=number,
            seen=form.cleaned_data["seen"],
            token=form.cleaned_data["token"],
        )
    messages.success(
        request,
        _("Pair %(number)d has a new code. Write it on its card, or print the card again.")
        % {"number": number},
    )
