"""The sheet of one match, the next deal by taps, taking the last line back."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from scoring.ledger import Ledger
from scoring.notation import NotationCode, NotationFault, format_entry, format_sheet, parse_sheet
from tournaments.actions.refusals import AlreadyDone, Refused
from tournaments.actions.sheets import append_notation, take_back_last
from tournaments.forms.sheets import MOST_LETTERS_IN_LINE, EntryForm, TakeBackForm
from tournaments.forms.sheets_seats import seats_form
from tournaments.ledger import entries_of, format_of
from tournaments.middleware import EventRequest
from tournaments.models import Match
from tournaments.permissions import Act
from tournaments.queries.desk import next_unfinished
from tournaments.queries.matches import MatchView
from tournaments.queries.sheets import SheetView, lines_of, sheet_from, sheet_of
from tournaments.queries.turns import turn_of
from tournaments.sentences import consequences, line_sentence
from tournaments.views.answers import CONFLICT, UNPROCESSABLE
from tournaments.views.declared import page
from tournaments.views.desk.lookup import (
    SENT_BEFORE,
    asked_again,
    is_repeat,
    match_or_404,
    match_row_or_404,
    status_of,
    tell_repeated,
    told_apart,
    wants_fragment,
)
from tournaments.views.desk.steps import (
    NOTHING_CHOSEN,
    Choice,
    cut_short_choice,
    key_groups,
    read_choice,
)


@page(Act.USE_DESK, "GET", "HEAD", "POST")
def match(request: EventRequest, number: int) -> HttpResponse:
    """The sheet with its keys; the address says what was tapped so far, POST writes it."""
    if request.method == "POST":
        return _write(request, match_row_or_404(request, number))
    view = match_or_404(request, number)
    choice, understood = read_choice(request.GET.dict())
    problem = "" if understood else _("The address could not be read. Choose again below.")
    if len(choice.entry) > MOST_LETTERS_IN_LINE:
        choice, problem = choice.without_entry, _("Write one line at a time.")
    if choice.entry and choice.at not in (None, view.match.revision):
        choice = NOTHING_CHOSEN
        problem = _(
            "The sheet has changed since this line was chosen; perhaps the line is on it already. "
            "Look at the sheet, then choose again."
        )
    choice = replace(choice, at=view.match.revision)
    return _match_page(request, view, choice=choice, problem=problem)


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
        return _match_page(request, view, choice=choice, problem=problem, status=UNPROCESSABLE)
    try:
        ledger = append_notation(
            actor=request.actor,
            match=match,
            notation=form.cleaned_data["entry"],
            seen_revision=form.cleaned_data["revision"],
            token=form.cleaned_data["token"],
        )
    except AlreadyDone as done:
        fresh = match_or_404(request, number)
        if not is_repeat(done, fresh, form.cleaned_data["entry"], whole=False):
            return _match_page(
                request, fresh, choice=choice, problem=str(SENT_BEFORE), status=CONFLICT
            )
        tell_repeated(request)
        return redirect("desk-match", request.tournament.slug, number)
    except NotationFault:
        # The page reads the line again and says what is wrong with it.
        fresh = match_or_404(request, number)
        return _match_page(request, fresh, choice=choice, status=UNPROCESSABLE)
    except Refused as refused:
        fresh = match_or_404(request, number)
        return _match_page(
            request, fresh, choice=choice, problem=refused.message, status=status_of(refused)
        )
    _tell_written(request, match, ledger)
    return redirect("desk-match", request.tournament.slug, number)


@page(Act.USE_DESK, "GET", "HEAD", "POST")
def take_back(request: EventRequest, number: int) -> HttpResponse:
    """Takes the last line back, with a reason."""
    if request.method != "POST":
        return redirect("desk-match", request.tournament.slug, number)
    view = match_or_404(request, number)
    form = TakeBackForm(request.POST)
    if not form.is_valid():
        return _match_page(request, view, take_back=form, status=UNPROCESSABLE)
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
        return _match_page(
            request, fresh, take_back=again, problem=refused.message, status=status_of(refused)
        )
    messages.success(request, _("The last line has been taken back. It is kept among the changes."))
    return redirect("desk-match", request.tournament.slug, number)


def _match_page(
    request: EventRequest,
    view: MatchView,
    *,
    choice: Choice = NOTHING_CHOSEN,
    take_back: TakeBackForm | None = None,
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
        "turn": turn_of(view, sheet.ledger),
        **_keys(view, sheet, choice),
    }
    if wants_fragment(request) and status == 200:
        context["is_fragment"] = True
        return told_apart(render(request, "desk/match.html#entry", context))
    context["next_number"] = next_unfinished(view.match)
    context["take_back"] = take_back or asked_again(TakeBackForm, view)
    context["most_letters"] = MOST_LETTERS_IN_LINE
    context["seats_form"] = seats_form(view)
    return told_apart(render(request, "desk/match.html", context, status=status))


def _keys(view: MatchView, sheet: SheetView, choice: Choice) -> dict[str, Any]:
    """What the keys show: the step, its keys, what would be written or why it cannot be."""
    match_format = format_of(view.match)
    fault = preview = None
    typed = entry = choice.entry
    if choice.entry and not sheet.ledger.is_finished:
        try:
            preview = _with_entry(sheet, choice.entry)
            entry = format_entry(preview.entries[-1])
        except NotationFault as found:
            fault = found
    if preview is None:
        choice = choice.without_entry
    return {
        "choice": choice,
        "step": choice.step.value,
        "groups": key_groups(choice, sheet.ledger, match_format),
        "cut_short": cut_short_choice(choice, sheet.ledger, match_format),
        "preview": preview,
        "line": preview.lines[-1] if preview else None,
        "fault": fault,
        "typed": typed,
        "form": asked_again(EntryForm, view, entry=entry),
    }


def _with_entry(sheet: SheetView, notation: str) -> SheetView:
    """The sheet with one more line. Raises NotationFault, also for more than one line."""
    typed = f"{format_sheet(sheet.entries)} {notation}"
    entries = parse_sheet(typed, format_of(sheet.view.match))
    if len(entries) != len(sheet.entries) + 1:
        raise NotationFault(NotationCode.UNREADABLE, len(sheet.entries), notation)
    return sheet_from(sheet.view, entries)


def _tell_written(request: EventRequest, match: Match, ledger: Ledger) -> None:
    entries = entries_of(match)[: len(ledger.rows)]
    # Somebody may have taken the line back in the meantime.
    if len(entries) == len(ledger.rows):
        written = _("Written. %(line)s") % {"line": line_sentence(lines_of(entries, ledger)[-1])}
        messages.success(request, " ".join([written, *consequences(ledger)]))
