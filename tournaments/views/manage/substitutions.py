"""A substitute for a player of a drawn pair, and taking that back."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tournaments.actions.audit import Verb
from tournaments.actions.refusals import AlreadyDone, Refused
from tournaments.actions.substitutions import substitute_player, undo_substitution
from tournaments.forms.pairs import CLUB_LIST
from tournaments.forms.substitutions import SubstituteForm
from tournaments.middleware import EventRequest
from tournaments.models import Substitution
from tournaments.permissions import Act
from tournaments.queries.pairs import known_clubs, pair_by_number
from tournaments.queries.substitutions import substitutions_of
from tournaments.views.answers import CONFLICT, UNPROCESSABLE, add_refusal, render_form
from tournaments.views.declared import page
from tournaments.views.manage.submissions import SENT_BEFORE, is_repeat, sent


@page(Act.MANAGE_EVENT, "GET", "HEAD", "POST")
def substitute(request: EventRequest, number: int) -> HttpResponse:
    """Who goes and who comes in; the pair's earlier substitutes can be taken back here."""
    tournament = request.tournament
    pair = pair_by_number(tournament, number)
    if pair is None:
        raise Http404("no such pair")
    form = SubstituteForm(sent(request), pair=pair)
    status = None
    if request.method == "POST":
        status = UNPROCESSABLE
        if form.is_valid():
            back = redirect("pair", tournament.slug, number)
            entry = form.entry
            try:
                made = substitute_player(
                    actor=request.actor,
                    tournament=tournament,
                    number=number,
                    seat=form.cleaned_data["seat"],
                    entry=entry,
                    reason=form.cleaned_data["reason"],
                    token=form.cleaned_data["token"],
                )
            except AlreadyDone as done:
                wanted = [entry.name, entry.club]
                if is_repeat(
                    done, Verb.SUBSTITUTE_PLAYER, tournament, pair=number, substitute=wanted
                ):
                    return back
                form.renew()
                form.add_error(None, SENT_BEFORE)
                status = CONFLICT
            except Refused as refused:
                status = add_refusal(form, refused)
            else:
                messages.success(
                    request,
                    _("%(new)s plays in the place of %(old)s from now on.")
                    % {"new": made.in_name, "old": made.out_name},
                )
                return back
    return render_form(
        request,
        "manage/substitute.html",
        {
            "section": "manage",
            "here": "pairs",
            "form": form,
            "pair": pair,
            "substitutions": substitutions_of(tournament, number),
            "clubs": known_clubs(tournament),
            "club_list": CLUB_LIST,
            "page_width": "narrow",
        },
        status,
    )


@page(Act.MANAGE_EVENT, "GET", "HEAD", "POST")
def undo(request: EventRequest, number: int, substitution: int) -> HttpResponse:
    back = redirect("manage-substitute", request.tournament.slug, number)
    if request.method != "POST":
        return back
    try:
        made = undo_substitution(
            actor=request.actor,
            tournament=request.tournament,
            number=number,
            substitution_id=substitution,
        )
    except Substitution.DoesNotExist:
        raise Http404("no such substitution") from None
    except Refused as refused:
        messages.error(request, refused.message)
    else:
        messages.success(request, _("%(old)s plays again.") % {"old": made.out_name})
    return back
