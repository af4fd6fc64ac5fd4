"""The end of a match at its table: each pair confirms the result with its code, or says that it is
wrong."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from scoring.deals import Side
from tournaments.actions.audit import Verb
from tournaments.actions.confirming import confirm_with_code
from tournaments.actions.referee_calls import dispute_result
from tournaments.actions.refusals import AlreadyDone, Refused
from tournaments.forms.confirming import CodeForm, DisputeForm
from tournaments.middleware import EventRequest
from tournaments.models import Match
from tournaments.permissions import Act
from tournaments.queries.matches import MatchView
from tournaments.queries.sheets import sheet_of
from tournaments.table_addresses import TableAddresses
from tournaments.views.answers import CONFLICT, UNPROCESSABLE, add_refusal, status_of
from tournaments.views.declared import page
from tournaments.views.desk.lookup import is_confirmed_before, tell_repeated
from tournaments.views.manage.submissions import SENT_BEFORE, is_repeat
from tournaments.views.table.dead_links import LinkIsDead, is_elsewhere
from tournaments.views.table.lookup import match_row, open_match
from tournaments.views.table.opened_by_link import by_link
from tournaments.views.table.page import match_page


@page(Act.KEEP_SHEET, "GET", "HEAD", "POST")
@by_link
def confirm(request: EventRequest, addresses: TableAddresses) -> HttpResponse:
    """Confirms the result with the code of one pair."""
    if request.method != "POST":
        return redirect(addresses["match"])
    match = match_row(request, addresses)
    form = _sent_code(request)
    if not form.is_valid():
        return _page_again(request, addresses, form, UNPROCESSABLE)
    side = Side(form.cleaned_data["side"])
    try:
        confirmed = confirm_with_code(
            actor=request.actor,
            match=match,
            side=side,
            code=form.cleaned_data["code"],
            seen_revision=form.cleaned_data["revision"],
            token=form.cleaned_data["token"],
        )
    except PermissionDenied:
        raise LinkIsDead(is_elsewhere(request, addresses)) from None
    except AlreadyDone as done:
        if not is_confirmed_before(done, match, [side]):
            form.renew()
            form.add_error("code", SENT_BEFORE)
            return _page_again(request, addresses, form, CONFLICT)
        tell_repeated(request)
        match.refresh_from_db()
        return _onward(request, addresses, match)
    except Refused as refused:
        status = status_of(refused)
        if refused.field not in form.fields:
            # The sheet is another one, or a pair disputes it: what was typed means nothing now.
            return match_page(request, addresses, problem=refused.message, status=status)
        add_refusal(form, refused)
        return _page_again(request, addresses, form, status)
    if confirmed.is_confirmed:
        messages.success(request, _("Both pairs have confirmed the result. Thank you!"))
    else:
        told = {"side": side.value, "other": side.other.value}
        messages.success(
            request,
            _("Pair %(side)s has confirmed the result. Now pair %(other)s, please.") % told,
        )
    return _onward(request, addresses, confirmed)


@page(Act.KEEP_SHEET, "GET", "HEAD", "POST")
@by_link
def dispute(request: EventRequest, addresses: TableAddresses) -> HttpResponse:
    """The form of a pair that says that the result is wrong; POST tells it to the referee."""
    view = open_match(request, addresses).view
    if request.method != "POST":
        form = DisputeForm(view=view, initial={"revision": view.match.revision})
        return _dispute_page(request, addresses, view, form)
    form = DisputeForm(request.POST, view=view)
    if not form.is_valid():
        return _dispute_page(request, addresses, view, form, UNPROCESSABLE)
    try:
        dispute_result(
            actor=request.actor,
            match=view.match,
            side=Side(form.cleaned_data["side"]),
            code=form.cleaned_data["code"],
            reason=form.cleaned_data["reason"],
            seen_revision=form.cleaned_data["revision"],
            token=form.cleaned_data["token"],
        )
    except PermissionDenied:
        raise LinkIsDead(is_elsewhere(request, addresses)) from None
    except AlreadyDone as done:
        asked = form.valid("side", "reason")
        if not is_repeat(done, Verb.DISPUTE_RESULT, request.tournament, **asked):
            form.renew(revision=view.match.revision)
            form.add_error(None, SENT_BEFORE)
            return _dispute_page(request, addresses, view, form, CONFLICT)
        tell_repeated(request)
    except Refused as refused:
        status = add_refusal(form, refused)
        fresh = open_match(request, addresses).view
        if status == CONFLICT:
            form.renew(revision=fresh.match.revision)
        return _dispute_page(request, addresses, fresh, form, status)
    else:
        messages.success(request, _("The referee is told. Wait at the table."))
    return redirect(addresses["match"])


def _sent_code(request: EventRequest) -> CodeForm:
    """The form with the ids that the page has for it."""
    side, revision = request.POST.get("side", ""), request.POST.get("revision", "")
    known = side in set(Side) and revision.isdecimal()
    return CodeForm(request.POST, auto_id=f"{side}-{revision}-%s" if known else "code-%s")


def _page_again(
    request: EventRequest, addresses: TableAddresses, form: CodeForm, status: int
) -> HttpResponse:
    """The match with the code at fault; the page sends a token of its own with the next one."""
    problem = "" if "code" in form.errors else _("Nothing was confirmed: the form came incomplete.")
    return match_page(request, addresses, problem=problem, code_form=form, status=status)


def _dispute_page(
    request: EventRequest,
    addresses: TableAddresses,
    view: MatchView,
    form: DisputeForm,
    status: int = 200,
) -> HttpResponse:
    return render(
        request,
        "table/dispute.html",
        {
            "page_width": "narrow table-page",
            "view": view,
            "sheet": sheet_of(view),
            "addresses": addresses,
            "form": form,
        },
        status=status,
    )


def _onward(request: EventRequest, addresses: TableAddresses, match: Match) -> HttpResponse:
    """To the match; to its public page where a score sheet's link is over by this."""
    if match.is_confirmed and not addresses.follows_table and request.tournament.is_public:
        return redirect("match", request.tournament.slug, match.number)
    return redirect(addresses["match"])
