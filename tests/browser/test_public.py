"""Everybody's pages on a phone and on a laptop: reachable for all, readable in both schemes."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import PHONE, assert_reachable_for_all
from tests.builders import make_drawn_tournament, make_event_maker
from tournaments.actions.demo import load_demo_once

pytestmark = pytest.mark.django_db(transaction=True)

PAGES = (
    "/",
    "/sign-in/",
    "/t/demo/",
    "/t/demo/standings/",
    "/t/demo/schedule/",
    "/t/demo/draw/",
    "/t/demo/matches/1/",
    "/t/demo/matches/25/",
    "/t/demo/matches/48/",
    "/t/demo/pairs/",
    "/t/demo/pairs/1/",
    "/t/demo-finished/standings/",
    "/t/demo-champion/results/",
    "/t/demo-champion/pairs/1/",
    "/t/demo/results/",
    "/t/demo-coming/",
    "/t/demo-coming/schedule/",
    "/t/ei-ole/",
)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", ["phone", "desk"])
def test_public_pages_are_reachable_for_all(
    request: pytest.FixtureRequest, size: str, scheme: str
) -> None:
    load_demo_once()
    page: Page = request.getfixturevalue(size)
    page.emulate_media(color_scheme=scheme)
    for address in PAGES:
        page.goto(address)
        assert_reachable_for_all(page)


def test_a_visitor_finds_a_pairs_next_match_from_the_front_page(phone: Page) -> None:
    load_demo_once()
    phone.goto("/")
    phone.get_by_role("link", name="Kaamostuppi").click()
    phone.get_by_role("navigation").get_by_role("link", name="Tilanne").click()
    pair = phone.locator("table.standings a.name").first
    name = pair.inner_text()
    pair.click()
    expect(phone.get_by_role("heading", level=1)).to_have_text(name)
    phone.locator("table.schedule a").first.click()
    expect(phone.locator(".sheet-head")).to_contain_text(name)


def test_a_phone_from_another_zone_tells_the_halls_hour(
    browser: Browser, live_server: object
) -> None:
    tournament = make_drawn_tournament(make_event_maker(), pairs=4, pools=1)
    context = browser.new_context(
        viewport=PHONE, base_url=str(live_server), timezone_id="Europe/Stockholm"
    )
    page = context.new_page()
    page.clock.install(time=datetime(2026, 1, 17, 9, 4, 5, tzinfo=UTC))
    page.goto(f"/t/{tournament.slug}/")
    with page.expect_response("**/t/**"):
        page.clock.run_for(10_500)
    expect(page.locator("#live .updated time")).to_have_text(re.compile(r"^11\.04\.\d\d$"))
    context.close()
