"""The organiser's schedule, moving, delaying and calling in the browser; what everybody sees."""

from __future__ import annotations

import re
from datetime import time, timedelta

import pytest
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from tests.builders import (
    add_referee,
    draw_and_publish,
    event_settings,
    make_drawn_tournament,
    make_tournament,
    play,
    signed_in,
)
from tests.tournaments.manage.pages import settings_form, text, token
from tests.tournaments.timetable.steps import call, delay, match, move, place, places
from tournaments.actions.events import DayPlan, change_settings
from tournaments.models import AuditRecord, Tournament, User
from tournaments.permissions import actor_of
from tournaments.queries.estimates import coarse
from tournaments.queries.splits import proposals_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def client(organiser: User) -> Client:
    return signed_in(organiser)


def address(tournament: Tournament, part: str = "") -> str:
    return f"/t/{tournament.slug}/manage/schedule/{part}"


def hidden(response: HttpResponse, *names: str) -> dict[str, str]:
    """What the page's form holds for the browser to send back."""
    html = response.content.decode()
    form = html[html.index('id="where"') :]
    return {
        name: found[1]
        for name in names
        if (found := re.search(rf'name="{name}" value="([^"]*)"', form))
    }


def chosen(client: Client, tournament: Tournament, number: int, query: str = "") -> dict[str, str]:
    page = client.get(address(tournament, f"{number}/{query}"))
    return hidden(page, "token", "starts_at", "seen")


def test_the_page_lists_what_waits_with_a_way_to_move_it(
    client: Client, organiser: User, tournament: Tournament
) -> None:
    play(organiser, match(tournament, 1), "ra8")
    html = client.get(address(tournament)).content.decode()
    links = [int(n) for n in re.findall(r"/manage/schedule/(\d+)/", html)]
    assert links == list(range(2, 13))


def starts_of(client: Client, tournament: Tournament) -> dict[str, list[int]]:
    """The matches of each start on the page; a plus before the start where it is folded."""
    html = client.get(address(tournament)).content.decode()
    start = r'<details class="later"( open)?>\s*<summary>.*?([\d.]+)</b>(.*?)</details>'
    starts = re.findall(start, html, re.DOTALL)
    return {
        f"{'' if shown else '+'}{at}": [int(n) for n in re.findall(r'data-match="(\d+)"', rows)]
        for shown, at, rows in starts
    }


def test_the_starts_next_at_the_tables_are_open_and_later_ones_folded(
    client: Client, organiser: User, tournament: Tournament
) -> None:
    assert starts_of(client, tournament) == {
        "11.15": [1, 2, 3, 4],
        "+12.35": [5, 6, 7, 8],
        "+13.55": [9, 10, 11, 12],
    }
    for number in (1, 2, 3):
        play(organiser, match(tournament, number), "ra8")
    assert starts_of(client, tournament) == {
        "11.15": [4],
        "12.35": [5, 6, 7, 8],
        "+13.55": [9, 10, 11, 12],
    }


def test_matches_under_way_lead_to_the_desk(
    client: Client, organiser: User, tournament: Tournament
) -> None:
    assert 'id="playing"' not in client.get(address(tournament)).content.decode()
    play(organiser, match(tournament, 1), "ra8")
    html = client.get(address(tournament)).content.decode()
    playing = html[html.index('id="playing"') : html.index('id="waiting"')]
    assert f'href="/t/{tournament.slug}/desk/matches/1/"' in playing
    assert "1 match" in playing


def test_a_match_is_moved_by_choosing_a_time_and_a_table(
    client: Client, tournament: Tournament
) -> None:
    page = client.get(address(tournament, "9/?day=2026-11-28&time=15.15"))
    assert re.findall(r'name="table" value="(\d)"', page.content.decode()) == ["1", "2", "3", "4"]
    fields = hidden(page, "token", "starts_at", "seen")
    answer = client.post(address(tournament, "9/"), fields | {"table": 3})
    assert answer["Location"] == address(tournament)
    assert place(tournament, 9) == "Sat 15.15 3"
    again = client.post(address(tournament, "9/"), fields | {"table": 3})
    assert again.status_code == 302
    assert AuditRecord.objects.filter(verb="move_match").count() == 1
    assert "moved by hand" in text(client.get(address(tournament)))


def test_only_places_that_are_free_are_offered(client: Client, tournament: Tournament) -> None:
    html = client.get(address(tournament, "9/")).content.decode()
    assert 'name="table"' not in html
    assert [int(n) for n in re.findall(r'name="swap" value="(\d+)-', html)] == [10, 11, 12]


def test_a_place_taken_meanwhile_is_told_with_what_is_free_now(
    client: Client, organiser: User, tournament: Tournament
) -> None:
    fields = chosen(client, tournament, 9, "?day=2026-11-28&time=15.15")
    move(organiser, tournament, 11, "15.15", 3)
    answer = client.post(address(tournament, "9/"), fields | {"table": 3})
    assert answer.status_code == 409
    assert "not free any more" in text(answer)
    assert re.findall(r'name="table" value="(\d)"', answer.content.decode()) == ["1", "2", "4"]
    fresh = hidden(answer, "token", "starts_at", "seen")
    assert fresh["token"] != fields["token"]
    assert client.post(address(tournament, "9/"), fresh | {"table": 4}).status_code == 302
    assert place(tournament, 9) == "Sat 15.15 4"


def test_two_matches_change_places_and_back(client: Client, tournament: Tournament) -> None:
    before = places(tournament)
    page = client.get(address(tournament, "9/"))
    [key] = re.findall(r'name="swap" value="(11-[0-9a-f]+)"', page.content.decode())
    fields = hidden(page, "token", "starts_at", "seen") | {"swap": key}
    assert client.post(address(tournament, "9/"), fields).status_code == 302
    assert places(tournament) == before | {9: before[11], 11: before[9]}
    assert client.post(address(tournament, "11/back/")).status_code == 302
    assert places(tournament) == before
    refused = client.post(address(tournament, "11/back/"))
    assert refused.status_code == 422
    assert "was not moved by hand" in text(refused)


@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"table": "3", "swap": "10-abc"},
        {"table": "x"},
        {"table": "9" * 30},
        {"swap": "10"},
        {"swap": "999-abc"},
        {"swap": "9-abc"},
        {"starts_at": "tomorrow", "table": "1"},
        {"starts_at": "0001-01-01T00:00:00+00:00", "table": "1"},
        {"starts_at": "2026-11-28T15:15:00", "table": "1"},
        {"seen": "x" * 300, "table": "1"},
        {"token": "x", "table": "1"},
    ],
)
def test_what_no_page_would_send_moves_nothing(
    client: Client, tournament: Tournament, sent: dict[str, str]
) -> None:
    before = places(tournament)
    fields = chosen(client, tournament, 9)
    answer = client.post(address(tournament, "9/"), fields | sent)
    assert answer.status_code in (404, 409, 422)
    assert places(tournament) == before


@pytest.mark.parametrize(
    "query",
    ["?at=x", "?at=", "?at=2026-11-28T15:15", "?day=x&time=25.00", "?time=12.00", "?at=%00"],
)
def test_strange_times_show_the_matchs_own(
    client: Client, tournament: Tournament, query: str
) -> None:
    assert client.get(address(tournament, f"9/{query}")).status_code in (200, 422)


def test_a_match_that_is_not_there_is_not_found(client: Client, tournament: Tournament) -> None:
    assert client.get(address(tournament, "999/")).status_code == 404
    assert client.post(address(tournament, "999/back/")).status_code == 404
    assert client.post(f"/t/{tournament.slug}/desk/matches/999/call/").status_code == 422
    assert (
        client.post(f"/t/{tournament.slug}/desk/matches/999/call/", {"table": 1}).status_code == 404
    )


def test_a_delay_is_shown_then_done_then_taken_back(client: Client, tournament: Tournament) -> None:
    before = places(tournament)
    start = match(tournament, 5).starts_at.isoformat()
    page = client.get(address(tournament, "delay/"), {"start": start, "minutes": 25})
    html = page.content.decode()
    assert text(page).count("Sat 12.35 Sat 13.00 4") == 1
    assert places(tournament) == before
    form = html[html.index('id="follows"') :]
    fields = dict(re.findall(r'name="(token|start|minutes|seen)" value="([^"]*)"', form))
    assert client.post(address(tournament, "delay/"), fields).status_code == 302
    assert place(tournament, 5) == "Sat 13.00 1"
    shown = client.get(address(tournament)).content.decode()
    [key] = re.findall(r'name="delay" value="(\d+)"', shown)
    undone = client.post(address(tournament, "delay/undo/"), {"delay": key}, follow=True)
    assert "8 matches start as before" in text(undone)
    assert places(tournament) == before
    assert client.post(address(tournament, "delay/undo/"), {"delay": key}).status_code == 409
    assert client.post(address(tournament, "delay/undo/"), {"delay": "x"}).status_code == 422


def test_a_delay_seen_before_a_change_is_shown_anew(
    client: Client, organiser: User, tournament: Tournament
) -> None:
    start = match(tournament, 5).starts_at.isoformat()
    html = client.get(
        address(tournament, "delay/"), {"start": start, "minutes": 25}
    ).content.decode()
    form = html[html.index('id="follows"') :]
    fields = dict(re.findall(r'name="(token|start|minutes|seen)" value="([^"]*)"', form))
    call(organiser, tournament, 1)
    answer = client.post(address(tournament, "delay/"), fields)
    assert answer.status_code == 409
    assert "nothing was delayed yet" in text(answer)
    assert fields["seen"] not in answer.content.decode()


def test_a_referee_calls_from_the_desk_and_everybody_sees_it(tournament: Tournament) -> None:
    referee = signed_in(add_referee(tournament))
    tournament.matches.update(starts_at=timezone.now())
    desk = f"/t/{tournament.slug}/desk/"
    html = referee.get(desk).content.decode()
    assert re.findall(r'name="table"\s+value="(\d)"', html) == ["1", "2", "3", "4"]
    answer = referee.post(f"{desk}matches/3/call/", {"table": 3, "page": "desk"})
    assert answer["Location"] == desk
    for part in ("", "schedule/", "schedule/?by=table", "matches/3/"):
        assert "called to table 3" in text(Client().get(f"/t/{tournament.slug}/{part}")), part
    number = match(tournament, 3).pair_a.number
    assert "called to table 3" in text(Client().get(f"/t/{tournament.slug}/pairs/{number}/"))
    refused = referee.post(f"{desk}matches/1/call/", {"table": 3})
    assert refused.status_code == 422
    assert "Match 3 is at table 3" in text(refused)
    assert referee.post(f"{desk}matches/3/call/back/").status_code == 302
    assert "called to table" not in text(Client().get(f"/t/{tournament.slug}/schedule/"))


def test_a_key_on_the_organisers_schedule_leads_back_there(
    client: Client, tournament: Tournament
) -> None:
    where = f"/t/{tournament.slug}/desk/matches/1/call/"
    answer = client.post(where, {"table": 1, "page": "schedule"})
    assert answer["Location"] == address(tournament)
    refused = client.post(where, {"table": 2, "page": "schedule"})
    assert refused.status_code == 409
    assert "data-called" in refused.content.decode()


def test_by_table_every_table_has_its_matches_in_order(tournament: Tournament) -> None:
    html = Client().get(f"/t/{tournament.slug}/schedule/?by=table").content.decode()
    captions = re.findall(r"<caption>\s*(.*?)\s*</caption>", html)
    assert captions == ["Table 1", "Table 2", "Table 3", "Table 4"]
    assert [int(n) for n in re.findall(r"/matches/(\d+)/", html)] == [
        1, 5, 9, 2, 6, 10, 3, 7, 11, 4, 8, 12,
    ]  # fmt: skip


@pytest.fixture
def late(organiser: User) -> Tournament:
    """An event of today, all day: its first round was called just now, hours late."""
    tournament = make_tournament(organiser, pairs=8, tables=4)
    today = timezone.localdate()
    days = [
        DayPlan(today, time(0, 0), time(23, 59)),
        DayPlan(today + timedelta(1), time(9), time(18)),
    ]
    change_settings(
        actor=actor_of(organiser),
        tournament=tournament,
        settings=event_settings(tables=4, days=days),
        seen_revision=1,
    )
    draw_and_publish(organiser, tournament, 2)
    now = timezone.now()
    for number in (1, 2, 3, 4):
        call(organiser, tournament, number)
        tournament.matches.filter(number=number).update(starts_at=now - timedelta(minutes=40))
    tournament.matches.filter(slot=1).update(starts_at=now + timedelta(minutes=40))
    tournament.matches.filter(slot=2).update(starts_at=now + timedelta(hours=20))
    return tournament


@pytest.mark.parametrize(
    "part", ["", "schedule/", "schedule/?by=table", "desk/", "manage/schedule/"]
)
def test_estimates_are_shown_where_play_is_late(
    client: Client, late: Tournament, part: str
) -> None:
    page = client.get(f"/t/{late.slug}/{part}")
    assert page.content.decode().count('class="expected') == 4
    assert re.search(r"estimated \d\d\.\d[05]", text(page))


def test_a_pair_sees_when_its_next_match_is_expected(
    organiser: User, client: Client, late: Tournament
) -> None:
    for number in (1, 2, 3, 4):
        play(organiser, match(late, number), "ra8")
    play(organiser, match(late, 1), "ra8 ra8")
    pair = match(late, 1).pair_a.number
    assert "Playing now" in text(client.get(f"/t/{late.slug}/pairs/{pair}/"))
    play(organiser, match(late, 1), "ra0", reason="typed wrong")
    assert "Next match" in text(client.get(f"/t/{late.slug}/pairs/{pair}/"))
    assert "estimated" in text(client.get(f"/t/{late.slug}/pairs/{pair}/"))


def test_a_poll_with_nothing_new_is_told_so_until_estimates_are_made_anew(
    late: Tournament,
    django_assert_num_queries: DjangoAssertNumQueries,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    where, now = f"/t/{late.slug}/schedule/?by=table", coarse(timezone.now())
    client, htmx = Client(), {"HX-Request": "true"}
    monkeypatch.setattr(timezone, "now", lambda: now)
    etag = client.get(where, headers=htmx)["ETag"]
    monkeypatch.setattr(timezone, "now", lambda: now + timedelta(minutes=4, seconds=59))
    with django_assert_num_queries(1):
        assert client.get(where, headers={**htmx, "If-None-Match": etag}).status_code == 304
    monkeypatch.setattr(timezone, "now", lambda: now + timedelta(minutes=5))
    assert client.get(where, headers={**htmx, "If-None-Match": etag}).status_code == 200


QUERIES = {"": 9, "9/": 8, "delay/?minutes=20": 11}


@pytest.mark.parametrize("part", QUERIES)
@pytest.mark.parametrize("pairs", [8, 33])
def test_pages_take_the_same_few_queries_whatever_the_number_of_pairs(
    client: Client,
    organiser: User,
    django_assert_num_queries: DjangoAssertNumQueries,
    part: str,
    pairs: int,
) -> None:
    tournament = make_drawn_tournament(organiser, pairs=pairs, pools=pairs // 4, name="Suuri")
    call(organiser, tournament, 1)
    delay(organiser, tournament, "12.35", 20)
    start = match(tournament, tournament.matches.get(slot=1, table=1).number).starts_at
    query = {"start": start.isoformat(), "minutes": 20} if "delay" in part else {}
    with django_assert_num_queries(QUERIES[part]):
        assert client.get(address(tournament, part.partition("?")[0]), query).status_code == 200


def test_referees_and_strangers_are_kept_out(tournament: Tournament) -> None:
    referee = signed_in(add_referee(tournament))
    for part in ("", "9/", "9/back/", "delay/", "delay/undo/"):
        assert referee.post(address(tournament, part)).status_code == 403
        assert Client().post(address(tournament, part)).status_code in (302, 401)
    assert not AuditRecord.objects.filter(verb__in=("move_match", "delay_play")).exists()


def test_an_event_without_a_draw_says_what_will_stand_there(
    client: Client, organiser: User
) -> None:
    bare = make_tournament(organiser, pairs=3, name="Arpomaton")
    assert "No schedule yet" in text(client.get(address(bare)))
    assert "Nothing waits any more" in text(client.get(address(bare, "delay/")))


@pytest.mark.parametrize(
    "since, until, told",
    [
        ("12:00", "", "Give both times of the break"),
        ("", "12:00", "Give both times of the break"),
        ("13:00", "12:00", "must end later than it starts"),
        ("10:00", "12:00", "must lie within the day"),
        ("20:30", "21:30", "must lie within the day"),
        ("x", "12:00", "Enter a valid time"),
    ],
)
def test_a_break_that_cannot_be_is_told_at_its_field(
    client: Client, since: str, until: str, told: str
) -> None:
    fields = settings_form() | {"days-0-break_starts_at": since, "days-0-break_ends_at": until}
    answer = client.post("/events/new/", fields)
    assert answer.status_code == 422
    assert told in text(answer)


def test_a_break_is_kept_shown_and_planned_around(client: Client, organiser: User) -> None:
    tournament = make_tournament(organiser, pairs=8, tables=4)
    fields = settings_form(revision=tournament.revision, table_count=4) | {
        "days-0-break_starts_at": "13:00",
        "days-0-break_ends_at": "13.45",
    }
    where = f"/t/{tournament.slug}/manage/settings/"
    assert client.post(where, fields).status_code == 302
    assert 'name="days-0-break_ends_at" value="13:45"' in client.get(where).content.decode()
    [two_pools] = [each for each in proposals_of(tournament, 8) if each.split.pools == 2]
    assert f"{two_pools.ends_at:%H.%M}" == "16.25"
    draw_and_publish(organiser, tournament, 2)
    starts = tournament.matches.order_by("slot").values_list("starts_at", flat=True)
    told = dict.fromkeys(f"{timezone.localtime(start):%H.%M}" for start in starts)
    assert list(told) == ["11.15", "13.45", "15.05"]
    stale = client.post(where, fields | {"token": token()})
    assert stale.status_code == 409
