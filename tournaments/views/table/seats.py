"""Who sits where and who deals first, said at the table."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from tournaments.actions.audit import Verb
from tournaments.actions.refusals import AlreadyDone, Refused
from tournaments.actions.seats import set_seats, told
from tournaments.forms.sheets_seats import seats_form
from tournaments.forms.table_sheets import TableSeatsForm
from tournaments.middleware import EventRequest
from tournaments.permissions import Act
from tournaments.queries.matches import MatchView
from tournaments.table_addresses import TableAddresses
from tournaments.views.answers import CONFLICT, UNPROCESSABLE, status_of
from tournaments.views.declared import page
from tournaments.views.desk.lookup import tell_repeated
from tournaments.views.manage.submissions import SENT_BEFORE, is_repeat
from tournaments.views.table.dead_links import LinkIsDead, is_elsewhere
from tournaments.views.table.lookup import open_match
from tournaments.views.table.opened_by_link import by_link


@page(Act.KEEP_SHEET, "GET", "HEAD", "POST")
@by_link
def seats(request: EventRequest, addresses: TableAddresses) -> HttpResponse:
    """The form alone; POST says the seats and goes back to the match."""
    view = open_match(request, addresses).view
    if request.method != "POST":
        return _page(request, addresses, view, seats_form(view, TableSeatsForm))
    form = TableSeatsForm(view, request.POST)
    if not form.is_valid():
        return _page(request, addresses, view, form, status=UNPROCESSABLE)
    try:
        set_seats(
            actor=request.actor,
            match=view.match,
            seating=form.seating,
            seen_revision=form.cleaned_data["seats_revision"],
            token=form.cleaned_data["token"],
        )
    except PermissionDenied:
        raise LinkIsDead(is_elsewhere(request, addresses)) from None
    except AlreadyDone as done:
        if not is_repeat(done, Verb.SET_SEATS, request.tournament, after=told(form.seating)):
            form.renew()
            fresh = open_match(request, addresses).view
            return _page(request, addresses, fresh, form, problem=str(SENT_BEFORE), status=CONFLICT)
        tell_repeated(request)
    except Refused as refused:
        fresh = open_match(request, addresses).view
        form.renew(seats_revision=fresh.match.seats_revision)
        status = status_of(refused)
        return _page(request, addresses, fresh, form, problem=refused.message, status=status)
    else:
        messages.success(
            request,
            _("The seats and the first dealer have been saved.")
            if form.seating
            else _("Nobody's seat is known now."),
        )
    return redirect(addresses["match"])


def _page(
    request: EventRequest,
    addresses: TableAddresses,
    view: MatchView,
    form: TableSeatsForm,
    *,
    problem: str = "",
    status: int = 200,
) -> HttpResponse:
    context = {
        "page_width": "narrow desk-page table-page",
        "view": view,
        "addresses": addresses,
        "seats_form": form,
        "problem": problem,
    }
    return render(request, "table/seats.html", context, status=status)
