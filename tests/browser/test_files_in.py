"""Files brought in on a phone: filled score sheets, and an entry list mended in its preview."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import assert_reachable_for_all, let_in
from tests.builders import (
    make_drawn_tournament,
    make_event_maker,
    make_tournament,
    play,
    sheet_in_short,
)
from tests.tournaments.filled.filling import filling
from tournaments.queries.pairs import pairs_by_key

pytestmark = pytest.mark.django_db(transaction=True)

SEND = "main button[type=submit]"


def test_filled_sheets_are_brought_in_looked_at_and_saved(
    phone: Page, live_server: object, tmp_path: Path
) -> None:
    organiser = make_event_maker()
    tournament = make_drawn_tournament(organiser)
    matches = {match.number: match for match in tournament.matches.all()}
    form = filling(tournament).put(1, 1, short="ra8 na4").put(2, 1, short="rb9")
    form.put(3, 1, game="rami", declarer="A", tricks=14)
    play(organiser, matches[2], "rb8")
    path = tmp_path / "kierros1.xlsx"
    path.write_bytes(form.saved())
    let_in(phone, organiser, str(live_server))
    phone.goto(f"/t/{tournament.slug}/desk/")
    more = phone.locator("details:has(a[href$='/desk/sheets-file/'])").first
    more.locator("summary").click()
    more.locator("a[href$='/desk/sheets-file/']").click()
    assert_reachable_for_all(phone)
    phone.set_input_files("input[name=file]", path)
    phone.locator(SEND).click()
    phone.locator("#takeable").wait_for()
    assert_reachable_for_all(phone)
    assert phone.locator("#faults li").count() == 1
    assert phone.locator("input[name=match]:checked").count() == 1
    phone.locator("#match-2").check()
    phone.locator("[name=reason-2]").fill("Luettu väärin")
    phone.locator(SEND).click()
    phone.wait_for_url(f"**/t/{tournament.slug}/desk/")
    written = [sheet_in_short(matches[number]) for number in (1, 2, 3)]
    assert written == ["ra8 na4", "rb9", ""]


def test_a_row_of_an_entry_list_is_mended_by_the_enter_key(
    phone: Page, live_server: object
) -> None:
    organiser = make_event_maker()
    tournament = make_tournament(organiser)
    let_in(phone, organiser, str(live_server))
    phone.goto(f"/t/{tournament.slug}/manage/import/")
    phone.locator("textarea[name=rows]").fill(
        "Pelaaja 1;Pelaaja 2\nAino Aho;Oula Aho\nEeva Oja;\nIiro Ilves;Olga Ilves"
    )
    phone.locator(SEND).first.click()
    phone.locator("#row-4").uncheck()
    phone.locator("[name=step][value=mend-3]").click()
    second = phone.locator("[name=mend-second_name]")
    second.wait_for()
    assert_reachable_for_all(phone)
    second.fill("Esa Oja")
    second.press("Enter")
    phone.locator("[name=step][value=restore-3]").wait_for()
    assert_reachable_for_all(phone)
    phone.get_by_text("Miten luettelo luettiin").click()
    phone.locator("[name=step][value=read]").click()
    phone.locator("[name=step][value=restore-3]").wait_for()
    phone.locator("#rows .form-end [type=submit]").click()
    phone.wait_for_url("**/manage/pairs/")
    names = [pair.name for pair in pairs_by_key(tournament).values()]
    assert names == ["Aino Aho – Oula Aho", "Eeva Oja – Esa Oja"]
