"""Files to take away: PDF, XLSX, CSV, JSON."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.utils.http import content_disposition_header

from tournaments.exports.registry import EXPORTS
from tournaments.middleware import EventRequest
from tournaments.permissions import Act
from tournaments.views.declared import page


@page(Act.SEE_EVENT)
def export(request: EventRequest, name: str, kind: str) -> HttpResponse:
    make = EXPORTS.get((name, kind))
    if make is None:
        raise Http404("no such file")
    file = make(request.tournament)
    disposition = content_disposition_header(
        as_attachment=not file.inline, filename=f"{request.tournament.slug}-{name}.{kind}"
    )
    return HttpResponse(
        file.content,
        content_type=file.content_type,
        headers={"Content-Disposition": disposition or "attachment"},
    )
