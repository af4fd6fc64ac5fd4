"""The draw: choosing a split, drawing, publishing, taking back."""

from __future__ import annotations

from django.contrib import messages
from django.db.models import F
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tournaments.actions.audit import Verb
from tournaments.actions.draws import (
    entrants_of,
    make_draw,
    pairs_changed_since,
    publish_draw,
    take_back_draw,
)
from tournaments.actions.refusals import AlreadyDone, Refused, Stale
from tournaments.forms.draws import DrawForm
from tournaments.middleware import EventRequest
from tournaments.models import Draw
from tournaments.permissions import Act
from tournaments.queries.draws import draws_of
from tournaments.queries.splits import proposals_of
from tournaments.views.answers import CONFLICT, UNPROCESSABLE, add_refusal, render_form
from tournaments.views.declared import page
from tournaments.views.manage.submissions import SENT_BEFORE, is_repeat, sent

SHOWN_AT_FIRST = 6
"""So many splits are seen at once; the rest are farther from the recommended one."""


@page(Act.MANAGE_EVENT, "GET", "HEAD", "POST")
def draw(request: EventRequest) -> HttpResponse:
    """The splits to choose from and the draws made; a POST draws."""
    tournament = request.tournament
    form = DrawForm(sent(request))
    status = None
    if request.method == "POST":
        status = UNPROCESSABLE
        if form.is_valid():
            wanted = {
                "pool_count": form.cleaned_data["pool_count"],
                "apart": form.cleaned_data["apart"],
            }
            seed = form.cleaned_data["seed"]
            try:
                made = make_draw(
                    actor=request.actor,
                    tournament=tournament,
                    seed=seed,
                    token=form.cleaned_data["token"],
                    **wanted,
                )
            except AlreadyDone as done:
                called_out = {"seed": seed} if seed else {}
                if is_repeat(done, Verb.DRAW_POOLS, tournament, **wanted, **called_out):
                    return redirect("manage-draw", tournament.slug)
                form.renew()
                form.add_error(None, SENT_BEFORE)
                status = CONFLICT
            except Refused as refused:
                status = add_refusal(form, refused)
            else:
                messages.success(
                    request,
                    _("Draw %(number)d has been made. Look at it, then publish it.")
                    % {"number": made.number},
                )
                return redirect("manage-draw", tournament.slug)
    return _draw_page(request, form, status)


@page(Act.MANAGE_EVENT, "GET", "HEAD", "POST")
def publish(request: EventRequest, number: int) -> HttpResponse:
    if request.method != "POST":
        return redirect("manage-draw", request.tournament.slug)
    try:
        publish_draw(
            actor=request.actor,
            tournament=request.tournament,
            number=number,
            seen_counting=_seen_counting(request),
        )
    except Draw.DoesNotExist:
        raise Http404("no such draw") from None
    except Refused as refused:
        messages.error(request, refused.message)
        status = CONFLICT if isinstance(refused, Stale) else UNPROCESSABLE
        return _draw_page(request, DrawForm(), status)
    messages.success(
        request,
        _("Draw %(number)d counts now. The schedule is made and everybody can see the event.")
        % {"number": number},
    )
    return redirect("manage-draw", request.tournament.slug)


@page(Act.MANAGE_EVENT, "GET", "HEAD", "POST")
def take_back(request: EventRequest) -> HttpResponse:
    if request.method != "POST":
        return redirect("manage-draw", request.tournament.slug)
    try:
        take_back_draw(
            actor=request.actor,
            tournament=request.tournament,
            seen_counting=_seen_counting(request),
        )
    except Refused as refused:
        messages.error(request, refused.message)
        status = CONFLICT if isinstance(refused, Stale) else UNPROCESSABLE
        return _draw_page(request, DrawForm(), status)
    messages.success(
        request, _("No draw counts now. Pairs can be added and removed; draw again after that.")
    )
    return redirect("manage-draw", request.tournament.slug)


def _seen_counting(request: EventRequest) -> int | None:
    """The draw that counted when the page was made, 0 for none; None where the page did not say."""
    said = request.POST.get("counting", "")
    return int(said) if said.isascii() and said.isdecimal() and len(said) < 9 else None


def _draw_page(request: EventRequest, form: DrawForm, status: int | None) -> HttpResponse:
    tournament = request.tournament
    entrants = entrants_of(tournament)
    draws = draws_of(tournament)
    counting = next((view for view in draws if view.draw.counts), None)
    newest = draws[0] if draws else None
    offers_draw = counting is None or bool(form.errors)
    proposals = proposals_of(tournament, len(entrants)) if offers_draw else []
    chosen = form["pool_count"].value() or (proposals[0].split.pools if proposals else None)
    return render_form(
        request,
        "manage/draw.html",
        {
            "section": "manage",
            "here": "draw",
            "form": form,
            "pair_count": len(entrants),
            "has_begun": tournament.matches.filter(revision__gt=F("first_revision")).exists(),
            "proposals": proposals[:SHOWN_AT_FIRST],
            "more_proposals": proposals[SHOWN_AT_FIRST:],
            "more_chosen": str(chosen)
            in [str(each.split.pools) for each in proposals[SHOWN_AT_FIRST:]],
            "chosen": str(chosen),
            "counting": counting,
            "offers_draw": offers_draw,
            "newest": newest,
            "is_old": newest is not None and pairs_changed_since(newest.draw, entrants),
            "older": [view.draw for view in draws if view not in (newest, counting)],
        },
        status,
    )
