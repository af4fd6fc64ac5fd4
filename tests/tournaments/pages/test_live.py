"""Pages that follow the event: a part without forms, and nothing at all where nothing changed."""

from __future__ import annotations

import re

import pytest
from django.http import HttpResponse
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.builders import (
    add_referee,
    make_drawn_tournament,
    play,
    signed_in,
)
from tournaments.actions.events import show_event
from tournaments.models import Tournament, User
from tournaments.permissions import actor_of

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}
PAGES = ("", "standings/", "results/", "schedule/", "matches/1/")


@pytest.fixture
def tournament(organiser: User) -> Tournament:
    return make_drawn_tournament(organiser)


def poll(client: Client, address: str, etag: str = "") -> HttpResponse:
    known = {"If-None-Match": etag} if etag else {}
    return client.get(address, headers={**HTMX, **known})


@pytest.mark.parametrize("part", PAGES)
def test_a_page_names_what_it_was_made_from_and_hears_nothing_until_that_changes(
    organiser: User,
    tournament: Tournament,
    django_assert_num_queries: DjangoAssertNumQueries,
    part: str,
) -> None:
    address = f"/t/{tournament.slug}/{part}"
    client = Client()
    whole = client.get(address).content.decode()
    [escaped] = re.findall(r'hx-headers=\'\{"If-None-Match": "([^\']+)"\}\'', whole)
    etag = escaped.encode().decode("unicode_escape")
    with django_assert_num_queries(1):
        unchanged = poll(client, address, etag)
    assert (unchanged.status_code, unchanged.content) == (304, b"")
    play(organiser, tournament.matches.get(number=1), "ra8")
    changed = poll(client, address, etag)
    assert changed.status_code == 200
    assert changed["ETag"] != etag
    assert poll(client, address, changed["ETag"]).status_code == 304


@pytest.mark.parametrize("part", PAGES)
def test_the_part_that_follows_holds_no_form_and_no_token(
    tournament: Tournament, part: str
) -> None:
    answer = poll(signed_in(add_referee(tournament)), f"/t/{tournament.slug}/{part}")
    content = answer.content.decode()
    assert re.match(r'\s*<div\s+id="live"', content)
    assert "<html" not in content
    assert "csrf" not in content
    assert "<form" not in content
    assert "csrftoken" not in answer.cookies
    assert "HX-Request" in answer["Vary"]


def test_languages_roles_and_pages_are_told_apart(tournament: Tournament) -> None:
    address = f"/t/{tournament.slug}/standings/"
    english = Client()
    english.cookies["django_language"] = "en"
    finnish = Client()
    finnish.cookies["django_language"] = "fi"
    etags = {
        poll(english, address)["ETag"],
        poll(finnish, address)["ETag"],
        poll(signed_in(add_referee(tournament)), address)["ETag"],
        poll(english, f"/t/{tournament.slug}/schedule/")["ETag"],
    }
    assert len(etags) == 4


def test_only_the_browser_a_part_was_made_for_hears_that_it_still_stands(
    organiser: User, tournament: Tournament
) -> None:
    show_event(actor=actor_of(organiser), tournament=tournament, public=False)
    address = f"/t/{tournament.slug}/standings/"
    staff = signed_in(organiser)
    etag = poll(staff, address)["ETag"]
    assert poll(staff, address, etag).status_code == 304
    assert poll(Client(), address, etag).status_code == 404
    assert poll(staff, f"{address}?", etag).status_code == 304
    assert poll(staff, f"/t/{tournament.slug}/schedule/", etag).status_code == 200
    assert poll(staff, address, etag.replace("-0-", "-ffffffffff-")).status_code == 200
    staff.logout()
    assert poll(staff, address, etag).status_code == 404


def test_a_tag_that_was_packed_on_its_way_still_fits(tournament: Tournament) -> None:
    address = f"/t/{tournament.slug}/standings/"
    packed = Client().get(address, headers={**HTMX, "Accept-Encoding": "gzip"})["ETag"]
    assert packed.startswith("W/")
    assert poll(Client(), address, f'"other", {packed}').status_code == 304


@pytest.mark.parametrize("tag", ["", '""', '"-"', "W/", '"1.2.3-0-"', '"ä"', "*", "x" * 4000])
def test_strange_tags_are_no_tags(tournament: Tournament, tag: str) -> None:
    assert poll(Client(), f"/t/{tournament.slug}/standings/", tag).status_code == 200
