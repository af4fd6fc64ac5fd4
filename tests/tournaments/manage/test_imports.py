"""Bringing in entry lists: looked at first, taken once they are confirmed."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from tests.builders import (
    actor,
    draw_and_publish,
    make_drawn_tournament,
    make_event_maker,
    make_tournament,
    numbered_pair,
    signed_in,
)
from tests.tournaments.manage.pages import text
from tournaments.actions.entries import EnteredPair, EnteredPlayer, add_pair, remove_pair
from tournaments.models import AuditRecord, ImportDraft, Tournament, User
from tournaments.queries.pairs import pairs_by_key

SAMPLES = Path(__file__).parent.parent / "imports" / "samples"


@pytest.fixture
def tournament(organiser: User) -> Tournament:
    return make_tournament(organiser)


def bring(client: Client, tournament: Tournament, name: str, content: bytes) -> HttpResponse:
    return client.post(
        f"/t/{tournament.slug}/manage/import/",
        {"file": SimpleUploadedFile(name, content), "rows": ""},
    )


def paste(client: Client, tournament: Tournament, rows: str) -> HttpResponse:
    return client.post(f"/t/{tournament.slug}/manage/import/", {"rows": rows})


def sample(client: Client, tournament: Tournament, name: str, **choices: str) -> HttpResponse:
    """The preview of one of the sample lists."""
    brought = bring(client, tournament, name, (SAMPLES / name).read_bytes())
    assert brought.status_code == 302, text(brought)
    return client.get(brought["Location"], choices)


def take_form(preview: HttpResponse) -> dict[str, object]:
    """The form that takes the ticked rows, as a browser sends it."""
    page = preview.content.decode()
    [form] = re.findall(r'<form method="post" action="[^"]*/import/.*?</form>', page, re.S)
    fields: dict[str, object] = dict(
        re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form)
    )
    fields["row"] = re.findall(r'name="row"[^>]*value="(\d+)" checked', form)
    return fields


def take(client: Client, preview: HttpResponse, **changed: object) -> HttpResponse:
    return client.post(preview.request["PATH_INFO"], take_form(preview) | changed)


def entered(tournament: Tournament) -> list[tuple[str, str]]:
    return [(pair.name, pair.clubs) for pair in pairs_by_key(tournament).values()]


@pytest.mark.parametrize("pasted", [False, True])
def test_32_pairs_are_brought_in_by_upload_and_by_paste(
    client: Client, tournament: Tournament, pasted: bool
) -> None:
    content = (SAMPLES / "parit-32.csv").read_bytes()
    brought = (
        paste(client, tournament, content.decode())
        if pasted
        else bring(client, tournament, "parit-32.csv", content)
    )
    preview = client.get(brought["Location"])
    seen = text(preview)
    assert "Pairs that can be taken 32 Rows with faults 0 Entered already 0" in seen
    assert "Nothing has been taken yet" in seen
    assert entered(tournament) == []
    answer = take(client, preview)
    assert answer["Location"] == f"/t/{tournament.slug}/manage/pairs/"
    assert "32 pairs have been taken" in text(client.get(answer["Location"]))
    assert len(entered(tournament)) == 32
    assert entered(tournament)[:3] == [
        ("Lauri Takkuvaara – Antti Koskenranta", "Oulun Tuppi"),
        ("Örjan Takkuvaara – Heikki Riipisenmaa", "Kemin Tuppikerho"),
        ("Antti Siurunoja – Niilo Aikioniemi", ""),
    ]


def test_a_finnish_excel_file_is_taken_with_its_letters(
    client: Client, tournament: Tournament
) -> None:
    preview = sample(client, tournament, "ilmoittautuneet-excel.csv")
    assert "it was read as windows-1252" in text(preview)
    take(client, preview)
    assert len(entered(tournament)) == 13
    assert ("Niilo Jänkälä-Oja – Terttu Välimaanaho", "Kempeleen Tuppi") in entered(tournament)


def test_names_that_begin_with_the_surname_are_turned_when_told_so(
    client: Client, tournament: Tournament
) -> None:
    preview = sample(client, tournament, "ilmo-liitetty.tsv")
    assert "The headings say that surnames come first" in text(preview)
    assert "Palokangas Per-Åke – Siurunoja Lahja" in text(preview)
    turned = sample(client, tournament, "ilmo-liitetty.tsv", surname_first="on")
    assert take_form(turned)["surname_first"] == "on"
    take(client, turned)
    assert len(entered(tournament)) == 9
    assert entered(tournament)[0][0] == "Per-Åke Palokangas – Lahja Siurunoja"


def test_a_workbook_of_several_sheets_asks_which(client: Client, tournament: Tournament) -> None:
    asked = sample(client, tournament, "kisatulos-kaksi-rivia.xlsx")
    assert "The workbook has several sheets" in text(asked)
    sheets = re.findall(r'<option value="([^"]+)"', asked.content.decode())
    previews = [
        sample(client, tournament, "kisatulos-kaksi-rivia.xlsx", sheet=sheet) for sheet in sheets
    ]
    [preview] = [each for each in previews if "16 pairs can be taken" in text(each)]
    assert take_form(preview)["sheet"] in sheets
    take(client, preview)
    assert len(entered(tournament)) == 16


def test_every_fault_is_named_by_row_and_the_row_is_left_out(
    client: Client, tournament: Tournament
) -> None:
    preview = sample(client, tournament, "virheita.csv")
    page, seen = preview.content.decode(), text(preview)
    assert re.findall(r'<b class="where">Row (\d+)</b>', page) == [
        "2",
        "4",
        "5",
        "6",
        "7",
        "8",
        "9",
        "10",
        "11",
    ]
    assert "Row 2 Eeva Keskikuru – … Eeva Keskikuru has no partner (cell C2)" in seen
    assert "antti hietaoja (cell A4) already plays in row 3" in seen
    assert "The pair of row 5 already stands in row 3" in seen
    assert "Cell A6 looks like a formula" in seen
    assert "Cell E12 is beside the columns and is not taken" in seen
    assert "<script>alert" not in page
    assert "A" * 400 in page
    take(client, preview)
    assert [name for name, _clubs in entered(tournament)] == [
        "Antti Hietaoja – Eino Kotajärvi",
        "Kaisa Karhuvaara – Helvi Hietaoja",
    ]


def test_cells_that_are_no_text_are_named(client: Client, tournament: Tournament) -> None:
    seen = text(sample(client, tournament, "solutyypit.xlsx"))
    assert "Cell C2 holds a formula: “=A2”" in seen
    assert "Cell A3 holds a number: “12345”" in seen
    assert "Cell C3 holds a date or time" in seen
    assert "1 pair can be taken" in seen


def test_rows_without_a_tick_are_left_out(client: Client, tournament: Tournament) -> None:
    preview = sample(client, tournament, "parit-32.csv")
    ticked = [row for row in take_form(preview)["row"] if row not in ("2", "33")]
    assert take(client, preview, row=ticked).status_code == 302
    assert len(entered(tournament)) == 30
    # The rest of the list can be taken later.
    rest = client.get(preview.request["PATH_INFO"])
    assert "Pairs that can be taken 2 Rows with faults 0 Entered already 30" in text(rest)
    assert "row 3, pair 1" in text(rest)
    take(client, rest)
    assert len(entered(tournament)) == 32


def test_a_list_without_a_tick_takes_nothing(client: Client, tournament: Tournament) -> None:
    preview = sample(client, tournament, "parit-32.csv")
    answer = take(client, preview, row=[])
    assert answer.status_code == 422
    assert "No pair is ticked" in text(answer)


def test_a_list_sent_twice_is_taken_once(client: Client, tournament: Tournament) -> None:
    preview = sample(client, tournament, "parit-32.csv")
    answers = [take(client, preview) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [302, 302]
    assert len(entered(tournament)) == 32
    assert AuditRecord.objects.filter(verb="import_pairs").count() == 1


@pytest.mark.parametrize(
    "first, second, answered",
    [(["2", "3"], ["2", "3"], 302), (["2"], ["2", "3"], 409), (["2"], ["3"], 409)],
)
def test_a_second_click_that_read_the_list_before_the_first_was_through(
    client: Client, tournament: Tournament, first: list[str], second: list[str], answered: int
) -> None:
    preview = sample(client, tournament, "parit-32.csv")
    answers = []

    def overtake(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        # The list has been read where the audit is asked whether the form was sent before.
        if not answers and 'FROM "tournaments_auditrecord"' in sql:
            answers.append(0)
            answers[0] = take(client, preview, row=first).status_code
        return execute(sql, *rest)

    with connection.execute_wrapper(overtake):
        answers.append(take(client, preview, row=second).status_code)
    assert answers == [302, answered]
    assert len(entered(tournament)) == len(first)


def test_other_rows_on_a_page_gone_back_to_are_told_apart(
    client: Client, tournament: Tournament
) -> None:
    preview = sample(client, tournament, "parit-32.csv")
    take(client, preview, row=["2"])
    answer = take(client, preview, row=["3"])
    assert answer.status_code == 409
    assert "This form was sent before" in text(answer)
    assert take_form(answer)["row"] == ["3"]
    assert take(client, answer).status_code == 302
    assert len(entered(tournament)) == 2


def test_rows_entered_meanwhile_stop_the_taking(
    client: Client, organiser: User, tournament: Tournament
) -> None:
    preview = sample(client, tournament, "parit-32.csv")
    entry = EnteredPair(EnteredPlayer("lauri takkuvaara"), EnteredPlayer("Uusi Pari"))
    add_pair(actor=actor(organiser), tournament=tournament, entry=entry)
    answer = take(client, preview)
    assert answer.status_code == 409
    assert "Nothing was taken: the entries have changed" in text(answer)
    assert "Lauri Takkuvaara (cell A2) already plays in pair 1 of the event" in text(answer)
    assert len(entered(tournament)) == 1
    assert take(client, answer).status_code == 302
    assert len(entered(tournament)) == 32


def test_a_list_is_not_taken_after_the_draw(client: Client, organiser: User) -> None:
    drawn = make_tournament(organiser, pairs=4, name="Arvottu")
    preview = sample(client, drawn, "parit-32.csv")
    draw_and_publish(organiser, drawn, 1)
    answer = take(client, preview)
    assert answer.status_code == 422
    assert "The draw has been published, so no pair can be added." in text(answer)
    assert len(entered(drawn)) == 4
    seen = text(client.get(preview.request["PATH_INFO"]))
    assert "Take the ticked pairs" not in seen


def test_a_list_longer_than_an_event_holds_is_told(client: Client, tournament: Tournament) -> None:
    rows = "\n".join(f"Aino Ensi{n}\tEero Toka{n}" for n in range(1, 402))
    preview = client.get(paste(client, tournament, rows)["Location"])
    assert "An event holds at most 400 pairs, and there is room for 400 more" in text(preview)
    assert "Take the ticked pairs" not in text(preview)


def test_columns_can_be_told_by_hand(client: Client, tournament: Tournament) -> None:
    rows = "Kemi;Aino Aho;Oula Aho\nOulu;Eeva Oja;Esa Oja"
    brought = paste(client, tournament, rows)
    roles = {"role_0": "club", "role_1": "player_1", "role_2": "player_2"}
    preview = client.get(brought["Location"], roles)
    assert take_form(preview).items() >= roles.items()
    take(client, preview)
    assert entered(tournament) == [("Aino Aho – Oula Aho", "Kemi"), ("Eeva Oja – Esa Oja", "Oulu")]


def test_the_row_of_the_headings_and_the_delimiter_can_be_told(
    client: Client, tournament: Tournament
) -> None:
    rows = "Ilmoittautuneet,x\nToinen rivi,x\nAino Aho,Oula Aho"
    brought = paste(client, tournament, rows)
    told = {"header_row": "2", "delimiter": "comma", "role_0": "player_1", "role_1": "player_2"}
    preview = client.get(brought["Location"], told)
    assert "1 pair can be taken" in text(preview)
    fields = take_form(preview)
    assert (fields["header_row"], fields["delimiter"]) == ("2", "comma")
    take(client, preview)
    assert entered(tournament) == [("Aino Aho – Oula Aho", "")]


def test_choices_that_make_no_sense_are_as_good_as_none(
    client: Client, tournament: Tournament
) -> None:
    nonsense = {
        "encoding": "ebcdic",
        "delimiter": "\x00",
        "header_row": "9" * 5000,
        "role_0": "boss",
        "role_99999999999999999999": "player_1",
        "surname_first": "",
    }
    preview = sample(client, tournament, "parit-32.csv", **nonsense)
    assert "32 pairs can be taken" in text(preview)


@pytest.mark.parametrize(
    "choices, told",
    [
        ({"sheet": "Ei ole\x00"}, "There is nothing on a sheet called “Ei ole[U+0000]”"),
        ({"sheet": "Kemi", "header_row": "1999"}, "There is no row 1999 to hold the headings"),
    ],
)
def test_choices_that_lead_nowhere_are_told(
    client: Client, tournament: Tournament, choices: dict[str, str], told: str
) -> None:
    preview = sample(client, tournament, "kisatulos-kaksi-rivia.xlsx", **choices)
    assert told in text(preview)
    assert "Take the ticked pairs" not in text(preview)


@pytest.mark.parametrize(
    "name, content, told",
    [
        ("tyhja.csv", b"", "There is nothing in it"),
        ("vanha.xls", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "of an old kind"),
        ("rikki.xlsx", b"PK\x03\x04rikki", "The workbook cannot be read"),
        ("kuva.png", b"\x89PNG\r\n\x1a\n" + bytes(range(256)), "neither a workbook nor text"),
        ("iso.csv", b"Aino Aho;Oula Aho\n" * 150_000, "The list is larger than 2 MB"),
        ("pitka.csv", b"Aino Aho;Oula Aho\n" * 2_100, "The list goes on below row 2000"),
    ],
)
def test_a_file_that_cannot_be_read_is_refused_as_a_whole(
    client: Client, tournament: Tournament, name: str, content: bytes, told: str
) -> None:
    answer = bring(client, tournament, name, content)
    assert answer.status_code == 422
    assert told in text(answer)
    assert not ImportDraft.objects.exists()


def test_a_form_without_a_list_or_with_two_is_told(client: Client, tournament: Tournament) -> None:
    nothing = paste(client, tournament, " \n ")
    assert nothing.status_code == 422
    assert "There is no list yet" in text(nothing)
    both = client.post(
        f"/t/{tournament.slug}/manage/import/",
        {"file": SimpleUploadedFile("a.csv", b"Aino Aho;Oula Aho"), "rows": "Aino Aho;Oula Aho"},
    )
    assert both.status_code == 422
    assert "both a file and pasted text" in text(both)
    assert "Aino Aho;Oula Aho" in both.content.decode()


def test_a_paste_larger_than_the_site_reads_is_answered(
    client: Client, tournament: Tournament
) -> None:
    answer = client.post(
        f"/t/{tournament.slug}/manage/import/",
        b"rows=" + b"x" * (4 * 1024 * 1024),
        content_type="application/x-www-form-urlencoded",
    )
    assert answer.status_code == 400
    assert "What was sent is too large" in text(answer)


def test_lists_are_kept_for_a_day(client: Client, tournament: Tournament) -> None:
    preview = sample(client, tournament, "parit-32.csv")
    ImportDraft.objects.update(made_at=timezone.now() - timedelta(days=1, minutes=1))
    sample(client, tournament, "solutyypit.xlsx")
    assert ImportDraft.objects.count() == 1
    gone = client.get(preview.request["PATH_INFO"])
    assert gone.status_code == 404
    assert "This list is no longer kept" in text(gone)
    assert take(client, preview).status_code == 404


def test_an_event_keeps_few_lists(client: Client, tournament: Tournament) -> None:
    for number in range(22):
        paste(client, tournament, f"Aino Ensi{number}\tEero Toka{number}")
    assert ImportDraft.objects.count() == 20
    newest = ImportDraft.objects.order_by("-pk")[0]
    assert bytes(newest.content) == b"Aino Ensi21\tEero Toka21"


def test_lists_of_other_events_are_not_shown(client: Client, tournament: Tournament) -> None:
    other = make_event_maker("oskari")
    theirs = make_tournament(other, name="Toinen")
    preview = sample(signed_in(other), theirs, "parit-32.csv")
    draft = preview.request["PATH_INFO"].split("/")[-2]
    assert client.get(f"/t/{tournament.slug}/manage/import/{draft}/").status_code == 404
    assert client.get(preview.request["PATH_INFO"]).status_code == 403
    assert client.get(f"/t/{tournament.slug}/manage/import/{uuid4()}/").status_code == 404


def test_a_page_not_sent_whole_takes_nothing(client: Client, tournament: Tournament) -> None:
    preview = sample(client, tournament, "parit-32.csv")
    answer = take(client, preview, token="x")
    assert answer.status_code == 422
    assert "not sent whole" in text(answer)
    assert entered(tournament) == []


def test_rows_that_are_no_numbers_are_passed_over(client: Client, tournament: Tournament) -> None:
    preview = sample(client, tournament, "parit-32.csv")
    assert take(client, preview, row=["x", "-1", "9" * 5000, "²"]).status_code == 422
    assert take(client, preview, row=["1999"]).status_code == 409
    assert entered(tournament) == []


def test_a_name_taken_back_is_free_again(
    client: Client, organiser: User, tournament: Tournament
) -> None:
    add_pair(actor=actor(organiser), tournament=tournament, entry=numbered_pair(1))
    remove_pair(actor=actor(organiser), tournament=tournament, number=1)
    preview = client.get(paste(client, tournament, "Aino Ensi1\tEero Toka1")["Location"])
    assert "1 pair can be taken" in text(preview)


def test_the_drawn_event_says_so_before_a_list_is_brought(client: Client, organiser: User) -> None:
    drawn = make_drawn_tournament(organiser, name="Arvottu")
    assert "no pair can be added" in text(client.get(f"/t/{drawn.slug}/manage/import/"))


@pytest.mark.parametrize("pairs", [1, 30])
def test_the_preview_takes_the_same_few_queries_whatever_the_number_of_pairs(
    client: Client,
    organiser: User,
    django_assert_num_queries: DjangoAssertNumQueries,
    pairs: int,
) -> None:
    tournament = make_tournament(organiser, pairs=pairs)
    rows = "\n".join(f"Uusi Ensi{n}\tUusi Toka{n}" for n in range(pairs))
    address = paste(client, tournament, rows)["Location"]
    with django_assert_num_queries(9):
        client.get(address)
