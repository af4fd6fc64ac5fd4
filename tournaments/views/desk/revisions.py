"""The history of a sheet, for referees: who wrote what when and why, and the sheet as it was."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import render

from tournaments.middleware import EventRequest
from tournaments.permissions import Act
from tournaments.queries.revisions import revisions_of, sheet_at, with_lines
from tournaments.views.declared import page
from tournaments.views.desk.lookup import match_or_404

A_PAGE = 50


@page(Act.USE_DESK)
def revisions(request: EventRequest, number: int) -> HttpResponse:
    """The writes to the sheet, the latest first, page by page."""
    view = match_or_404(request, number)
    shown = Paginator(revisions_of(view.match), A_PAGE).get_page(request.GET.get("page"))
    return render(
        request,
        "desk/revisions.html",
        {
            "section": "desk",
            "page_width": "wide desk-page",
            "view": view,
            "shown": shown,
            "revisions": with_lines(list(shown)),
        },
    )


@page(Act.USE_DESK)
def revision(request: EventRequest, number: int, revision: int) -> HttpResponse:
    """The sheet as it stood after one of its writes."""
    view = match_or_404(request, number)
    if not view.match.first_revision < revision <= view.match.revision:
        raise Http404("no such revision")
    return render(
        request,
        "desk/revision.html",
        {
            "section": "desk",
            "page_width": "wide desk-page",
            "view": view,
            "sheet": sheet_at(view, revision),
            "revision": view.match.revisions.get(number=revision),
            "is_latest": revision == view.match.revision,
        },
    )
