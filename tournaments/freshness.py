"""Whether what a browser shows of a live page still stands, told before anybody asks who looks.

A part of a page goes out under a tag: the event's version it was made from, until when it stands
by the clock, and a seal. The seal binds both to the address, the language and the cookies the part
was made for, so that nobody but the browser that got it can ask by it, and only from where it was
got. Whoever has signed out since, or lost a role, has other cookies or a newer version. An answer
that nothing changed tells nothing else: it needs neither session nor role, and one query.
"""

from __future__ import annotations

import hmac
import math
from datetime import datetime

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.crypto import salted_hmac
from django.utils.http import parse_etags

from tournaments.queries.versions import version_at

PASSING_COOKIES = frozenset({settings.CSRF_COOKIE_NAME, CookieStorage.cookie_name})
"""Cookies that come and go with a form or a message: a live part shows nothing of them."""


def tag_of(
    request: HttpRequest,
    address: str,
    version: str,
    *,
    until: datetime | None = None,
    phase: str = "",
) -> str:
    """The tag of a part of `address` made from this version of the event.

    It stands `until` then, None for as long as nothing is written. Where there is a `phase`, only
    the view can tell whether it still stands, by making the tag anew.
    """
    told = f"{version}-{math.ceil(until.timestamp()) if until else 0:x}"
    return f'"{told}-{_seal(request, address, told, phase)}"'


def still_stands(request: HttpRequest, slug: str) -> str | None:
    """The tag by which the browser has what it asks for, at this event; None where it has not, or
    where the view must be asked (one query, none without a tag of this address)."""
    for named in parse_etags(request.headers.get("If-None-Match", "")):
        # One that was packed on its way is called weak.
        tag = named.removeprefix("W/")
        told, _dash, seal = tag.strip('"').rpartition("-")
        sealed = _seal(request, request.get_full_path(), told)
        if not hmac.compare_digest(seal.encode(), sealed.encode()):
            continue
        version, _dash, time = told.partition("-")
        until = int(time, 16)
        if (not until or timezone.now().timestamp() < until) and version == version_at(slug):
            return tag
    return None


def for_one_browser(response: HttpResponse) -> HttpResponse:
    """Marks an answer as one browser's own: page and part apart, to be asked for anew each time."""
    patch_vary_headers(response, ["HX-Request", "Cookie"])
    patch_cache_control(response, no_cache=True, private=True)
    return response


def _seal(request: HttpRequest, address: str, told: str, phase: str = "") -> str:
    cookies = sorted(
        (name, value) for name, value in request.COOKIES.items() if name not in PASSING_COOKIES
    )
    language = getattr(request, "LANGUAGE_CODE", settings.LANGUAGE_CODE)
    bound = repr((told, address, phase, language, cookies))
    return salted_hmac("tournaments.freshness", bound, algorithm="sha256").hexdigest()[:32]
