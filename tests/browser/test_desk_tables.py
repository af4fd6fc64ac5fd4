"""The desk that sees every table: follows by itself, keeps still, goes on by keys."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.browser.conftest import assert_reachable_for_all, let_in
from tests.builders import add_referee, make_drawn_tournament, play, win_for_a
from tournaments.models import AuditRecord, Match, RefereeCall, Tournament, User

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def tournament(organiser: User) -> Tournament:
    """Table by table: one calls, one is quiet, one has stopped, the others are free."""
    tournament = make_drawn_tournament(organiser, pairs=20, pools=4, tables=10)
    for table in (1, 2, 3):
        play(organiser, first_at(tournament, table), "ra8 na3")
    Match.objects.filter(pk=first_at(tournament, 3).pk).update(
        changed_at=timezone.now() - timedelta(minutes=40)
    )
    call(tournament, 1)
    return tournament


def first_at(tournament: Tournament, table: int) -> Match:
    return tournament.matches.filter(table=table).order_by("slot")[0]


def call(tournament: Tournament, table: int) -> RefereeCall:
    """A call as the table's own page makes it, with its record."""
    made = RefereeCall.objects.create(
        tournament=tournament, table=table, match=first_at(tournament, table), kind="help"
    )
    AuditRecord.objects.create(tournament=tournament, verb="call_referee", actor_name="")
    return made


def test_a_call_appears_by_itself_and_everything_else_stays_as_it_was(
    desk: Page, live_server: object, organiser: User, tournament: Tournament
) -> None:
    let_in(desk, organiser, str(live_server))
    desk.goto(f"/t/{tournament.slug}/desk/")
    expect(desk.locator("#urgent .table-tile")).to_have_count(2)
    expect(desk.locator("#urgent .table-tile").first).to_have_attribute("data-reason", "call")
    expect(desk).to_have_title(r"(2) Tuomaripöytä – Testituppi – Tuppiliitto")
    desk.locator("#waiting-key").click()
    opened = desk.locator("#waiting-list[open]")
    expect(opened).to_have_count(1)
    # Tables that wait: their time has come or not, by the day the test is run.
    waiting = desk.locator(":is(#due-list, #free-list)[open]").first
    folded = waiting.get_attribute("id")
    waiting.locator("> summary").click()
    desk.locator("#q").fill("Aino")
    play(organiser, first_at(tournament, 2), "ra8 na3 na3")
    call(tournament, 2)
    # The page's own clock brings it: ten seconds, and some for a slow machine.
    expect(desk.locator('#urgent [data-table="2"]')).to_be_visible(timeout=20_000)
    expect(opened).to_have_count(1)
    expect(desk.locator(f"#{folded}")).to_have_count(1)
    expect(desk.locator(f"#{folded}[open]")).to_have_count(0)
    expect(desk.locator("#q")).to_have_value("Aino")
    expect(desk.locator("#told")).not_to_be_empty()
    assert desk.locator("#live").evaluate("part => !part.querySelector('form')")


def test_arrow_keys_go_from_table_to_table_that_wants_somebody(
    desk: Page, live_server: object, organiser: User, tournament: Tournament
) -> None:
    let_in(desk, organiser, str(live_server))
    home = f"{live_server}/t/{tournament.slug}/desk/"
    calls, stopped = (first_at(tournament, table).number for table in (1, 3))
    desk.goto(home)
    desk.keyboard.press("ArrowRight")
    expect(desk).to_have_url(f"{home}matches/{calls}/")
    desk.keyboard.press("ArrowRight")
    expect(desk).to_have_url(f"{home}matches/{stopped}/")
    desk.keyboard.press("ArrowLeft")
    expect(desk).to_have_url(f"{home}matches/{calls}/")
    desk.locator("details:has(#typed-line) summary").first.click()
    desk.locator("#typed-line").press("ArrowRight")
    expect(desk).to_have_url(f"{home}matches/{calls}/")
    RefereeCall.objects.all().update(answered_at=timezone.now())
    desk.goto(f"{home}matches/{stopped}/")
    desk.locator("#table-after").click()
    expect(desk).to_have_url(home)


def test_a_referee_answers_and_opens_by_tapping(
    phone: Page, live_server: object, tournament: Tournament
) -> None:
    let_in(phone, add_referee(tournament), str(live_server))
    phone.goto(f"/t/{tournament.slug}/desk/")
    key = phone.locator("#urgent [data-call]")
    box = key.bounding_box()
    assert box is not None
    assert box["height"] >= 44
    key.click()
    expect(phone.locator("#urgent [data-call]")).to_have_count(0)
    expect(phone.locator("#coming [data-handled]")).to_have_count(1)
    phone.locator('[data-table="2"] .open-match').click()
    number = first_at(tournament, 2).number
    expect(phone).to_have_url(f"{live_server}/t/{tournament.slug}/desk/matches/{number}/")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_desk_of_thirty_tables_is_reachable_for_all(
    desk: Page, live_server: object, organiser: User, scheme: str
) -> None:
    large = make_drawn_tournament(organiser, pairs=60, pools=12, tables=30, name="Suuri")
    first = min(large.matches.values_list("slot", flat=True))
    for match in large.matches.filter(slot=first):
        notation = win_for_a(match.deals or 12) if match.table % 2 else "ra8"
        play(organiser, match, notation)
    dispute = large.matches.get(slot=first, table=1)
    RefereeCall.objects.create(
        tournament=large, table=1, match=dispute, kind="dispute", side="B", reason="x" * 200
    )
    RefereeCall.objects.create(tournament=large, table=30, kind="help")
    let_in(desk, organiser, str(live_server))
    desk.emulate_media(color_scheme=scheme)
    for width, height in ((1280, 900), (390, 844), (320, 640)):
        desk.set_viewport_size({"width": width, "height": height})
        desk.goto(f"/t/{large.slug}/desk/")
        desk.evaluate("document.querySelectorAll('details').forEach(list => (list.open = true))")
        assert_reachable_for_all(desk)
