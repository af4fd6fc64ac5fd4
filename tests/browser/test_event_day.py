"""A pool day as its people live it: an organiser at a laptop, a referee on a phone; in Finnish."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.browser.conftest import assert_reachable_for_all, let_in
from tests.builders import (
    add_referee,
    make_drawn_tournament,
    make_event_maker,
    make_tournament,
    make_user,
    play,
)
from tournaments.actions.ledgers import find_differences
from tournaments.models import Match, Tournament

pytestmark = pytest.mark.django_db(transaction=True)

ENTRIES = (
    Path(__file__).resolve().parents[1] / "tournaments" / "imports" / "samples" / "parit-32.csv"
)
PASSWORD = "pöytä52-ja-nousu"


def sign_in(page: Page, username: str) -> None:
    page.goto("/sign-in/")
    page.get_by_label("Käyttäjätunnus").fill(username)
    page.get_by_label("Salasana").fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Kirjaudu").click()


@pytest.mark.parametrize("size", ["phone", "desk"])
def test_an_organiser_goes_from_an_entry_list_to_printed_sheets(
    request: pytest.FixtureRequest, size: str
) -> None:
    page: Page = request.getfixturevalue(size)
    make_user("olli", may_make_events=True)
    sign_in(page, "olli")

    page.get_by_role("link", name="Luo kisa").click()
    page.get_by_label("Nimi").fill("Kaamostuppi")
    page.get_by_label("Paikka").fill("Seurojentalo, Sodankylä")
    page.get_by_label("Pöytien määrä").fill("16")
    saturday = timezone.localdate() + timedelta(days=7)
    page.get_by_label("Päivä").first.fill(saturday.isoformat())
    assert_reachable_for_all(page)
    page.get_by_role("button", name="Luo kisa").click()

    assert_reachable_for_all(page)
    page.get_by_role("link", name="Parit").last.click()
    page.get_by_role("link", name="Tuo luettelo").click()
    page.get_by_label("Tiedosto").set_input_files(ENTRIES)
    assert_reachable_for_all(page)
    page.get_by_role("button", name="Lue luettelo").click()
    expect(page.get_by_text("32 paria voidaan ottaa")).to_be_visible()
    assert_reachable_for_all(page)
    page.get_by_role("button", name="Ota merkityt parit").click()
    expect(page.get_by_text("32 paria on otettu")).to_be_visible()
    assert_reachable_for_all(page)

    page.get_by_role("link", name="Jatka arvontaan").click()
    assert_reachable_for_all(page)
    page.get_by_label("Siemenluku").fill("47")
    page.get_by_role("button", name="Arvo", exact=True).click()
    assert_reachable_for_all(page)
    page.get_by_role("button", name="Julkaise tämä arvonta").click()
    expect(page.get_by_text("Arvonta 1 on voimassa")).to_be_visible()
    assert_reachable_for_all(page)

    tournament = Tournament.objects.get()
    assert (tournament.is_public, tournament.pools.count()) == (True, 8)
    if size == "phone":
        page.get_by_text("Kisan sivut").click()
    page.get_by_role("link", name="Otteluohjelma", exact=True).first.click()
    assert_reachable_for_all(page)
    for name in ("score-sheets", "schedule", "standings"):
        answer = page.request.get(f"/t/{tournament.slug}/export/{name}.pdf")
        assert answer.status == 200
        assert answer.body().startswith(b"%PDF-")


def test_a_referee_taps_a_match_to_a_tuppi_on_a_phone(phone: Page, live_server: object) -> None:
    tournament = make_drawn_tournament(make_event_maker())
    let_in(phone, add_referee(tournament), str(live_server))
    phone.goto(f"/t/{tournament.slug}/desk/")
    assert_reachable_for_all(phone)
    phone.locator("#waiting-key").click()
    phone.locator("#waiting-list a[href$='/desk/matches/1/']").first.click()
    match = Match.objects.get(tournament=tournament, number=1)
    for keys in (("NOLO", "A", "key-na4"), ("RAMI", "A", "key-ra8"), ("RAMI", "B", "key-rb0")):
        game, side, tricks = keys
        phone.get_by_role("link", name=game, exact=True).click()
        phone.locator(f"#key-{side.lower()}").click()
        assert_reachable_for_all(phone)
        phone.locator(f"#{tricks}").click()
        expect(phone.locator(".will-write")).to_be_visible()
        assert_reachable_for_all(phone)
        phone.get_by_role("button", name="Kirjaa").click()
        expect(phone.locator("#messages")).to_contain_text("Kirjattu.")
    match.refresh_from_db()
    assert (match.state, match.winner, match.total_a, match.tuppi) == ("finished", "A", 76, True)
    assert_reachable_for_all(phone)
    phone.goto(f"/t/{tournament.slug}/matches/1/")
    expect(phone.locator(".rise-now")).to_contain_text("Nälsytuppi: pari A voitti")
    phone.goto(f"/t/{tournament.slug}/standings/")
    expect(phone.locator("table.standings").first).to_contain_text("76")
    assert not find_differences().is_bad


def test_a_visitors_page_follows_by_itself_and_keeps_still_while_nothing_happens(
    phone: Page, live_server: object
) -> None:
    organiser = make_event_maker()
    tournament = make_drawn_tournament(organiser)
    phone.clock.install()
    phone.goto(f"/t/{tournament.slug}/standings/")
    with phone.expect_response(lambda answer: answer.status == 304):
        phone.clock.run_for(11_000)
    play(organiser, Match.objects.get(tournament=tournament, number=1), "ra0")
    with phone.expect_response(lambda answer: answer.status == 200):
        phone.clock.run_for(11_000)
    expect(phone.locator("table.standings").first).to_contain_text("56")
    assert_reachable_for_all(phone)


def test_a_paper_sheet_is_checked_as_it_is_typed(desk: Page, live_server: object) -> None:
    tournament = make_drawn_tournament(make_event_maker())
    let_in(desk, add_referee(tournament), str(live_server))
    desk.goto(f"/t/{tournament.slug}/desk/matches/1/sheet/")
    field = desk.get_by_label("Koko pöytäkirja")
    field.press_sequentially("ra8 nx4")
    expect(desk.get_by_text("Tätä ei voi lukea")).to_be_visible()
    assert_reachable_for_all(desk)
    field.fill("ra8 na4 rb9")
    expect(desk.locator("s.fallen")).to_have_text("20")
    desk.get_by_role("button", name="Tallenna pöytäkirja").click()
    expect(desk.get_by_text("Pöytäkirja on tallennettu")).to_be_visible()
    match = Match.objects.get(tournament=tournament, number=1)
    assert (match.total_a, match.total_b, match.entry_count) == (20, 0, 3)


def test_the_question_who_is_meant_goes_with_the_name_it_asks_about(
    desk: Page, live_server: object
) -> None:
    organiser = make_event_maker()
    tournament = make_tournament(organiser, pairs=3)
    let_in(desk, organiser, str(live_server))
    desk.goto(f"/t/{tournament.slug}/manage/pairs/?added=1")
    desk.locator("#id_first_name").fill("Aino Ensi2")
    desk.locator("#id_second_name").fill("Uusi Pelaaja")
    desk.locator("#add button[type=submit]").click()
    question = desk.locator("fieldset.which")
    expect(question).to_be_visible()
    desk.locator("#id_first_name").fill("Erkki Myöhäinen")
    expect(question).to_be_hidden()
    desk.locator("#id_first_name").fill(" aino  ensi2")
    expect(question).to_be_visible()
    desk.locator("#id_first_name").fill("Erkki Myöhäinen")
    desk.locator("#add button[type=submit]").click()
    expect(desk.locator("#pair-4")).to_be_visible()
