"""A whole sheet corrected in fields: recomputed, compared, every fault named, saved once."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any
from uuid import uuid4

import pytest
from django.http import HttpResponse

from tests.builders import make_user, play, signed_in, win_for_a
from tests.tournaments.corrections.fields import BLANK, check, fields_of, rows_of, save, save_shown
from tests.tournaments.desk.desk import Desk, form_values, plain, told
from tournaments.forms.sheets_rows import MOST_ROWS, SheetRow
from tournaments.models import Match, SheetRevision

pytestmark = pytest.mark.django_db

EVERY_KIND = "ra8 n/ rb3 !a- ra3-2!b:revoke !b:third_misdeal"


def values(response: HttpResponse) -> dict[str, str]:
    """Fields of text of a page by name, and the choices selected in it."""
    html = response.content.decode()
    found = form_values(response)
    for name, options in re.findall(r'<select name="([^"]*)".*?>(.*?)</select>', html, re.S):
        chosen = re.search(r'value="([^"]*)" selected', options)
        found[name] = chosen[1] if chosen else ""
    return found


def test_every_kind_of_line_comes_into_the_fields_and_back_out_unchanged(desk: Desk) -> None:
    desk.typed(EVERY_KIND)
    page = desk.get("edit/")
    found = values(page)
    assert (found["game-0"], found["declarer-0"], found["tricks-0"]) == ("rami", "A", "8")
    assert found["game-1"] == "nolo"
    assert 'name="fell-1" autocomplete="off" checked' in page.content.decode()
    assert (found["game-3"], found["line-3"]) == ("short", "!a-")
    assert found["line-4"] == "ra3-2!b:revoke"
    assert told(save(desk, rows_of(desk, EVERY_KIND))) == [
        "The sheet reads so already. Nothing was changed."
    ]


def test_each_row_says_what_it_books(desk: Desk) -> None:
    desk.typed("ra8 n/")
    html = desk.get("edit/").content.decode()
    assert '<p class="says" id="says-0">A +8, rise 8</p>' in html
    assert 'id="says-1">Pair A falls from 8, nobody books points</p>' in html


def test_rows_for_the_deals_still_to_come_stand_ready_and_count_for_nothing(desk: Desk) -> None:
    desk.typed("ra8 na4")
    assert values(desk.get("edit/"))["rows"] == "16"
    assert told(save(desk, [*rows_of(desk, "ra8 na4 rb7"), BLANK, BLANK])) == [
        "The sheet has been saved."
    ]
    assert desk.sheet == "ra8 na4 rb7"


def test_a_check_recomputes_row_by_row_and_writes_nothing(desk: Desk) -> None:
    desk.typed("ra8 na4")
    answer = check(desk, rows_of(desk, "ra9 na4"))
    html = answer.content.decode()
    assert 'id="says-0" hx-swap-oob="true">A +12, rise 12</p>' in html
    assert 'id="says-1" hx-swap-oob="true">A +12, rise 24</p>' in html
    assert 'id="checked-sheet" hx-swap-oob="true"' in html
    text = plain(answer)
    assert "Changes from line 1 on. Lines: changed 1." in text
    assert "1. RAMI, pair A declared and took 8 tricks. A +8, rise 8." in text
    assert "1. RAMI, pair A declared and took 9 tricks. A +12, rise 12." in text
    assert desk.sheet == "ra8 na4"


def test_all_a_change_breaks_later_is_named_row_by_row(desk: Desk) -> None:
    desk.typed("ra8 n/ rb8 n/ ra8")
    rows = rows_of(desk, "ra8 n/ rb8 n/ ra8")
    rows[0] = replace(rows[0], left_out=True)
    rows[2] = replace(rows[2], left_out=True)
    text = plain(check(desk, rows))
    fault = "Nobody was on the rise here who could fall. Write the tricks of the deal."
    assert f"Line 2 {fault} Line 4 {fault}" in text
    assert "Line 5" not in text


def test_what_a_change_breaks_is_mended_in_the_same_edit(desk: Desk) -> None:
    desk.typed("ra8 n/ rb8")
    rows = rows_of(desk, "ra8 n/ rb8")
    rows[0] = replace(rows[0], left_out=True)
    assert save_shown_refused(desk, rows) == 422
    rows[1] = replace(rows[1], fell=False, tricks="9")
    assert save_shown(desk, rows, reason="Misread").status_code == 302
    assert desk.sheet == "nb4 rb8"


def save_shown_refused(desk: Desk, rows: list[SheetRow]) -> int:
    return save(desk, rows, reason="Misread").status_code


def test_every_line_after_an_early_end_is_named(desk: Desk) -> None:
    desk.typed("ra8 na4 rb8")
    rows = rows_of(desk, "ra8 na4 rb8")
    rows[0] = replace(rows[0], tricks="0")
    text = plain(check(desk, rows))
    assert text.count("The match was over before this line.") == 4  # each in its row and the list


@pytest.mark.parametrize(
    "row, sentence",
    [
        (SheetRow("", "A", "8"), "Choose the game: RAMI or NOLO."),
        (SheetRow("skat", "A", "8"), "Choose the game: RAMI or NOLO."),
        (SheetRow("rami", "", "8"), "A rami needs its declarer's pair: choose A or B."),
        (SheetRow("rami", "A"), "Write pair A's tricks, or say that the rise fell."),
        (SheetRow("nolo", "", "x"), "Write pair A's tricks as a number from 0 to 13."),
        (SheetRow("nolo", "", "٣"), "Write pair A's tricks as a number from 0 to 13."),
        (SheetRow("nolo", "", "-1"), "Write pair A's tricks as a number from 0 to 13."),
        (SheetRow("nolo", "", "14"), "Tricks are 0 to 13."),
        (SheetRow("nolo", "", "4", fell=True), "Give the tricks, or say that the rise fell"),
        (SheetRow("short"), "Write the line in short notation"),
        (SheetRow("short", line="ra8 na4"), "This cannot be read."),
        (SheetRow("short", line="<b>x</b>"), "This cannot be read."),
    ],
)
def test_a_row_that_is_no_line_says_what_is_missing(
    desk: Desk, row: SheetRow, sentence: str
) -> None:
    answer = save(desk, [row])
    assert answer.status_code == 422
    assert f"Line 1 {sentence}" in plain(answer).replace(row.line, "").replace("  ", " ")
    assert "<b>x</b>" not in answer.content.decode()
    assert desk.sheet == ""


def test_a_declarer_left_in_a_nolo_is_passed_over(desk: Desk) -> None:
    assert save(desk, [SheetRow("nolo", "B", "4")]).status_code == 302
    assert desk.sheet == "na4"


def test_a_line_is_inserted_without_javascript_and_nothing_typed_is_lost(desk: Desk) -> None:
    desk.typed("ra8 na4")
    rows = rows_of(desk, "ra9 na4")
    page = check(desk, rows, htmx=False, insert="1", reason="Misread")
    found = values(page)
    assert (found["rows"], found["tricks-0"], found["game-1"], found["game-2"]) == (
        "3",
        "9",
        "",
        "nolo",
    )
    assert found["reason"] == "Misread"
    assert re.search(r'name="game-1" [^>]*autofocus', page.content.decode())


def test_a_line_is_inserted_by_htmx_with_all_rows_anew(desk: Desk) -> None:
    answer = check(desk, rows_of(desk, "ra8"), insert="1")
    assert 'name="game-1"' in answer.content.decode()
    assert "<html" not in answer.content.decode()


@pytest.mark.parametrize("insert", ["-1", "99", "x", "", "9" * 400])
def test_a_row_asked_for_where_none_can_be_changes_nothing(desk: Desk, insert: str) -> None:
    page = check(desk, rows_of(desk, "ra8"), htmx=False, insert=insert)
    assert values(page)["rows"] == "1"


@pytest.mark.parametrize("count", ["x", "-3", "9" * 400, "999999", ""])
def test_a_strange_number_of_rows_breaks_nothing(desk: Desk, count: str) -> None:
    answer = check(desk, rows_of(desk, "ra8"), htmx=False, rows=count)
    assert answer.status_code == 200
    assert int(values(answer)["rows"]) <= MOST_ROWS


def test_a_sheet_far_too_long_is_refused_in_words(desk: Desk) -> None:
    desk.set_format("to_tuppi", None)
    rows = [SheetRow("nolo", "", "6"), SheetRow("nolo", "", "7")] * 151
    answer = save(desk, rows)
    assert answer.status_code == 422
    assert "A sheet holds at most 300 lines." in plain(answer)


def test_changed_lines_are_shown_before_they_are_saved_and_need_a_reason(desk: Desk) -> None:
    desk.typed("ra8 na4")
    rows = rows_of(desk, "ra9 na4")
    answer = save(desk, rows)
    assert answer.status_code == 422
    assert "Not saved yet: this changes lines that were saved before." in plain(answer)
    shown = values(answer)
    assert shown["tricks-0"] == "9"
    answer = save(desk, rows, shown=shown["shown"])
    assert answer.status_code == 422
    assert "Write why, then save again." in plain(answer)
    answer = save(desk, rows, shown=shown["shown"], reason="Misread")
    assert told(answer) == ["The sheet has been corrected from line 1 on."]
    assert desk.sheet == "ra9 na4"
    revision = SheetRevision.objects.get(match=desk.match, number=2)
    assert (revision.reason, revision.made_by_name) == ("Misread", "reetta")


def test_the_common_beginning_stays_as_it_was(desk: Desk) -> None:
    desk.typed("ra8 na4 rb8")
    save_shown(desk, rows_of(desk, "ra8 na4 rb9"), reason="Misread")
    kept = desk.match.entries.filter(ended__isnull=True).order_by("position")
    assert [entry.added.number for entry in kept] == [1, 1, 2]


def test_a_stale_edit_is_refused_with_what_is_there_now_and_all_that_was_typed(desk: Desk) -> None:
    desk.typed("ra8")
    desk.typed("ra8 na4")
    answer = save(desk, rows_of(desk, "ra8 nb5"), revision=1, reason="Mine")
    assert answer.status_code == 409
    assert "The sheet changed while you had it open." in plain(answer)
    found = values(answer)
    assert (found["tricks-1"], found["reason"], found["revision"]) == ("8", "Mine", "2")
    assert desk.sheet == "ra8 na4"
    again = save(desk, rows_of(desk, "ra8 nb5"), shown=found["shown"], reason="Mine")
    assert again.status_code == 302
    assert desk.sheet == "ra8 nb5"


def test_a_check_tells_that_the_sheet_has_changed_meanwhile(desk: Desk) -> None:
    desk.typed("ra8")
    text = plain(check(desk, rows_of(desk, "ra8"), revision=0))
    assert "The sheet has changed since you opened this page." in text


def test_an_edit_sent_twice_counts_once(desk: Desk) -> None:
    fields = {"token": uuid4(), "revision": 0}
    told(save(desk, rows_of(desk, "ra8"), **fields))
    assert told(save(desk, rows_of(desk, "ra8"), **fields)) == [
        "Already saved: the form came twice and counts once."
    ]
    assert desk.revision == 1


def test_a_form_sent_before_with_something_else_is_not_taken_for_saved(desk: Desk) -> None:
    fields = {"token": uuid4(), "revision": 0}
    told(save(desk, rows_of(desk, "ra8"), **fields))
    answer = save(desk, rows_of(desk, "ra8 na4"), **(fields | {"revision": 1}))
    assert answer.status_code == 409
    assert "This form was sent before with something else in it" in plain(answer)
    found = values(answer)
    assert found["token"] != str(fields["token"])
    assert found["tricks-1"] == "4"
    assert desk.sheet == "ra8"


def test_an_edit_without_its_revision_is_refused(desk: Desk) -> None:
    sent = fields_of(rows_of(desk, "ra8"))
    assert desk.client.post(f"{desk.address}edit/", sent).status_code == 422
    assert desk.sheet == ""


def test_somebody_without_a_role_corrects_nothing(desk: Desk) -> None:
    outsider = replace(desk, client=signed_in(make_user("satu")))
    assert save(outsider, rows_of(desk, "ra8")).status_code == 403
    assert check(outsider, rows_of(desk, "ra8")).status_code == 403
    assert desk.sheet == ""


def finish_pool(desk: Desk) -> list[Match]:
    """Every match of the first match's pool, won by its pair A."""
    matches = list(desk.match.pool.matches.order_by("number"))
    for match in matches:
        play(desk.organiser, match, win_for_a(16))
    return matches


def test_the_places_that_move_are_told_before_saving_and_nothing_is_written(desk: Desk) -> None:
    finish_pool(desk)
    answer = check(desk, [SheetRow("rami", "A", "0")])
    text = plain(answer)
    assert "Nälsytuppi: pair B won by one robbed deal." in text
    assert "Places that move in pool" in text
    pool = desk.match.pool.label
    for loser_or_winner in (desk.match.pair_a, desk.match.pair_b):
        name = " – ".join(player.name for player in loser_or_winner.players.all())
        assert re.search(rf"moves.*{name} \d=? \d=?", f"moves {text}"), (name, text)
    assert f"pool {pool}" in text
    desk.match.refresh_from_db()
    assert (desk.match.winner, desk.match.nalsy) == ("A", False)


def test_the_notation_page_tells_the_same_places(desk: Desk) -> None:
    finish_pool(desk)
    in_fields = plain(check(desk, [SheetRow("rami", "A", "0")]))
    moves = re.search(r"Places that move .*? Line by line", in_fields)
    assert moves
    assert moves[0] in plain(desk.check("ra0"))


def test_the_notation_page_names_every_fault(desk: Desk) -> None:
    text = plain(desk.check("n/ ra8 ra14 xyz"))
    assert re.search(r"Line 1 n/ Nobody .* Line 3 ra14 Tricks .* Line 4 xyz This cannot", text)


def test_no_place_moves_where_the_outcome_stays(desk: Desk) -> None:
    finish_pool(desk)
    sheet = win_for_a(16)
    swapped = sheet.replace("na6 nb6", "na6 rb7", 1)
    assert "No place in the pool moves." in plain(check(desk, rows_of(desk, swapped)))


def test_edit_pages_take_as_many_queries_for_a_long_sheet_as_for_an_empty_one(
    desk: Desk, django_assert_num_queries: Any
) -> None:
    with django_assert_num_queries(8):
        desk.get("edit/")
    finish_pool(desk)
    with django_assert_num_queries(8):
        desk.get("edit/")
    with django_assert_num_queries(12):
        # One of these is the test's own; two rank the pool as it is and as it would be; one asks
        # whether it is locked who goes on.
        check(desk, [SheetRow("rami", "A", "0")])
