"""A table's link while there is no match on the table: it waits for one."""

from __future__ import annotations

import re

import pytest
from django.http import HttpResponse
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.builders import actor, play, win_for_a
from tests.tournaments.desk.desk import plain
from tests.tournaments.table.phone import HTMX, Phone
from tests.tournaments.table.test_deals import confirm
from tournaments.access import table_secret
from tournaments.actions.calling import call_match
from tournaments.actions.table_links import renew_table_link
from tournaments.models import Match, Tournament, User

pytestmark = pytest.mark.django_db
EMPTY = 15


@pytest.fixture
def home(tournament: Tournament) -> str:
    """The link of a table at which no match is."""
    return f"/t/{tournament.slug}/table/{EMPTY}/{table_secret(tournament, EMPTY)}/"


def poll(home: str, etag: str = "") -> HttpResponse:
    known = {"If-None-Match": etag} if etag else {}
    return Client().get(home, headers={**HTMX, "HX-Target": "live", **known})


def test_it_asks_again_by_itself_and_says_when_it_last_heard(home: str) -> None:
    page = Client().get(home)
    html = page.content.decode()
    assert f'hx-get="{home}" hx-trigger="every 10s"' in html
    assert re.search(r'id="live".*<p class="updated.*<time', html, re.S)
    assert f'<a class="button" href="{home}">Look again</a>' in html
    assert "No match at this table yet" in plain(page)


def test_nothing_new_is_told_in_one_query(
    home: str, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(3):
        first = poll(home)
    assert "<html" not in first.content.decode()
    with django_assert_num_queries(1):
        assert poll(home, first["ETag"]).status_code == 304


def test_it_is_sent_on_once_a_match_has_come(
    tournament: Tournament, organiser: User, home: str
) -> None:
    first = poll(home)
    match, other, *_rest = tournament.matches.order_by("slot", "table")
    play(organiser, other, "ra8")
    elsewhere = poll(home, first["ETag"])
    assert (elsewhere.status_code, "HX-Redirect" in elsewhere) == (200, False)
    call_match(actor=actor(organiser), tournament=tournament, number=match.number, table=EMPTY)
    answer = poll(home, elsewhere["ETag"])
    assert answer["HX-Redirect"] == f"{home}{match.number}/"
    assert "no-store" in answer["Cache-Control"]
    assert Client().get(answer["HX-Redirect"]).status_code == 200
    assert Client().get(home)["Location"] == answer["HX-Redirect"]


def test_after_the_last_match_it_waits_for_another(
    phone: Phone, tournament: Tournament, organiser: User
) -> None:
    for match in tournament.matches.filter(table=1):
        play(organiser, match, win_for_a(16))
        confirm(match)
    first = poll(phone.home)
    assert "All matches of this table are played" in plain(first)
    Match.objects.filter(pk=phone.match.pk).update(confirmed_a=None)
    assert poll(phone.home)["HX-Redirect"] == phone.address


def test_a_renewed_link_tells_it_to_load_anew(
    tournament: Tournament, organiser: User, home: str
) -> None:
    first = poll(home)
    renew_table_link(actor=actor(organiser), tournament=tournament, table=EMPTY, seen=0)
    answer = poll(home, first["ETag"])
    assert (answer.status_code, answer["HX-Refresh"]) == (404, "true")
