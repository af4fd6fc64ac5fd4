"""Annulling the draw that counts once play has begun, and undoing that; shown first."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tournaments.actions.annulled_draws import annul_draw, undo_annul_draw
from tournaments.actions.audit import Verb
from tournaments.actions.refusals import AlreadyDone, Refused
from tournaments.forms.draws import AnnulDrawForm
from tournaments.forms.submissions import SubmissionForm
from tournaments.middleware import EventRequest
from tournaments.models import Draw
from tournaments.permissions import Act
from tournaments.queries.draws import annul_draw_picture, draws_of
from tournaments.views.answers import CONFLICT, UNPROCESSABLE, add_refusal, render_form
from tournaments.views.declared import page
from tournaments.views.manage.submissions import SENT_BEFORE, is_repeat, sent


@page(Act.MANAGE_EVENT, "GET", "HEAD", "POST")
def annul(request: EventRequest) -> HttpResponse:
    """What annulling the draw that counts would take away; a POST annuls it."""
    tournament = request.tournament
    form = AnnulDrawForm(sent(request))
    status = None
    if request.method == "POST":
        status = UNPROCESSABLE
        if form.is_valid():
            try:
                draw = annul_draw(actor=request.actor, tournament=tournament, **form.cleaned_data)
            except AlreadyDone as done:
                if is_repeat(done, Verb.ANNUL_DRAW, tournament, reason=form.cleaned_data["reason"]):
                    return redirect("manage-draw", tournament.slug)
                form.add_error(None, SENT_BEFORE)
                status = CONFLICT
            except Refused as refused:
                status = add_refusal(form, refused)
            else:
                messages.success(
                    request,
                    _("Draw %(number)d is annulled. Nothing played was deleted. Draw again now.")
                    % {"number": draw.number},
                )
                return redirect("manage-draw", tournament.slug)
    picture = annul_draw_picture(tournament)
    form.initial["seen"] = picture.seen
    form.show_anew(picture.seen)
    return render_form(
        request,
        "manage/draw_annul.html",
        {"section": "manage", "here": "draw", "form": form, "picture": picture},
        status,
    )


@page(Act.MANAGE_EVENT, "GET", "HEAD", "POST")
def undo_annul(request: EventRequest, number: int) -> HttpResponse:
    """An annulled draw counts again, with all that was played in it."""
    tournament = request.tournament
    form = SubmissionForm(sent(request))
    status = None
    if request.method == "POST":
        status = UNPROCESSABLE
        if form.is_valid():
            try:
                undo_annul_draw(
                    actor=request.actor,
                    tournament=tournament,
                    number=number,
                    token=form.cleaned_data["token"],
                )
            except AlreadyDone as done:
                if is_repeat(done, Verb.UNDO_ANNUL_DRAW, tournament, draw=number):
                    return redirect("manage-draw", tournament.slug)
                form.renew()
                form.add_error(None, SENT_BEFORE)
                status = CONFLICT
            except Draw.DoesNotExist:
                raise Http404("no such draw") from None
            except Refused as refused:
                form.renew()
                status = add_refusal(form, refused)
            else:
                messages.success(request, _("Draw %(number)d counts again.") % {"number": number})
                return redirect("manage-draw", tournament.slug)
    draws = draws_of(tournament)
    view = next((each for each in draws if each.draw.number == number), None)
    if view is None:
        raise Http404("no such draw")
    return render_form(
        request,
        "manage/draw_annul_undo.html",
        {
            "section": "manage",
            "here": "draw",
            "form": form,
            "view": view,
            "counting": next((each for each in draws if each.draw.counts), None),
        },
        status,
    )
