"""Everybody's pages on a phone and on a laptop: reachable for all, readable in both schemes."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import assert_reachable_for_all
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
