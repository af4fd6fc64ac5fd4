"""What was typed outlives a session that ended."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.http import HttpResponse
from django.test import Client

from tests.builders import add_referee, make_drawn_tournament, make_event_maker
from tournaments.models import Match
from tournaments.views.kept import KeptForm, unsealed

pytestmark = pytest.mark.django_db
PASSWORD = "pöytä52-ja-nousu"


@pytest.fixture
def match() -> Match:
    tournament = make_drawn_tournament(make_event_maker())
    add_referee(tournament)
    return tournament.matches.get(number=1)


def address_of(match: Match) -> str:
    return f"/t/{match.tournament.slug}/desk/matches/1/sheet/"


def hidden(response: HttpResponse) -> dict[str, str]:
    found = re.findall(
        r'<input type="hidden" name="([^"]+)" value="([^"]*)"', response.content.decode()
    )
    return {name: unescape(value) for name, value in found}


def sheet_form(client: Client, match: Match) -> dict[str, str]:
    """The fields of the whole sheet's page as a browser would send them, with a sheet typed."""
    page = client.get(address_of(match))
    form = page.context["form"]
    values = {name: form[name].value() for name in form.fields}
    kept = {name: str(v) for name, v in values.items() if v is not None and v is not False}
    return kept | {"notation": "ra8 na4"}


def test_a_sheet_sent_after_the_session_ended_is_saved_after_signing_in(match: Match) -> None:
    client = Client()
    client.post("/sign-in/", {"username": "reetta", "password": PASSWORD})
    fields = sheet_form(client, match)
    client.post("/sign-out/")

    asked = client.post(address_of(match), fields)
    assert asked.status_code == 401
    assert "ra8 na4" in asked.content.decode()
    again = client.post("/sign-in/", {**hidden(asked), "username": "reetta", "password": PASSWORD})
    assert "ra8 na4" in again.content.decode()
    sent = client.post(address_of(match), hidden(again))
    assert sent.status_code == 302
    match.refresh_from_db()
    assert match.entry_count == 2


def test_a_form_with_the_token_of_an_earlier_session_is_shown_again(match: Match) -> None:
    client = Client(enforce_csrf_checks=True, headers={"referer": "http://testserver/"})
    response = client.post(address_of(match), {"notation": "ra8 na4", "csrfmiddlewaretoken": "old"})
    assert response.status_code == 403
    assert hidden(response)["notation"] == "ra8 na4"


def test_a_form_from_another_site_is_refused_and_not_shown(match: Match) -> None:
    client = Client(enforce_csrf_checks=True, headers={"origin": "https://muu.example"})
    response = client.post(address_of(match), {"notation": "ra8 na4"})
    assert response.status_code == 403
    assert "ra8 na4" not in response.content.decode()


def test_a_live_check_without_a_session_changes_nothing_on_the_page(match: Match) -> None:
    response = Client().post(
        f"/t/{match.tournament.slug}/desk/matches/1/check/",
        {"notation": "ra8"},
        headers={"HX-Request": "true"},
    )
    assert (response.status_code, response.content) == (401, b"")


def test_passwords_are_never_kept() -> None:
    response = Client().post("/password/", {"old_password": "a", "new_password1": "b", "x": "y"})
    assert unsealed(hidden(response)["kept"]) == KeptForm("/password/", (("x", "y"),))


@pytest.mark.parametrize("text", ["", "x", "a:b:c"])
def test_a_text_this_site_did_not_seal_is_nothing(text: str) -> None:
    assert unsealed(text) is None
