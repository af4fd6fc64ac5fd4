"""A ruling by taps, and the list of all rulings of an event."""

from __future__ import annotations

from typing import Any

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from scoring.faults import Fault
from scoring.records import write_entry
from tournaments.actions.audit import Verb
from tournaments.actions.refusals import AlreadyDone, Refused
from tournaments.actions.rulings import record_ruling
from tournaments.codes_in_words import FAULTS
from tournaments.forms.rulings import RulingForm
from tournaments.ledger import entries_at, ruleset_of
from tournaments.middleware import EventRequest
from tournaments.permissions import Act
from tournaments.queries.event_rulings import on_their_sheets, rulings_of_event
from tournaments.queries.matches import MatchView
from tournaments.queries.sheets import SheetView, sheet_of
from tournaments.ruling_facts import RuledBy
from tournaments.ruling_sentences import cost_of
from tournaments.views.answers import CONFLICT, UNPROCESSABLE, status_of
from tournaments.views.declared import page
from tournaments.views.desk.lookup import (
    asked_again,
    match_or_404,
    tell_repeated,
    tell_written,
    told_apart,
    wants_fragment,
)
from tournaments.views.desk.ruling_steps import (
    RulingChoice,
    Step,
    before_keys,
    offers,
    read_choice,
)
from tournaments.views.manage.submissions import SENT_BEFORE, is_repeat

A_PAGE = 50


@page(Act.USE_DESK)
def rulings(request: EventRequest) -> HttpResponse:
    """Every ruling that stands on a sheet of the event, the latest first."""
    shown = Paginator(rulings_of_event(request.tournament), A_PAGE).get_page(
        request.GET.get("page")
    )
    return render(
        request,
        "desk/rulings.html",
        {
            "section": "desk",
            "page_width": "wide",
            "shown": shown,
            "rulings": on_their_sheets(request.tournament, list(shown)),
        },
    )


@page(Act.USE_DESK, "GET", "HEAD", "POST")
def ruling(request: EventRequest, number: int) -> HttpResponse:
    """The steps of a ruling; the address says what was tapped so far, POST writes it."""
    view = match_or_404(request, number)
    choice, understood = read_choice(request.GET.dict())
    if request.method == "POST":
        return _write(request, view, choice)
    problem = "" if understood else _("The address could not be read. Choose again below.")
    return _ruling_page(request, view, choice, problem=problem)


def _write(request: EventRequest, view: MatchView, choice: RulingChoice) -> HttpResponse:
    form = RulingForm(request.POST)
    entry = choice.entry
    if entry is None:
        problem = _("Nothing was written: the form came incomplete. Choose the ruling again.")
        return _ruling_page(request, view, choice, problem=problem, status=UNPROCESSABLE)
    if not form.is_valid():
        return _ruling_page(request, view, choice, form=form, status=UNPROCESSABLE)
    typed = form.cleaned_data
    try:
        ledger = record_ruling(
            actor=request.actor,
            match=view.match,
            entry=entry,
            ruled=RuledBy(typed["ruled_by"], typed["note"]),
            seen_revision=typed["revision"],
            token=typed["token"],
        )
    except AlreadyDone as done:
        written = {"added": [write_entry(entry)], "ruled_by": typed["ruled_by"]}
        is_own = done.record.match_id == view.match.pk
        if not (is_own and is_repeat(done, Verb.RECORD_RULING, **written)):
            return _again(request, view, choice, typed, str(SENT_BEFORE), CONFLICT)
        tell_repeated(request)
    except Fault as fault:
        problem = str(FAULTS[fault.code.value])
        return _again(request, view, choice, typed, problem, UNPROCESSABLE)
    except Refused as refused:
        return _again(request, view, choice, typed, refused.message, status_of(refused))
    else:
        entries = entries_at(view.match, typed["revision"] + 1)
        tell_written(request, entries, ledger)
    return redirect("desk-match", request.tournament.slug, view.match.number)


def _again(
    request: EventRequest,
    view: MatchView,
    choice: RulingChoice,
    typed: dict[str, Any],
    problem: str,
    status: int,
) -> HttpResponse:
    """The page made from the sheet as it is now, with what was typed still in its fields."""
    fresh = match_or_404(request, view.match.number)
    form = asked_again(RulingForm, fresh, ruled_by=typed["ruled_by"], note=typed["note"])
    return _ruling_page(request, fresh, choice, form=form, problem=problem, status=status)


def _ruling_page(
    request: EventRequest,
    view: MatchView,
    choice: RulingChoice,
    *,
    form: RulingForm | None = None,
    problem: str = "",
    status: int = 200,
) -> HttpResponse:
    """The page of a ruling, or its keys alone where htmx asks for them."""
    sheet = sheet_of(view)
    context: dict[str, Any] = {
        "section": "desk",
        "page_width": "wide desk-page",
        "view": view,
        "sheet": sheet,
        "problem": problem,
        **_keys(sheet, choice),
        "form": form or asked_again(RulingForm, view, ruled_by=request.actor.name),
    }
    if wants_fragment(request) and status == 200:
        context["is_fragment"] = True
        return told_apart(render(request, "desk/ruling.html#ruling", context))
    return told_apart(render(request, "desk/ruling.html", context, status=status))


def _keys(sheet: SheetView, choice: RulingChoice) -> dict[str, Any]:
    """What the keys show: the step, its keys, or what would be written."""
    keys: dict[str, Any] = {"choice": choice, "step": choice.step.value}
    if sheet.ledger.is_finished:
        return keys
    if choice.step is Step.OFFENCE:
        keys["offers"] = offers(choice, sheet, ruleset_of(sheet.view.match.tournament))
    elif choice.entry:
        keys["cost"] = cost_of(sheet, choice.entry)
    else:
        keys["before_keys"] = before_keys(choice, sheet)
    return keys
