"""Check-in: who is in the hall and who has paid, by one tap, for several clerks at once."""

from __future__ import annotations

import time
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.actions.check_in import AskFirst, set_all_present, set_paid, set_present
from tournaments.actions.refusals import Refused
from tournaments.forms.entries import MOST_LETTERS, Looking, Tap, read_looking, read_tap
from tournaments.middleware import EventRequest
from tournaments.models import Pair
from tournaments.permissions import Act, may
from tournaments.queries.entries import (
    EntryRow,
    Shown,
    entry_list,
    grace_ends_at,
    late_pairs,
)
from tournaments.views.answers import UNPROCESSABLE
from tournaments.views.declared import page
from tournaments.views.desk.lookup import wants_fragment
from tournaments.views.live import CHANGES_AT, live_page


@page(Act.CHECK_IN, "GET", "HEAD", "POST")
def check_in(request: EventRequest) -> HttpResponse:
    """Every pair with its keys; follows what other clerks tap."""
    looking = read_looking(request.GET.dict(), Shown.ABSENT)
    if request.method == "POST":
        return _tap(request, looking)
    since = int(looking.since.timestamp()) if looking.since else int(time.time())
    return live_page(
        request,
        "manage/check_in.html",
        lambda: _context(request, looking),
        address=f"{_address(request, looking)}&since={since}",
    )


@page(Act.CHECK_IN, "GET", "HEAD", "POST")
def everybody(request: EventRequest) -> HttpResponse:
    """Everybody at once, after being asked; those who are not here are tapped one by one then."""
    tournament = request.tournament
    if request.method != "POST":
        absent = [row for row in entry_list(tournament).rows if row.pair.absent]
        return render(
            request,
            "manage/everybody_present.html",
            {
                "section": "manage" if may(request.actor, Act.MANAGE_EVENT, tournament) else "desk",
                "here": "check-in",
                "absent": absent,
                "page_width": "narrow",
            },
        )
    count = len(set_all_present(actor=request.actor, tournament=tournament))
    messages.success(
        request,
        ngettext(
            "%(count)d pair is marked present. Tap those who are not here.",
            "%(count)d pairs are marked present. Tap those who are not here.",
            count,
        )
        % {"count": count},
    )
    return redirect(f"{reverse('manage-check-in', args=[tournament.slug])}?show=all")


def _tap(request: EventRequest, looking: Looking) -> HttpResponse:
    """Does what a key says; answers the row alone where htmx asks."""
    tapped = read_tap(request.POST.get("tap", ""))
    if tapped is None:
        if wants_fragment(request):
            raise Http404("no such tap")
        messages.error(request, _("This page was not sent whole. Look at it and tap again."))
        return redirect(_address(request, looking))
    tap, number = tapped
    told: dict[str, Any] = {}
    try:
        pair = _carry_out(request, tap, number)
    except Pair.DoesNotExist:
        if wants_fragment(request):
            raise Http404("no such pair") from None
        messages.warning(
            request, _("Pair %(number)d is not on the list any more.") % {"number": number}
        )
        return redirect(_address(request, looking))
    except AskFirst as asked:
        told = {"asked_of": number, "question": asked.message}
    except Refused as refused:
        told = {"problem_of": number, "problem": refused.message}
    if wants_fragment(request):
        entries = entry_list(request.tournament)
        context = {
            "entries": entries,
            "rows": [
                EntryRow(row.pair, without_pool=row.without_pool)
                for row in entries.rows
                if row.pair.number == number
            ],
            "list_address": reverse("manage-check-in", args=[request.tournament.slug]),
            **told,
        }
        return render(
            request, "manage/pieces/check_in_answer.html", context, status=_status_of(told)
        )
    if told:
        return _whole_page(request, looking, told)
    messages.success(request, _told(tap, pair.number))
    return redirect(f"{_address(request, looking)}#pair-{number}")


def _carry_out(request: EventRequest, tap: Tap, number: int) -> Pair:
    who: dict[str, Any] = {
        "actor": request.actor,
        "tournament": request.tournament,
        "number": number,
    }
    if tap in (Tap.PAID, Tap.UNPAID):
        return set_paid(**who, paid=tap is Tap.PAID)
    return set_present(**who, present=tap is Tap.PRESENT, sure=tap is Tap.SURELY_ABSENT)


def _told(tap: Tap, number: int) -> str:
    said = {
        Tap.PRESENT: _("Pair %(number)d is present."),
        Tap.ABSENT: _("Pair %(number)d is not here."),
        Tap.SURELY_ABSENT: _("Pair %(number)d is not here."),
        Tap.PAID: _("Pair %(number)d has paid."),
        Tap.UNPAID: _("Pair %(number)d has not paid."),
    }
    return said[tap] % {"number": number}


def _status_of(told: dict[str, Any]) -> int:
    return UNPROCESSABLE if told else 200


def _whole_page(request: EventRequest, looking: Looking, told: dict[str, Any]) -> HttpResponse:
    """The page with a question or a refusal in the row it is about; it does not ask again."""
    context = _context(request, looking)
    return render(request, "manage/check_in.html", {**context, **told}, status=UNPROCESSABLE)


def _context(request: EventRequest, looking: Looking) -> dict[str, Any]:
    entries = entry_list(request.tournament, looking.shown, looking.sought, looking.since)
    grace_ends = grace_ends_at(request.tournament)
    is_over = grace_ends is not None and grace_ends <= timezone.now()
    return {
        CHANGES_AT: None if is_over else grace_ends,
        "section": "manage" if may(request.actor, Act.MANAGE_EVENT, request.tournament) else "desk",
        "here": "check-in",
        "entries": entries,
        "late": late_pairs(request.tournament, entries, looking.since) if is_over else None,
        "shown": looking.shown.value,
        "sought": looking.sought,
        "list_address": reverse("manage-check-in", args=[request.tournament.slug]),
        "own_address": _address(request, looking),
        "most_letters": MOST_LETTERS,
    }


def _address(request: EventRequest, looking: Looking) -> str:
    """The page as it is looked at now."""
    query = {"show": looking.shown.value}
    if looking.sought:
        query["q"] = looking.sought
    return f"{reverse('manage-check-in', args=[request.tournament.slug])}?{urlencode(query)}"
