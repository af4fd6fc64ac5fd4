"""Files to take away: PDF, XLSX, CSV, JSON."""

from __future__ import annotations

import hashlib

from django.conf import settings
from django.http import Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.utils.http import content_disposition_header

from tournaments.exports.options import FileOptions, NotOfferedError
from tournaments.exports.registry import EXPORTS, STAFF_EXPORTS, Export
from tournaments.middleware import EventRequest
from tournaments.permissions import Act
from tournaments.queries.versions import version_of
from tournaments.views.declared import page


@page(Act.SEE_EVENT)
def export(request: EventRequest, name: str, kind: str) -> HttpResponseBase:
    """A public file. One that can be told by an ETag is answered 304 to who has it (two queries,
    for somebody not signed in), and pages of other sites may read it unless the event is a draft.
    """
    wanted, options = _asked(request, EXPORTS, name, kind)
    if wanted.version is None:
        return _made(request, wanted, options, name, kind)
    # Before the file is read: it may be newer than its tag, never older.
    etag = _etag(request, wanted, options, name, kind)
    unchanged = get_conditional_response(request, etag=etag)
    response = unchanged or _made(request, wanted, options, name, kind)
    response.headers["ETag"] = etag
    patch_vary_headers(response, ["Cookie"])
    if request.tournament.is_public:
        patch_cache_control(response, no_cache=True, public=True)
        response.headers["Access-Control-Allow-Origin"] = "*"
    else:
        patch_cache_control(response, no_cache=True, private=True)
    return response


@page(Act.MANAGE_EVENT)
def staff_export(request: EventRequest, name: str, kind: str) -> HttpResponse:
    """A file for organisers only: it may hold secrets, and nobody on the way keeps it."""
    response = _made(request, *_asked(request, STAFF_EXPORTS, name, kind), name, kind)
    patch_cache_control(response, private=True, no_store=True)
    return response


def _asked(
    request: EventRequest, exports: dict[tuple[str, str], Export], name: str, kind: str
) -> tuple[Export, FileOptions]:
    """The file an address names and how it is wanted. Raises Http404."""
    wanted = exports.get((name, kind))
    if wanted is None:
        raise Http404("no such file")
    try:
        return wanted, wanted.options(request.GET)
    except NotOfferedError as refusal:
        raise Http404("the file is not made like that") from refusal


def _made(
    request: EventRequest, wanted: Export, options: FileOptions, name: str, kind: str
) -> HttpResponse:
    file = wanted.make(request.tournament, options)
    disposition = content_disposition_header(
        as_attachment=not file.inline, filename=f"{request.tournament.slug}-{name}.{kind}"
    )
    return HttpResponse(
        file.content,
        content_type=file.content_type,
        headers={"Content-Disposition": disposition or "attachment"},
    )


def _etag(request: EventRequest, wanted: Export, options: FileOptions, name: str, kind: str) -> str:
    """The event's version with all else that changes the file. Weak: the file may come packed."""
    language = getattr(request, "LANGUAGE_CODE", settings.LANGUAGE_CODE)
    asked = (name, kind, wanted.version, language if wanted.in_words else "", options)
    digest = hashlib.sha256(repr(asked).encode()).hexdigest()[:8]
    return f'W/"{version_of(request.tournament)}-{digest}"'
