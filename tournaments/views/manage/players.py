"""Known players, offered while a name is typed."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render

from tournaments.forms.entries import MOST_LETTERS
from tournaments.middleware import EventRequest
from tournaments.permissions import Act
from tournaments.queries.players import offered_players
from tournaments.views.declared import page


@page(Act.MANAGE_EVENT)
def offers(request: EventRequest) -> HttpResponse:
    """The players to choose from for what was typed (`q`): names and clubs, nothing else."""
    typed = request.GET.get("q", "")[:MOST_LETTERS].replace("\0", "")
    return render(
        request,
        "manage/pieces/offers.html",
        {"offers": offered_players(request.tournament, typed)},
    )
