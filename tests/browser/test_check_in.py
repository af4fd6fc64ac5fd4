"""A clerk at the door with a phone, another at the desk with the laptop."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import assert_reachable_for_all, let_in
from tests.builders import (
    add_referee,
    draw_and_publish,
    make_tournament,
    numbered_pair,
)
from tournaments.actions.check_in import set_present
from tournaments.actions.entries import add_pair
from tournaments.models import AuditRecord, PairPlayer, Tournament, User
from tournaments.permissions import actor_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def tournament(organiser: User) -> Tournament:
    return make_tournament(organiser, pairs=47)


def sweep(page: Page) -> None:
    """The axe sweep from the top of the page: below, the field that stays on top covers a row."""
    page.evaluate("scrollTo(0, 0)")
    assert_reachable_for_all(page)


def test_a_clerk_finds_taps_and_takes_back_on_a_phone(
    phone: Page, live_server: object, organiser: User, tournament: Tournament
) -> None:
    let_in(phone, add_referee(tournament), str(live_server))
    phone.goto(f"/t/{tournament.slug}/manage/check-in/")
    sweep(phone)
    expect(phone.locator("#entries li:visible")).to_have_count(47)
    finding = phone.get_by_role("searchbox")
    finding.press_sequentially("TOKA31")
    expect(phone.locator("#entries li:visible")).to_have_count(1)
    present = phone.locator("#present-31")
    assert present.bounding_box()["height"] >= 44
    present.click()
    expect(present).to_have_attribute("aria-pressed", "true")
    expect(present).to_be_focused()
    phone.locator("#paid-31").click()
    expect(phone.locator("#paid-31")).to_have_attribute("aria-pressed", "true")
    sweep(phone)
    pair = tournament.pairs.get(number=31)
    assert (pair.present_at is None, pair.paid_at is None) == (False, False)

    finding.fill("tökä31")
    expect(phone.locator("#entries li:visible")).to_have_count(1)
    finding.fill("ei kukaan")
    expect(phone.locator("#none-found")).to_be_visible()
    sweep(phone)
    phone.reload()
    finding.fill("31")
    expect(present).to_have_attribute("aria-pressed", "true")
    present.click()
    expect(present).to_have_attribute("aria-pressed", "false")
    assert tournament.pairs.get(number=31).present_at is None


def test_a_key_tapped_twice_in_a_hurry_does_not_take_back(
    phone: Page, live_server: object, organiser: User, tournament: Tournament
) -> None:
    let_in(phone, organiser, str(live_server))
    phone.clock.install(time=0)
    phone.goto(f"/t/{tournament.slug}/manage/check-in/?q=12")
    phone.clock.pause_at(100_000)
    present = phone.locator("#present-12")
    with phone.expect_response("**/check-in/"):
        present.click()
    phone.clock.run_for(100)
    expect(present).to_have_attribute("value", "absent-12")
    present.click()
    phone.clock.run_for(1000)
    assert AuditRecord.objects.filter(verb__startswith="mark").count() == 1
    with phone.expect_response("**/check-in/"):
        present.click()
    phone.clock.run_for(100)
    expect(present).to_have_attribute("value", "present-12")
    assert tournament.pairs.get(number=12).present_at is None


def test_the_page_follows_another_clerk_and_keeps_what_is_sought(
    phone: Page, live_server: object, organiser: User, tournament: Tournament
) -> None:
    let_in(phone, organiser, str(live_server))
    phone.clock.install()
    phone.goto(f"/t/{tournament.slug}/manage/check-in/")
    with phone.expect_response(lambda answer: answer.status == 304):
        phone.clock.run_for(11_000)
    phone.get_by_role("searchbox").fill("ensi4")
    set_present(actor=actor_of(organiser), tournament=tournament, number=41, present=True)
    with phone.expect_response(lambda answer: answer.status == 200):
        phone.clock.run_for(11_000)
    expect(phone.locator("#present-41")).to_have_attribute("aria-pressed", "true")
    expect(phone.locator("#entries li:visible")).to_have_count(9)
    # The keys put in by the page itself work: the form around them holds the token.
    phone.locator("#present-42").click()
    expect(phone.locator("#present-42")).to_have_attribute("aria-pressed", "true")


def test_a_tap_that_is_not_saved_is_told(
    phone: Page, live_server: object, organiser: User, tournament: Tournament
) -> None:
    let_in(phone, organiser, str(live_server))
    phone.goto(f"/t/{tournament.slug}/manage/check-in/?q=12")
    phone.context.clear_cookies(name="sessionid")
    phone.locator("#present-12").click()
    expect(phone.locator("#not-saved")).to_be_visible()
    expect(phone.locator("#present-12")).to_have_attribute("aria-pressed", "false")
    sweep(phone)
    let_in(phone, organiser, str(live_server))
    phone.locator("#present-12").click()
    expect(phone.locator("#present-12")).to_have_attribute("aria-pressed", "true")
    expect(phone.locator("#not-saved")).to_be_hidden()


def test_absence_of_a_drawn_pair_is_asked_about_in_its_row(
    phone: Page, live_server: object, organiser: User
) -> None:
    tournament = make_tournament(organiser, pairs=4)
    for number in range(1, 5):
        set_present(actor=actor_of(organiser), tournament=tournament, number=number, present=True)
    draw_and_publish(organiser, tournament, 1)
    let_in(phone, organiser, str(live_server))
    phone.goto(f"/t/{tournament.slug}/manage/check-in/?show=all")
    phone.locator("#present-2").click()
    question = phone.locator("#pair-2 [role=alert]")
    expect(question).to_be_visible()
    sweep(phone)
    question.locator("[value=surelyabsent-2]").click()
    expect(phone.locator("#present-2")).to_have_attribute("aria-pressed", "false")
    assert tournament.pairs.get(number=2).present_at is None


@pytest.mark.parametrize("size", ["phone", "desk"])
def test_a_row_is_edited_in_place(
    request: pytest.FixtureRequest,
    live_server: object,
    organiser: User,
    tournament: Tournament,
    size: str,
) -> None:
    page: Page = request.getfixturevalue(size)
    let_in(page, organiser, str(live_server))
    page.goto(f"/t/{tournament.slug}/manage/pairs/")
    sweep(page)
    page.locator("#edit-7").click()
    name = page.locator("#pair-7 [name=first_name]")
    expect(name).to_be_focused()
    sweep(page)
    name.fill("<b>")
    page.locator("#pair-7 form button").first.click()
    expect(page.locator("#pair-7 .errorlist").first).to_be_visible()
    name.fill("Aino Korjattu")
    page.locator("#pair-7 form button").first.click()
    expect(page.locator("#pair-7 a.name")).to_contain_text("Aino Korjattu")
    expect(page.locator("#edit-7")).to_be_focused()
    page.locator("#edit-8").click()
    page.locator("#pair-8 [name=off]").click()
    expect(page.locator("#pair-8.out")).to_be_visible()
    sweep(page)
    assert tournament.pairs.get(number=8).cancelled_at is not None


def test_a_known_player_is_chosen_and_a_namesake_told_apart(
    desk: Page, live_server: object, organiser: User
) -> None:
    make_tournament(organiser, pairs=12, name="Kevät")
    tournament = make_tournament(organiser, name="Syksy")
    add_pair(actor=actor_of(organiser), tournament=tournament, entry=numbered_pair(3))
    let_in(desk, organiser, str(live_server))
    desk.goto(f"/t/{tournament.slug}/manage/pairs/?added=1")
    name = desk.locator("#add [name=first_name]")
    expect(name).to_be_focused()
    name.press_sequentially("ens")
    options = desk.get_by_role("option")
    expect(options).to_have_count(8)
    assert_reachable_for_all(desk)
    desk.keyboard.press("ArrowDown")
    desk.keyboard.press("Enter")
    expect(name).to_have_value("Aino Ensi1")
    expect(desk.locator("#add [name=first_club]")).to_have_value("Oulu")
    second = desk.locator("#add [name=second_name]")
    second.press_sequentially("toka2")
    options.first.click()
    expect(second).to_have_value("Eero Toka2")
    second.fill("Eero Toka3")
    desk.locator("#add [type=submit]").click()
    question = desk.locator("fieldset.which")
    expect(question).to_be_visible()
    assert_reachable_for_all(desk)
    question.locator("[value=another]").check()
    desk.locator("#add [type=submit]").click()
    expect(desk.locator("#pair-2")).to_be_visible()
    namesakes = PairPlayer.objects.filter(tournament=tournament, name="Eero Toka3")
    assert len({one.player_id for one in namesakes}) == 2
