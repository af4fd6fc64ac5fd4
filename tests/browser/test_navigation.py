"""The way from page to page: folded on a phone, all in sight in a wide window, by keyboard too."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.conftest import assert_reachable_for_all, let_in
from tests.builders import add_referee, make_drawn_tournament
from tournaments.models import Tournament, User

pytestmark = pytest.mark.django_db(transaction=True)

LONG_NAME = "Kemijärven valtakunnalliset revontulituppimestaruuskilpailut"
ORGANISER = "nav.organiser"
EVENT = "nav.event-bar"
PAGES_OF_THE_DAY = [
    "/manage/",
    "/manage/pairs/",
    "/manage/check-in/",
    "/manage/draw/",
    "/manage/print/",
    "/manage/schedule/",
    "/manage/advancing/",
    "/manage/knockout/",
]


@pytest.fixture
def tournament(organiser: User) -> Tournament:
    return make_drawn_tournament(organiser, name=LONG_NAME)


def pages_in_sight(page: Page, links: str) -> list[str]:
    """Where the links that can be seen lead, without the event's own address."""
    seen = [link for link in page.locator(f"{links} a").all() if link.is_visible()]
    addresses = [link.get_attribute("href") or "" for link in seen]
    return ["/" + address.split("/", 3)[3] for address in addresses]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("width", "at_most"), [(390, 0.36), (320, 0.46)])
def test_a_phone_shows_the_page_that_is_open_and_folds_the_others(
    phone: Page,
    live_server: LiveServer,
    organiser: User,
    tournament: Tournament,
    width: int,
    at_most: float,
    scheme: str,
) -> None:
    let_in(phone, organiser, live_server.url)
    phone.emulate_media(color_scheme=scheme)
    phone.set_viewport_size({"width": width, "height": 844})
    phone.goto(f"/t/{tournament.slug}/manage/rules/")
    assert pages_in_sight(phone, f"{ORGANISER} .links") == ["/manage/rules/"]
    assert pages_in_sight(phone, f"{EVENT} .links") == ["/manage/", "/desk/"]
    assert phone.locator("main").bounding_box()["y"] < at_most * 844
    assert_reachable_for_all(phone)

    phone.locator(f"{ORGANISER} summary").first.click()
    assert pages_in_sight(phone, f"{ORGANISER} .links > .pages:not(.rest)") == PAGES_OF_THE_DAY
    assert "/manage/people/" in pages_in_sight(phone, f"{ORGANISER} .rest")
    assert_reachable_for_all(phone)
    phone.locator(f"{ORGANISER} a[href$='/manage/people/']").click()
    expect(phone).to_have_url(f"{live_server.url}/t/{tournament.slug}/manage/people/")
    assert pages_in_sight(phone, f"{ORGANISER} .links") == ["/manage/people/"]


def test_a_phone_keeps_the_pages_of_everybody_behind_a_key_of_their_own(
    phone: Page, live_server: LiveServer, organiser: User, tournament: Tournament
) -> None:
    let_in(phone, organiser, live_server.url)
    phone.goto(f"/t/{tournament.slug}/manage/pairs/")
    phone.locator(f"{EVENT} summary").click()
    assert pages_in_sight(phone, f"{EVENT} .pages")[-2:] == ["/draw/", "/pairs/"]
    assert pages_in_sight(phone, f"{ORGANISER} .links") == ["/manage/pairs/"]
    assert_reachable_for_all(phone)
    phone.locator(f"{EVENT} a[href$='/pairs/']").click()
    expect(phone).to_have_url(f"{live_server.url}/t/{tournament.slug}/pairs/")
    assert pages_in_sight(phone, f"{EVENT} .links") == ["/pairs/", "/manage/", "/desk/"]
    assert phone.locator(ORGANISER).count() == 0


def test_the_pages_are_reached_by_keyboard(
    phone: Page, live_server: LiveServer, organiser: User, tournament: Tournament
) -> None:
    let_in(phone, organiser, live_server.url)
    phone.goto(f"/t/{tournament.slug}/manage/check-in/")
    key = phone.locator(f"{ORGANISER} summary").first
    key.focus()
    phone.keyboard.press("Enter")
    links = phone.locator(f"{ORGANISER} .pages a")
    for address in PAGES_OF_THE_DAY[:4]:
        phone.keyboard.press("Tab")
        expect(phone.locator(":focus")).to_have_attribute("href", f"/t/{tournament.slug}{address}")
    phone.keyboard.press("Enter")
    expect(phone).to_have_url(f"{live_server.url}/t/{tournament.slug}/manage/draw/")

    key.focus()
    phone.keyboard.press("Enter")
    expect(links.first).to_be_visible()
    phone.keyboard.press("Enter")
    expect(links.first).to_be_hidden()
    # What is folded is passed by: the page that is open is next.
    phone.keyboard.press("Tab")
    expect(phone.locator(":focus")).to_have_attribute("aria-current", "page")


@pytest.mark.parametrize("width", [320, 390])
def test_text_of_twice_the_size_leaves_every_link_within_the_window(
    phone: Page, live_server: LiveServer, organiser: User, tournament: Tournament, width: int
) -> None:
    let_in(phone, organiser, live_server.url)
    phone.set_viewport_size({"width": width, "height": 844})
    for address in ("manage/jury/", "standings/"):
        phone.goto(f"/t/{tournament.slug}/{address}")
        phone.evaluate("document.documentElement.style.fontSize = '225%'")
        for key in phone.locator(".menu-key summary").all():
            key.click()
            expect(key.locator("xpath=..")).to_have_attribute("open", "")
        wide = phone.evaluate(
            """[...document.querySelectorAll(".site-head *, .event-bar *, .organiser *")]
              .filter((piece) => piece.getBoundingClientRect().right > window.innerWidth)
              .map((piece) => piece.textContent.trim())"""
        )
        assert wide == [], address


def test_somebody_who_only_follows_sees_the_pages_of_the_event_at_once(
    phone: Page, tournament: Tournament
) -> None:
    phone.goto(f"/t/{tournament.slug}/standings/")
    assert "/schedule/" in pages_in_sight(phone, f"{EVENT} .links")
    assert phone.locator(f"{EVENT} summary").is_hidden()
    assert phone.locator(".site-head a[href^='/sign-in/']").is_visible()


def test_a_referee_at_the_check_in_has_no_strip_of_the_organiser(
    phone: Page, live_server: LiveServer, tournament: Tournament
) -> None:
    let_in(phone, add_referee(tournament), live_server.url)
    phone.goto(f"/t/{tournament.slug}/manage/check-in/")
    assert pages_in_sight(phone, f"{EVENT} .links") == ["/desk/"]
    assert phone.locator(ORGANISER).count() == 0


def test_a_wide_window_shows_the_pages_of_the_day_and_the_rest_by_one_key(
    desk: Page, live_server: LiveServer, organiser: User, tournament: Tournament
) -> None:
    let_in(desk, organiser, live_server.url)
    desk.goto(f"/t/{tournament.slug}/manage/draw/")
    assert pages_in_sight(desk, f"{ORGANISER} .links") == PAGES_OF_THE_DAY
    assert desk.locator(f"{EVENT} summary").is_hidden()
    desk.locator(f"{ORGANISER} .more summary").click()
    assert pages_in_sight(desk, f"{ORGANISER} .rest")[-1] == "/manage/log/"
    assert_reachable_for_all(desk)
    desk.locator(f"{ORGANISER} a[href$='/manage/log/']").click()
    expect(desk.locator(f"{ORGANISER} [aria-current]")).to_be_visible()


def test_the_account_is_behind_a_key_on_a_phone(
    phone: Page, live_server: LiveServer, organiser: User, tournament: Tournament
) -> None:
    let_in(phone, organiser, live_server.url)
    phone.goto(f"/t/{tournament.slug}/")
    sign_out = phone.locator(".site-head form[action='/sign-out/'] button")
    expect(sign_out).to_be_hidden()
    phone.locator(".site-head summary").click()
    assert_reachable_for_all(phone)
    sign_out.click()
    expect(phone.locator(".site-head a[href^='/sign-in/']")).to_be_visible()
