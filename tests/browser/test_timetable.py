"""The schedule by hand on a phone: a match is moved, another is called to its table."""

from __future__ import annotations

from datetime import time, timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page

from tests.browser.conftest import assert_reachable_for_all, let_in
from tests.builders import (
    draw_and_publish,
    event_settings,
    make_tournament,
)
from tournaments.actions.events import DayPlan, change_settings
from tournaments.models import Tournament, User
from tournaments.permissions import actor_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def tournament(organiser: User) -> Tournament:
    """An event of today, all day."""
    days = [DayPlan(timezone.localdate(), time(0, 0), time(23, 59))]
    tournament = make_tournament(organiser, pairs=8, tables=4)
    change_settings(
        actor=actor_of(organiser),
        tournament=tournament,
        settings=event_settings(tables=4, days=days),
        seen_revision=1,
    )
    return draw_and_publish(organiser, tournament, 2)


def test_a_match_is_moved_and_another_called_on_a_phone(
    phone: Page, live_server: object, organiser: User, tournament: Tournament
) -> None:
    let_in(phone, organiser, str(live_server))
    phone.goto(f"/t/{tournament.slug}/manage/schedule/")
    assert_reachable_for_all(phone)
    before = tournament.matches.get(number=9)

    move = phone.locator('tr[data-match="9"] a')
    assert move.is_hidden()
    phone.locator('details:has(tr[data-match="9"]) > summary').click()
    move.click()
    phone.wait_for_url("**/manage/schedule/9/")
    assert_reachable_for_all(phone)
    phone.locator('[data-swaps] button[name="swap"]').first.click()
    phone.wait_for_url("**/manage/schedule/")
    after = tournament.matches.get(number=9)
    assert (after.moved_by_hand, after.starts_at) == (True, before.starts_at)
    assert after.table != before.table

    phone.locator('[data-ready] button[data-match="1"]').click()
    phone.locator("[data-called] li").wait_for()
    assert tournament.matches.get(number=1).is_called
    assert_reachable_for_all(phone)

    phone.goto(f"/t/{tournament.slug}/schedule/?by=table")
    assert phone.locator(".badge.called").count() == 1
    assert_reachable_for_all(phone)
    phone.goto(f"/t/{tournament.slug}/desk/")
    assert_reachable_for_all(phone)
    phone.locator("#called button").click()
    phone.locator('[data-ready] button[data-match="1"]').wait_for()
    assert not tournament.matches.get(number=1).is_called


def test_a_late_round_is_shown_then_delayed_on_a_phone(
    phone: Page, live_server: object, organiser: User, tournament: Tournament
) -> None:
    let_in(phone, organiser, str(live_server))
    phone.goto(f"/t/{tournament.slug}/manage/schedule/delay/")
    phone.locator('[name="minutes"]').first.fill("20")
    phone.locator("form[method=get] button").click()
    phone.locator("[data-follows]").wait_for()
    assert_reachable_for_all(phone)
    before = tournament.matches.get(number=1).starts_at
    phone.locator("#follows button").click()
    phone.locator("[data-delay]").wait_for()
    assert tournament.matches.get(number=1).starts_at == before + timedelta(minutes=20)
    assert_reachable_for_all(phone)
