"""The script by which a phone opens the page of its table again without a network."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from django.contrib.staticfiles import finders
from django.http import HttpResponse

from tournaments.middleware import EventRequest
from tournaments.permissions import Act
from tournaments.views.declared import page
from tournaments.views.table.private import keep_private


@page(Act.KEEP_SHEET)
def worker(_request: EventRequest, **_address: Any) -> HttpResponse:
    """The worker of one link.

    Served from under the link, not with the other scripts: a worker's say ends at the folder it
    comes from, so this one never sees another page of the site, nor another table's. That is
    narrower than what a `Service-Worker-Allowed` header could give, which only widens it.
    """
    response = HttpResponse(_script(), content_type="text/javascript; charset=utf-8")
    return keep_private(response)


@cache
def _script() -> str:
    found = finders.find("tuppiliitto/table_worker.js")
    if not isinstance(found, str):
        raise FileNotFoundError("table_worker.js")
    return Path(found).read_text(encoding="utf-8")
