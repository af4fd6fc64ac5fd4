"""The sheet of one match, the next deal by taps, taking the last line back."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from scoring.notation import NotationFault
from tournaments.actions.refusals import AlreadyDone, Refused
from tournaments.actions.sheets import append_notation, take_back_last
from tournaments.forms.confirming import AnswerForm, ConfirmForForm, WithdrawConfirmationForm
from tournaments.forms.sheets import MOST_LETTERS_IN_LINE, EntryForm, TakeBackForm
from tournaments.forms.sheets_seats import seats_form
from tournaments.middleware import EventRequest
from tournaments.models import Match
from tournaments.permissions import Act
from tournaments.queries.code_locks import code_locks
from tournaments.queries.confirmations import confirming_of, disputes_of
from tournaments.queries.desk import next_unfinished
from tournaments.queries.matches import MatchView
from tournaments.queries.out_of_step import out_of_step_of
from tournaments.queries.sheets import sheet_of
from tournaments.views.answers import CONFLICT, UNPROCESSABLE, status_of
from tournaments.views.deal_keys import chosen_at, keys_of
from tournaments.views.deal_steps import NOTHING_CHOSEN, Choice, read_choice
from tournaments.views.declared import page
from tournaments.views.desk.lookup import (
    SENT_BEFORE,
    asked_again,
    is_repeat,
    match_or_404,
    match_row_or_404,
    tell_repeated,
    tell_written,
    told_apart,
    wants_fragment,
)


@page(Act.USE_DESK, "GET", "HEAD", "POST")
def match(request: EventRequest, number: int) -> HttpResponse:
    """The sheet with its keys; the address says what was tapped so far, POST writes it."""
    if request.method == "POST":
        return _write(request, match_row_or_404(request, number))
    view = match_or_404(request, number)
    choice, problem = chosen_at(request.GET.dict(), view.match.revision)
    return match_page(request, view, choice=choice, problem=problem)


def _write(request: EventRequest, match: Match) -> HttpResponse:
    number = match.number
    choice = replace(
        read_choice(request.GET.dict())[0],
        entry=request.POST.get("entry", "")[:MOST_LETTERS_IN_LINE].strip(),
    )
    form = EntryForm(request.POST)
    if not form.is_valid():
        problem = _("Nothing was written: the form came incomplete. Choose the deal again.")
        view = match_or_404(request, number)
        return match_page(request, view, choice=choice, problem=problem, status=UNPROCESSABLE)
    try:
        written = append_notation(
            actor=request.actor,
            match=match,
            notation=form.cleaned_data["entry"],
            seen_revision=form.cleaned_data["revision"],
            token=form.cleaned_data["token"],
        )
    except AlreadyDone as done:
        fresh = match_or_404(request, number)
        if not is_repeat(done, fresh, form.cleaned_data["entry"], whole=False):
            return match_page(
                request, fresh, choice=choice, problem=str(SENT_BEFORE), status=CONFLICT
            )
        tell_repeated(request)
        return redirect("desk-match", request.tournament.slug, number)
    except NotationFault:
        # The page reads the line again and says what is wrong with it.
        fresh = match_or_404(request, number)
        return match_page(request, fresh, choice=choice, status=UNPROCESSABLE)
    except Refused as refused:
        fresh = match_or_404(request, number)
        return match_page(
            request, fresh, choice=choice, problem=refused.message, status=status_of(refused)
        )
    tell_written(request, written.entries, written.ledger)
    return redirect("desk-match", request.tournament.slug, number)


@page(Act.USE_DESK, "GET", "HEAD", "POST")
def take_back(request: EventRequest, number: int) -> HttpResponse:
    """Takes the last line back, with a reason."""
    if request.method != "POST":
        return redirect("desk-match", request.tournament.slug, number)
    view = match_or_404(request, number)
    form = TakeBackForm(request.POST)
    if not form.is_valid():
        return match_page(request, view, take_back=form, status=UNPROCESSABLE)
    try:
        take_back_last(
            actor=request.actor,
            match=view.match,
            reason=form.cleaned_data["reason"],
            seen_revision=form.cleaned_data["revision"],
            token=form.cleaned_data["token"],
        )
    except AlreadyDone:
        tell_repeated(request)
        return redirect("desk-match", request.tournament.slug, number)
    except Refused as refused:
        fresh = match_or_404(request, number)
        again = asked_again(TakeBackForm, fresh, reason=form.cleaned_data["reason"])
        return match_page(
            request, fresh, take_back=again, problem=refused.message, status=status_of(refused)
        )
    messages.success(request, _("The last line has been taken back. It is kept among the changes."))
    return redirect("desk-match", request.tournament.slug, number)


def match_page(
    request: EventRequest,
    view: MatchView,
    *,
    choice: Choice = NOTHING_CHOSEN,
    take_back: TakeBackForm | None = None,
    withdraw_form: WithdrawConfirmationForm | None = None,
    problem: str = "",
    status: int = 200,
) -> HttpResponse:
    """The page of a match, or its keys alone where htmx asks for them."""
    sheet = sheet_of(view)
    context: dict[str, Any] = {
        "section": "desk",
        "page_width": "wide desk-page",
        "view": view,
        "sheet": sheet,
        "problem": problem,
        **keys_of(view, sheet, choice),
    }
    if wants_fragment(request) and status == 200:
        context["is_fragment"] = True
        return told_apart(render(request, "desk/match.html#entry", context))
    context["next_number"] = next_unfinished(view.match)
    context["take_back"] = take_back or asked_again(TakeBackForm, view)
    disputes = disputes_of(view.match)
    context["disputes"] = disputes
    context["confirming"] = confirming_of(view, disputes)
    context["locked_codes"] = code_locks(view.match)
    context["out_of_step"] = out_of_step_of(view)
    context["confirm_form"] = asked_again(ConfirmForForm, view)
    context["withdraw_form"] = withdraw_form or asked_again(WithdrawConfirmationForm, view)
    context["answer_form"] = AnswerForm()
    context["most_letters"] = MOST_LETTERS_IN_LINE
    context["seats_form"] = seats_form(view)
    return told_apart(render(request, "desk/match.html", context, status=status))
