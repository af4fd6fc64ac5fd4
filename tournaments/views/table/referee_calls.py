"""“Tuomari!”: a table calls a referee, and takes that back."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tournaments.actions.referee_calls import call_referee, take_back_referee_call
from tournaments.middleware import EventRequest
from tournaments.permissions import Act
from tournaments.table_addresses import TableAddresses
from tournaments.views.declared import page
from tournaments.views.table.lookup import open_match
from tournaments.views.table.opened_by_link import by_link


@page(Act.KEEP_SHEET, "GET", "HEAD", "POST")
@by_link
def call(request: EventRequest, addresses: TableAddresses) -> HttpResponse:
    """Calls a referee to the table; pressed again while the call is open it changes nothing."""
    if request.method == "POST":
        match = open_match(request, addresses).view.match
        call_referee(actor=request.actor, tournament=request.tournament, match=match)
        messages.success(request, _("A referee is called. Wait at the table."))
    return redirect(addresses["match"])


@page(Act.KEEP_SHEET, "GET", "HEAD", "POST")
@by_link
def back(request: EventRequest, addresses: TableAddresses) -> HttpResponse:
    """Takes the call back."""
    if request.method == "POST":
        open_match(request, addresses)  # a link that is over takes nothing back
        if take_back_referee_call(actor=request.actor, tournament=request.tournament):
            messages.success(request, _("The call is taken back."))
        else:
            messages.info(
                request, _("The call is not open any more, or a referee is coming already.")
            )
    return redirect(addresses["match"])
