"""How a view at the table is declared: its answers are private, a dead link has its page."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.views.decorators.csrf import csrf_exempt

from tournaments.middleware import EventRequest
from tournaments.table_addresses import TableAddresses
from tournaments.views.table.dead_links import LinkIsDead
from tournaments.views.table.private import keep_private

View = Callable[[EventRequest, TableAddresses], HttpResponse]


def by_link(view: View) -> Callable[..., HttpResponseBase]:
    """A view of one match at the table: it is given the addresses of the match under the link
    that was followed, of a table or of a score sheet.

    Its forms carry no CSRF token: what lets somebody write is the address alone, never a cookie,
    so another site that makes a browser send one gains nothing. A deal that waited on a phone for
    hours is not lost for a token that ran out. Put it under `@page(Act.KEEP_SHEET, …)`.
    """

    @wraps(view)
    def opened(
        request: EventRequest, number: int, secret: str, table: int | None = None
    ) -> HttpResponse:
        addresses = TableAddresses(request.tournament.slug, secret, number, table)
        try:
            return keep_private(view(request, addresses))
        except LinkIsDead as dead:
            return dead.answer

    exempt: Callable[..., HttpResponseBase] = csrf_exempt(opened)
    return exempt
