"""Many paper sheets at once: a match in one line, its deals later."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.entries import FormatKind
from scoring.faults import Fault
from scoring.records import write_entry
from tournaments.actions.audit import Verb
from tournaments.actions.refusals import AlreadyDone, Refused
from tournaments.actions.sheets import SheetNotEmpty, enter_result
from tournaments.forms.sheets_results import (
    ResultFieldsForm,
    ResultLineForm,
    Where,
)
from tournaments.middleware import EventRequest
from tournaments.models import Tournament
from tournaments.permissions import Act
from tournaments.queries.matches import MatchView, matches_of
from tournaments.queries.results import last_results, missing_sheets
from tournaments.queries.sheets import sheet_from
from tournaments.result_wording import impossible_result
from tournaments.sentences import ending
from tournaments.views.answers import CONFLICT, UNPROCESSABLE, add_refusal
from tournaments.views.declared import page
from tournaments.views.desk.lookup import tell_repeated
from tournaments.views.manage.submissions import SENT_BEFORE, is_repeat

LAST_SHOWN = 20
IN_FIELDS = "fields"
SIGNED = "signed"

ResultForm = ResultLineForm | ResultFieldsForm


@page(Act.USE_DESK, "GET", "HEAD", "POST")
def results(request: EventRequest) -> HttpResponse:
    """The two forms with the results entered last; POST writes one and comes back."""
    views = matches_of(request.tournament)
    in_fields = (request.POST or request.GET).get("by") == IN_FIELDS
    if request.method != "POST":
        return _results_page(request, views, in_fields=in_fields)
    form: ResultForm = ResultFieldsForm(request.POST) if in_fields else ResultLineForm(request.POST)
    if not form.is_valid():
        return _results_page(request, views, form=form, status=UNPROCESSABLE)
    view = _found(request.tournament, views, form.cleaned_data["where"], form)
    if view is None:
        return _results_page(request, views, form=form, status=UNPROCESSABLE)
    result, signed = form.cleaned_data["result"], form.cleaned_data["signed"]
    again = redirect(_address(request, in_fields=in_fields, signed=signed))
    try:
        enter_result(
            actor=request.actor,
            match=view.match,
            result=result,
            signed=signed,
            token=form.cleaned_data["token"],
        )
    except AlreadyDone as done:
        same_match = done.record.match_id == view.match.pk
        if same_match and is_repeat(done, Verb.ENTER_RESULT, added=[write_entry(result)]):
            tell_repeated(request)
            return again
        form.renew()
        form.add_error(None, str(SENT_BEFORE))
        return _results_page(request, views, form=form, status=CONFLICT)
    except Fault:
        kind = FormatKind(view.match.format)
        form.add_error(None, impossible_result(result, kind, is_line=not in_fields))
        return _results_page(request, views, form=form, status=UNPROCESSABLE)
    except Refused as refused:
        status = add_refusal(form, refused)
        written = view if isinstance(refused, SheetNotEmpty) else None
        return _results_page(request, views, form=form, written=written, status=status)
    told = {
        "number": view.match.number,
        "a": view.a.name,
        "b": view.b.name,
        "ending": ending(sheet_from(view, [result]).ledger),
    }
    messages.success(
        request,
        (
            _("Match %(number)d, %(a)s against %(b)s: %(ending)s Confirmed for both.")
            if signed
            else _("Match %(number)d, %(a)s against %(b)s: %(ending)s Not confirmed yet.")
        )
        % told,
    )
    return again


def _address(request: EventRequest, *, in_fields: bool, signed: bool) -> str:
    """The page for the next result: the same form, its tick as it was."""
    kept = {"by": IN_FIELDS if in_fields else "", SIGNED: "on" if signed else ""}
    query = urlencode({name: value for name, value in kept.items() if value})
    address = reverse("desk-results", args=[request.tournament.slug])
    return f"{address}?{query}" if query else address


def _found(
    tournament: Tournament, views: Sequence[MatchView], where: Where, form: ResultForm
) -> MatchView | None:
    """The match meant; None with an error on the form where there is none.

    At a table it is the earliest match that nobody has written on. `views` are all in play (one
    query where none of them is meant).
    """
    if where.is_table:
        at_table = sorted(
            (view for view in views if view.match.table == where.number),
            key=lambda view: view.match.slot,
        )
        found = next((v for v in at_table if not v.match.is_started and not v.match.annulled), None)
        if found is None:
            form.add_error(
                None,
                _("Every match at table %(number)d has its sheet. Write the number of the match.")
                % {"number": where.number}
                if at_table
                else _("There is no table %(number)d in the schedule.") % {"number": where.number},
            )
        return found
    found = next((view for view in views if view.match.number == where.number), None)
    if found is None:
        told = (
            _("Match %(number)d is out of play: its sheet can only be read.")
            if tournament.matches.filter(number=where.number).exists()
            else _("There is no match %(number)d in this event.")
        )
        form.add_error(None, told % {"number": where.number})
    return found


def _results_page(
    request: EventRequest,
    views: Sequence[MatchView],
    *,
    form: ResultForm | None = None,
    in_fields: bool = False,
    written: MatchView | None = None,
    status: int = 200,
) -> HttpResponse:
    """The page with the cursor in the form that was used."""
    kept = {SIGNED: (request.POST or request.GET).get(SIGNED) == "on"}
    line = form if isinstance(form, ResultLineForm) else ResultLineForm(initial=kept)
    fields = form if isinstance(form, ResultFieldsForm) else ResultFieldsForm(initial=kept)
    in_fields = in_fields or isinstance(form, ResultFieldsForm)
    first = fields.fields["where"] if in_fields else line.fields["line"]
    first.widget.attrs["autofocus"] = True
    return render(
        request,
        "desk/results.html",
        {
            "section": "desk",
            "page_width": "desk-page",
            "line_form": line,
            "fields_form": fields,
            "fields_open": in_fields,
            "written": written,
            "last": last_results(views, LAST_SHOWN),
            "missing_count": len(missing_sheets(views)),
            "match_count": len(views),
        },
        status=status,
    )
