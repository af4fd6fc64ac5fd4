"""Bringing the filled workbook: looked at first, taken once it is confirmed, each match once."""

from __future__ import annotations

import re
from datetime import timedelta
from html import unescape
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from tests.builders import (
    add_referee,
    draw_and_publish,
    make_drawn_tournament,
    make_event_maker,
    make_tournament,
    play,
    sheet_in_short,
    signed_in,
    win_for_a,
)
from tests.tournaments.filled.filling import Filling, filling
from tests.tournaments.imports.building import workbook
from tests.tournaments.manage.pages import text
from tests.tournaments.withdrawals.steps import annul
from tournaments.actions.draws import take_back_draw
from tournaments.actions.entries import EnteredPair, EnteredPlayer, import_pairs
from tournaments.archive.text import to_bytes
from tournaments.archive.writing import archive_value
from tournaments.models import AuditRecord, ImportDraft, Match, SheetRevision, Tournament, User
from tournaments.permissions import actor_of
from tournaments.views.desk.filled_matches import MatchOfFile

WIN = win_for_a(16)


def bring(client: Client, tournament: Tournament, filled: Filling | bytes) -> HttpResponse:
    content = filled if isinstance(filled, bytes) else filled.saved()
    return client.post(
        f"/t/{tournament.slug}/desk/sheets-file/",
        {"file": SimpleUploadedFile("kierros1.xlsx", content)},
    )


def looked_at(client: Client, tournament: Tournament, filled: Filling) -> HttpResponse:
    """The preview of a filled workbook."""
    brought = bring(client, tournament, filled)
    assert brought.status_code == 302, text(brought)
    return client.get(brought["Location"])


def taking(preview: HttpResponse) -> dict[str, object]:
    """The form that takes the ticked matches, as a browser sends it."""
    [form] = re.findall(
        r'<form method="post" class="sheets-file".*?</form>', preview.content.decode(), re.S
    )
    [token] = re.findall(r'name="token" value="([^"]*)"', form)
    fields: dict[str, object] = {
        "token": token,
        "match": re.findall(r'name="match"[^>]*value="([\d:]+)" checked', form),
    }
    for name, value in re.findall(r'name="(reason-\d+)" value="([^"]*)"', form):
        fields[name] = unescape(value)
    return fields


def take(client: Client, preview: HttpResponse, **changed: object) -> HttpResponse:
    return client.post(preview.request["PATH_INFO"], taking(preview) | changed)


def kinds(preview: HttpResponse) -> dict[int, str]:
    """What the page says of each match."""
    rows = [
        row["match"]
        for name in ("takeable", "differing", "faulty", "same")
        for row in preview.context[name]
    ]
    assert all(isinstance(row, MatchOfFile) for row in rows)
    return {row.number: row.kind.value for row in rows}


def sheet(tournament: Tournament, number: int) -> str:
    return sheet_in_short(tournament.matches.get(number=number))


def the_match(tournament: Tournament, number: int = 1) -> Match:
    return tournament.matches.get(number=number)


def test_filled_sheets_are_looked_at_then_taken(client: Client, tournament: Tournament) -> None:
    form = filling(tournament).sheet(the_match(tournament), WIN).put(2, 1, short="b76-24t")
    form.put(3, 1, game="Rami ", declarer="a", tricks="8")
    preview = looked_at(client, tournament, form)
    assert kinds(preview) == {1: "new", 2: "new", 3: "new"}
    seen = text(preview)
    assert "Nothing has been saved yet" in seen
    assert "Matches that can be taken 3" in seen
    assert "Not filled in 9" in seen
    assert "Pair A won on points" in seen
    assert "unfinished" in seen
    assert not SheetRevision.objects.exists()
    answer = take(client, preview)
    assert answer["Location"] == f"/t/{tournament.slug}/desk/"
    assert [sheet(tournament, number) for number in (1, 2, 3, 4)] == [WIN, "b76-24t", "ra8", ""]
    assert the_match(tournament).is_finished


def test_each_sheet_is_recorded_as_at_the_desk_and_the_file_once(
    client: Client, tournament: Tournament
) -> None:
    form = filling(tournament).put(1, 1, short="ra8").put(2, 1, short="b76-24t")
    take(client, looked_at(client, tournament, form))
    records = AuditRecord.objects.order_by("pk").values_list("verb", "match__number")
    assert list(records)[-4:] == [
        ("bring_sheets", None),
        ("write_sheet", 1),
        ("enter_result", 2),
        ("take_sheets", None),
    ]
    assert AuditRecord.objects.get(verb="take_sheets").details == {
        "source": "kierros1.xlsx",
        "sheets": [[1, "ra8"], [2, "b76-24t"]],
    }


def test_matches_without_a_tick_are_left_out(client: Client, tournament: Tournament) -> None:
    form = filling(tournament).put(1, 1, short="ra8").put(2, 1, short="na4")
    preview = looked_at(client, tournament, form)
    assert take(client, preview, match=["2:0"]).status_code == 302
    assert (sheet(tournament, 1), sheet(tournament, 2)) == ("", "na4")
    rest = client.get(preview.request["PATH_INFO"])
    assert kinds(rest) == {1: "new", 2: "same"}


def test_nothing_ticked_takes_nothing(client: Client, tournament: Tournament) -> None:
    preview = looked_at(client, tournament, filling(tournament).put(1, 1, short="ra8"))
    answer = take(client, preview, match=[])
    assert answer.status_code == 422
    assert "No match is ticked" in text(answer)


def test_a_match_with_a_fault_is_named_by_its_cell_and_left_out(
    client: Client, tournament: Tournament
) -> None:
    form = filling(tournament).put(1, 1, short="ra8").put(2, 1, short="xx")
    form.put(3, 1, game="rami", declarer="A", tricks=14).put(4, 1, game="nolo", tricks="=1+3")
    row = {number: form.block(number)[1] for number in (2, 3, 4)}
    preview = looked_at(client, tournament, form)
    assert kinds(preview) == {1: "new", 2: "faulty", 3: "faulty", 4: "faulty"}
    seen = text(preview)
    assert f"Round 1, cell F{row[2]}: “xx”: This cannot be read." in seen
    assert f"Round 1, cell E{row[3]}: Tricks are 0 to 13." in seen
    assert f"Round 1, cell E{row[4]}: a formula, “=1+3”." in seen
    take(client, preview)
    assert [sheet(tournament, number) for number in (1, 2, 3, 4)] == ["ra8", "", "", ""]


def test_deals_after_a_tuppi_are_faults(client: Client, tournament: Tournament) -> None:
    form = filling(tournament).put(1, 1, short="ra13 ra13 na4")
    seen = text(looked_at(client, tournament, form))
    assert "“na4”: The match was over before this line." in seen


def test_the_same_file_again_changes_nothing(client: Client, tournament: Tournament) -> None:
    form = filling(tournament).sheet(the_match(tournament), WIN)
    take(client, looked_at(client, tournament, form))
    again = looked_at(client, tournament, form)
    assert kinds(again) == {1: "same"}
    assert "What the workbook holds is on the site already" in text(again)
    assert "Save the ticked sheets" not in text(again)


def test_a_fresh_form_holds_what_is_saved_and_changes_nothing(
    client: Client, organiser: User, tournament: Tournament
) -> None:
    play(organiser, the_match(tournament), WIN)
    play(organiser, the_match(tournament, 2), "ra8 rb/ !a:third_misdeal ra3-2!b:revoke")
    play(organiser, the_match(tournament, 3), "b76-24t")
    assert kinds(looked_at(client, tournament, filling(tournament))) == {1: "same", 2: "same"}


def test_an_unfinished_sheet_is_gone_on_with(
    client: Client, organiser: User, tournament: Tournament
) -> None:
    play(organiser, the_match(tournament), "ra8")
    preview = looked_at(client, tournament, filling(tournament).put(1, 2, short="na4"))
    assert kinds(preview) == {1: "new"}
    take(client, preview)
    assert sheet(tournament, 1) == "ra8 na4"
    assert not SheetRevision.objects.filter(corrects=True).exists()


def test_a_sheet_that_went_on_at_the_desk_is_left_as_it_is(
    client: Client, organiser: User, tournament: Tournament
) -> None:
    form = filling(tournament).put(1, 1, short="ra8")
    play(organiser, the_match(tournament), "ra8 na4")
    preview = looked_at(client, tournament, form)
    assert kinds(preview) == {1: "behind"}
    assert "its saved sheet goes on further" in text(preview)


def test_a_sheet_written_otherwise_meanwhile_needs_a_tick_and_a_reason(
    client: Client, organiser: User, tournament: Tournament
) -> None:
    form = filling(tournament).put(1, 1, short="ra9").put(2, 1, short="na4")
    play(organiser, the_match(tournament), "ra8")
    preview = looked_at(client, tournament, form)
    assert kinds(preview) == {1: "differs", 2: "new"}
    assert taking(preview)["match"] == ["2:0"]
    assert "A 8, B 0" in text(preview)
    refused = take(client, preview, match=["1:1", "2:0"])
    assert refused.status_code == 422
    assert "Write why the saved sheet changes" in text(refused)
    assert taking(refused)["match"] == ["2:0", "1:1"]
    assert sheet(tournament, 2) == ""
    long = take(client, refused, **{"reason-1": "x" * 301})
    assert long.status_code == 422
    assert "at most 300 characters" in text(long)
    take(client, refused, **{"reason-1": "Misread"})
    assert (sheet(tournament, 1), sheet(tournament, 2)) == ("ra9", "na4")
    revision = SheetRevision.objects.get(match=the_match(tournament), number=2)
    assert (revision.corrects, revision.reason) == (True, "Misread")


def test_the_deals_of_a_bare_result_take_its_place_where_they_agree(
    client: Client, organiser: User, tournament: Tournament
) -> None:
    play(organiser, the_match(tournament), "a56-0t")
    preview = looked_at(client, tournament, filling(tournament).put(1, 1, short="ra13 ra13"))
    assert kinds(preview) == {1: "result"}
    take(client, preview)
    assert sheet(tournament, 1) == "ra13 ra13"
    assert SheetRevision.objects.get(number=2).reason == "Sheet arrived"


def test_deals_that_do_not_agree_with_the_bare_result_are_shown_and_need_a_reason(
    client: Client, organiser: User, tournament: Tournament
) -> None:
    play(organiser, the_match(tournament), "b76-24t")
    preview = looked_at(client, tournament, filling(tournament).put(1, 1, short="ra13 ra13"))
    assert kinds(preview) == {1: "differs"}
    assert "These lines do not agree with the result entered before" in text(preview)
    take(client, preview, match=["1:1"], **{"reason-1": "Copied wrong"})
    assert sheet(tournament, 1) == "ra13 ra13"


def test_a_sheet_that_changes_while_the_page_is_open_is_shown_as_it_is_now(
    client: Client, organiser: User, tournament: Tournament
) -> None:
    form = filling(tournament).put(1, 1, short="ra9").put(2, 1, short="na4")
    preview = looked_at(client, tournament, form)
    play(organiser, the_match(tournament), "ra8")
    answer = take(client, preview)
    assert answer.status_code == 409
    assert "Nothing was taken: sheets have changed" in text(answer)
    assert kinds(answer) == {1: "differs", 2: "new"}
    assert taking(answer)["match"] == ["2:0"]
    assert sheet(tournament, 2) == ""
    assert take(client, answer).status_code == 302
    assert (sheet(tournament, 1), sheet(tournament, 2)) == ("ra8", "na4")


def test_a_form_sent_twice_is_taken_once(client: Client, tournament: Tournament) -> None:
    preview = looked_at(client, tournament, filling(tournament).put(1, 1, short="ra8"))
    assert [take(client, preview).status_code for _ in range(2)] == [302, 302]
    assert AuditRecord.objects.filter(verb="take_sheets").count() == 1


def test_other_ticks_on_a_page_gone_back_to_are_told_apart(
    client: Client, tournament: Tournament
) -> None:
    form = filling(tournament).put(1, 1, short="ra8").put(2, 1, short="na4")
    preview = looked_at(client, tournament, form)
    take(client, preview, match=["1:0"])
    answer = take(client, preview, match=["2:0"])
    assert answer.status_code == 409
    assert "This form was sent before" in text(answer)
    assert take(client, answer).status_code == 302
    assert sheet(tournament, 2) == "na4"


def test_an_annulled_match_is_not_taken(
    client: Client, organiser: User, tournament: Tournament
) -> None:
    form = filling(tournament).put(1, 1, short="ra8")
    annul(organiser, the_match(tournament))
    preview = looked_at(client, tournament, form)
    assert kinds(preview) == {1: "faulty"}
    assert "The match has been annulled" in text(preview)


def test_matches_of_an_earlier_draw_are_not_taken(client: Client, organiser: User) -> None:
    tournament = make_drawn_tournament(organiser)
    form = filling(tournament)
    for match in tournament.matches.all():
        form.put(match.number, 1, short="ra8")
    take_back_draw(actor=actor_of(organiser), tournament=tournament)
    draw_and_publish(organiser, tournament, 1)
    now = {
        match.number: (match.pair_a.number, match.pair_b.number)
        for match in tournament.matches.select_related("pair_a", "pair_b")
    }
    preview = looked_at(client, tournament, form)
    for number, kind in kinds(preview).items():
        sheet_there, first = form.block(number)
        pairs = (sheet_there.cell(first - 2, 3).value, sheet_there.cell(first - 1, 3).value)
        assert (kind == "new") == (now[number] == pairs)
    assert "The match is between other pairs by now" in text(preview)


def test_a_match_the_event_does_not_have_is_named(client: Client, tournament: Tournament) -> None:
    form = filling(tournament).put(12, 1, short="ra8")
    sheet_there, first = form.block(12)
    for row in range(first - 2, first + 22):
        sheet_there.cell(row, 1).value = 99
    assert "The event has no match of this number" in text(looked_at(client, tournament, form))


def test_a_workbook_of_another_event_is_refused(client: Client, organiser: User) -> None:
    own = make_drawn_tournament(organiser)
    other = make_drawn_tournament_of(organiser, "Toinen")
    answer = bring(client, own, filling(other))
    assert answer.status_code == 422
    assert f"belongs to another event, {other.slug}" in text(answer)
    assert not ImportDraft.objects.exists()


def make_drawn_tournament_of(organiser: User, name: str) -> Tournament:
    tournament = make_tournament(organiser, name=name)
    import_pairs(
        actor=actor_of(organiser),
        tournament=tournament,
        entries=[
            EnteredPair(EnteredPlayer(f"{name} Yksi{n}"), EnteredPlayer(f"{name} Kaksi{n}"), row=n)
            for n in range(4)
        ],
        source="test",
    )
    return draw_and_publish(organiser, tournament, 1)


@pytest.mark.parametrize(
    "content, told",
    [
        (b"", "There is nothing in it"),
        (b"Aino;Oula", "The file cannot be read as a workbook"),
        (b"PK\x03\x04" + bytes(3 * 1024 * 1024), "The workbook is larger than 2 MB"),
        (workbook({"Parit": [["Pelaaja 1", "Pelaaja 2"]]}), "not the one of score sheets"),
    ],
)
def test_another_file_is_refused_with_the_reason(
    client: Client, tournament: Tournament, content: bytes, told: str
) -> None:
    answer = bring(client, tournament, content)
    assert answer.status_code == 422
    assert told in text(answer)
    assert not ImportDraft.objects.exists()


def test_workbooks_are_kept_for_a_day_and_beside_lists_of_pairs(
    client: Client, tournament: Tournament
) -> None:
    preview = looked_at(client, tournament, filling(tournament).put(1, 1, short="ra8"))
    draft = ImportDraft.objects.get()
    assert draft.purpose == ImportDraft.Purpose.SHEETS
    as_list = f"/t/{tournament.slug}/manage/import/{draft.token}/"
    assert client.get(as_list).status_code == 404
    ImportDraft.objects.update(made_at=timezone.now() - timedelta(days=1, minutes=1))
    looked_at(client, tournament, filling(tournament))
    gone = client.get(preview.request["PATH_INFO"])
    assert gone.status_code == 404
    assert "This workbook is no longer kept" in text(gone)


def test_referees_bring_sheets_and_others_do_not(tournament: Tournament) -> None:
    referee = signed_in(add_referee(tournament))
    preview = looked_at(referee, tournament, filling(tournament).put(1, 1, short="ra8"))
    assert preview.status_code == 200
    stranger = signed_in(make_event_maker("oskari"))
    assert stranger.get(preview.request["PATH_INFO"]).status_code == 403
    assert bring(stranger, tournament, b"").status_code == 403


def test_a_page_not_sent_whole_takes_nothing(client: Client, tournament: Tournament) -> None:
    preview = looked_at(client, tournament, filling(tournament).put(1, 1, short="ra8"))
    answer = take(client, preview, token="x")
    assert answer.status_code == 422
    odd = take(client, preview, match=["1", "x:y", "9" * 500 + ":0", "²:0", ":"], token=uuid4())
    assert odd.status_code == 422
    assert take(client, preview, match=["7:0"], token=uuid4()).status_code == 409
    assert sheet(tournament, 1) == ""


def test_names_and_cells_are_escaped(client: Client, tournament: Tournament) -> None:
    form = filling(tournament).put(1, 1, short="<script>alert(1)</script>")
    page = looked_at(client, tournament, form).content.decode()
    assert "<script>alert" not in page


def test_the_archive_tells_of_the_file_and_does_not_hold_it(
    client: Client, tournament: Tournament
) -> None:
    preview = looked_at(client, tournament, filling(tournament).put(1, 1, short="ra8"))
    take(client, preview)
    archive = to_bytes(archive_value(tournament)).decode()
    assert "kierros1.xlsx" in archive
    assert str(ImportDraft.objects.get().token) not in archive


@pytest.mark.parametrize("matches", [5, 100])
def test_the_preview_takes_the_same_few_queries_whatever_the_number_of_matches(
    client: Client,
    organiser: User,
    django_assert_num_queries: DjangoAssertNumQueries,
    matches: int,
) -> None:
    tournament = make_drawn_tournament(organiser, pairs=100, pools=20, tables=50, name="Iso")
    form = filling(tournament)
    for match in tournament.matches.order_by("number")[:matches]:
        form.put(match.number, 1, short="ra8")
    for match in tournament.matches.order_by("number")[: matches // 2]:
        play(organiser, match, "rb8")
    address = bring(client, tournament, form)["Location"]
    with django_assert_num_queries(9):
        client.get(address)
