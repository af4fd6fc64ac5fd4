"""Saving a corrected sheet: first what it changes is shown, then it is written, once."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from scoring.notation import format_sheet
from tournaments.actions.refusals import AlreadyDone, Refused
from tournaments.actions.sheets import replace_sheet
from tournaments.forms.sheets import CorrectionForm
from tournaments.middleware import EventRequest
from tournaments.queries.pairs import PairView
from tournaments.queries.sheets import SheetChange, SheetView, sheet_of
from tournaments.views.answers import CONFLICT, UNPROCESSABLE, status_of
from tournaments.views.desk.checking import CheckedSheet, check_again
from tournaments.views.desk.lookup import (
    SENT_BEFORE,
    is_repeat,
    match_or_404,
    tell_repeated,
)

Show = Callable[[SheetView, CheckedSheet, str, int], HttpResponse]
"""The page again, with what was typed: the sheet as it is, what was typed, a problem, a status."""


def save_sheet(
    request: EventRequest,
    form: CorrectionForm,
    now: SheetView,
    checked: CheckedSheet,
    pairs: dict[int, PairView],
    show: Show,
) -> HttpResponse:
    """Makes the sheet read what was typed and goes to the match, or shows the page again.

    A change of saved lines is written only when it is the one that was shown; until then nothing
    is kept but what was typed.
    """
    difference = checked.difference
    if not form.is_valid() or difference is None or checked.sheet is None:
        return show(now, checked, "", UNPROCESSABLE)
    change, match = difference.change, now.view.match
    typed = form.cleaned_data
    seen = typed["revision"]
    if seen == match.revision and change.is_correction and typed["shown"] != checked.name:
        problem = _(
            "Not saved yet: this changes lines that were saved before. "
            "See below what changes, write why, and save again."
        )
        return show(now, checked, problem, UNPROCESSABLE)
    try:
        replace_sheet(
            actor=request.actor,
            match=match,
            entries=checked.sheet.entries,
            seen_revision=seen,
            reason=typed["reason"],
            despite_result=typed["despite_result"],
            signed=typed["signed"],
            token=typed["token"],
        )
    except (AlreadyDone, Refused) as refused:
        fresh = sheet_of(match_or_404(request, match.number, pairs))
        if isinstance(refused, AlreadyDone):
            if is_repeat(refused, fresh.view, format_sheet(checked.sheet.entries), whole=True):
                tell_repeated(request)
                return redirect("desk-match", request.tournament.slug, match.number)
            problem, status = str(SENT_BEFORE), CONFLICT
        else:
            problem, status = refused.message, status_of(refused)
        if status == UNPROCESSABLE and isinstance(refused, Refused):
            form.add_error(refused.field if refused.field in form.fields else None, problem)
            problem = ""
        else:
            form.renew(revision=fresh.view.match.revision)
        return show(fresh, check_again(fresh, checked, pairs), problem, status)
    _tell_saved(request, change, confirmed=typed["signed"])
    return redirect("desk-match", request.tournament.slug, match.number)


def _tell_saved(request: EventRequest, change: SheetChange, *, confirmed: bool) -> None:
    if confirmed:
        messages.success(request, _("The sheet is saved, its result confirmed for both pairs."))
    elif change.first is None:
        messages.info(request, _("The sheet reads so already. Nothing was changed."))
    elif change.before.bare_result and not change.after.bare_result and change.added:
        messages.success(request, _("The deals have taken the place of the bare result."))
    elif change.is_correction:
        text = _("The sheet has been corrected from line %(line)d on.")
        messages.success(request, text % {"line": change.first})
    else:
        messages.success(request, _("The sheet has been saved."))
