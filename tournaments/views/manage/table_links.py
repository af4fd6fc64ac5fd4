"""Links of tables and of score sheets: seen, made anew, revoked, brought back."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache

from tournaments.actions.refusals import AlreadyDone, Refused
from tournaments.actions.table_links import (
    bring_back_table_link,
    renew_all_table_links,
    renew_sheet_link,
    renew_table_link,
    revoke_table_link,
)
from tournaments.forms.submissions import SubmissionForm
from tournaments.forms.table_links import LinkTask, RenewForm, TableLinkForm
from tournaments.middleware import EventRequest
from tournaments.permissions import Act
from tournaments.printed_links import phones_can_open_links, sheet_address
from tournaments.queries.matches import match_by_number
from tournaments.queries.table_links import TableLinkView, table_links_of
from tournaments.queries.tables import matches_at_table
from tournaments.views.answers import UNPROCESSABLE, status_of
from tournaments.views.declared import page

MOST_DIGITS = 5
NOT_WHOLE = _("This page was not sent whole. Look at it and tap again.")


@page(Act.MANAGE_EVENT)
def tables(request: EventRequest) -> HttpResponse:
    """Every table with what became of its link; the sheet of a match is found by its number."""
    sought = request.GET.get("match", "").strip()
    if sought:
        number = int(sought) if sought.isdecimal() and len(sought) <= MOST_DIGITS else 0
        found = match_by_number(request.tournament, number)
        if found and found.match.is_live:
            return redirect("manage-sheet-link", request.tournament.slug, number)
        messages.warning(request, _("There is no match of this number in the schedule."))
        return redirect("manage-tables", request.tournament.slug)
    return _shown(
        request,
        "manage/tables.html",
        links=table_links_of(request.tournament),
    )


@page(Act.MANAGE_EVENT, "GET", "HEAD", "POST")
def renew_all(request: EventRequest) -> HttpResponse:
    """New links for all tables, after being told what it costs."""
    form = SubmissionForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            count = renew_all_table_links(
                actor=request.actor,
                tournament=request.tournament,
                token=form.cleaned_data["token"],
            )
        except AlreadyDone as done:
            count = int(done.record.details.get("tables", 0))
        messages.success(
            request,
            ngettext(
                "%(count)d table has a new link. Print its card again.",
                "%(count)d tables have new links. Print their cards again.",
                count,
            )
            % {"count": count},
        )
        return redirect("manage-tables", request.tournament.slug)
    return _shown(
        request,
        "manage/tables_renew.html",
        status=UNPROCESSABLE if form.is_bound else 200,
        links=table_links_of(request.tournament),
        form=SubmissionForm(),
        page_width="narrow",
    )


@never_cache
@page(Act.MANAGE_EVENT, "GET", "HEAD", "POST")
def table(request: EventRequest, table: int) -> HttpResponse:
    """One table's link with its code for a phone, and the keys that change it."""
    refusal: Refused | None = None
    if request.method == "POST":
        form = TableLinkForm(request.POST)
        try:
            if not form.is_valid():
                raise Refused(NOT_WHOLE)
            _change(request, table, form)
            return redirect("manage-table", request.tournament.slug, table)
        except Refused as refused:
            refusal = refused
    link = _link_of(request, table)
    return _shown(
        request,
        "manage/table.html",
        status=status_of(refusal) if refusal else 200,
        refused=refusal,
        link=link,
        matches=matches_at_table(request.tournament, table).matches,
        form=TableLinkForm(initial={"seen": link.renewed}, auto_id=False),
        tasks=LinkTask,
        page_width="narrow",
    )


@never_cache
@page(Act.MANAGE_EVENT, "GET", "HEAD", "POST")
def sheet(request: EventRequest, number: int) -> HttpResponse:
    """The link on one match's score sheet, and the key that makes it anew."""
    view = match_by_number(request.tournament, number)
    if view is None or not view.match.is_live:
        raise Http404("no such match")
    refusal: Refused | None = None
    if request.method == "POST":
        form = RenewForm(request.POST)
        try:
            if not form.is_valid():
                raise Refused(NOT_WHOLE)
            asked = {"actor": request.actor, "match": view.match, **_sent(form)}
            _once(lambda: renew_sheet_link(**asked))
            messages.success(
                request,
                _("The score sheet has a new link. The one printed on it opens nothing any more."),
            )
            return redirect("manage-sheet-link", request.tournament.slug, number)
        except Refused as refused:
            refusal = refused
            view = match_by_number(request.tournament, number) or view
    return _shown(
        request,
        "manage/sheet_link.html",
        status=status_of(refusal) if refusal else 200,
        refused=refusal,
        view=view,
        address="" if view.match.is_confirmed else sheet_address(view.match),
        form=RenewForm(initial={"seen": view.match.link_renewed}, auto_id=False),
        page_width="narrow",
    )


def _change(request: EventRequest, table: int, form: TableLinkForm) -> None:
    """Does what the key says. Raises Refused."""
    asked = {
        "actor": request.actor,
        "tournament": request.tournament,
        "table": table,
        "seen": form.cleaned_data["seen"],
    }
    match form.cleaned_data["task"]:
        case LinkTask.RENEW:
            _once(lambda: renew_table_link(**asked, token=form.cleaned_data["token"]))
            said = _("Table %(table)d has a new link. Print its card again.")
        case LinkTask.REVOKE:
            revoke_table_link(**asked)
            said = _("The link of table %(table)d is revoked: it opens nothing.")
        case _:
            bring_back_table_link(**asked)
            said = _("The link of table %(table)d works again, and its printed card with it.")
    messages.success(request, said % {"table": table})


def _once(write: Callable[[], None]) -> None:
    """A key tapped twice has done its work the first time."""
    with suppress(AlreadyDone):
        write()


def _sent(form: RenewForm) -> dict[str, Any]:
    return {"seen": form.cleaned_data["seen"], "token": form.cleaned_data["token"]}


def _link_of(request: EventRequest, table: int) -> TableLinkView:
    """The table's link. Raises Http404 where the event has no such table."""
    for link in table_links_of(request.tournament):
        if link.table == table:
            return link
    raise Http404("no such table")


def _shown(
    request: EventRequest, template: str, *, status: int = 200, **context: Any
) -> HttpResponse:
    common = {
        "section": "manage",
        "here": "tables",
        "phones_can_open": phones_can_open_links(),
    }
    return render(request, template, {**common, **context}, status=status)
