"""A new organiser's quarter of an hour, by clicks alone: an empty event to printable sheets.

47 pairs, 24 tables, one clerk. Every click and every field typed into is counted; the aim is 25
clicks. What is counted is printed with the test's output.
"""

from __future__ import annotations

from datetime import date, time

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import assert_reachable_for_all, let_in
from tests.builders import event_settings, make_event_maker
from tournaments.actions.events import DayPlan, make_event
from tournaments.actions.ledgers import find_differences
from tournaments.models import Tournament
from tournaments.permissions import actor_of

pytestmark = pytest.mark.django_db(transaction=True)

AIM = 25
PAIRS = 47
ABSENT = (3, 30)
DAYS = (
    DayPlan(date(2027, 1, 16), time(11, 15), time(21, 0)),
    DayPlan(date(2027, 1, 17), time(9, 0), time(18, 0)),
)


class Clerk:
    """Somebody at the laptop who clicks and types, and is counted."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.clicks = 0
        self.fields = 0

    def click(self, target: Locator) -> None:
        target.click()
        self.clicks += 1

    def button(self, name: str) -> None:
        self.click(self.page.get_by_role("button", name=name))

    def link(self, name: str, *, exact: bool = False) -> None:
        main = self.page.get_by_role("main")
        self.click(main.get_by_role("link", name=name, exact=exact).first)

    def type(self, label: str, text: str) -> None:
        self.page.get_by_label(label).fill(text)
        self.fields += 1


def pasted_list() -> str:
    """The list as it stands in a shared sheet: names and clubs in columns."""
    clubs = ("Kemi", "Oulu", "Tornio", "Rovaniemi", "Ivalo")
    rows = ["Pelaaja 1\tKerho 1\tPelaaja 2\tKerho 2"]
    for number in range(1, PAIRS + 1):
        club = clubs[number % len(clubs)]
        letters = "".join("abcdefghij"[int(digit)] for digit in f"{number:02d}")
        rows.append(f"Aino Ensi{letters}\t{club}\tEero Toka{letters}\t{club}")
    return "\n".join(rows)


def test_a_new_organiser_gets_from_an_empty_event_to_printable_sheets(
    desk: Page, live_server: object
) -> None:
    organiser = make_event_maker()
    tournament = make_event(
        actor=actor_of(organiser),
        settings=event_settings(name="Kaamostuppi", tables=24, days=DAYS),
    )
    let_in(desk, organiser, str(live_server))
    desk.goto(f"/t/{tournament.slug}/manage/")
    clerk = Clerk(desk)

    # Entries: the list is pasted, looked at and taken.
    clerk.link("Parit", exact=True)
    clerk.link("Tuo luettelo")
    clerk.type("Liitä rivit", pasted_list())
    clerk.button("Lue luettelo")
    clerk.button("Ota merkityt parit")
    assert tournament.pairs.count() == PAIRS
    assert_reachable_for_all(desk)

    # Check-in: everybody, then the two who are not here.
    clerk.link("Siirry läsnäoloon")
    clerk.link("Merkitse kaikki paikalle")
    assert_reachable_for_all(desk)
    clerk.button(f"Kyllä, merkitse {PAIRS} paria paikalle")
    for number in ABSENT:
        key = desk.locator(f"#pair-{number} button").first
        clerk.click(key)
        expect(key).to_have_attribute("aria-pressed", "false")
    assert tournament.pairs.filter(present_at=None).count() == len(ABSENT)

    # The draw, of those present, as it is recommended.
    clerk.click(desk.get_by_role("link", name="Arvonta", exact=True).last)
    clerk.click(desk.get_by_role("button", name="Arvo", exact=True))
    assert_reachable_for_all(desk)
    clerk.button("Julkaise tämä arvonta")
    expect(desk.get_by_text("Arvonta 1 on voimassa")).to_be_visible()

    # Printing: everything is one link away.
    clerk.click(desk.get_by_role("link", name="Tulostus", exact=True).first)
    assert_reachable_for_all(desk)
    sheets = desk.get_by_role("main").locator('a[href$="/score-sheets.pdf"]').first
    with desk.context.expect_page() as opened:
        sheets.click(modifiers=["ControlOrMeta"])
    clerk.clicks += 1
    opened.value.close()
    answer = desk.request.get(f"/t/{tournament.slug}/export/score-sheets.pdf")
    assert answer.body().startswith(b"%PDF-")

    drawn = Tournament.objects.get()
    assert drawn.is_public
    assert drawn.pools.live().count() == 8
    assert sum(pool.places.count() for pool in drawn.pools.all()) == PAIRS - len(ABSENT)
    assert not find_differences().is_bad
    print(f"\n{clerk.clicks} clicks, {clerk.fields} fields typed")
    assert clerk.clicks <= AIM
