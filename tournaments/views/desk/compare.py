"""Two states of one sheet beside each other: what differs, and who wrote each, when and why."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.http import HttpResponse
from django.shortcuts import render

from tournaments.middleware import EventRequest
from tournaments.models import SheetRevision
from tournaments.permissions import Act
from tournaments.queries.differences import PairedLine, paired_lines
from tournaments.queries.revisions import sheet_at
from tournaments.queries.sheets import SheetView
from tournaments.views.declared import page
from tournaments.views.desk.lookup import match_or_404


@dataclass(frozen=True)
class ComparedSheet:
    """One of the two. The empty sheet before the first write has a number but no `revision`."""

    number: int
    revision: SheetRevision | None
    sheet: SheetView


@page(Act.USE_DESK)
def compare(request: EventRequest, number: int) -> HttpResponse:
    """`?a=` and `?b=` name the revisions; the last change where they say nothing that there is."""
    view = match_or_404(request, number)
    first, latest = view.match.first_revision, view.match.revision
    b = _revision(request.GET.get("b", ""), first, latest, default=latest)
    a = _revision(request.GET.get("a", ""), first, latest, default=max(first, b - 1))
    revisions = {each.number: each for each in view.match.revisions.filter(number__in=(a, b))}
    sheets = {each: sheet_at(view, each) for each in {a, b}}
    lines = paired_lines(sheets[a], sheets[b])
    compared = [
        ComparedSheet(a, revisions.get(a), _marked(sheets[a], lines, is_after=False)),
        ComparedSheet(b, revisions.get(b), _marked(sheets[b], lines, is_after=True)),
    ]
    return render(
        request,
        "desk/compare.html",
        {
            "section": "desk",
            "page_width": "wide desk-page",
            "view": view,
            "compared": compared,
            "differing": sum(line.mark is not None for line in lines),
        },
    )


def _revision(text: str, first: int, latest: int, *, default: int) -> int:
    short = text.strip()
    if short.isascii() and short.isdecimal() and len(short) <= 9 and first <= int(short) <= latest:
        return int(short)
    return default


def _marked(sheet: SheetView, lines: tuple[PairedLine, ...], *, is_after: bool) -> SheetView:
    """The sheet with the mark of every line that is otherwise on the other sheet."""
    marks = {}
    for pair in lines:
        line = pair.after if is_after else pair.before
        if line is not None and pair.mark is not None:
            marks[line.position] = pair.mark.value
    return replace(
        sheet,
        lines=tuple(replace(line, mark=marks.get(line.position, "")) for line in sheet.lines),
    )
