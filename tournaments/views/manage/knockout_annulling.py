"""Annulling the knock-out once play has begun, and undoing that; shown first."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.actions.annulled_brackets import annul_bracket, undo_annul_bracket
from tournaments.actions.audit import Verb
from tournaments.forms.draws import AnnulDrawForm
from tournaments.forms.submissions import SubmissionForm
from tournaments.middleware import EventRequest
from tournaments.models import Bracket
from tournaments.permissions import Act
from tournaments.queries.brackets import annul_bracket_picture, bracket_draws_of
from tournaments.views.answers import render_form
from tournaments.views.declared import page
from tournaments.views.manage.drawing import counting_of, found, say_annulled, say_counts_again
from tournaments.views.manage.submissions import carried_out, sent


@page(Act.MANAGE_EVENT, "GET", "HEAD", "POST")
def annul(request: EventRequest) -> HttpResponse:
    """What annulling the knock-out would take away; a POST annuls it."""
    form = AnnulDrawForm(sent(request))

    def write() -> None:
        draw = annul_bracket(
            actor=request.actor, tournament=request.tournament, **form.cleaned_data
        )
        say_annulled(request, draw.number)

    status = carried_out(request, form, write, Verb.ANNUL_BRACKET, **form.valid("reason"))
    if status is None:
        return redirect("manage-knockout", request.tournament.slug)
    picture = annul_bracket_picture(request.tournament)
    form.fill_in(seen=picture.seen)
    return render_form(
        request,
        "manage/draw_annul.html",
        {
            "section": "manage",
            "here": "knockout",
            "heading": _("Annul the knock-out"),
            **_way_back(request),
            "form": form,
            "picture": picture,
        },
        status,
    )


@page(Act.MANAGE_EVENT, "GET", "HEAD", "POST")
def undo_annul(request: EventRequest, number: int) -> HttpResponse:
    """An annulled draw of the knock-out counts again, with all that was played in it."""
    form = SubmissionForm(sent(request))

    def write() -> None:
        undo_annul_bracket(
            actor=request.actor, tournament=request.tournament, number=number, **form.cleaned_data
        )
        say_counts_again(request, number)

    status = carried_out(
        request,
        form,
        write,
        Verb.UNDO_ANNUL_BRACKET,
        missing=(Bracket.DoesNotExist,),
        bracket=number,
    )
    if status is None:
        return redirect("manage-knockout", request.tournament.slug)
    draws = bracket_draws_of(request.tournament)
    return render_form(
        request,
        "manage/draw_annul_undo.html",
        {
            "section": "manage",
            "here": "knockout",
            **_way_back(request),
            "form": form,
            "view": found(draws, number),
            "counting": counting_of(draws),
        },
        status,
    )


def _way_back(request: EventRequest) -> dict[str, str]:
    return {
        "back": reverse("manage-knockout", args=[request.tournament.slug]),
        "back_words": _("Back to the knock-out"),
    }
