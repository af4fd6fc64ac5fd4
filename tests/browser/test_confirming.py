"""The end of a match on two phones at once, and a referee at the desk with them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from scoring.deals import Side
from tests.browser.conftest import PHONE, _page, assert_reachable_for_all, let_in
from tests.browser.test_table import assert_good, link
from tests.builders import add_referee, make_drawn_tournament, make_event_maker, play, win_for_a
from tests.tournaments.confirming.steps import A, B, code, wrong
from tournaments.models import Match, RefereeCall, Tournament, User

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def tournament() -> Tournament:
    return make_drawn_tournament(make_event_maker())


@pytest.fixture
def match(tournament: Tournament) -> Match:
    """A match that has just been won on points by pair A."""
    match = tournament.matches.get(number=1)
    play(User.objects.get(), match, win_for_a(16))
    match.refresh_from_db()
    return match


@pytest.fixture
def second_phone(browser: Browser, live_server: object) -> Iterator[Page]:
    yield from _page(browser, str(live_server), PHONE)


def fill(page: Page, side: Side, digits: str) -> None:
    page.locator(f'[data-side="{side}"] input.code').fill(digits)


def press(page: Page, side: Side) -> None:
    page.locator(f'[data-side="{side}"] button').click()


def test_two_phones_confirm_one_match(phone: Page, second_phone: Page, match: Match) -> None:
    for page in (phone, second_phone):
        page.goto(f"{link(match)}{match.number}/")
    assert_good(phone)
    fill(phone, A, wrong(match, A))
    press(phone, A)
    expect(phone.locator('[data-side="A"] .errorlist')).to_be_visible()
    assert_good(phone)
    # What is typed on one phone stays while the other confirms.
    fill(second_phone, B, code(match, B))
    fill(phone, A, code(match, A))
    press(phone, A)
    expect(phone.locator("#messages .success")).to_be_visible()
    assert_good(phone)
    expect(second_phone.locator('[data-side="A"] .confirmed')).to_be_visible()
    expect(second_phone.locator('[data-side="B"] input.code')).to_have_value(code(match, B))
    press(second_phone, B)
    expect(second_phone.locator("#at-the-end .confirmed-sides")).to_be_visible()
    assert_good(second_phone)
    expect(phone.locator("#at-the-end .confirmed-sides")).to_be_visible()
    # What the page said of the first pair alone is over.
    expect(phone.locator("#messages .notice")).to_have_count(0)
    match.refresh_from_db()
    assert match.is_confirmed


def test_a_dispute_and_a_call_reach_the_desk_and_are_answered(
    phone: Page, desk: Page, match: Match, live_server: object
) -> None:
    referee = add_referee(match.tournament)
    let_in(desk, referee, str(live_server))
    calls = f"/t/{match.tournament.slug}/desk/calls/"
    desk.goto(calls)
    assert_reachable_for_all(desk)

    phone.goto(f"{link(match)}{match.number}/")
    phone.locator("#call-referee").click()
    expect(phone.locator("#call-back")).to_be_visible()
    assert_good(phone)
    phone.locator("#to-dispute").click()
    assert_good(phone)
    phone.locator("label.key").nth(1).click()
    phone.locator("#dispute input.code").fill(code(match, B))
    phone.locator("#dispute textarea").fill("4. jako oli meidän")
    phone.locator("#dispute button").click()
    expect(phone.locator("#at-the-end .warning")).to_be_visible()
    assert_good(phone)

    expect(desk.locator("[data-calls] > li")).to_have_count(2)
    expect(desk.locator("[data-outcome]")).to_have_count(2)
    assert_reachable_for_all(desk)
    desk.locator("[data-call]").click()
    expect(phone.locator("#call .success")).to_be_visible()
    assert_reachable_for_all(desk)
    desk.locator("[data-handled]").click()
    expect(phone.locator("#call-referee")).to_be_visible()
    desk.locator("li[data-dispute] a").click()
    assert_reachable_for_all(desk)
    desk.locator("[data-dispute] input[name=answer]").fill("laskettu uudelleen")
    desk.locator("[data-dispute] [data-outcome=stands]").click()
    expect(desk.locator("#answered-disputes")).to_contain_text("laskettu uudelleen")
    assert_reachable_for_all(desk)
    expect(phone.locator("[data-answer=B]")).to_be_visible()
    assert_good(phone)
    assert set(RefereeCall.objects.values_list("answered_by_name", flat=True)) == {"reetta"}
    desk.locator("#confirm-both").click()
    expect(desk.locator("#confirm-both")).to_have_count(0)
    assert_reachable_for_all(desk)
    expect(phone.locator("#at-the-end .confirmed-sides")).to_be_visible()
    match.refresh_from_db()
    assert match.is_confirmed


@pytest.mark.parametrize("width", ["phone", "desk"])
def test_a_pile_of_signed_sheets_is_confirmed_with_one_press(
    request: pytest.FixtureRequest,
    width: str,
    tournament: Tournament,
    match: Match,
    live_server: object,
) -> None:
    page: Page = request.getfixturevalue(width)
    organiser = User.objects.get()
    for number in (2, 3):
        play(organiser, tournament.matches.get(number=number), win_for_a(16))
    let_in(page, organiser, str(live_server))
    page.goto(f"/t/{tournament.slug}/desk/confirm/")
    assert_reachable_for_all(page)
    page.locator("#tick-all").click()
    expect(page.locator("input[name=match]:checked")).to_have_count(3)
    page.locator("#confirm-ticked").click()
    expect(page.locator("input[name=match]")).to_have_count(0)
    assert all(each.is_confirmed for each in tournament.matches.filter(number__lte=3))
