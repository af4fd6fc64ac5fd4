"""Taking back the deal that was written last, at the table."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from tournaments.actions.refusals import AlreadyDone, Refused
from tournaments.actions.table_sheets import may_take_back, take_back_deal
from tournaments.forms.table_sheets import DealBackForm
from tournaments.middleware import EventRequest
from tournaments.permissions import Act
from tournaments.queries.matches import MatchView
from tournaments.queries.sheets import sheet_of
from tournaments.table_addresses import TableAddresses
from tournaments.views.answers import UNPROCESSABLE, status_of
from tournaments.views.declared import page
from tournaments.views.desk.lookup import asked_again, tell_repeated
from tournaments.views.table.dead_links import LinkIsDead, is_elsewhere
from tournaments.views.table.lookup import open_match
from tournaments.views.table.opened_by_link import by_link


@page(Act.KEEP_SHEET, "GET", "HEAD", "POST")
@by_link
def take_back(request: EventRequest, addresses: TableAddresses) -> HttpResponse:
    """Shows the deal that would go; POST takes it back."""
    view = open_match(request, addresses).view
    if request.method != "POST":
        return _page(request, addresses, view)
    form = DealBackForm(request.POST)
    if not form.is_valid():
        problem = _("Nothing was changed: the form came incomplete. Try again.")
        return _page(request, addresses, view, problem, UNPROCESSABLE)
    try:
        take_back_deal(
            actor=request.actor,
            match=view.match,
            seen_revision=form.cleaned_data["revision"],
            token=form.cleaned_data["token"],
        )
    except PermissionDenied:
        raise LinkIsDead(is_elsewhere(request, addresses)) from None
    except AlreadyDone:
        tell_repeated(request)
    except Refused as refused:
        fresh = open_match(request, addresses).view
        return _page(request, addresses, fresh, refused.message, status_of(refused))
    else:
        messages.success(
            request, _("The last deal has been taken back. Write it again as it was played.")
        )
    return redirect(addresses["match"])


def _page(
    request: EventRequest,
    addresses: TableAddresses,
    view: MatchView,
    problem: str = "",
    status: int = 200,
) -> HttpResponse:
    sheet = sheet_of(view)
    may = may_take_back(view.match)
    return render(
        request,
        "table/take_back.html",
        {
            "page_width": "narrow desk-page table-page",
            "view": view,
            "sheet": sheet,
            "addresses": addresses,
            "line": sheet.lines[-1] if may else None,
            "form": asked_again(DealBackForm, view),
            "problem": problem,
        },
        status=status,
    )
