"""A whole sheet corrected in fields, a row a line: recomputed while typed, then saved."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render

from tournaments.forms.sheets import CorrectionForm
from tournaments.forms.sheets_rows import SheetRow, read_rows, row_of, with_inserted
from tournaments.middleware import EventRequest
from tournaments.models import Match
from tournaments.permissions import Act
from tournaments.queries.pairs import pairs_by_key
from tournaments.queries.sheets import SheetLine, SheetView, sheet_of
from tournaments.views.declared import page
from tournaments.views.desk.checking import CheckedSheet, check_rows, unchanged
from tournaments.views.desk.lookup import (
    asked_again,
    is_stale,
    match_or_404,
    preset_reason,
    told_apart,
    wants_fragment,
)
from tournaments.views.desk.saving import save_sheet

DEALS_OF_A_PAPER_SHEET = 16
"""Rows offered for a match to tuppi, which has no number of deals."""


@dataclass(frozen=True)
class ShownRow:
    """A row with what it comes to: its line of the sheet, or what is wrong with it.

    `place` counts from 0 and names its fields; `is_new` has the cursor put into it.
    """

    place: int
    row: SheetRow
    line: SheetLine | None
    fault: str
    is_new: bool

    @property
    def number(self) -> int:
        return self.place + 1


@page(Act.USE_DESK, "GET", "HEAD", "POST")
def edit(request: EventRequest, number: int) -> HttpResponse:
    """The sheet in fields; POST makes the sheet read what was typed."""
    pairs = pairs_by_key(request.tournament)
    view = match_or_404(request, number, pairs)
    now = sheet_of(view)
    if request.method == "POST":
        form = CorrectionForm(request.POST)
        rows = read_rows(request.POST.dict())

        def show(now: SheetView, checked: CheckedSheet, problem: str, status: int) -> HttpResponse:
            return _edit_page(request, form, now, checked, rows, problem=problem, status=status)

        return save_sheet(request, form, now, check_rows(now, rows, pairs), pairs, show)
    form = asked_again(CorrectionForm, view, reason=preset_reason(now))
    return _edit_page(request, form, now, unchanged(now, pairs), _fresh_rows(now))


@page(Act.USE_DESK, "GET", "HEAD", "POST")
def check(request: EventRequest, number: int) -> HttpResponse:
    """What the fields come to, line by line; an empty row more where one is asked for."""
    if request.method != "POST":
        return redirect("desk-edit", request.tournament.slug, number)
    pairs = pairs_by_key(request.tournament)
    view = match_or_404(request, number, pairs)
    now = sheet_of(view)
    rows, inserted = with_inserted(read_rows(request.POST.dict()), request.POST.dict())
    checked = check_rows(now, rows, pairs)
    form = asked_again(
        CorrectionForm,
        view,
        reason=request.POST.get("reason", ""),
        revision=request.POST.get("revision", ""),
        despite_result=bool(request.POST.get("despite_result")),
        signed=bool(request.POST.get("signed")),
    )
    stale = is_stale(request, view)
    if wants_fragment(request):
        context = {
            "view": view,
            "form": form,
            "checked": checked,
            "is_stale": stale,
            "rows": _shown(rows, checked, now, inserted),
            "with_rows": inserted >= 0,
        }
        return told_apart(render(request, "desk/edit_answer.html", context))
    return _edit_page(request, form, now, checked, rows, is_stale=stale, inserted=inserted)


def _edit_page(
    request: EventRequest,
    form: CorrectionForm,
    now: SheetView,
    checked: CheckedSheet,
    rows: Sequence[SheetRow],
    *,
    problem: str = "",
    is_stale: bool = False,
    inserted: int = -1,
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
        "rows": _shown(rows, checked, now, inserted),
    }
    return told_apart(render(request, "desk/edit.html", context, status=status))


def _fresh_rows(now: SheetView) -> list[SheetRow]:
    """The sheet's lines, and empty rows for the deals still to come or the sheet still missing."""
    lines = [] if now.bare_result else [row_of(entry) for entry in now.entries]
    if now.bare_result:
        to_come = _deals(now.view.match)
    elif now.ledger.is_finished:
        to_come = 0
    else:
        to_come = max(1, _deals(now.view.match) - now.ledger.deals_played)
    return [*lines, *[SheetRow()] * to_come]


def _deals(match: Match) -> int:
    return match.deals or DEALS_OF_A_PAPER_SHEET


def _shown(
    rows: Sequence[SheetRow], checked: CheckedSheet, now: SheetView, inserted: int
) -> list[ShownRow]:
    lines = checked.lines_by_number
    faults = {fault.number: fault.sentence for fault in checked.faults}
    if now.bare_result and checked.sheet is now:
        # The bare result is no row: its place is taken by the deals still to be typed.
        lines = {}
    return [
        ShownRow(
            place,
            row,
            lines.get(place + 1) if row.counts else None,
            faults.get(place + 1, ""),
            place == inserted,
        )
        for place, row in enumerate(rows)
    ]
