"""A substitute for a player of a drawn pair, and taking that back."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tournaments.actions.audit import Verb
from tournaments.actions.refusals import Refused
from tournaments.actions.substitutions import substitute_player, undo_substitution
from tournaments.forms.pairs import CLUB_LIST
from tournaments.forms.substitutions import SubstituteForm
from tournaments.middleware import EventRequest
from tournaments.models import Substitution
from tournaments.permissions import Act
from tournaments.queries.pairs import known_clubs, pair_by_number
from tournaments.queries.substitutions import substitutions_of
from tournaments.views.answers import render_form
from tournaments.views.declared import page
from tournaments.views.manage.submissions import carried_out, sent


@page(Act.MANAGE_EVENT, "GET", "HEAD", "POST")
def substitute(request: EventRequest, number: int) -> HttpResponse:
    """Who goes and who comes in; the pair's earlier substitutes can be taken back here."""
    tournament = request.tournament
    pair = pair_by_number(tournament, number)
    if pair is None:
        raise Http404("no such pair")
    form = SubstituteForm(sent(request), pair=pair)

    def write() -> None:
        made = substitute_player(
            actor=request.actor,
            tournament=tournament,
            number=number,
            entry=form.entry,
            **form.valid("seat", "reason", "token"),
        )
        messages.success(
            request,
            _("%(new)s plays in the place of %(old)s from now on.")
            % {"new": made.in_name, "old": made.out_name},
        )

    wanted = [form.entry.name, form.entry.club] if form.is_valid() else []
    status = carried_out(
        request, form, write, Verb.SUBSTITUTE_PLAYER, pair=number, substitute=wanted
    )
    if status is None:
        return redirect("pair", tournament.slug, number)
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
