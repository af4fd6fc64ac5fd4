"""A whole sheet typed in short notation: checked while typed, shown before saved lines change."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest

from tests.builders import win_for_a
from tests.tournaments.desk.desk import Desk, form_values, plain, told
from tournaments.models import SheetRevision

pytestmark = pytest.mark.django_db


def test_the_sheet_as_it_stands_is_ready_to_be_changed(desk: Desk) -> None:
    desk.typed("ra8 na4 !b")
    page = desk.get("sheet/")
    assert form_values(page)["notation"] == "ra8 na4 !b"
    assert "As saved. Nothing has changed yet." in plain(page)
    assert "rami, pair A declared and took 8 tricks" in plain(page)


def test_a_check_shows_the_sheet_recomputed_and_writes_nothing(desk: Desk) -> None:
    answer = desk.check("ra8 na4\n!b")
    assert answer.status_code == 200
    assert "<html" not in answer.content.decode()
    text = plain(answer)
    assert "Changes from line 1 on." in text
    assert "Lines: added 3." in text
    assert "Match points A 0, B 0 A 48, B 0" in text
    assert "28 against pair B: faulty show." in text
    assert desk.sheet == ""


def test_a_check_names_every_line_at_fault_and_shows_the_sheet_without_them(desk: Desk) -> None:
    text = plain(desk.check("ra8 na4 RA14 nb5"))
    assert "Line 3 RA14 Tricks are 0 to 13." in text
    assert "The sheet without the lines at fault:" in text
    assert "1 RAMI A 8 5 +8 8" in text


def test_a_check_works_without_javascript_and_keeps_what_was_typed(desk: Desk) -> None:
    page = desk.check("ra8 ra14", htmx=False, reason="Typed wrong")
    assert "<html" in page.content.decode()
    values = form_values(page)
    assert (values["notation"], values["reason"]) == ("ra8 ra14", "Typed wrong")
    assert "Line 2 ra14" in plain(page)


def test_new_lines_are_saved_at_once(desk: Desk) -> None:
    desk.typed("ra8")
    answer = desk.save("ra8 na4 rb7")
    assert told(answer) == ["The sheet has been saved."]
    assert desk.sheet == "ra8 na4 rb7"


def test_changing_saved_lines_is_shown_first_and_needs_a_reason(desk: Desk) -> None:
    desk.typed("ra8 na4 nb6")
    answer = desk.save("ra9 na4", reason="Misread")
    assert answer.status_code == 422
    text = plain(answer)
    assert "Not saved yet: this changes lines that were saved before." in text
    assert "Changes from line 1 on. Lines: changed 1, left out 1." in text
    assert "Match points A 20, B 0 A 24, B 0" in text
    assert desk.sheet == "ra8 na4 nb6"

    shown = form_values(answer)
    assert (shown["notation"], shown["reason"]) == ("ra9 na4", "Misread")
    answer = desk.save("ra9 na4", shown=shown["shown"])
    assert answer.status_code == 422
    assert "Write why, then save again." in plain(answer)

    answer = desk.save("ra9 na4", shown=shown["shown"], reason="Misread")
    assert told(answer) == ["The sheet has been corrected from line 1 on."]
    assert desk.sheet == "ra9 na4"
    assert SheetRevision.objects.get(match=desk.match, number=2).reason == "Misread"


def test_another_change_than_the_one_shown_is_shown_before_it_is_saved(desk: Desk) -> None:
    desk.typed("ra8 na4")
    shown = form_values(desk.check("ra9 na4"))["shown"]
    assert desk.save("ra10 na4", shown=shown, reason="Misread").status_code == 422
    assert desk.sheet == "ra8 na4"


def test_the_winner_before_and_after_is_told(desk: Desk) -> None:
    desk.typed(win_for_a(16))
    text = plain(desk.check(win_for_a(16).replace("na6 nb6", "ra0", 1).split()[0]))
    assert "Pair A won on points, A 32 and B 0." in text
    assert "Nälsytuppi: pair B won by one robbed deal." in text


def test_a_sheet_that_reads_so_already_changes_nothing(desk: Desk) -> None:
    desk.typed("ra8 na4")
    assert told(desk.save("RA+8  na4")) == ["The sheet reads so already. Nothing was changed."]
    assert desk.revision == 1


def test_a_sheet_at_fault_is_refused_and_kept_as_typed(desk: Desk) -> None:
    answer = desk.save("ra8 ra14 nb5", reason="Why")
    assert answer.status_code == 422
    assert form_values(answer)["notation"] == "ra8 ra14 nb5"
    assert "Line 2 ra14" in plain(answer)
    assert desk.sheet == ""


def test_a_stale_sheet_is_refused_shown_as_it_is_now_and_kept_as_typed(desk: Desk) -> None:
    desk.typed("ra8")
    desk.typed("ra8 na4")
    answer = desk.save("ra8 nb5", revision=1, reason="Mine")
    assert answer.status_code == 409
    text = plain(answer)
    assert "The sheet changed while you had it open." in text
    assert "Changes from line 2 on. Lines: changed 1." in text
    values = form_values(answer)
    assert (values["notation"], values["reason"], values["revision"]) == ("ra8 nb5", "Mine", "2")
    assert desk.sheet == "ra8 na4"
    again = desk.save("ra8 nb5", revision=2, shown=values["shown"], reason="Mine")
    assert again.status_code == 302
    assert desk.sheet == "ra8 nb5"


def test_a_check_tells_that_the_sheet_has_changed_meanwhile(desk: Desk) -> None:
    desk.typed("ra8")
    assert "The sheet has changed since you opened this page." in plain(
        desk.check("ra8 na4", revision=0)
    )
    page = desk.check("ra8 na4", htmx=False, revision=0)
    assert form_values(page)["revision"] == "0"


def test_a_whole_sheet_sent_twice_counts_once(desk: Desk) -> None:
    fields = {"token": uuid4(), "revision": 0}
    told(desk.save("ra8 na4", **fields))
    assert told(desk.save("ra8 na4", **fields)) == [
        "Already saved: the form came twice and counts once."
    ]
    assert desk.revision == 1


def test_a_page_gone_back_to_and_changed_is_no_repeat_and_keeps_what_was_typed(
    desk: Desk,
) -> None:
    token = uuid4()
    told(desk.save("ra8 na4", token=token, revision=0))
    answer = desk.save("ra8 na4 rb7", token=token, revision=0)
    assert answer.status_code == 409
    assert "This form was sent before with something else in it" in plain(answer)
    values = form_values(answer)
    assert values["notation"] == "ra8 na4 rb7"
    assert desk.sheet == "ra8 na4"
    again = desk.client.post(f"{desk.address}sheet/", values)
    assert again.status_code == 302
    assert desk.sheet == "ra8 na4 rb7"


def test_a_bare_result_stands_for_a_sheet_that_is_missing(desk: Desk) -> None:
    assert desk.save("b76-24t").status_code == 302
    text = plain(desk.get())
    assert "Pair B won by a tuppi." in text
    assert "Result only: the sheet is missing." in text


def test_an_emptied_sheet_is_a_correction(desk: Desk) -> None:
    desk.typed("ra8")
    assert desk.save("").status_code == 422
    assert desk.save_shown("", reason="Wrong match").status_code == 302
    assert desk.sheet == ""


@pytest.mark.parametrize(
    "text", ["na6 " * 50_000, "r" * 200_000, "na6 n/ " * 151], ids=["deals", "letters", "lines"]
)
def test_a_sheet_far_too_long_is_refused_in_words(desk: Desk, text: str) -> None:
    desk.set_format("to_tuppi", None)
    for answer in (desk.check(text), desk.save(text)):
        assert answer.status_code in (200, 422)
        said = plain(answer)
        assert (
            "The text is too long for a score sheet." in said
            or "A sheet holds at most 300 lines." in said
        )
    assert desk.sheet == ""


@pytest.mark.parametrize(
    "text",
    [
        "ra8\0na4",
        "\0",
        "ｒａ８",
        "ra８",
        "ra8\u2028na4\x85!",
        "\u202era8",
        "<b>ra8</b>",
        pytest.param("🂡" * 60, id="cards"),
        "ra٣",
    ],
)
def test_strange_letters_are_named_and_break_nothing(desk: Desk, text: str) -> None:
    for answer in (desk.check(text), desk.check(text, htmx=False), desk.save(text)):
        assert answer.status_code in (200, 422)
        assert "<b>ra8</b>" not in answer.content.decode()
        assert '<b class="where">' in answer.content.decode()
    assert desk.sheet == ""


def test_dashes_of_a_phones_keyboard_are_read(desk: Desk) -> None:
    assert desk.save("ra–24 ra−8").status_code == 302
    assert desk.sheet == "ra4 ra6"


def test_a_ruling_shows_the_tricks_it_left(desk: Desk) -> None:
    desk.typed("ra3-2!b:revoke")
    text = plain(desk.get())
    assert "1 RAMI A 11 2 +20" in text
    assert "Ruling against pair B, the rest of the tricks: revoke." in text


def test_whole_sheet_pages_take_as_many_queries_for_a_long_sheet_as_for_an_empty_one(
    desk: Desk, django_assert_num_queries: Any
) -> None:
    with django_assert_num_queries(9):
        desk.get("sheet/")
    long = "na6 nb6 na6 nb6 ra8"
    desk.typed(long)
    desk.match.refresh_from_db()
    with django_assert_num_queries(9):
        desk.get("sheet/")
    with django_assert_num_queries(9):
        # One more for the revision that the test itself reads.
        desk.check(long)
