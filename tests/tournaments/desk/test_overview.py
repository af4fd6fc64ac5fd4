"""The desk's overview: matches by where they stand, and finding one."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.http import HttpResponse
from django.utils import timezone

from tests.builders import make_drawn_tournament, play, win_for_a
from tests.tournaments.desk.desk import Desk, plain
from tournaments.models import Match, RefereeCall
from tournaments.queries.attention import MOST_RESULTS, STALE_AFTER

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
    assert "deal 3/16" in plain(page)
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
        with django_assert_num_queries(10):
            desk.client.get(f"/t/{slug}/desk/")


def calls_referee(desk: Desk, table: int, **fields: Any) -> RefereeCall:
    return RefereeCall.objects.create(tournament=desk.tournament, table=table, **fields)


def poll(desk: Desk, etag: str = "", query: str = "") -> HttpResponse:
    known = {"If-None-Match": etag} if etag else {}
    return desk.client.get(desk.home + query, headers={"HX-Request": "true", **known})


def test_the_overview_follows_and_is_asked_one_query_where_nothing_is_new(
    desk: Desk, django_assert_num_queries: Any
) -> None:
    first = poll(desk)
    with django_assert_num_queries(1):
        assert poll(desk, first["ETag"]).status_code == 304
    play(desk.organiser, desk.match, "ra8")
    later = poll(desk, first["ETag"])
    assert later.status_code == 200
    assert numbers(later, "under-way") == [1]


def test_the_part_that_follows_holds_keys_but_no_form_and_no_token(desk: Desk) -> None:
    calls_referee(desk, 1, kind="help")
    part = poll(desk, query="?q=1")
    content = part.content.decode()
    assert re.match(r'\s*<div\s+id="live"', content)
    assert 'form="answer"' in content
    assert numbers(part, "found")
    assert "<form" not in content
    assert "csrf" not in content
    whole = desk.client.get(desk.home).content.decode()
    for form in re.findall(r'form="([a-z-]+)"', content):
        assert f'<form method="post" id="{form}">' in whole


def test_a_match_without_a_deal_for_a_quarter_of_an_hour_appears_by_the_clock_alone(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: now)
    play(desk.organiser, desk.match, "ra8")
    quiet = poll(desk)
    assert numbers(quiet, "urgent") == []
    later = now + STALE_AFTER + timedelta(seconds=1)
    monkeypatch.setattr(timezone, "now", lambda: later)
    assert numbers(poll(desk, quiet["ETag"]), "urgent") == [1]


def test_long_lists_are_folded_and_what_is_urgent_never_is(desk: Desk) -> None:
    large = make_drawn_tournament(desk.organiser, pairs=60, pools=12, tables=30, name="Suuri")
    desk.client.force_login(desk.organiser)
    first = min(large.matches.values_list("slot", flat=True))
    for match in large.matches.filter(slot=first):
        play(desk.organiser, match, win_for_a(match.deals or 12))
        RefereeCall.objects.create(tournament=large, table=match.table, match=match, kind="help")
    on_paper = desk.client.get(f"/t/{large.slug}/desk/")
    assert "Results not confirmed" in plain(on_paper)
    assert numbers(on_paper, "unconfirmed") == []
    Match.objects.filter(tournament=large, number=1).update(confirmed_a=1)
    page = desk.client.get(f"/t/{large.slug}/desk/")
    html = page.content.decode()
    finished = large.matches.filter(slot=first).count()
    assert finished > 20
    assert len(numbers(page, "unconfirmed")) == MOST_RESULTS
    assert html.count('data-reason="call"') == finished
    assert re.search(r'<details id="unconfirmed-list">', html)
    assert not re.search(r"<details", html[html.index('id="urgent"') : html.index('id="unconf')])


def test_a_call_stays_on_the_overview_while_a_referee_comes_until_it_is_handled(
    desk: Desk,
) -> None:
    call = calls_referee(desk, 3, kind="help")
    key = f"{desk.home}calls/{call.pk}/"
    assert f"{key}coming/" in desk.client.get(desk.home).content.decode()
    coming = desk.client.post(f"{key}coming/", {"page": "desk"})
    assert (coming.status_code, coming["Location"]) == (302, desk.home)
    page = desk.client.get(desk.home)
    section = re.search(r'<section[^>]*id="coming".*?</section>', page.content.decode(), re.S)
    assert section
    assert f'formaction="{key}"' in section[0]
    assert f"{key}coming/" not in section[0]
    assert "reetta is on the way since" in plain(page)
    assert 'data-wanted="0"' in page.content.decode()
    handled = desk.client.post(key, {"page": "desk"})
    assert (handled.status_code, handled["Location"]) == (302, desk.home)
    call.refresh_from_db()
    assert call.answered_at is not None
    assert 'id="coming"' not in desk.client.get(desk.home).content.decode()


def test_a_call_behind_a_dispute_of_its_table_has_its_keys_too(desk: Desk) -> None:
    call = calls_referee(desk, 3, kind="help")
    calls_referee(desk, 3, kind="dispute", side="A", match=Match.objects.filter(table=3).first())
    key = f"{desk.home}calls/{call.pk}/"
    html = desk.client.get(desk.home).content.decode()
    assert f'formaction="{key}coming/"' in html
    assert f'formaction="{key}"' in html


def test_onward_leads_round_the_tables_that_want_somebody(desk: Desk) -> None:
    matches = {match.table: match for match in Match.objects.filter(number__in=(1, 2, 3, 4))}
    tables = sorted(matches)[:2]
    for table in tables:
        calls_referee(desk, table, kind="help", match=matches[table])

    def onward(number: int, query: str = "") -> str:
        answer = desk.client.get(f"{desk.home}matches/{number}/onward/{query}")
        return str(answer["Location"]).removeprefix(desk.home)

    one, other = (matches[table].number for table in tables)
    assert onward(one) == onward(one, "?back") == f"matches/{other}/"
    assert onward(other) == f"matches/{one}/"
    RefereeCall.objects.filter(table=tables[1]).delete()
    assert onward(one) == ""


def test_onward_takes_few_queries(desk: Desk, django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(10):
        desk.client.get(f"{desk.address}onward/")


def test_a_refused_key_leads_to_the_overview_as_it_is_now(desk: Desk) -> None:
    refused = desk.client.post(f"{desk.home}matches/1/call/", {"table": "none"})
    assert refused.status_code == 422
    assert f'hx-get="{desk.home}"' in refused.content.decode()
