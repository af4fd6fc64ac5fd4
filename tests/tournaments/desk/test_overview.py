"""The desk's overview: matches by where they stand, and finding one."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.http import HttpResponse

from tests.builders import make_drawn_tournament, play, win_for_a
from tests.tournaments.desk.desk import Desk, plain
from tournaments.models import Match

pytestmark = pytest.mark.django_db


def numbers(response: HttpResponse, section: str) -> list[int]:
    """The matches linked to in a section of the overview, in order."""
    html = response.content.decode()
    found = re.search(rf'<section[^>]*id="{section}".*?</section>', html, re.S)
    return [int(n) for n in re.findall(r"/desk/matches/(\d+)/", found[0])] if found else []


def test_matches_under_way_come_first_then_those_to_come_then_finished(desk: Desk) -> None:
    play(desk.organiser, desk.match, win_for_a(16))
    play(desk.organiser, Match.objects.get(number=3), "ra8 na3")
    page = desk.client.get(desk.home)
    html = page.content.decode()
    assert numbers(page, "under-way") == [3]
    assert numbers(page, "finished") == [1]
    assert sorted(numbers(page, "waiting")) == [2, *range(4, 13)]
    assert html.index('id="under-way"') < html.index('id="waiting"') < html.index('id="finished"')
    assert "2 of 16 deals" in plain(page)
    assert "1 of 12 matches played" in plain(page)


def test_matches_to_come_stand_by_time_then_table(desk: Desk) -> None:
    waiting = numbers(desk.client.get(desk.home), "waiting")
    ordered = Match.objects.order_by("slot", "table").values_list("number", flat=True)
    assert waiting == list(ordered)


def test_a_match_is_found_by_a_part_of_a_name_whatever_the_case(desk: Desk) -> None:
    match = Match.objects.get(number=5)
    name = match.pair_a.players.get(seat=1).name
    page = desk.client.get(desk.home, {"q": f"  {name.upper()}  "})
    assert 5 in numbers(page, "found")
    assert all(
        match.pair_a_id in (other.pair_a_id, other.pair_b_id)
        for other in Match.objects.filter(number__in=numbers(page, "found"))
    )


def test_a_number_finds_match_table_and_pair(desk: Desk) -> None:
    page = desk.client.get(desk.home, {"q": "2"})
    expected = {
        match.number
        for match in Match.objects.select_related("pair_a", "pair_b")
        if 2 in (match.number, match.table, match.pair_a.number, match.pair_b.number)
    }
    assert set(numbers(page, "found")) == expected


def test_what_is_not_found_is_said(desk: Desk) -> None:
    page = desk.client.get(desk.home, {"q": "Puuttuva"})
    assert "No match fits" in plain(page)
    assert numbers(page, "found") == []


@pytest.mark.parametrize(
    "text",
    [
        "\0",
        pytest.param("x" * 5000, id="long"),
        "<script>alert(1)</script>",
        "٣٣",
        "\ud7ff\U0001f0cf",
        "%' OR 1=1",
    ],
)
def test_strange_searches_find_nothing_and_break_nothing(desk: Desk, text: str) -> None:
    page = desk.client.get(desk.home, {"q": text})
    assert page.status_code == 200
    assert numbers(page, "found") == []
    assert "<script>alert" not in page.content.decode()


def test_an_event_without_a_draw_says_what_will_stand_there(desk: Desk) -> None:
    from tests.builders import make_tournament

    other = make_tournament(desk.organiser, pairs=3, name="Arpomaton")
    desk.client.force_login(desk.organiser)
    page = desk.client.get(f"/t/{other.slug}/desk/")
    assert "No matches yet" in plain(page)


def test_the_overview_takes_as_many_queries_for_many_matches_as_for_few(
    desk: Desk, django_assert_num_queries: Any
) -> None:
    large = make_drawn_tournament(desk.organiser, pairs=24, pools=6, name="Suurtuppi")
    desk.client.force_login(desk.organiser)
    for slug in (desk.tournament.slug, large.slug):
        with django_assert_num_queries(9):
            desk.client.get(f"/t/{slug}/desk/")
