"""Pages that follow the event by themselves: the browser asks again, and hears of changes only."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers

from tournaments.middleware import EventRequest
from tournaments.permissions import Act, may
from tournaments.queries.estimates import coarse
from tournaments.queries.versions import version_of

SECONDS_BETWEEN = 10
"""How often a page asks again."""


def live_page(
    request: EventRequest,
    template: str,
    make_context: Callable[[], dict[str, Any]],
    *,
    address: str | None = None,
    phase: str = "",
    by_clock: bool = False,
) -> HttpResponse:
    """A page whose part `live` asks again by itself; 304 where nothing was written since.

    Asked by htmx, the template's partial `live` alone is answered: it holds no form and no token.
    `make_context` is called only where there is something to show. The part asks at `address`, at
    the page's own where none is given. `phase` names what changes by the clock alone; `by_clock`:
    the page tells estimates, so it is another one each time they are made anew.
    """
    address = address or request.get_full_path()
    etag = _etag(request, address, phase, by_clock=by_clock)
    if request.htmx:  # type: ignore[attr-defined]
        unchanged = get_conditional_response(request, etag=etag)
        if unchanged is not None:
            return _told_apart(unchanged)
    response = render(
        request,
        f"{template}#live" if request.htmx else template,  # type: ignore[attr-defined]
        {
            **make_context(),
            "live": {
                "address": address,
                "etag": etag,
                "seconds": SECONDS_BETWEEN,
                "heard": timezone.localtime(),
            },
        },
    )
    if request.htmx:  # type: ignore[attr-defined]
        response.headers["ETag"] = etag
    return _told_apart(response)


def _told_apart(response: HttpResponse) -> HttpResponse:
    patch_vary_headers(response, ["HX-Request", "Cookie"])
    patch_cache_control(response, no_cache=True, private=True)
    return response


def _etag(request: EventRequest, address: str, phase: str, *, by_clock: bool) -> str:
    """The event's version with all else that changes what is shown: page, language, role, and
    for estimates the moment they were made."""
    actor, tournament = request.actor, request.tournament
    seen_as = "".join(
        str(int(may(actor, act, tournament))) for act in (Act.MANAGE_EVENT, Act.USE_DESK)
    )
    page = hashlib.sha256(f"{address} {phase}".encode()).hexdigest()[:8]
    language = getattr(request, "LANGUAGE_CODE", settings.LANGUAGE_CODE)
    moment = f"-{coarse(timezone.now()):%d%H%M}" if by_clock else ""
    return f'"{version_of(tournament)}-{language}-{seen_as}-{page}{moment}"'
