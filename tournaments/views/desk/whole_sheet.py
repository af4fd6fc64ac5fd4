"""A whole sheet typed as one line of the short form: checked while typed, then saved."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from scoring.ledger import Entry
from scoring.notation import NotationFault, format_sheet, parse_sheet
from tournaments.actions.refusals import AlreadyDone, Refused, Stale
from tournaments.actions.sheets import MAX_ENTRIES, refuse_too_long, replace_sheet
from tournaments.forms.sheets import WholeSheetForm
from tournaments.ledger import format_of
from tournaments.middleware import EventRequest
from tournaments.permissions import Act
from tournaments.queries.desk import next_unfinished
from tournaments.queries.matches import MatchView
from tournaments.queries.sheets import (
    SheetChange,
    SheetView,
    change_between,
    sheet_from,
    sheet_of,
)
from tournaments.views.answers import UNPROCESSABLE
from tournaments.views.declared import page
from tournaments.views.desk.lookup import (
    SENT_BEFORE,
    asked_again,
    is_repeat,
    match_or_404,
    status_of,
    tell_repeated,
    told_apart,
    wants_fragment,
)


@dataclass(frozen=True)
class CheckedSheet:
    """A typed sheet held against the rules and the sheet there is.

    `change` is None where the typing is at `fault` or too long (`problem`); `sheet` is then what
    stands before the fault, None where that cannot be shown.
    """

    sheet: SheetView | None
    change: SheetChange | None = None
    fault: NotationFault | None = None
    problem: str = ""

    @property
    def name(self) -> str:
        """Names the change, to tell whether it is the one that was shown; "" where none is."""
        if self.change is None:
            return ""
        match = self.change.before.view.match
        text = f"{match.revision} {format_sheet(self.change.after.entries)}"
        return sha256(text.encode()).hexdigest()


@page(Act.USE_DESK, "GET", "HEAD", "POST")
def sheet(request: EventRequest, number: int) -> HttpResponse:
    """The page of the whole sheet; POST makes the sheet read what was typed."""
    view = match_or_404(request, number)
    if request.method == "POST":
        return _save(request, view)
    now = sheet_of(view)
    form = asked_again(WholeSheetForm, view, notation=format_sheet(now.entries))
    return _sheet_page(request, form, now, CheckedSheet(now, change_between(now, now)))


@page(Act.USE_DESK, "POST")
def check(request: EventRequest, number: int) -> HttpResponse:
    """What the typed sheet comes to, or what is wrong with it; writes nothing."""
    view = match_or_404(request, number)
    now = sheet_of(view)
    typed = request.POST.get("notation", "")
    checked = check_sheet(now, typed)
    if wants_fragment(request):
        context = {"checked": checked, "is_stale": _is_stale(request, view)}
        return told_apart(render(request, "desk/check_answer.html", context))
    # The revision stays the one that was seen: saving still notices what came between.
    form = asked_again(
        WholeSheetForm,
        view,
        notation=typed,
        reason=request.POST.get("reason", ""),
        revision=request.POST.get("revision", ""),
    )
    return _sheet_page(request, form, now, checked, is_stale=_is_stale(request, view))


def check_sheet(now: SheetView, typed: str) -> CheckedSheet:
    """Reads a typed sheet for the match of the sheet there is now."""
    match_format = format_of(now.view.match)
    try:
        entries = parse_sheet(typed, match_format)
        refuse_too_long(len(entries))
    except NotationFault as fault:
        good = parse_sheet(" ".join(typed.split()[: fault.index]), match_format)
        return CheckedSheet(_short_enough(now, good), fault=fault)
    except Refused as refused:
        return CheckedSheet(None, problem=refused.message)
    after = sheet_from(now.view, entries)
    return CheckedSheet(after, change=change_between(now, after))


def _save(request: EventRequest, view: MatchView) -> HttpResponse:
    form = WholeSheetForm(request.POST)
    now = sheet_of(view)
    checked = check_sheet(now, request.POST.get("notation", ""))
    change = checked.change
    if not form.is_valid() or change is None:
        return _sheet_page(request, form, now, checked, status=UNPROCESSABLE)
    typed = form.cleaned_data
    seen = typed["revision"]
    if seen == view.match.revision and change.is_correction and typed["shown"] != checked.name:
        problem = _(
            "Not saved yet: this changes lines that were saved before. "
            "See below what changes, write why, and save again."
        )
        return _sheet_page(request, form, now, checked, problem=problem, status=UNPROCESSABLE)
    try:
        replace_sheet(
            actor=request.actor,
            match=view.match,
            entries=change.after.entries,
            seen_revision=seen,
            reason=typed["reason"],
            token=typed["token"],
        )
    except AlreadyDone as done:
        if not is_repeat(done, view, format_sheet(change.after.entries), whole=True):
            sent_before = Stale(str(SENT_BEFORE))
            return _refused(request, view, form, sent_before, change.after.entries)
        tell_repeated(request)
    except Refused as refused:
        return _refused(request, view, form, refused, change.after.entries)
    else:
        _tell_saved(request, change)
    return redirect("desk-match", request.tournament.slug, view.match.number)


def _refused(
    request: EventRequest,
    view: MatchView,
    form: WholeSheetForm,
    refused: Refused,
    entries: tuple[Entry, ...],
) -> HttpResponse:
    """The page again with the sheet as it is now; what was typed stays in its fields."""
    status = status_of(refused)
    typed = form.cleaned_data
    fresh = match_or_404(request, view.match.number)
    now = sheet_of(fresh)
    checked = CheckedSheet(after := sheet_from(fresh, entries), change=change_between(now, after))
    if status == UNPROCESSABLE:
        form.add_error(refused.field if refused.field in form.fields else None, refused.message)
        return _sheet_page(request, form, now, checked, status=status)
    again = asked_again(WholeSheetForm, fresh, notation=typed["notation"], reason=typed["reason"])
    return _sheet_page(request, again, now, checked, problem=refused.message, status=status)


def _sheet_page(
    request: EventRequest,
    form: WholeSheetForm,
    now: SheetView,
    checked: CheckedSheet,
    *,
    problem: str = "",
    is_stale: bool = False,
    status: int = 200,
) -> HttpResponse:
    context: dict[str, Any] = {
        "section": "desk",
        "page_width": "wide desk-page",
        "view": now.view,
        "sheet": now,
        "form": form,
        "checked": checked,
        "problem": problem,
        "is_stale": is_stale,
        "next_number": next_unfinished(now.view.match),
    }
    return told_apart(render(request, "desk/sheet.html", context, status=status))


def _is_stale(request: EventRequest, view: MatchView) -> bool:
    return request.POST.get("revision", "") != str(view.match.revision)


def _short_enough(now: SheetView, entries: tuple[Entry, ...]) -> SheetView | None:
    return sheet_from(now.view, entries) if len(entries) <= MAX_ENTRIES else None


def _tell_saved(request: EventRequest, change: SheetChange) -> None:
    if change.first is None:
        messages.info(request, _("The sheet reads so already. Nothing was changed."))
    elif change.is_correction:
        text = _("The sheet has been corrected from line %(line)d on.")
        messages.success(request, text % {"line": change.first})
    else:
        messages.success(request, _("The sheet has been saved."))
