"""Level pairs parted: a play-off, a lot drawn here or by hand; a play-off taken back.

?pairs=3,7     the level pairs, by number
"""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.actions.audit import Verb
from tournaments.actions.play_offs import make_play_off, take_back_play_off, why_it_stays
from tournaments.forms.advancing import PlayOffForm
from tournaments.forms.submissions import SubmissionForm
from tournaments.middleware import EventRequest
from tournaments.models import Match
from tournaments.permissions import Act
from tournaments.queries.advancing import Tie, TiePicture, advancing_picture, tie_picture
from tournaments.views.answers import render_form
from tournaments.views.declared import page
from tournaments.views.manage.lots import lot_forms, pairs_asked, part_by_lot
from tournaments.views.manage.submissions import carried_out, sent


@page(Act.MANAGE_EVENT, "GET", "HEAD", "POST")
def tie(request: EventRequest) -> HttpResponse:
    """The level pairs and the three ways to part them; posting goes one of them."""
    numbers = pairs_asked(request)
    way = request.POST.get("way", "")
    picture = tie_picture(request.tournament, numbers, timezone.now())
    forms: dict[str, SubmissionForm] = {
        "play_off": PlayOffForm(
            sent(request) if way == "play_off" else None,
            initial={"seen": picture.seen if picture else ""},
        ),
        **lot_forms(request, numbers, picture.tie.pairs if picture else ()),
    }
    if request.method != "POST":
        return _tie_page(request, picture, forms, 200)
    if way not in forms:
        raise Http404("no such way")
    form = forms[way]
    if isinstance(form, PlayOffForm):
        status = _make_play_off(request, form, numbers, picture.tie if picture else None)
    else:
        status = part_by_lot(request, form, numbers)
    if status is None:
        return redirect("manage-advancing", request.tournament.slug)
    forms[way].renew(**({"seen": picture.seen} if picture and way == "play_off" else {}))
    return _tie_page(request, picture, forms, status)


@page(Act.MANAGE_EVENT, "GET", "HEAD", "POST")
def play_off_back(request: EventRequest, number: int) -> HttpResponse:
    """The matches made together with this one go."""
    form = SubmissionForm(sent(request))

    def write() -> None:
        take_back_play_off(
            actor=request.actor, tournament=request.tournament, number=number, **form.cleaned_data
        )
        messages.success(request, _("The play-off has been taken back."))

    status = carried_out(
        request, form, write, Verb.TAKE_BACK_PLAY_OFF, missing=(Match.DoesNotExist,)
    )
    if status is None:
        return redirect("manage-advancing", request.tournament.slug)
    picture = advancing_picture(request.tournament)
    play_off = next(
        (each for each in picture.play_offs if any(v.match.number == number for v in each.matches)),
        None,
    )
    if play_off is None:
        raise Http404("no such match of a play-off")
    why = next(filter(None, (why_it_stays(view.match) for view in play_off.matches)), "")
    context = {
        "section": "manage",
        "here": "advancing",
        "form": form,
        "play_off": play_off,
        "why": why,
    }
    return render_form(request, "manage/play_off_back.html", context, status)


def _make_play_off(
    request: EventRequest, form: PlayOffForm, numbers: list[int], tie: Tie | None
) -> int | None:
    """Makes the play-off as was sent: None where it is done, else the status of the page."""

    def write() -> None:
        made = make_play_off(
            actor=request.actor,
            tournament=request.tournament,
            pool=tie.pool.pool.number if tie and tie.pool else 0,
            pairs=numbers,
            now=timezone.now(),
            **form.cleaned_data,
        )
        said = ngettext(
            "A play-off of %(count)d match has been made. Print its sheet.",
            "A play-off of %(count)d matches has been made. Print their sheets.",
            len(made),
        )
        messages.success(request, said % {"count": len(made)})

    return carried_out(request, form, write, Verb.MAKE_PLAY_OFF)


def _tie_page(
    request: EventRequest,
    picture: TiePicture | None,
    forms: dict[str, SubmissionForm],
    status: int,
) -> HttpResponse:
    refused = next((form for form in forms.values() if form.is_bound), None)
    context = {
        "section": "manage",
        "here": "advancing",
        "picture": picture,
        "form": refused or forms["play_off"],
        **{f"{way}_form": form for way, form in forms.items()},
    }
    return render_form(request, "manage/tie.html", context, status)
