"""The draw on the hall's screen: keys, running by itself, no scrolling, reachable for all."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import assert_reachable_for_all, let_in
from tests.builders import actor, make_event_maker, make_tournament
from tournaments.actions.draws import make_draw
from tournaments.models import Draw, Tournament

pytestmark = pytest.mark.django_db(transaction=True)


def drawn(page: Page, address: str, pairs: int, pools: int) -> str:
    """An event with a draw that waits to be published; the address of its show."""
    organiser = make_event_maker()
    tournament = make_tournament(organiser, pairs=pairs)
    make_draw(actor=actor(organiser), tournament=tournament, pool_count=pools, seed="52")
    let_in(page, organiser, address)
    return f"/t/{tournament.slug}/manage/draw/1/show/"


def seats(page: Page) -> int:
    """How many pairs are on the board."""
    return page.locator(".show-seats li").filter(has_not_text="·").count()


@pytest.mark.parametrize("size", ["phone", "desk"])
def test_every_step_is_reachable_for_all(
    request: pytest.FixtureRequest, live_server: object, size: str
) -> None:
    page: Page = request.getfixturevalue(size)
    page.emulate_media(reduced_motion="reduce")
    show = drawn(page, str(live_server), 9, 2)
    for query in ("", "?step=3", "?step=3&pool=1", "?step=all", "?step=all&pool=2"):
        answer = page.goto(show + query)
        assert answer is not None
        assert answer.status == 200
        assert_reachable_for_all(page)


def test_keys_step_and_a_reload_keeps_the_place(desk: Page, live_server: object) -> None:
    show = drawn(desk, str(live_server), 8, 2)
    desk.goto(show)
    for step in (1, 2, 3):
        desk.keyboard.press("ArrowRight")
        expect(desk.locator(".show-seats li.latest")).to_have_count(1)
        desk.wait_for_url(f"**/show/?step={step}&every=4")
    assert seats(desk) == 3
    desk.keyboard.press("ArrowLeft")
    desk.wait_for_url("**/show/?step=2&every=4")
    desk.reload()
    assert seats(desk) == 2
    expect(desk.locator("#said")).to_be_attached()
    desk.click("#next")
    desk.wait_for_url("**/show/?step=3&every=4")
    expect(desk.locator("#said")).not_to_be_empty()


def test_it_runs_by_itself_to_the_end_and_publishes(desk: Page, live_server: object) -> None:
    show = drawn(desk, str(live_server), 4, 1)
    desk.clock.install()
    desk.goto(f"{show}?every=2")
    run = desk.locator("#run")
    said = run.inner_text()
    desk.keyboard.press(" ")
    assert run.inner_text() != said
    desk.clock.run_for(2100)
    desk.wait_for_url("**/show/?step=1&every=2")
    # Paused, it stays.
    desk.keyboard.press(" ")
    desk.clock.run_for(9000)
    assert run.inner_text() == said
    assert seats(desk) == 1
    desk.click("#run")
    for step in (2, 3, 4):
        desk.clock.run_for(2100)
        desk.wait_for_url(f"**/show/?step={step}&every=2")
    assert run.count() == 0
    desk.click(".show-end button")
    desk.wait_for_url("**/manage/draw/")
    assert Draw.objects.get().counts
    assert Tournament.objects.get().matches.count() == 6


@pytest.mark.parametrize("pairs, pools", [(47, 8), (96, 16)])
def test_nothing_has_to_be_scrolled_for_on_the_hall_s_screen(
    desk: Page, live_server: object, pairs: int, pools: int
) -> None:
    show = drawn(desk, str(live_server), pairs, pools)
    desk.set_viewport_size({"width": 1920, "height": 1080})
    for query in ("", f"?step={pairs // 2}", "?step=all", "?step=all&pool=1"):
        desk.goto(show + query)
        heights = desk.evaluate("[document.documentElement.scrollHeight, innerHeight]")
        assert heights == [1080, 1080], query
        sizes = desk.evaluate(
            "[...document.querySelectorAll('.show-seats li, .show-letter, .show-now p')]"
            ".map(each => parseFloat(getComputedStyle(each).fontSize))"
        )
        assert min(sizes) >= 48, query


def test_without_scripts_the_links_do_it_all(desk: Page, live_server: object) -> None:
    show = drawn(desk, str(live_server), 8, 2)
    browser = desk.context.browser
    assert browser is not None
    context = browser.new_context(java_script_enabled=False, base_url=str(live_server))
    context.add_cookies(desk.context.cookies())
    page = context.new_page()
    page.goto(show)
    page.click("#next")
    page.click("#next")
    assert page.url.endswith("?step=2&every=4")
    assert not page.locator("#run").is_visible()
    page.click("#all")
    page.click(".show-end button")
    assert Draw.objects.get().counts
    context.close()
