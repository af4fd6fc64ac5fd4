"""Signing up the way an entrant does, and what the tests ask about it."""

from __future__ import annotations

import time
from datetime import timedelta
from uuid import uuid4

from django.core import signing
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tournaments.actions.sign_ups import SignUpSettings, set_sign_up
from tournaments.models import Tournament, User
from tournaments.permissions import actor_of

NAMES = {
    "first_name": "Maija Aho",
    "first_club": "Kemi",
    "second_name": "Eero Niemi",
    "second_club": "",
}


def open_sign_up(
    organiser: User,
    tournament: Tournament,
    *,
    limit: int | None = None,
    hours: tuple[int, int] = (-1, 1),
) -> Tournament:
    """Open from so many hours from now to so many."""
    now = timezone.now()
    tournament.refresh_from_db()
    return set_sign_up(
        actor=actor_of(organiser),
        tournament=tournament,
        wanted=SignUpSettings(
            now + timedelta(hours=hours[0]), now + timedelta(hours=hours[1]), limit
        ),
        seen_revision=tournament.revision,
    )


def opened(seconds_ago: int) -> str:
    """What a page made so long ago sends back."""
    return signing.dumps(int(time.time()) - seconds_ago, salt="sign-up-opened")


def filled(**changed: object) -> dict[str, object]:
    """The form as a person fills it in, with these fields otherwise."""
    return {
        **NAMES,
        "contact": "040 1234567",
        "website": "",
        "opened": opened(30),
        "token": uuid4(),
        **changed,
    }


def pair_of(number: int) -> dict[str, str]:
    """Two people who have not been named before."""
    return {**NAMES, "first_name": f"Aino Ensi{number}", "second_name": f"Eero Toka{number}"}


def send(client: Client, tournament: Tournament, **changed: object) -> HttpResponse:
    return client.post(reverse("sign-up", args=[tournament.slug]), filled(**changed))


def link_in(response: HttpResponse) -> str:
    """The path of the private link that the answer tells."""
    return str(response.context["path"])
