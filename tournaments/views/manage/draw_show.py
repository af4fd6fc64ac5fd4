"""A draw on the hall's screen, pair by pair."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import render

from tournaments.forms.draws import write_numbers
from tournaments.lots import changes_since, entry_of
from tournaments.middleware import EventRequest
from tournaments.models import Draw
from tournaments.permissions import Act
from tournaments.queries.draw_show import show_of
from tournaments.queries.draws import draw_by_number
from tournaments.views.declared import page

SECONDS = (2, 4, 8)
"""How long a pair can stay on the screen while the draw runs by itself."""


@page(Act.MANAGE_EVENT)
def show(request: EventRequest, number: int) -> HttpResponse:
    """The draw after `?step=` slips, 0 or none before the first, `all` after the last.

    `?pool=` names a pool whose pairs are shown in place of the latest, `?every=` the seconds.
    """
    tournament = request.tournament
    view = draw_by_number(tournament, number)
    if view is None:
        raise Http404("no such draw")
    everything = request.GET.get("step") == "all"
    shown = show_of(view, len(view.draw.entrants) if everything else _whole(request, "step"))
    every = _whole(request, "every")
    can_publish = shown.is_over and not view.draw.counts and not view.is_annulled
    chosen = _whole(request, "pool")
    context = {
        "section": "manage",
        "page_width": "show-page",
        "view": view,
        "show": shown,
        "every": every if every in SECONDS else SECONDS[1],
        "all_seconds": SECONDS,
        "chosen": next((pool for pool in shown.pools if pool.pool == chosen), None),
        "can_publish": can_publish,
    }
    if can_publish:
        changes = changes_since(view.draw, entry_of(tournament))
        counting = Draw.objects.filter(tournament=tournament, counts=True).first()
        context |= {
            "counting_number": counting.number if counting else 0,
            "leaving_out": write_numbers(changes.come),
        }
    return render(request, "manage/draw_show.html", context)


def _whole(request: EventRequest, name: str) -> int:
    """A whole number out of the address; 0 where there is none."""
    said = request.GET.get(name, "")
    return int(said) if said.isascii() and said.isdecimal() and len(said) < 6 else 0
