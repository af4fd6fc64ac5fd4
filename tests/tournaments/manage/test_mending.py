"""Rows of an entry list mended in its preview; ticks and mended rows stay while it is read anew."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from tests.builders import actor, make_tournament
from tests.tournaments.manage.pages import text
from tests.tournaments.manage.test_imports import entered, paste, sample, take, take_form
from tournaments.actions.entries import EnteredPair, EnteredPlayer, add_pair
from tournaments.models import AuditRecord, ImportDraft, Tournament, User

LIST = (
    "Pelaaja 1;Kerho;Pelaaja 2;Kerho\nAino Aho;Kemi;Oula Aho;\nEeva Oja;;;\nIiro Ilves;;Olga Ilves;"
)


@pytest.fixture
def tournament(organiser: User) -> Tournament:
    return make_tournament(organiser)


@pytest.fixture
def preview(client: Client, tournament: Tournament) -> HttpResponse:
    """The pairs of rows 2 and 4 can be taken; row 3 lacks a player."""
    return client.get(paste(client, tournament, LIST)["Location"])


def everything(page: HttpResponse) -> dict[str, object]:
    """The whole form of the preview as a browser sends it, but its buttons."""
    html = page.content.decode()
    fields = take_form(page)
    for name, options in re.findall(r'<select name="([^"]+)"[^>]*>(.*?)</select>', html, re.S):
        chosen = re.search(r'<option value="([^"]*)" selected', options)
        fields[name] = unescape(chosen[1]) if chosen else ""
    for name in re.findall(r'<input type="checkbox" name="(to-\w+)"[^>]* checked', html):
        fields[name] = "on"
    for tag in re.findall(r'<input type="text"[^>]*>', html):
        name, value = re.search(r'name="([^"]*)"', tag), re.search(r'value="([^"]*)"', tag)
        if name:
            fields[name[1]] = unescape(value[1]) if value else ""
    return fields


def press(client: Client, page: HttpResponse, step: str, **changed: object) -> HttpResponse:
    """The page after pressing a button of the preview."""
    return client.post(
        page.request["PATH_INFO"], everything(page) | changed | {"step": step}, follow=True
    )


def mend(client: Client, page: HttpResponse, row: int, *texts: str) -> HttpResponse:
    """The page after a row was opened and typed anew: name, club, name, club."""
    opened = press(client, page, f"mend-{row}")
    names = ("first_name", "first_club", "second_name", "second_club")
    typed = {f"mend-{name}": each for name, each in zip(names, texts, strict=True)}
    return press(client, opened, f"keep-{row}", **typed)


def test_a_row_is_mended_in_its_place_and_taken(
    client: Client, tournament: Tournament, preview: HttpResponse
) -> None:
    opened = press(client, preview, "mend-3")
    assert everything(opened)["mend-first_name"] == "Eeva Oja"
    mended = mend(client, preview, 3, "Eeva Oja", "Oulu", " Esa  Oja", "Tornio")
    assert "3 pairs can be taken" in text(mended)
    assert "mended" in text(mended)
    assert take_form(mended)["row"] == ["2", "3", "4"]
    assert entered(tournament) == []
    take(client, mended)
    assert ("Eeva Oja – Esa Oja", "Oulu, Tornio") in entered(tournament)


def test_a_row_without_a_fault_can_be_mended_too(
    client: Client, tournament: Tournament, preview: HttpResponse
) -> None:
    take(client, mend(client, preview, 2, "Aino Aho", "", "Oula Ahola", ""))
    assert ("Aino Aho – Oula Ahola", "") in entered(tournament)


def test_what_cannot_be_a_name_is_told_at_its_field_and_not_kept(
    client: Client, preview: HttpResponse
) -> None:
    answer = mend(client, preview, 3, "Eeva <b>", "", "", "")
    assert answer.status_code == 422
    assert "Write it without &lt; and &gt;." in answer.content.decode()
    assert everything(answer)["mend-first_name"] == "Eeva <b>"
    assert ImportDraft.objects.get().handled[""]["mended"] == {}
    again = press(client, answer, "keep-3", **{"mend-first_name": "A B", "mend-second_name": "a b"})
    assert "The same player stands here twice" in text(again)


def test_a_mended_row_is_held_against_the_list_and_the_event(
    client: Client, organiser: User, tournament: Tournament, preview: HttpResponse
) -> None:
    mended = mend(client, preview, 3, "Aino Aho", "", "Uusi Nimi", "")
    assert "Aino Aho (cell A3) already plays in row 2" in text(mended)
    entry = EnteredPair(EnteredPlayer("Vanha Nimi"), EnteredPlayer("Toinen Nimi"))
    add_pair(actor=actor(organiser), tournament=tournament, entry=entry)
    mended = mend(client, mended, 3, "vanha nimi", "", "Uusi Nimi", "")
    assert "vanha nimi (cell A3) already plays in pair 1 of the event" in text(mended)


def test_a_mended_row_reads_as_in_the_list_again(client: Client, preview: HttpResponse) -> None:
    mended = mend(client, preview, 3, "Eeva Oja", "", "Esa Oja", "")
    restored = press(client, mended, "restore-3")
    assert "Eeva Oja has no partner" in text(restored)
    assert "mended" not in text(restored)


def test_leaving_a_row_keeps_nothing_of_it(client: Client, preview: HttpResponse) -> None:
    opened = press(client, preview, "mend-2")
    left = press(client, opened, "leave-2", **{"mend-first_name": "Muu Nimi"})
    assert "Muu Nimi" not in text(left)
    assert "mend-first_name" not in everything(left)


def test_ticks_and_mended_rows_stay_while_the_list_is_read_anew(
    client: Client, tournament: Tournament, preview: HttpResponse
) -> None:
    mended = mend(client, preview, 3, "Eeva Oja", "", "Esa Oja", "")
    anew = press(client, mended, "read", row=["2", "3"], **{"to-header_row": "1"})
    assert take_form(anew)["header_row"] == "1"
    assert take_form(anew)["row"] == ["2", "3"]
    turned = press(client, anew, "surnames")
    assert take_form(turned)["row"] == ["2", "3"]
    assert "Aho Aino – Aho Oula" in text(turned)
    assert "Eeva Oja – Esa Oja" in text(turned)
    columns = press(client, turned, "columns", **{"to-role_1": "ignore", "to-surname_first": ""})
    assert take_form(columns)["role_1"] == "ignore"
    assert take_form(columns)["row"] == ["2", "3"]
    ticked = press(client, columns, "mend-2", row=["2", "3", "4"])
    assert take_form(ticked)["row"] == ["2", "3", "4"]
    take(client, ticked, row=["3"])
    assert [name for name, _clubs in entered(tournament)] == ["Eeva Oja – Esa Oja"]


def test_rows_of_another_sheet_have_their_own_ticks(client: Client, tournament: Tournament) -> None:
    asked = sample(client, tournament, "kisatulos-kaksi-rivia.xlsx")
    sheets = re.findall(r'<option value="([^"]+)"', asked.content.decode())
    chosen = [press(client, asked, "read", **{"to-sheet": sheet}) for sheet in sheets]
    [page] = [each for each in chosen if "16 pairs can be taken" in text(each)]
    first, *rest = take_form(page)["row"]
    press(client, page, "read", row=rest)
    again = client.get(page.request["PATH_INFO"], {"sheet": take_form(page)["sheet"]})
    assert take_form(again)["row"] == rest
    assert set(ImportDraft.objects.get().handled) == {"", take_form(page)["sheet"]}
    assert first not in rest


def test_numbers_places_and_fees_of_the_list_are_shown(
    client: Client, tournament: Tournament
) -> None:
    rows = (
        "Nro;Pelaaja 1;Pelaaja 2;Sija;Maksettu\n7;Aino Aho;Oula Aho;3.;x\n"
        "8;Eeva Oja;Esa Oja;;ei\n9;Iiro Ilves;Olga Ilves;;ehkä"
    )
    page = client.get(paste(client, tournament, rows)["Location"])
    seen = text(page)
    assert "Aino Aho – Oula Aho Number 7 Place 3 Fee paid" in seen
    assert seen.count("Fee paid Mend") == 1
    assert "does not say whether the fee is paid: “ehkä”" in seen
    before = timezone.now()
    take(client, page)
    paid = {pair.number: pair.paid_at for pair in tournament.pairs.all()}
    assert paid[1] is not None
    assert paid[1] >= before
    assert (paid[2], paid[3]) == (None, None)
    assert AuditRecord.objects.get(verb="import_pairs").details["paid"] == [1]


def test_the_places_of_a_result_list_are_shown(client: Client, tournament: Tournament) -> None:
    asked = sample(client, tournament, "kisatulos-kaksi-rivia.xlsx")
    sheets = re.findall(r'<option value="([^"]+)"', asked.content.decode())
    pages = [
        text(sample(client, tournament, "kisatulos-kaksi-rivia.xlsx", sheet=sheet))
        for sheet in sheets
    ]
    assert any("Place 1 " in page and "Place 16 " in page for page in pages)


def test_the_same_list_mended_again_changes_nothing(
    client: Client, tournament: Tournament, preview: HttpResponse
) -> None:
    take(client, mend(client, preview, 3, "Eeva Oja", "", "Esa Oja", ""))
    again = client.get(preview.request["PATH_INFO"])
    assert "Pairs that can be taken 0 Rows with faults 0 Entered already 3" in text(again)


@pytest.mark.parametrize("step", ["mend-999", "keep", "mend-x", "restore-²", "read", "leave-"])
def test_steps_that_lead_nowhere_change_nothing(
    client: Client, tournament: Tournament, preview: HttpResponse, step: str
) -> None:
    answer = press(client, preview, step)
    assert answer.status_code in (200, 422)
    assert take_form(answer)["row"] == ["2", "4"]
    assert entered(tournament) == []


def test_a_list_no_longer_kept_cannot_be_mended(
    client: Client, tournament: Tournament, preview: HttpResponse
) -> None:
    ImportDraft.objects.all().delete()
    assert press(client, preview, "mend-2").status_code == 404
