"""A table whose network goes away: deals are kept on the phone, sent once and in their order."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, Route, expect

from tests.browser.conftest import PATIENCE, PHONE
from tests.browser.test_table import NO_ANSWER_IS_SLOW, assert_good, choose, link, sheet, write
from tests.builders import actor, make_drawn_tournament, play
from tournaments.access import sheet_secret
from tournaments.actions.table_links import revoke_table_link
from tournaments.models import AuditRecord, Match, User

pytestmark = pytest.mark.django_db(transaction=True)

PLAIN_HTTP = """
    delete Navigator.prototype.locks;
    delete Crypto.prototype.randomUUID;
    Object.defineProperty(window, "isSecureContext", { value: false });
"""
"""A hall's own address is no secure context: no locks, no random UUIDs, no worker."""


@pytest.fixture
def match(organiser: User) -> Match:
    return make_drawn_tournament(organiser, pairs=5, pools=1).matches.get(number=1)


@pytest.fixture(params=["plain HTTP", "secure"])
def hall(
    request: pytest.FixtureRequest, browser: Browser, live_server: object
) -> Iterator[BrowserContext]:
    """One phone's browser, over plain HTTP and as over HTTPS."""
    yield from _phone(browser, str(live_server), plain=request.param == "plain HTTP")


@pytest.fixture
def secure(browser: Browser, live_server: object) -> Iterator[BrowserContext]:
    yield from _phone(browser, str(live_server), plain=False)


@pytest.fixture
def plain(browser: Browser, live_server: object) -> Iterator[BrowserContext]:
    yield from _phone(browser, str(live_server), plain=True)


def _phone(browser: Browser, address: str, *, plain: bool) -> Iterator[BrowserContext]:
    context = browser.new_context(viewport=PHONE, base_url=address)
    if plain:
        context.add_init_script(PLAIN_HTTP)
    context.set_default_timeout(PATIENCE)
    wrong: list[str] = []
    context.on("weberror", lambda error: wrong.append(str(error.error)))
    yield context
    context.close()
    assert wrong == []


def opened(context: BrowserContext, match: Match, path: str = "?seats=skip") -> Page:
    page = context.new_page()
    page.goto(f"{link(match)}{match.number}/{path}")
    return page


def keep(page: Page, entry: str) -> None:
    """Chooses a deal by the keys on the phone and keeps it there."""
    page.locator(f"#waiting [data-game={'rami' if entry[0] == 'r' else 'nolo'}]").click()
    if entry != "n/":
        page.locator(f"#waiting [data-pair={entry[1].upper()}]:visible").click()
    page.locator(f"#waiting [data-entry='{entry}']:visible").click()
    before = waiting(page).count()
    page.locator("#waiting [data-do=keep]").click()
    expect(waiting(page)).to_have_count(before + 1)


def waiting(page: Page) -> Locator:
    return page.locator("#waiting .waiting-deals li")


def question(page: Page) -> Locator:
    return page.locator("#waiting [data-part=question]")


def key(page: Page, name: str) -> Locator:
    return page.locator(f"#waiting [data-do={name}]")


def tap(where: Locator) -> None:
    """Taps a key wherever it is by then: what was sent leaves the list above it, and it moves."""
    where.dispatch_event("click")


def settles(page: Page) -> None:
    """Nothing waits any more, and the site's keys are back."""
    expect(page.locator("#waiting")).to_be_hidden()
    expect(page.locator("#key-rami")).to_be_visible()


def test_deals_entered_without_a_network_outlive_the_page_and_are_sent_in_order(
    hall: BrowserContext, match: Match
) -> None:
    page = opened(hall, match)
    write(page, "ra8")
    settles(page)
    hall.set_offline(True)
    page.locator("#key-nolo").click()
    # The game that was tapped stays chosen.
    page.locator("#waiting [data-pair=B]:visible").click()
    page.locator("#waiting [data-entry=nb5]:visible").click()
    key(page, "keep").click()
    expect(waiting(page)).to_have_count(1)
    keep(page, "rb9")
    keep(page, "ra3")
    expect(page.locator("#waiting [data-part=offline]")).to_be_visible()
    kept = [row.get_attribute("data-entry") for row in waiting(page).all()]
    assert kept == ["nb5", "rb9", "ra3"]
    # Robbed with ten tricks; A would have had three.
    expect(waiting(page).last).to_contain_text("10")
    page.close()
    assert sheet(match) == "ra8"

    hall.set_offline(False)
    page = opened(hall, match)
    settles(page)
    assert sheet(match) == "ra8 nb5 rb9 ra3"
    assert AuditRecord.objects.filter(verb="write_sheet").count() == 4
    assert "tuppi-deal" not in page.evaluate("Object.keys(localStorage).join()")
    write(page, "na6")
    assert sheet(match) == "ra8 nb5 rb9 ra3 na6"


def test_the_network_comes_back_while_the_page_is_open(hall: BrowserContext, match: Match) -> None:
    page = opened(hall, match)
    choose(page, "ra8")
    hall.set_offline(True)
    page.locator(".write button").first.click()
    expect(waiting(page)).to_have_count(1)
    keep(page, "n/")
    # The last one kept can be taken off again, and only that.
    keep(page, "na4")
    key(page, "remove").click()
    expect(waiting(page)).to_have_count(2)
    # A deal half chosen is not taken away when the others are sent.
    page.locator("#waiting [data-game=rami]").click()
    hall.set_offline(False)
    expect(waiting(page)).to_have_count(0)
    tap(page.locator("#waiting [data-pair=B]:visible"))
    tap(page.locator("#waiting [data-entry=rb7]:visible"))
    tap(page.locator("#waiting [data-do=keep]:visible"))
    settles(page)
    assert sheet(match) == "ra8 n/ rb7"
    expect(page.locator("#live .rise-now b")).to_have_text("4")


def test_an_answer_that_was_lost_does_not_make_a_deal_count_twice(
    hall: BrowserContext, match: Match
) -> None:
    page = opened(hall, match)
    lost: list[str] = []

    def lose_the_answer(route: Route) -> None:
        if not lost:
            lost.append(route.fetch().text())
            route.abort()
        else:
            route.continue_()

    page.route("**/deal/", lose_the_answer)
    choose(page, "ra8")
    page.locator(".write button").first.click()
    settles(page)
    assert len(lost) == 1
    assert sheet(match) == "ra8"
    assert AuditRecord.objects.filter(verb="write_sheet").count() == 1


def test_an_answer_of_somebody_else_on_the_way_is_no_answer(
    plain: BrowserContext, match: Match
) -> None:
    page = opened(plain, match)
    page.route("**/deal/", lambda route: route.fulfill(status=200, body="<h1>Log in</h1>"))
    choose(page, "ra8")
    page.locator(".write button").first.click()
    expect(waiting(page)).to_have_count(1)
    expect(page.locator("#waiting [data-part=offline]")).to_be_visible()
    page.unroute("**/deal/")
    settles(page)
    assert sheet(match) == "ra8"


def test_a_state_that_cannot_be_fetched_after_a_key_is_fetched_later(
    plain: BrowserContext, match: Match, organiser: User
) -> None:
    page = opened(plain, match)
    expect(page.locator("#key-rami")).to_be_visible()
    state = page.locator("#live").get_attribute("hx-get")
    page.route(f"**{state}", lambda route: route.abort())
    play(organiser, match, "ra8")
    # The key brings the sheet as it is now; the state above it is behind and is asked for in vain.
    page.locator("#key-rami").click()
    expect(page.locator("#entry")).to_have_attribute("data-revision", "1")
    expect(page.locator("#waiting [data-part=offline]")).to_be_visible()
    page.unroute(f"**{state}")
    expect(page.locator("#live .rise-now b")).to_have_text("8")
    expect(page.locator("#waiting")).to_be_hidden()


def test_two_tabs_send_each_deal_once(hall: BrowserContext, match: Match) -> None:
    page = opened(hall, match)
    other = opened(hall, match)
    hall.set_offline(True)
    page.locator("#key-rami").click()
    page.locator("#waiting [data-pair=A]:visible").click()
    page.locator("#waiting [data-entry=ra8]:visible").click()
    key(page, "keep").click()
    keep(page, "na4")
    hall.set_offline(False)
    settles(page)
    assert sheet(match) == "ra8 na4"
    assert AuditRecord.objects.filter(verb="write_sheet").count() == 2
    expect(question(other)).to_be_hidden()


def test_a_sheet_that_moved_on_is_shown_and_each_deal_is_asked_about(
    hall: BrowserContext, match: Match, organiser: User
) -> None:
    page = opened(hall, match)
    hall.set_offline(True)
    page.locator("#key-rami").click()
    page.locator("#waiting [data-pair=A]:visible").click()
    page.locator("#waiting [data-entry=ra8]:visible").click()
    key(page, "keep").click()
    for entry in ("na4", "nb5", "rb7"):
        keep(page, entry)
    assert_good(page)
    play(organiser, match, "ra9 na5")
    hall.set_offline(False)
    expect(question(page)).to_be_visible()
    expect(question(page).locator("[data-part=lines] li")).to_have_count(2)
    assert_good(page)
    assert sheet(match) == "ra9 na5"

    # Asked again after the page was closed.
    page.close()
    page = opened(hall, match)
    expect(question(page)).to_be_visible()
    key(page, "throw").click()
    expect(waiting(page)).to_have_count(3)
    expect(question(page).locator("[data-part=thrown]")).to_be_visible()
    key(page, "throw").click()
    expect(waiting(page)).to_have_count(2)
    key(page, "anyway").click()
    settles(page)
    assert sheet(match) == "ra9 na5 nb5 rb7"


def test_a_deal_the_rules_refuse_is_told_and_can_be_thrown_away(
    plain: BrowserContext, match: Match
) -> None:
    page = opened(plain, match)
    plain.set_offline(True)
    page.locator("#key-nolo").click()
    page.locator("#waiting [data-entry='n/']:visible").click()  # nobody is on the rise
    key(page, "keep").click()
    keep(page, "ra8")
    plain.set_offline(False)
    expect(question(page).locator("[data-part=because]")).not_to_be_empty()
    expect(key(page, "anyway")).to_be_hidden()
    assert_good(page)
    key(page, "throw").click()
    expect(question(page).locator("[data-part=thrown]")).to_be_visible()
    key(page, "anyway").click()
    settles(page)
    assert sheet(match) == "ra8"


def test_a_deal_refused_at_once_is_the_sites_to_explain(
    secure: BrowserContext, match: Match, organiser: User
) -> None:
    secure.clock.install()  # the page asks for nothing by itself
    secure.add_init_script(NO_ANSWER_IS_SLOW)
    page = opened(secure, match, "?entry=ra8")
    play(organiser, match, "na4")
    page.locator(".write button").first.click()
    expect(page.locator("#entry [role=alert]")).to_be_visible()
    expect(page.locator("#waiting")).to_be_hidden()
    assert sheet(match) == "na4"


def test_a_link_that_is_over_leaves_the_deals_to_be_written_on_paper(
    plain: BrowserContext, match: Match, organiser: User
) -> None:
    page = opened(plain, match)
    plain.set_offline(True)
    page.locator("#key-rami").click()
    page.locator("#waiting [data-pair=A]:visible").click()
    page.locator("#waiting [data-entry=ra8]:visible").click()
    key(page, "keep").click()
    keep(page, "na4")
    revoke_table_link(
        actor=actor(organiser), tournament=match.tournament, table=match.table, seen=0
    )
    plain.set_offline(False)
    expect(question(page).locator("[data-part=over]")).to_be_visible()
    expect(waiting(page)).to_have_count(2)
    page.reload()  # the page of the dead link has them too
    expect(question(page).locator("[data-part=over]")).to_be_visible()
    expect(waiting(page)).to_have_count(2)
    assert_good(page)
    key(page, "remove").click()
    expect(waiting(page)).to_have_count(1)

    # The sheet's own link, in force, tells of them and leads there.
    page.goto(f"/t/{match.tournament.slug}/sheet/{match.number}/{sheet_secret(match)}/")
    page.locator("#waiting .elsewhere a").click()
    expect(waiting(page)).to_have_count(1)
    assert sheet(match) == ""


def test_what_needs_the_network_says_so_and_leaves_the_page_where_it_is(
    plain: BrowserContext, match: Match
) -> None:
    page = opened(plain, match)
    write(page, "ra8")
    settles(page)
    expect(page.locator("#take-back")).to_be_visible()
    plain.set_offline(True)
    page.locator("#take-back").click()
    expect(page.locator("#waiting [data-part=needs]")).to_be_visible()
    expect(page.locator("#waiting b[data-part=stays]")).to_be_visible()
    page.locator("#call-referee").click()
    assert page.url.endswith(f"/{match.number}/")
    assert_good(page)
    plain.set_offline(False)
    settles(page)


def test_the_page_opens_again_without_a_network_where_the_browser_allows_it(
    secure: BrowserContext, match: Match
) -> None:
    page = opened(secure, match, "")
    page.evaluate("navigator.serviceWorker.ready")
    page.locator("#skip-seats").click()
    write(page, "ra8")
    settles(page)
    kept = "caches.open('tuppi-table ' + new URL('..', location).pathname)"
    # The worker keeps the page as it is after the deal.
    page.evaluate(
        f"""new Promise((done) => {{
            const look = async () => {{
                const page = await (await {kept}).match(location.pathname);
                const text = page ? await page.text() : "";
                text.includes('data-revision="1"') ? done() : setTimeout(look, 50);
            }};
            look();
        }})"""
    )
    expect(page.locator("#waiting [data-part=opens]")).not_to_have_attribute("hidden", "")
    secure.set_offline(True)
    page.locator("#key-rami").click()
    page.locator("#waiting [data-pair=B]:visible").click()
    page.locator("#waiting [data-entry=rb8]:visible").click()
    key(page, "keep").click()
    expect(page.locator("#waiting b[data-part=stays]")).to_be_hidden()
    page.reload()
    expect(waiting(page)).to_have_count(1)
    expect(page.locator("#live .rise-now b")).to_have_text("8")
    assert_good(page)
    keep(page, "na6")
    page.close()
    page = secure.new_page()
    page.goto(link(match))  # the table's link leads to the page that was kept
    expect(waiting(page)).to_have_count(2)
    secure.set_offline(False)
    settles(page)
    assert sheet(match) == "ra8 rb8 na6"

    # Of all pages only this one is kept, with its scripts and styles.
    names = page.evaluate(
        f"{kept}.then((c) => c.keys()).then((all) => all.map((r) => new URL(r.url).pathname))"
    )
    pages = [name for name in names if not name.startswith("/static/")]
    assert pages == [f"{link(match)}{match.number}/"]
