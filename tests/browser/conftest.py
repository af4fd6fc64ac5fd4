"""A real browser against a real server."""

from __future__ import annotations

import shutil
from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

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
    page.set_default_timeout(15_000)
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
