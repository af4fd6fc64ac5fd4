"""Annulling the draw that counts once play has begun, and undoing that; shown first."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.actions.annulled_draws import annul_draw, undo_annul_draw
from tournaments.actions.audit import Verb
from tournaments.forms.draws import AnnulDrawForm
from tournaments.forms.submissions import SubmissionForm
from tournaments.middleware import EventRequest
from tournaments.models import Draw
from tournaments.permissions import Act
from tournaments.queries.draws import annul_draw_picture, draws_of
from tournaments.views.answers import render_form
from tournaments.views.declared import page
from tournaments.views.manage.drawing import counting_of, found, say_annulled, say_counts_again
from tournaments.views.manage.submissions import carried_out, sent


@page(Act.MANAGE_EVENT, "GET", "HEAD", "POST")
def annul(request: EventRequest) -> HttpResponse:
    """What annulling the draw that counts would take away; a POST annuls it."""
    form = AnnulDrawForm(sent(request))

    def write() -> None:
        draw = annul_draw(actor=request.actor, tournament=request.tournament, **form.cleaned_data)
        say_annulled(request, draw.number)

    status = carried_out(request, form, write, Verb.ANNUL_DRAW, **form.valid("reason"))
    if status is None:
        return redirect("manage-draw", request.tournament.slug)
    picture = annul_draw_picture(request.tournament)
    form.fill_in(seen=picture.seen)
    return render_form(
        request,
        "manage/draw_annul.html",
        {
            "section": "manage",
            "here": "draw",
            "heading": _("Annul the draw"),
            **_way_back(request),
            "form": form,
            "picture": picture,
        },
        status,
    )


@page(Act.MANAGE_EVENT, "GET", "HEAD", "POST")
def undo_annul(request: EventRequest, number: int) -> HttpResponse:
    """An annulled draw counts again, with all that was played in it."""
    form = SubmissionForm(sent(request))

    def write() -> None:
        undo_annul_draw(
            actor=request.actor, tournament=request.tournament, number=number, **form.cleaned_data
        )
        say_counts_again(request, number)

    missing = (Draw.DoesNotExist,)
    status = carried_out(request, form, write, Verb.UNDO_ANNUL_DRAW, missing=missing, draw=number)
    if status is None:
        return redirect("manage-draw", request.tournament.slug)
    draws = draws_of(request.tournament)
    return render_form(
        request,
        "manage/draw_annul_undo.html",
        {
            "section": "manage",
            "here": "draw",
            **_way_back(request),
            "form": form,
            "view": found(draws, number),
            "counting": counting_of(draws),
        },
        status,
    )


def _way_back(request: EventRequest) -> dict[str, str]:
    return {
        "back": reverse("manage-draw", args=[request.tournament.slug]),
        "back_words": _("Back to the draw"),
    }
