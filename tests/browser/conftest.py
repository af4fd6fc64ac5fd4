"""A real browser against a real server."""

from __future__ import annotations

import shutil
from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright
from pytest_django.live_server_helper import LiveServer

from tests.browser.door import Door
from tournaments.models import User

PHONE = {"width": 390, "height": 844}
DESK = {"width": 1280, "height": 900}
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

PATIENCE = 60_000
"""How long a state is waited for, in milliseconds; a busy machine takes its time."""

expect.set_options(timeout=PATIENCE)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "/browser/" in str(item.path):
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.finnish)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    names = ("chromium", "chromium-browser", "google-chrome")
    program = next((path for name in names if (path := shutil.which(name))), None)
    if program is None:
        pytest.fail("Chromium is missing. Install it: sudo apt-get install chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def _door(live_server: LiveServer) -> Door:
    server = live_server.thread.httpd
    door = Door(server.get_app())
    server.set_app(door)
    return door


@pytest.fixture(autouse=True)
def _let_in_while_there_is_a_database(_door: Door, transactional_db: None) -> Iterator[None]:
    """Set up after the database and before any browser, so it ends between the two."""
    with _door.open():
        yield


@pytest.fixture
def phone(browser: Browser, live_server: object) -> Iterator[Page]:
    """A phone-sized page at the site's address; script errors and refused scripts fail the test."""
    yield from _page(browser, str(live_server), PHONE)


@pytest.fixture
def desk(browser: Browser, live_server: object) -> Iterator[Page]:
    """A laptop-sized page at the site's address."""
    yield from _page(browser, str(live_server), DESK)


def _page(browser: Browser, address: str, size: dict[str, int]) -> Iterator[Page]:
    context: BrowserContext = browser.new_context(viewport=size, base_url=address)
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on(
        "console",
        lambda message: (
            wrong.append(message.text)
            if message.type == "error"
            and "status of 4" not in message.text
            and "Status Error Code 4" not in message.text
            else None
        ),
    )
    yield page
    context.close()
    assert wrong == []


def let_in(page: Page, user: User, address: str) -> None:
    """Signs the page's browser in without the form."""
    client = Client()
    client.force_login(user)
    assert SESSION_KEY in client.session
    page.context.add_cookies(
        [
            {
                "name": settings.SESSION_COOKIE_NAME,
                "value": client.cookies[settings.SESSION_COOKIE_NAME].value,
                "url": address,
            }
        ]
    )


def assert_reachable_for_all(page: Page) -> None:
    """No axe violation, and nothing to scroll sideways for."""
    # What was clicked may lead to a page that is there but has not all its styles yet.
    page.wait_for_load_state()
    results = Axe().run(
        page,
        options={
            # It would read the style sheets anew, from the wrong address where one imports another.
            "preload": False,
            "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
        },
    )
    assert results.violations_count == 0, f"{page.url}\n{results.generate_report()}"
    sideways = page.evaluate(
        "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    )
    assert sideways <= 0, f"{page.url} is {sideways} px too wide"
