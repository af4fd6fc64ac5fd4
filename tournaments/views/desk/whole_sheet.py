"""A whole sheet typed as one line of the short form: checked while typed, then saved."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render

from scoring.notation import format_sheet
from tournaments.forms.sheets import WholeSheetForm
from tournaments.middleware import EventRequest
from tournaments.permissions import Act
from tournaments.queries.desk import next_unfinished
from tournaments.queries.pairs import pairs_by_key
from tournaments.queries.sheets import SheetView, sheet_of
from tournaments.views.declared import page
from tournaments.views.desk.checking import CheckedSheet, check_typed, unchanged
from tournaments.views.desk.lookup import (
    asked_again,
    is_stale,
    match_or_404,
    preset_reason,
    told_apart,
    wants_fragment,
)
from tournaments.views.desk.saving import save_sheet


@page(Act.USE_DESK, "GET", "HEAD", "POST")
def sheet(request: EventRequest, number: int) -> HttpResponse:
    """The page of the whole sheet; POST makes the sheet read what was typed.

    The deals of a match that has a bare result are typed into an empty field.
    """
    pairs = pairs_by_key(request.tournament)
    view = match_or_404(request, number, pairs)
    now = sheet_of(view)
    if request.method == "POST":
        form = WholeSheetForm(request.POST)

        def show(now: SheetView, checked: CheckedSheet, problem: str, status: int) -> HttpResponse:
            return _sheet_page(request, form, now, checked, problem=problem, status=status)

        checked = check_typed(now, request.POST.get("notation", ""), pairs)
        return save_sheet(request, form, now, checked, pairs, show)
    typed = "" if now.bare_result else format_sheet(now.entries)
    form = asked_again(WholeSheetForm, view, notation=typed, reason=preset_reason(now))
    return _sheet_page(request, form, now, unchanged(now, pairs))


@page(Act.USE_DESK, "GET", "HEAD", "POST")
def check(request: EventRequest, number: int) -> HttpResponse:
    """What the typed sheet comes to, or what is wrong with it; writes nothing."""
    if request.method != "POST":
        return redirect("desk-sheet", request.tournament.slug, number)
    pairs = pairs_by_key(request.tournament)
    view = match_or_404(request, number, pairs)
    now = sheet_of(view)
    typed = request.POST.get("notation", "")
    checked = check_typed(now, typed, pairs)
    stale = is_stale(request, view)
    # The revision stays the one that was seen: saving still notices what came between.
    form = asked_again(
        WholeSheetForm,
        view,
        notation=typed,
        reason=request.POST.get("reason", ""),
        revision=request.POST.get("revision", ""),
        despite_result=bool(request.POST.get("despite_result")),
        signed=bool(request.POST.get("signed")),
    )
    if wants_fragment(request):
        context = {"form": form, "checked": checked, "is_stale": stale}
        return told_apart(render(request, "desk/check_answer.html", context))
    return _sheet_page(request, form, now, checked, is_stale=stale)


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
