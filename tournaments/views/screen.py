"""The big screen of the hall: a page that turns by itself, slide by slide."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.urls import reverse
from django.utils import timezone

from tournaments.middleware import EventRequest
from tournaments.permissions import Act
from tournaments.queries.screen import show_of
from tournaments.queries.slides import Room
from tournaments.views.declared import page
from tournaments.views.live import live_page

SECONDS_A_SLIDE = 12
LEAST = Room(lines=4, letters=16)
MOST = Room(lines=24, letters=120)
USUAL = Room()


@page(Act.SEE_EVENT)
def screen(request: EventRequest) -> HttpResponse:
    """The slide `?at=` of the turn, from 0, counted on past its end.

    A browser tells how many `lines` and `letters` fit; without a script the page goes on to the
    next slide by itself unless `?stay` is asked for.
    """
    return live_page(request, "screen/screen.html", lambda: _screen(request), by_clock=True)


def _screen(request: EventRequest) -> dict[str, Any]:
    room = Room(
        lines=_whole(request, "lines", LEAST.lines, MOST.lines, USUAL.lines),
        letters=_whole(request, "letters", LEAST.letters, MOST.letters, USUAL.letters),
    )
    show = show_of(request.tournament, room, timezone.now())
    count = len(show.slides)
    at = _whole(request, "at", 0, 99_999, 0) % count
    address = reverse("screen", args=[request.tournament.slug])
    return {
        "page_width": "screen-page",
        "slide": show.slides[at],
        "show": show,
        "at": at,
        "turned": at + 1,
        "count": count,
        "seconds": SECONDS_A_SLIDE,
        "screen_address": address,
        "next_at": (at + 1) % count,
        "previous_at": (at - 1) % count,
        "stays": "stay" in request.GET,
    }


def _whole(request: EventRequest, name: str, least: int, most: int, usual: int) -> int:
    """A whole number out of the address, kept within bounds; `usual` where there is none."""
    said = request.GET.get(name, "")
    if not (said.isascii() and said.isdecimal() and len(said) < 6):
        return usual
    return min(max(int(said), least), most)
