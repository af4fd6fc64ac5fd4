"""Links of tables and score sheets that open nothing: wrong, replaced, over, or of a match that
is elsewhere by now."""

from __future__ import annotations

from typing import Any

from axes.helpers import get_client_ip_address
from django.http import HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from tournaments.actions.wrong_tries import keep_wrong_try, too_many_wrong
from tournaments.middleware import EventRequest
from tournaments.models import Match, WrongTry
from tournaments.network_sources import source_digest
from tournaments.table_addresses import TableAddresses
from tournaments.views.table.private import keep_private

NOT_FOUND = 404
GONE = 410
TOO_MANY = 429

MOST_WRONG = 100
"""So many wrong links are looked at from one network address in a quarter of an hour: a hall is
behind one. A right link goes on working all the while."""


class LinkIsDead(Exception):
    """The link opens nothing; `answer` says why."""

    def __init__(self, answer: HttpResponse) -> None:
        super().__init__(answer.status_code)
        self.answer = answer


def not_in_force(request: EventRequest) -> HttpResponse:
    """The answer to a wrong secret, one of a link renewed since, or of no table or match."""
    tournament = request.tournament
    source = source_digest(tournament, get_client_ip_address(request) or "")
    if too_many_wrong(tournament, WrongTry.Kind.LINK, source, most=MOST_WRONG):
        message = _("Too many wrong links came from this network. Try again in 15 minutes.")
        return _dead(request, message, TOO_MANY)
    keep_wrong_try(tournament, WrongTry.Kind.LINK, source)
    return _dead(
        request, _("This link is not in force. Ask the organiser for a new card."), NOT_FOUND
    )


def is_over(request: EventRequest, match: Match) -> HttpResponse:
    """The answer to a score sheet's link once both pairs have confirmed the result."""
    message = _("Both pairs have confirmed the result, so this link is over.")
    return _dead(request, message, GONE, match=match)


def is_elsewhere(request: EventRequest, addresses: TableAddresses) -> HttpResponse:
    """The answer to a table's right link with a match that is not at the table."""
    message = _("This match is not at this table, or not any more.")
    return _dead(request, message, NOT_FOUND, home=addresses["home"])


def wants_json(request: EventRequest) -> bool:
    """Whether a script asks, rather than a browser for a page."""
    return request.get_preferred_type(["text/html", "application/json"]) == "application/json"


def _dead(request: EventRequest, message: str, status: int, **context: Any) -> HttpResponse:
    if wants_json(request):
        answer: HttpResponse = JsonResponse({"saved": False, "message": message}, status=status)
    else:
        answer = render(
            request,
            "table/dead_link.html",
            {"message": message, "page_width": "narrow", **context},
            status=status,
        )
        if request.htmx:  # type: ignore[attr-defined]
            # A page that follows its table: shown anew it says so, and asks no more.
            answer.headers["HX-Refresh"] = "true"
    return keep_private(answer)
