"""The history of a sheet: every write with its lines, and the sheet as it once stood."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.conf import settings as project

from tests.tournaments.desk.desk import Desk, plain
from tests.tournaments.table.phone import Phone
from tournaments.models import SheetRevision
from tournaments.views.desk.revisions import A_PAGE

pytestmark = pytest.mark.django_db


def rows(desk: Desk) -> list[str]:
    page = desk.get("revisions/").content.decode()
    body = re.search(r"<tbody>(.*?)</tbody>", page, re.S)
    assert body
    cells = [re.sub(r"<[^>]*>", " ", row) for row in body[1].split("</tr>")]
    return [" ".join(cell.split()) for cell in cells if cell.strip()]


def test_every_write_is_listed_with_who_what_and_why_the_latest_first(desk: Desk) -> None:
    desk.write("ra8")
    desk.write("na4")
    desk.typed("ra8 nb5 rb7", reason="Misread")
    when = r"\d+\.\d+\.\d{4} \d\d\.\d\d\.\d\d"
    latest, second, first = rows(desk)
    assert re.fullmatch(
        rf"3 {when} olli before and after from line 2 na4 nb5 rb7 correction Misread", latest
    )
    assert re.fullmatch(rf"2 {when} reetta before and after from line 2 na4", second)
    assert re.fullmatch(rf"1 {when} reetta before and after from line 1 ra8", first)


@pytest.mark.parametrize("kept", ["", "Peruttu pöydässä", "Taken back at the table"])
def test_a_deal_taken_back_at_its_table_is_told_in_the_readers_language(
    desk: Desk, kept: str
) -> None:
    phone = Phone.at_table(desk.match)
    phone.send("ra8")
    phone.take_back()
    # Such revisions once kept words for it.
    SheetRevision.objects.filter(number=2).update(reason=kept)
    for language, told, other in (
        ("en", "Taken back at the table", "Peruttu pöydässä"),
        ("fi", "Peruttu pöydässä", "Taken back at the table"),
    ):
        desk.client.cookies[project.LANGUAGE_COOKIE_NAME] = language
        for path in ("revisions/", "revisions/2/", "compare/?b=2"):
            page = plain(desk.get(path))
            assert (path, page.count(told), page.count(other)) == (path, 1, 0)


def test_a_past_sheet_is_shown_as_it_stood(desk: Desk) -> None:
    desk.typed("ra8 na4")
    desk.typed("ra8 nb5", reason="Misread")
    desk.typed("", reason="Wrong match")
    past = plain(desk.get("revisions/1/"))
    assert "The sheet as it stood after change 1." in past
    assert "It has been changed since." in past
    assert "ra8 na4" in past
    assert "ra8 nb5" in plain(desk.get("revisions/2/"))
    now = plain(desk.get("revisions/3/"))
    assert "The sheet was empty." in now
    assert "It stands so now." in now


@pytest.mark.parametrize("number", ["0", "2", "9" * 30])
def test_a_revision_there_is_not_is_not_found(desk: Desk, number: str) -> None:
    desk.typed("ra8")
    assert desk.get(f"revisions/{number}/").status_code == 404


def test_a_sheet_nobody_wrote_on_has_no_history(desk: Desk) -> None:
    assert "Nothing has been written yet" in plain(desk.get("revisions/"))


@pytest.mark.parametrize("page", ["x", "0", "-1", "9" * 30, "%00"])
def test_a_page_that_makes_no_sense_shows_some_page(desk: Desk, page: str) -> None:
    desk.typed("ra8")
    assert desk.get(f"revisions/?page={page}").status_code == 200


def test_a_long_history_comes_in_pages_at_a_bounded_number_of_queries(
    desk: Desk, django_assert_num_queries: Any
) -> None:
    desk.typed("ra8")
    with django_assert_num_queries(11):
        desk.get("revisions/")
    for turn in range(A_PAGE):
        desk.typed("na4" if turn % 2 else "ra8 na4", reason="Back and forth")
    with django_assert_num_queries(11):
        page = desk.get("revisions/")
    assert len(rows(desk)) == A_PAGE
    assert "Earlier" in plain(page)
