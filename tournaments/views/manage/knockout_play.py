"""The knock-out while it is played: its next matches, a round taken back, decisions about it."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.actions.audit import Verb
from tournaments.actions.knockout_decisions import (
    decide_match,
    let_stand,
    put_right,
    take_back_round,
    undo_decided,
)
from tournaments.actions.knockout_play import make_next_matches
from tournaments.actions.knockout_put_right import undo_put_right
from tournaments.actions.refusals import Refused
from tournaments.forms.knockout import CorrectionForm, DecideForm
from tournaments.forms.submissions import SeenOnlyForm
from tournaments.forms.withdrawals import SeenForm
from tournaments.middleware import EventRequest
from tournaments.models import Match
from tournaments.permissions import Act
from tournaments.queries.knockout import KnockoutView, knockout_of
from tournaments.queries.knockout_decisions import correction_of, put_right_of
from tournaments.views.answers import render_form
from tournaments.views.declared import page
from tournaments.views.manage.submissions import carried_out, sent

MISSING = (Match.DoesNotExist,)


@page(Act.MANAGE_EVENT, "GET", "HEAD", "POST")
def go_on(request: EventRequest) -> HttpResponse:
    """Makes the matches whose pairs are known."""
    if request.method == "POST":
        try:
            made = make_next_matches(actor=request.actor, tournament=request.tournament)
        except Refused as refused:
            messages.error(request, refused.message)
        else:
            _told_made(request, made)
    return redirect("manage-knockout", request.tournament.slug)


@page(Act.MANAGE_EVENT, "GET", "HEAD", "POST")
def back(request: EventRequest) -> HttpResponse:
    """What taking back the round made last would take away; a POST takes it back."""
    form = SeenOnlyForm(sent(request))
    knockout = _knockout(request)

    def write() -> None:
        numbers = take_back_round(
            actor=request.actor, tournament=request.tournament, **form.cleaned_data
        )
        messages.success(
            request,
            ngettext(
                "%(count)d match is taken back.", "%(count)d matches are taken back.", len(numbers)
            )
            % {"count": len(numbers)},
        )

    status = carried_out(request, form, write, Verb.TAKE_BACK_ROUND)
    if status is None:
        return redirect("manage-knockout", request.tournament.slug)
    last = knockout.state.last_round if knockout else ()
    gone = {match.number for match in last}
    return _shown(
        request,
        "manage/knockout_back.html",
        form,
        knockout,
        status,
        ties=[tie for number, tie in knockout.by_match.items() if number in gone]
        if knockout
        else [],
        round_number=last[0].round if last else 0,
    )


@page(Act.MANAGE_EVENT, "GET", "HEAD", "POST")
def correction(request: EventRequest, number: int) -> HttpResponse:
    """What a corrected result would change in the knock-out, and what is decided about it."""
    form = CorrectionForm(sent(request))

    def write() -> None:
        told = {name: form.cleaned_data[name] for name in ("seen", "reason", "token")}
        if form.cleaned_data["choice"] == CorrectionForm.PUT_RIGHT:
            _told_made(
                request,
                put_right(
                    actor=request.actor, tournament=request.tournament, number=number, **told
                ),
            )
        else:
            let_stand(actor=request.actor, tournament=request.tournament, number=number, **told)
            messages.success(request, _("The knock-out goes on as played."))

    right = form.is_bound and form.data.get("choice") == CorrectionForm.PUT_RIGHT
    verb = Verb.PUT_KNOCKOUT_RIGHT if right else Verb.LET_RESULT_STAND
    status = carried_out(request, form, write, verb, missing=MISSING, number=number)
    if status is None:
        return redirect("manage-knockout", request.tournament.slug)
    knockout = _knockout(request)
    tie = knockout.by_match.get(number) if knockout else None
    if tie is None:
        raise Http404("no such match")
    shown = correction_of(knockout, number) if knockout else None
    put = put_right_of(knockout) if knockout else None
    form.fields["reason"].required = shown is not None and bool(shown.begun)
    return _shown(
        request,
        "manage/knockout_correction.html",
        form,
        knockout,
        status,
        tie=tie,
        correction=shown,
        put_right=put if put and put.done.number == number else None,
    )


@page(Act.MANAGE_EVENT, "GET", "HEAD", "POST")
def undo_correction(request: EventRequest, number: int) -> HttpResponse:
    """What was put right after the match of this number is as it was before."""
    form = SeenForm(sent(request))

    def write() -> None:
        back = undo_put_right(
            actor=request.actor, tournament=request.tournament, number=number, **form.cleaned_data
        )
        numbers = ", ".join(str(match.number) for match in back)
        messages.success(
            request,
            _("The knock-out is as it was. In play again: %(matches)s.")
            % {"matches": numbers or "–"},
        )

    verb = Verb.UNDO_PUT_KNOCKOUT_RIGHT
    status = carried_out(request, form, write, verb, missing=MISSING, number=number)
    if status is None:
        return redirect("manage-knockout", request.tournament.slug)
    knockout = _knockout(request)
    tie = knockout.by_match.get(number) if knockout else None
    if knockout is None or tie is None:
        raise Http404("no such match")
    put = put_right_of(knockout)
    return _shown(
        request,
        "manage/knockout_correction_undo.html",
        form,
        knockout,
        status,
        tie=tie,
        put_right=put if put and put.done.number == number else None,
    )


@page(Act.MANAGE_EVENT, "GET", "HEAD", "POST")
def decide(request: EventRequest, number: int) -> HttpResponse:
    """Who goes on from a match without a result, by decision."""
    knockout = _knockout(request)
    tie = knockout.by_match.get(number) if knockout else None
    if tie is None:
        raise Http404("no such match")
    form = DecideForm(
        sent(request),
        pairs=[
            (side.pair.number, f"{side.pair.number} {side.pair.name}")
            for side in tie.sides
            if side.pair is not None
        ],
    )

    def write() -> None:
        _told_made(
            request,
            decide_match(
                actor=request.actor,
                tournament=request.tournament,
                number=number,
                **form.cleaned_data,
            ),
        )

    asked = form.valid("pair") | {"number": number}
    status = carried_out(request, form, write, Verb.DECIDE_MATCH, missing=MISSING, **asked)
    if status is None:
        return redirect("manage-knockout", request.tournament.slug)
    if form.is_bound:
        knockout = _knockout(request)
    return _shown(request, "manage/knockout_decide.html", form, knockout, status, tie=tie)


@page(Act.MANAGE_EVENT, "GET", "HEAD", "POST")
def undo_decision(request: EventRequest, number: int) -> HttpResponse:
    """A decision about a match taken back."""
    form = SeenForm(sent(request))

    def write() -> None:
        undo_decided(
            actor=request.actor, tournament=request.tournament, number=number, **form.cleaned_data
        )
        messages.success(
            request, _("The decision about match %(number)d is taken back.") % {"number": number}
        )

    status = carried_out(
        request, form, write, Verb.UNDO_DECIDED_MATCH, missing=MISSING, number=number
    )
    if status is None:
        return redirect("manage-knockout", request.tournament.slug)
    knockout = _knockout(request)
    tie = knockout.by_match.get(number) if knockout else None
    if tie is None:
        raise Http404("no such match")
    return _shown(request, "manage/knockout_undo.html", form, knockout, status, tie=tie)


def _knockout(request: EventRequest) -> KnockoutView | None:
    return knockout_of(request.tournament)


def _told_made(request: EventRequest, made: list[Match]) -> None:
    if made:
        text = ngettext(
            "%(count)d match is made: %(numbers)s.",
            "%(count)d matches are made: %(numbers)s.",
            len(made),
        )
        numbers = ", ".join(str(match.number) for match in made)
        messages.success(request, text % {"count": len(made), "numbers": numbers})
    else:
        messages.success(request, _("No match can be made yet: no two pairs that meet are known."))


def _shown(
    request: EventRequest,
    template: str,
    form: SeenOnlyForm,
    knockout: KnockoutView | None,
    status: int,
    **context: Any,
) -> HttpResponse:
    seen = knockout.seen if knockout else ""
    form.fill_in(seen=seen)
    return render_form(
        request,
        template,
        {
            "section": "manage",
            "here": "knockout",
            "form": form,
            "knockout": knockout,
            **context,
        },
        status,
    )
