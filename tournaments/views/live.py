"""Pages that follow the event by themselves: the browser asks again, and hears of changes only."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.cache import get_conditional_response

from tournaments.freshness import for_one_browser, tag_of
from tournaments.middleware import EventRequest
from tournaments.queries.estimates import next_estimates
from tournaments.queries.versions import version_of
from tournaments.views.desk.lookup import wants_fragment

SECONDS_BETWEEN = 10
"""How often a page asks again."""

CHANGES_AT = "changes_at"
"""The name in a page's context of the moment it becomes another one by the clock alone; None, or
no such name, where it does not."""


def live_page(
    request: EventRequest,
    template: str,
    make_context: Callable[[], dict[str, Any]],
    *,
    address: str | None = None,
    phase: str = "",
    by_clock: bool = False,
    status: int = 200,
) -> HttpResponse:
    """A page whose part `live` asks again by itself; 304 where nothing was written since.

    Asked by htmx, the template's partial `live` alone is answered: it holds no form and no token.
    The part asks at `address`, at the page's own where none is given.

    While it still stands no view is asked: `UnchangedMiddleware` answers by its tag. What a page
    tells by the clock alone, it names in its context under `CHANGES_AT`; `by_clock`: it tells
    estimates, so it is another one each time they are made anew. Only where that can be told no
    other way, `phase` names what the clock changed: such a part costs its view each time.
    """
    address = address or request.get_full_path()
    version = version_of(request.tournament)
    is_poll = wants_fragment(request)
    if phase and is_poll:
        tag = tag_of(request, address, version, until=_until({}, by_clock), phase=phase)
        unchanged = get_conditional_response(request, etag=tag)
        if unchanged is not None:
            return for_one_browser(unchanged)
    context = make_context()
    until = _until({} if phase else context, by_clock)
    tag = tag_of(request, address, version, until=until, phase=phase)
    response = render(
        request,
        f"{template}#live" if is_poll else template,
        {
            **context,
            "live": {
                "address": address,
                "etag": tag,
                "seconds": SECONDS_BETWEEN,
                "is_poll": is_poll,
                "heard": timezone.localtime(),
            },
        },
        status=status,
    )
    if is_poll:
        response.headers["ETag"] = tag
    return for_one_browser(response)


def _until(context: dict[str, Any], by_clock: bool) -> datetime | None:
    """When the page becomes another one by the clock, None for never."""
    moments = [context.get(CHANGES_AT), next_estimates(timezone.now()) if by_clock else None]
    return min((moment for moment in moments if moment is not None), default=None)
