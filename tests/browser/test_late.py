"""A pair that comes after the draw, and one that does not come, on a phone."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.browser.conftest import assert_reachable_for_all, let_in
from tests.builders import add_referee, make_drawn_tournament
from tests.tournaments.late.steps import enter
from tournaments.models import JuryDecision, PoolPlace, Tournament, User

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def tournament(organiser: User) -> Tournament:
    return make_drawn_tournament(organiser, pairs=8, pools=2, tables=4)


def begun(tournament: Tournament, minutes_ago: int) -> None:
    """Moves the matches so that the first were to start so many minutes ago."""
    first = min(tournament.matches.values_list("starts_at", flat=True))
    for match in tournament.matches.all():
        match.starts_at += timezone.now() - timedelta(minutes=minutes_ago) - first
        match.save(update_fields=["starts_at"])


def test_a_late_pair_is_entered_and_joins_a_pool(
    phone: Page, live_server: object, organiser: User, tournament: Tournament
) -> None:
    begun(tournament, -60)
    let_in(phone, organiser, str(live_server))
    phone.goto(f"/t/{tournament.slug}/manage/pairs/")
    phone.locator("#add > summary").click()
    phone.locator("[name=first_name]").fill("Uusi Pelaaja")
    phone.locator("[name=second_name]").fill("Toinen Pelaaja")
    phone.locator("button[name=late]").click()
    expect(phone).to_have_url(f"{live_server}/t/{tournament.slug}/manage/pairs/9/late/")
    assert_reachable_for_all(phone)
    expect(phone.locator("[data-new] tbody tr")).to_have_count(4)
    phone.locator("[data-pools] a").nth(1).click()
    expect(phone.locator("[data-pools] a").nth(1)).to_have_attribute("aria-current", "true")
    phone.locator("form:has([name=seen]) button").click()
    expect(phone).to_have_url(f"{live_server}/t/{tournament.slug}/pairs/9/")
    assert PoolPlace.objects.get(pair__number=9).pool.number == 2
    phone.goto(f"/t/{tournament.slug}/draw/")
    expect(phone.locator("[data-joined]")).to_be_visible()
    phone.goto(f"/t/{tournament.slug}/manage/pairs/9/late/undo/")
    assert_reachable_for_all(phone)
    phone.locator("button.danger").click()
    expect(phone.locator("[data-add-to-pool]")).to_be_visible()
    assert tournament.matches.count() == 12


def test_a_referee_sees_who_is_late_and_writes_what_the_jury_decides(
    phone: Page, live_server: object, organiser: User, tournament: Tournament
) -> None:
    enter(organiser, tournament, 9)
    begun(tournament, 20)
    tournament.pairs.exclude(number=3).update(present_at=timezone.now())
    let_in(phone, add_referee(tournament), str(live_server))
    phone.goto(f"/t/{tournament.slug}/desk/")
    phone.locator("[data-late-count] a").click()
    assert_reachable_for_all(phone)
    late = phone.locator("#late [data-match]")
    expect(late).to_have_count(1)
    key = late.locator("[data-forfeit]")
    assert key.bounding_box()["height"] >= 44
    key.click()
    expect(phone.locator(".will-write")).to_be_visible()
    phone.go_back()
    late.locator("[data-jury]").click()
    phone.locator("[name=reason]").fill("Auto hajosi")
    phone.locator("form:has([name=reason]) button[type=submit]").click()
    expect(phone.locator("#decided [data-match]")).to_have_count(1)
    expect(phone.locator("#late")).to_have_count(0)
    assert_reachable_for_all(phone)
    assert JuryDecision.objects.get().reason == "Auto hajosi"
