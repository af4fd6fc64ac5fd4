"""A phone at a table without a match: it waits, says when it last heard, is led on."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import PHONE
from tests.browser.test_table import assert_good
from tests.builders import actor, make_drawn_tournament
from tournaments.access import table_secret
from tournaments.actions.calling import call_match
from tournaments.models import Tournament, User

pytestmark = pytest.mark.django_db(transaction=True)

EMPTY = 15


@pytest.fixture
def tournament(organiser: User) -> Tournament:
    return make_drawn_tournament(organiser)


@pytest.fixture
def home(tournament: Tournament) -> str:
    """The link of a table at which no match is."""
    return f"/t/{tournament.slug}/table/{EMPTY}/{table_secret(tournament, EMPTY)}/"


def call_there(organiser: User, tournament: Tournament) -> None:
    call_match(actor=actor(organiser), tournament=tournament, number=1, table=EMPTY)


def test_a_phone_lying_there_is_led_to_the_match_that_comes(
    phone: Page, organiser: User, tournament: Tournament, home: str
) -> None:
    phone.goto(home)
    assert_good(phone)
    call_there(organiser, tournament)
    phone.wait_for_url(f"**{home}1/")
    expect(phone.locator("#seats")).to_be_visible()


def test_without_a_network_it_says_so_and_goes_on_when_it_is_back(
    phone: Page, organiser: User, tournament: Tournament, home: str
) -> None:
    phone.clock.install()
    phone.goto(home)
    # A network that is gone would be told in the console too; any other answer goes the same way.
    phone.route(f"**{home}", lambda route: route.fulfill(status=404))
    phone.clock.run_for(60_000)
    expect(phone.locator("#live .updated.late .not-heard")).to_be_visible()
    assert_good(phone)
    phone.unroute(f"**{home}")
    call_there(organiser, tournament)
    phone.wait_for_url(f"**{home}1/")


def test_without_a_script_a_link_looks_again(
    browser: Browser, live_server: object, organiser: User, tournament: Tournament, home: str
) -> None:
    context = browser.new_context(
        viewport=PHONE, base_url=str(live_server), java_script_enabled=False
    )
    page = context.new_page()
    page.goto(home)
    again = page.locator("#live a.button")
    again.click()
    expect(again).to_be_visible()
    call_there(organiser, tournament)
    again.click()
    page.wait_for_url(f"**{home}1/")
    context.close()
