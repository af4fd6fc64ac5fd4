"""Files to take away: PDF, XLSX, CSV, JSON."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.utils.cache import patch_cache_control
from django.utils.http import content_disposition_header

from tournaments.exports.options import NotOfferedError
from tournaments.exports.registry import EXPORTS, STAFF_EXPORTS, Export
from tournaments.middleware import EventRequest
from tournaments.permissions import Act
from tournaments.views.declared import page


@page(Act.SEE_EVENT)
def export(request: EventRequest, name: str, kind: str) -> HttpResponse:
    return _answer(request, EXPORTS, name, kind)


@page(Act.MANAGE_EVENT)
def staff_export(request: EventRequest, name: str, kind: str) -> HttpResponse:
    response = _answer(request, STAFF_EXPORTS, name, kind)
    patch_cache_control(response, private=True, no_store=True)
    return response


def _answer(
    request: EventRequest, exports: dict[tuple[str, str], Export], name: str, kind: str
) -> HttpResponse:
    wanted = exports.get((name, kind))
    if wanted is None:
        raise Http404("no such file")
    try:
        options = wanted.options(request.GET)
    except NotOfferedError as refusal:
        raise Http404("the file is not made like that") from refusal
    file = wanted.make(request.tournament, options)
    disposition = content_disposition_header(
        as_attachment=not file.inline, filename=f"{request.tournament.slug}-{name}.{kind}"
    )
    return HttpResponse(
        file.content,
        content_type=file.content_type,
        headers={"Content-Disposition": disposition or "attachment"},
    )
