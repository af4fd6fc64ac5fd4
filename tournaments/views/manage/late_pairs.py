"""A pair that comes after the draw: which pool it joins and what follows, then the write; undo.

?pool=2     what joining that pool would bring; the smallest where none is asked
"""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.actions.audit import Verb
from tournaments.actions.late_pairs import add_late_pair, take_back_late_pair, why_it_stays
from tournaments.actions.refusals import AlreadyDone, Refused
from tournaments.forms.late_pairs import LatePairForm
from tournaments.forms.submissions import SubmissionForm
from tournaments.middleware import EventRequest
from tournaments.models import Pair, Pool
from tournaments.permissions import Act
from tournaments.queries.late_pairs import late_picture, take_back_picture
from tournaments.views.answers import CONFLICT, UNPROCESSABLE, add_refusal, render_form
from tournaments.views.declared import page
from tournaments.views.manage.submissions import SENT_BEFORE, is_repeat, sent


@page(Act.MANAGE_EVENT, "GET", "HEAD", "POST")
def late(request: EventRequest, number: int) -> HttpResponse:
    """What adding the pair to a pool brings, then doing it."""
    form = LatePairForm(sent(request))
    status = _add(request, number, form) if form.is_bound else 200
    if status is None:
        return redirect("pair", request.tournament.slug, number)
    picture = late_picture(request.tournament, number, _asked(request), timezone.now())
    if picture is None:
        raise Http404("no such pair")
    if picture.chosen:
        shown = {"seen": picture.seen, "pool": picture.chosen.pool.number}
        form.initial.update(shown)
        if form.is_bound:
            form.renew(**shown)
    context = {"section": "manage", "here": "pairs", "form": form, "picture": picture}
    return render_form(request, "manage/late_pair.html", context, status)


@page(Act.MANAGE_EVENT, "GET", "HEAD", "POST")
def undo_late(request: EventRequest, number: int) -> HttpResponse:
    """The pair leaves the pool it joined late."""
    form = SubmissionForm(sent(request))
    status = _take_back(request, number, form) if form.is_bound else 200
    if status is None:
        return redirect("manage-pair", request.tournament.slug, number)
    picture = take_back_picture(request.tournament, number)
    if picture is None:
        raise Http404("no such pair")
    if form.is_bound:
        form.renew()
    why = ""
    if picture.place:
        why = why_it_stays(
            picture.row,
            picture.place,
            [view.match for view in picture.matches],
            withdrawn=picture.pair.withdrawn,
        )
    context = {"section": "manage", "here": "pairs", "form": form, "picture": picture, "why": why}
    return render_form(request, "manage/late_pair_undo.html", context, status)


def _add(request: EventRequest, number: int, form: LatePairForm) -> int | None:
    """Carries out what was sent: None where it is done, else the status of the page."""
    if not form.is_valid():
        return UNPROCESSABLE
    try:
        new = add_late_pair(
            actor=request.actor,
            tournament=request.tournament,
            number=number,
            pool=form.cleaned_data["pool"],
            seen=form.cleaned_data["seen"],
            now=timezone.now(),
            token=form.cleaned_data["token"],
        )
    except AlreadyDone as done:
        if is_repeat(done, Verb.ADD_LATE_PAIR, request.tournament, pair=number):
            return None
        form.add_error(None, SENT_BEFORE)
        return CONFLICT
    except (Pair.DoesNotExist, Pool.DoesNotExist):
        raise Http404("no such pair or pool") from None
    except Refused as refused:
        return add_refusal(form, refused)
    said = ngettext(
        "Pair %(number)d has joined its pool with %(count)d match. Print its sheet, and the "
        "schedule again.",
        "Pair %(number)d has joined its pool with %(count)d matches. Print their sheets, and the "
        "schedule again.",
        len(new),
    )
    messages.success(request, said % {"number": number, "count": len(new)})
    return None


def _take_back(request: EventRequest, number: int, form: SubmissionForm) -> int | None:
    if not form.is_valid():
        return UNPROCESSABLE
    try:
        take_back_late_pair(
            actor=request.actor,
            tournament=request.tournament,
            number=number,
            token=form.cleaned_data["token"],
        )
    except AlreadyDone as done:
        if is_repeat(done, Verb.TAKE_BACK_LATE_PAIR, request.tournament, pair=number):
            return None
        form.add_error(None, SENT_BEFORE)
        return CONFLICT
    except Pair.DoesNotExist:
        raise Http404("no such pair") from None
    except Refused as refused:
        return add_refusal(form, refused)
    messages.success(
        request,
        _("Pair %(number)d is out of its pool and on the list. All others stay as they are.")
        % {"number": number},
    )
    return None


def _asked(request: EventRequest) -> int | None:
    """The number of the pool that the page is to show; None for the default."""
    text = request.POST.get("pool", "") or request.GET.get("pool", "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 6 else None
