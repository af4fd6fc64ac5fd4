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
from tournaments.drawn_pairs import why_none_can_join
from tournaments.forms.late_pairs import LatePairForm
from tournaments.forms.submissions import SubmissionForm
from tournaments.middleware import EventRequest
from tournaments.models import Pair, Pool
from tournaments.permissions import Act
from tournaments.queries.late_pairs import late_picture, take_back_picture
from tournaments.views.answers import render_form
from tournaments.views.declared import page
from tournaments.views.manage.submissions import carried_out, sent


@page(Act.MANAGE_EVENT, "GET", "HEAD", "POST")
def late(request: EventRequest, number: int) -> HttpResponse:
    """What adding the pair to a pool brings, then doing it."""
    form = LatePairForm(sent(request))

    def write() -> None:
        new = add_late_pair(
            actor=request.actor,
            tournament=request.tournament,
            number=number,
            now=timezone.now(),
            **form.cleaned_data,
        )
        said = ngettext(
            "Pair %(number)d has joined its pool with %(count)d match. Print its sheet, and the "
            "schedule again.",
            "Pair %(number)d has joined its pool with %(count)d matches. Print their sheets, and "
            "the schedule again.",
            len(new),
        )
        messages.success(request, said % {"number": number, "count": len(new)})

    missing = (Pair.DoesNotExist, Pool.DoesNotExist)
    status = carried_out(request, form, write, Verb.ADD_LATE_PAIR, missing=missing, pair=number)
    if status is None:
        return redirect("pair", request.tournament.slug, number)
    picture = late_picture(request.tournament, number, _asked(request), timezone.now())
    if picture is None:
        raise Http404("no such pair")
    if picture.chosen:
        form.fill_in(seen=picture.seen, pool=picture.chosen.pool.number)
    context = {
        "section": "manage",
        "here": "pairs",
        "form": form,
        "picture": picture,
        "why_closed": "" if picture.place else why_none_can_join(request.tournament),
    }
    return render_form(request, "manage/late_pair.html", context, status)


@page(Act.MANAGE_EVENT, "GET", "HEAD", "POST")
def undo_late(request: EventRequest, number: int) -> HttpResponse:
    """The pair leaves the pool it joined late."""
    form = SubmissionForm(sent(request))

    def write() -> None:
        take_back_late_pair(
            actor=request.actor, tournament=request.tournament, number=number, **form.cleaned_data
        )
        messages.success(
            request,
            _("Pair %(number)d is out of its pool and on the list. All others stay as they are.")
            % {"number": number},
        )

    missing = (Pair.DoesNotExist,)
    status = carried_out(
        request, form, write, Verb.TAKE_BACK_LATE_PAIR, missing=missing, pair=number
    )
    if status is None:
        return redirect("manage-pair", request.tournament.slug, number)
    picture = take_back_picture(request.tournament, number)
    if picture is None:
        raise Http404("no such pair")
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


def _asked(request: EventRequest) -> int | None:
    """The number of the pool that the page is to show; None for the default."""
    text = request.POST.get("pool", "") or request.GET.get("pool", "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 6 else None
