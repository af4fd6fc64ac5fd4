"""A match kept by phone at its table: by taps on a narrow page, two phones at once, by keyboard."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import PHONE, _page, assert_reachable_for_all
from tests.builders import make_drawn_tournament, make_event_maker
from tests.builders import sheet_in_short as sheet
from tournaments.access import sheet_secret, table_secret
from tournaments.models import Match

pytestmark = pytest.mark.django_db(transaction=True)

DEALS = ["ra8", "na4", "nb5", "rb9", "ra/", "rb7", "rb8", "na6", "ra7", "ra3", "nb6", "na5"]
"""Twelve deals: falls, one of them not played on, and a robbery; pair B wins on points."""

NARROW = {"width": 320, "height": 640}
"""Milliseconds within which a page has heard of what another phone wrote."""


@pytest.fixture
def match() -> Match:
    """A match of a pool of five: twelve deals."""
    tournament = make_drawn_tournament(make_event_maker(), pairs=5, pools=1)
    match = tournament.matches.get(number=1)
    assert match.deals == len(DEALS)
    return match


@pytest.fixture
def second_phone(browser: Browser, live_server: object) -> Iterator[Page]:
    yield from _page(browser, str(live_server), PHONE)


NO_ANSWER_IS_SLOW = """
    const wait = window.setTimeout;
    window.setTimeout = (work, after, ...rest) =>
        wait(work, after === 700 ? 3_600_000 : after, ...rest);
"""
"""A page tells by itself of what takes longer than 0.7 s; a busy machine must not decide that."""


def link(match: Match) -> str:
    secret = table_secret(match.tournament, match.table)
    return f"/t/{match.tournament.slug}/table/{match.table}/{secret}/"


def choose(page: Page, entry: str) -> None:
    """Taps a deal up to the key that writes it."""
    page.locator("#key-rami" if entry[0] == "r" else "#key-nolo").click()
    page.locator(f"#key-{entry[1]}").click()
    page.locator("#key-fell" if entry.endswith("/") else f"#key-{entry}").click()


def write(page: Page, entry: str) -> None:
    choose(page, entry)
    page.locator(".write button").click()
    expect(page.locator("#messages .success")).to_be_visible()


def assert_strong(page: Page) -> None:
    """Every text has a contrast of 7:1, large ones of 4.5:1."""
    results = Axe().run(
        page,
        options={
            "preload": False,
            "runOnly": {"type": "rule", "values": ["color-contrast-enhanced"]},
            "rules": {"color-contrast-enhanced": {"enabled": True}},
        },
    )
    assert results.violations_count == 0, results.generate_report()


def assert_good(page: Page) -> None:
    """Reachable for all: at both widths, by night, with text twice as large."""
    for size in (PHONE, NARROW):
        page.set_viewport_size(size)
        assert_reachable_for_all(page)
    assert_strong(page)
    page.emulate_media(color_scheme="dark")
    assert_reachable_for_all(page)
    assert_strong(page)
    page.emulate_media(color_scheme="light")
    page.evaluate("document.documentElement.style.fontSize = '225%'")
    sideways = page.evaluate(
        "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    )
    assert sideways <= 0, f"{page.url} is {sideways} px too wide with large text"
    page.evaluate("document.documentElement.style.fontSize = ''")
    page.set_viewport_size(PHONE)


def test_a_whole_match_is_kept_by_taps(phone: Page, match: Match) -> None:
    phone.goto(link(match))
    assert_good(phone)
    phone.locator("#seats label[for$=left_of_a1_1]").click()
    phone.locator("#seats label[for$=first_dealer_2]").click()
    phone.locator("#seats button").click()
    expect(phone.locator("#live .turn")).to_be_visible()

    for number, entry in enumerate(DEALS, start=1):
        write(phone, entry)
        if number == 1:
            assert_good(phone)
            phone.locator("#key-rami").click()
            expect(phone.locator("#entry .leads")).to_be_visible()
            assert_good(phone)
            phone.locator("#key-b").click()
            expect(phone.locator("#key-fell")).to_be_visible()
            assert_good(phone)
            phone.locator("#key-rb8").click()
            assert_good(phone)
            phone.go_back()
            expect(phone.locator("#key-fell")).to_be_visible()
            phone.goto(link(match))
        if number == 3:
            phone.locator("#take-back").click()
            assert_good(phone)
            phone.locator(".write button").click()
            expect(phone.locator("#take-back")).to_have_count(0)
            assert sheet(match) == " ".join(DEALS[:2])
            write(phone, entry)
    assert sheet(match) == " ".join(DEALS)
    match.refresh_from_db()
    assert (match.is_finished, match.seating is not None) == (True, True)
    expect(phone.locator("#key-rami")).to_have_count(0)
    # First the result is confirmed; only then the page leads on.
    expect(phone.locator("#at-the-end")).to_be_visible()
    expect(phone.locator("#next-match")).to_have_count(0)
    assert_good(phone)


def test_two_phones_see_the_same_and_no_choice_is_lost(
    phone: Page, second_phone: Page, match: Match
) -> None:
    address = f"{link(match)}{match.number}/?seats=skip"
    for page in (phone, second_phone):
        page.goto(address)
    second_phone.locator("#key-nolo").click()
    write(phone, "ra8")
    # Within ten seconds, by itself; the game chosen stays chosen, the keys are the next deal's.
    expect(second_phone.locator("#live .rise-now b")).to_have_text("8")
    expect(second_phone.locator("#entry")).to_have_attribute("data-revision", "1")
    expect(second_phone.locator("#news")).not_to_be_empty()
    expect(second_phone.locator("#chosen-game.nolo")).to_be_visible()
    second_phone.locator("#whole-sheet summary").click()
    second_phone.locator("#key-a").click()

    # A line chosen and not yet written is not offered as new once the other has written it.
    second_phone.locator("#key-na4").click()
    expect(second_phone.locator(".write button")).to_be_visible()
    phone.goto(address)
    write(phone, "na4")
    expect(second_phone.locator("#entry .fault")).to_be_visible()
    expect(second_phone.locator("#live .rise-now b")).to_have_text("20")
    expect(second_phone.locator("#whole-sheet")).to_have_attribute("open", "")
    assert sheet(match) == "ra8 na4"


def test_a_stale_line_is_refused_and_shows_what_is_there(
    phone: Page, second_phone: Page, match: Match
) -> None:
    address = f"{link(match)}{match.number}/?entry=ra8"
    second_phone.clock.install()  # it asks for nothing by itself
    second_phone.add_init_script(NO_ANSWER_IS_SLOW)
    for page in (phone, second_phone):
        page.goto(address)
    phone.locator(".write button").click()
    expect(phone.locator("#messages .success")).to_be_visible()
    second_phone.locator(".write button").click()
    expect(second_phone.locator("#entry [role=alert]")).to_be_visible()
    assert_good(second_phone)
    assert sheet(match) == "ra8"


def test_a_deal_is_written_by_keyboard(desk: Page, match: Match) -> None:
    desk.goto(f"/t/{match.tournament.slug}/sheet/{match.number}/{sheet_secret(match)}/?seats=skip")
    for key in ("#key-nolo", "#key-b", "#key-nb5"):
        for _press in range(40):
            desk.keyboard.press("Tab")
            if desk.evaluate(f"document.activeElement.matches('{key}')"):
                break
        desk.keyboard.press("Enter")
        expect(desk.locator(key)).to_have_count(0)
        expect(desk.locator("#entry [autofocus]")).to_be_focused()
    desk.keyboard.press("Tab")
    desk.keyboard.press("Enter")
    expect(desk.locator("#messages .success")).to_be_visible()
    assert sheet(match) == "nb5"


def test_it_works_without_script(browser: Browser, live_server: object, match: Match) -> None:
    context = browser.new_context(
        viewport=PHONE, base_url=str(live_server), java_script_enabled=False
    )
    page = context.new_page()
    page.goto(link(match))
    page.locator("#skip-seats").click()
    choose(page, "ra8")
    page.locator(".write button").click()
    page.locator("#take-back").click()
    page.locator(".write button").click()
    expect(page.locator("#take-back")).to_have_count(0)
    context.close()
    assert match.revisions.count() == 2


def test_a_dead_link_is_reachable_for_all(phone: Page, match: Match) -> None:
    phone.goto(link(match).replace(link(match)[-9:], "00000000/"))
    assert_good(phone)
