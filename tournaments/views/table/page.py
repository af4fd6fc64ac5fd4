"""The page at the table: the match now on it, its state, the keys of the next deal.

It has two parts that live apart. `#live` (and `#below`, sent along with it) tells the state; it
asks again by itself and holds no token. `#entry` holds the keys of the step that the address names
(`views.deal_steps`); nothing takes a half-made choice away. Where the sheet moved on, by another
phone, `table.js` asks for the same step anew.

Both parts, and templates/table/call.html and confirm.html, are given `view` (MatchView), `sheet`
(SheetView), `addresses` (TableAddresses: `{{ addresses.deal }}`) and `tournament`.
"""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django_htmx.http import HttpResponseClientRedirect

from tournaments.actions.refusals import Refused
from tournaments.actions.table_sheets import may_take_back, refuse_ruling
from tournaments.forms.confirming import CodeForm, code_forms
from tournaments.forms.sheets_seats import seats_form
from tournaments.forms.table_sheets import TableSeatsForm
from tournaments.middleware import EventRequest
from tournaments.permissions import Act
from tournaments.queries.confirmations import calls_of_table, confirming_of
from tournaments.queries.sheets import SheetView, sheet_of
from tournaments.queries.tables import matches_at_table
from tournaments.queries.turns import turn_of
from tournaments.table_addresses import TableAddresses
from tournaments.views.deal_keys import chosen_at, keys_of
from tournaments.views.deal_steps import Choice
from tournaments.views.declared import page
from tournaments.views.desk.lookup import told_apart, wants_fragment
from tournaments.views.live import live_page
from tournaments.views.table.lookup import OpenedMatch, open_match
from tournaments.views.table.opened_by_link import by_link
from tournaments.views.table.private import keep_private


@page(Act.KEEP_SHEET)
def now(request: EventRequest, table: int, secret: str) -> HttpResponse:
    """A table's link: leads to the match now on the table, or says that there is none.

    Where there is none the page asks again by itself. Nothing is typed on it that could be lost,
    so once a match has come the browser is sent on to it.
    """
    found = matches_at_table(request.tournament, table)
    here = found.at(timezone.now())
    if here is not None:
        address = TableAddresses(request.tournament.slug, secret, here.match.number, table)["match"]
        asks_again = wants_fragment(request)
        return keep_private(
            HttpResponseClientRedirect(address) if asks_again else redirect(address)
        )
    context = {"table": table, "found": found, "page_width": "narrow table-page"}
    return keep_private(live_page(request, "table/no_match.html", lambda: context))


@page(Act.KEEP_SHEET)
@by_link
def match(request: EventRequest, addresses: TableAddresses) -> HttpResponse:
    """One match; the address says what was tapped so far."""
    if wants_fragment(request) and request.htmx.target == "entry":  # type: ignore[attr-defined]
        return _entry(request, addresses)
    return match_page(request, addresses)


def match_page(
    request: EventRequest,
    addresses: TableAddresses,
    *,
    choice: Choice | None = None,
    problem: str = "",
    code_form: CodeForm | None = None,
    status: int = 200,
) -> HttpResponse:
    """The page of a match, or its live part where that asks. `choice` is what was tapped, the
    address's where it is None; `problem` says why nothing was written. `code_form` is a pair's
    code that was sent and not taken.

    Raises LinkIsDead.
    """

    def context() -> dict[str, Any]:
        opened = open_match(request, addresses)
        shown = _state(request, opened)
        if wants_fragment(request):
            return shown
        return shown | _keys(request, opened, shown["sheet"], choice, problem, code_form)

    response = live_page(request, "table/match.html", context, address=addresses["match"])
    if status != 200:
        response.status_code = status
    return response


def _entry(request: EventRequest, addresses: TableAddresses) -> HttpResponse:
    """The keys alone."""
    opened = open_match(request, addresses)
    sheet = sheet_of(opened.view)
    moved = "moved" in request.GET
    context = {
        "view": opened.view,
        "sheet": sheet,
        "addresses": addresses,
        **_keys(request, opened, sheet, None, ""),
        "confirming": confirming_of(opened.view),
        "is_fragment": not moved,
        "has_moved": moved,
    }
    return told_apart(render(request, "table/match.html#entry", context))


def _state(request: EventRequest, opened: OpenedMatch) -> dict[str, Any]:
    """What the live part tells."""
    view, table = opened.view, opened.table
    sheet, calls = sheet_of(view), calls_of_table(view.match)
    return {
        "page_width": "narrow desk-page table-page",
        "view": view,
        "sheet": sheet,
        "addresses": opened.addresses,
        "turn": turn_of(view, sheet.ledger),
        "last_line": sheet.lines[-1] if sheet.lines else None,
        "may_take_back": may_take_back(view.match),
        "unconfirmed": table.unconfirmed_beside(view) if table else (),
        "next": table.next_after(view) if table else None,
        "others": table.others_of_day(view) if table else (),
        "confirming": confirming_of(view, calls.disputes),
        "answers": calls.disputes.standing(view.match),
        "referee_call": calls.help,
    }


def _keys(
    request: EventRequest,
    opened: OpenedMatch,
    sheet: SheetView,
    choice: Choice | None,
    problem: str,
    code_form: CodeForm | None = None,
) -> dict[str, Any]:
    """What the keys show: a deal's, the seats before the first one, both codes after the last."""
    view = opened.view
    if choice is None:
        choice, unread = chosen_at(request.GET.dict(), view.match.revision)
        problem = problem or unread
    keys = keys_of(view, sheet, choice)
    if keys["preview"]:
        try:
            refuse_ruling(keys["preview"].entries[-1])
        except Refused as refused:
            problem = problem or refused.message
            keys = keys_of(view, sheet, choice.without_entry)
    asks_seats = (
        keys["step"] == "game"
        and not problem
        and not view.match.is_started
        and view.match.seating is None
        and "seats" not in request.GET
    )
    return {
        **keys,
        "problem": problem,
        "write_to": opened.addresses["deal"],
        "seats_form": seats_form(view, TableSeatsForm) if asks_seats else None,
        "code_forms": code_forms(view, code_form),
    }
