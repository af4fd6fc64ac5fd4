"""Two revisions of a sheet side by side."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.http import HttpResponse

from tests.tournaments.desk.desk import Desk, plain

pytestmark = pytest.mark.django_db


def sides(page: HttpResponse) -> list[str]:
    """What each of the two says."""
    found = re.findall(r'<section class="block">(.*?)</section>', page.content.decode(), re.S)
    return [" ".join(re.sub(r"<[^>]*>", " ", one).split()) for one in found]


def shown(page: HttpResponse) -> tuple[str, ...]:
    return tuple(re.findall(r'<input id="[ab]"[^>]*value="(\d+)"', page.content.decode()))


def test_changed_lines_are_marked_by_a_word_on_both_sides(desk: Desk) -> None:
    desk.typed("ra8 na4 rb7")
    desk.typed("ra9 na4 rb7 !a", reason="Misread")
    page = desk.get("compare/?a=1&b=2")
    before, after = sides(page)
    assert before.startswith("After change 1 ")
    assert "olli" in before
    assert "Why: Misread" in after
    assert (before.count("changed"), after.count("changed")) == (1, 1)
    assert (before.count("added"), after.count("added")) == (0, 1)
    assert "2 lines differ." in plain(page)
    html = page.content.decode()
    assert html.count('<b class="mark changed">') == 2
    assert html.count('<b class="mark added">') == 1


def test_a_line_that_books_otherwise_since_one_before_it_changed_says_so(desk: Desk) -> None:
    desk.typed("ra8 nb5")
    desk.typed("rb8 nb5", reason="Misread")
    before, after = sides(desk.get("compare/?a=1&b=2"))
    assert before.count("books otherwise") == 1
    assert after.count("books otherwise") == 1


def test_lines_that_were_left_out_are_marked_where_they_stood(desk: Desk) -> None:
    desk.typed("ra8 na4 rb7")
    desk.typed("ra8 rb7", reason="Doubled")
    before, after = sides(desk.get("compare/?a=1&b=2"))
    assert before.count("left out") == 1
    assert "left out" not in after


def test_the_two_sheets_can_stand_the_other_way_round(desk: Desk) -> None:
    desk.typed("ra8")
    desk.typed("ra8 na4")
    before, after = sides(desk.get("compare/?a=2&b=1"))
    assert before.startswith("After change 2 now")
    assert before.count("left out") == 1
    assert after.startswith("After change 1")


def test_a_sheet_beside_itself_is_the_same(desk: Desk) -> None:
    desk.typed("ra8")
    assert "The two are the same, line by line." in plain(desk.get("compare/?a=1&b=1"))


def test_before_the_first_write_stands_the_empty_sheet(desk: Desk) -> None:
    desk.typed("ra8")
    before, after = sides(desk.get("compare/?a=0&b=1"))
    assert before.startswith("Before the first write")
    assert "The sheet was empty." in before
    assert after.count("added") == 1


@pytest.mark.parametrize(
    "query",
    ["", "?a=x&b=y", "?a=99&b=99", "?a=-1", "?a=" + "9" * 400, "?a=%00", "?a=٣&b=٣", "?b=3"],
)
def test_what_is_no_revision_shows_the_last_change(desk: Desk, query: str) -> None:
    for notation in ("ra8", "ra8 na4", "ra8 na4 rb7"):
        desk.typed(notation)
    assert shown(desk.get(f"compare/{query}")) == ("2", "3")


def test_a_sheet_nobody_wrote_on_has_nothing_to_compare(desk: Desk) -> None:
    assert "Nothing has been written yet" in plain(desk.get("compare/"))


def test_every_change_leads_to_its_before_and_after(desk: Desk) -> None:
    desk.typed("ra8")
    desk.typed("ra8 na4")
    html = desk.get("revisions/").content.decode()
    assert f'href="{desk.address}compare/?b=2"' in html
    assert shown(desk.get("compare/?b=2")) == ("1", "2")


def test_comparing_takes_as_many_queries_for_long_sheets_as_for_short_ones(
    desk: Desk, django_assert_num_queries: Any
) -> None:
    # Two queries more than for deals alone: who gave the rulings of each sheet.
    desk.typed("ra8 !a-")
    desk.typed("ra8 !a- na4")
    with django_assert_num_queries(12):
        desk.get("compare/")
    for _turn in range(4):
        desk.typed("na6 nb6 na6 nb6 ra8 !a ra8", reason="Misread")
        desk.typed("ra8", reason="Misread")
    with django_assert_num_queries(11):  # who gave the ruling
        desk.get("compare/?a=5&b=6")
