"""Pairs that share a final place, parted by a lot (R30).

?pairs=3,7     the level pairs, by number
"""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import redirect

from tournaments.middleware import EventRequest
from tournaments.models import Lot
from tournaments.permissions import Act
from tournaments.places_wording import why_no_places
from tournaments.queries.lots import lots_of
from tournaments.queries.pairs import pairs_by_key
from tournaments.queries.places import places_of
from tournaments.views.answers import render_form
from tournaments.views.declared import page
from tournaments.views.manage.lots import lot_forms, pairs_asked, part_by_lot


@page(Act.MANAGE_EVENT)
def places(request: EventRequest) -> HttpResponse:
    """Who shares a place, and the lots that were drawn about places."""
    pairs = pairs_by_key(request.tournament)
    told = places_of(request.tournament, pairs)
    drawn = lots_of(request.tournament, pairs)
    return render_form(
        request,
        "manage/places.html",
        {
            "section": "manage",
            "here": "places",
            "places": told,
            "why": why_no_places(told),
            "lots": [view for view in drawn if view.lot.scope == Lot.Scope.PLACES],
            "parting": {lot.number for lot in told.lots},
        },
        200,
    )


@page(Act.MANAGE_EVENT, "GET", "HEAD", "POST")
def level(request: EventRequest) -> HttpResponse:
    """Pairs that share a place and the two ways to part them; posting goes one of them."""
    numbers = pairs_asked(request)
    told = places_of(request.tournament)
    shared = next(
        (each for each in told.level if each.numbers == set(numbers) and not each.in_pool), None
    )
    forms = lot_forms(request, numbers, shared.pairs if shared else ())
    status = 200
    if request.method == "POST":
        form = forms.get(request.POST.get("way", ""))
        if form is None:
            raise Http404("no such way")
        done = part_by_lot(request, form, numbers, for_places=True)
        if done is None:
            return redirect("manage-places", request.tournament.slug)
        status = done
        form.renew()
    refused = next((form for form in forms.values() if form.is_bound), None)
    context = {
        "section": "manage",
        "here": "places",
        "level": shared,
        "form": refused or forms["lot"],
        **{f"{way}_form": form for way, form in forms.items()},
    }
    return render_form(request, "manage/places_level.html", context, status)
