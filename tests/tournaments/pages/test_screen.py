"""The big screen's page: it turns with a script and without, and is not asked for nothing."""

from __future__ import annotations

import re

import pytest
from django.http import HttpResponse
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.builders import make_drawn_tournament, make_tournament, play, signed_in
from tests.tournaments.desk.desk import plain
from tests.tournaments.knockout.steps import (
    confirm,
    drawn,
    match_at,
    of_course,
    play_round,
    win,
)
from tournaments.models import Course, Tournament, User

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


@pytest.fixture
def tournament(organiser: User) -> Tournament:
    return make_drawn_tournament(organiser)


def screen(tournament: Tournament, query: str = "") -> str:
    return f"/t/{tournament.slug}/screen/{query}"


def slide(response: HttpResponse) -> tuple[int, int, str]:
    """Where in the turn an answer is, how long that is, and its subject."""
    html = response.content.decode()
    at, count, subject = re.findall(
        r'id="slide"\s+data-at="(\d+)"\s+data-count="(\d+)"\s+data-subject="([a-z]+)"', html
    )[0]
    return int(at), int(count), subject


def test_without_a_script_the_page_goes_on_to_the_next_slide_and_round(
    tournament: Tournament,
) -> None:
    seen, address = [], screen(tournament)
    for _slide in range(20):
        answer = Client().get(address)
        seen.append(slide(answer)[0])
        refresh = re.findall(
            r'<noscript><meta http-equiv="refresh" content="12;url=([^"]+)"></noscript>',
            answer.content.decode(),
        )
        address = refresh[0]
        if address.endswith("?at=0"):
            break
    assert seen == list(range(slide(Client().get(screen(tournament)))[1]))
    assert len(seen) > 2
    held = Client().get(screen(tournament, "?at=1&stay")).content.decode()
    assert 'http-equiv="refresh"' not in held


def test_there_is_no_chrome_of_the_site(organiser: User, tournament: Tournament) -> None:
    html = signed_in(organiser).get(screen(tournament)).content.decode()
    assert "site-head" not in html
    assert "event-bar" not in html
    assert "<form" not in html


@pytest.mark.parametrize(
    "query",
    ["?at=-1", "?at=99999", "?at=999999999999", "?at=²", "?lines=0&letters=0", "?lines=x&at="],
)
def test_strange_addresses_show_a_slide_all_the_same(tournament: Tournament, query: str) -> None:
    answer = Client().get(screen(tournament, query))
    assert answer.status_code == 200
    at, count, _subject = slide(answer)
    assert 0 <= at < count


def test_the_next_slide_is_asked_for_alone_and_not_again_while_it_stands(
    organiser: User, tournament: Tournament, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    staff, address = signed_in(organiser), screen(tournament, "?at=1&lines=9&letters=44")
    answer = staff.get(address, headers=HTMX)
    assert "<html" not in answer.content.decode()
    again = {**HTMX, "If-None-Match": answer["ETag"]}
    with django_assert_num_queries(1):
        assert staff.get(address, headers=again).status_code == 304
    play(organiser, tournament.matches.get(number=1), "ra8")
    assert staff.get(address, headers=again).status_code == 200


def test_a_slide_takes_as_many_queries_for_many_tables_as_for_few(
    organiser: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    small = make_drawn_tournament(organiser, pairs=4, pools=1, tables=2, name="Pieni")
    large = make_drawn_tournament(organiser, pairs=60, pools=12, tables=30, name="Suuri")
    for tournament in (small, large):
        play(organiser, tournament.matches.get(number=1), "ra8")
        with django_assert_num_queries(10):
            Client().get(screen(tournament), headers=HTMX)


def test_a_knockout_takes_as_many_queries_for_many_pairs_as_for_few(
    organiser: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for pairs in (4, 32):
        tournament = drawn(organiser, pairs)
        play_round(organiser, tournament)
        with django_assert_num_queries(8):
            Client().get(screen(tournament), headers=HTMX)


def test_a_bracket_says_who_meets_whom_how_it_stands_and_who_is_waited_for(
    organiser: User,
) -> None:
    tournament = drawn(organiser, 4)
    win(organiser, match_at(tournament, 1))
    play(organiser, match_at(tournament, 1, 1), "rb13 rb13")
    text = plain(Client().get(screen(tournament, "?lines=24&letters=80")))
    assert "Semi-final 2 unconfirmed" in text
    assert "tuppi 56" in text
    assert "Winner: Semi-final 2" in text
    assert slide(Client().get(screen(tournament)))[2] == "bracket"


def test_the_champions_are_told_first(organiser: User) -> None:
    tournament = drawn(organiser, 4)
    play_round(organiser, tournament)
    play_round(organiser, tournament)
    answer = Client().get(screen(tournament))
    assert slide(answer)[2] == "podium"
    final = match_at(tournament, 2)
    for player in final.pair_a.players.all():
        assert f'<b class="champion">{player.name}</b>' in answer.content.decode()


def test_a_final_whose_slide_is_full_is_named_in_the_head_with_how_it_stands(
    organiser: User,
) -> None:
    tournament = drawn(organiser, 4)
    play_round(organiser, tournament)
    play(organiser, match_at(tournament, 2), "ra8")
    answer = Client().get(screen(tournament, "?lines=6&letters=60"))
    head, body = answer.content.decode().split('class="slide-body"')
    assert "Final" in head
    assert "1 of 24 deals" in head
    assert "Match for third place" in body
    assert body.count("screen-tie-head") == 1


def test_the_winners_of_pools_are_told_as_champions(organiser: User) -> None:
    tournament = make_drawn_tournament(organiser, pairs=4, pools=1)
    of_course(tournament, Course.POOLS)
    for match in tournament.matches.all():
        play(organiser, match, "ra13 ra13" if match.pair_a_id < match.pair_b_id else "rb13 rb13")
        confirm(match)
    answer = Client().get(screen(tournament))
    assert slide(answer)[2] == "podium"
    for player in tournament.pairs.get(number=1).players.all():
        assert f'<b class="champion">{player.name}</b>' in answer.content.decode()


@pytest.mark.parametrize(
    ("confirmed", "said"),
    [(False, "12 results of the pools wait to be confirmed"), (True, "locked next")],
)
def test_between_pools_and_knockout_it_says_what_is_left(
    organiser: User, tournament: Tournament, confirmed: bool, said: str
) -> None:
    of_course(tournament, Course.POOLS_AND_KNOCKOUT)
    Tournament.objects.filter(pk=tournament.pk).update(advance_first=2, advance_size=4)
    for match in tournament.matches.all():
        play(organiser, match, "ra13 ra13" if match.pair_a_id < match.pair_b_id else "rb13 rb13")
        if confirmed:
            confirm(match)
    count = slide(Client().get(screen(tournament)))[1]
    pages = [plain(Client().get(screen(tournament, f"?at={at}"))) for at in range(count)]
    [told] = [page for page in pages if "Next: the knock-out" in page]
    assert said in told
    [first, *_rest] = [page for page in pages if "Pool A" in page]
    assert ("through" in first) == confirmed


def test_a_tuppi_comes_along_with_whatever_slide_is_shown(
    organiser: User, tournament: Tournament
) -> None:
    match = tournament.matches.get(number=1)
    assert "data-tuppi" not in Client().get(screen(tournament, "?at=1")).content.decode()
    play(organiser, match, "ra13 ra13")
    html = Client().get(screen(tournament, "?at=1")).content.decode()
    [told] = re.findall(r'<template data-tuppi="1-A">.*?</template>', html, re.S)
    assert match.pair_a.players.get(seat=1).name in told
    assert "TUPPI!" in told


def test_an_event_without_pairs_has_a_slide_too(organiser: User) -> None:
    answer = Client().get(screen(make_tournament(organiser, name="Tyhjä")))
    assert slide(answer) == (0, 1, "welcome")


def test_staff_find_it_among_their_pages(organiser: User, tournament: Tournament) -> None:
    staff = signed_in(organiser)
    for part in ("manage/hall/", "desk/"):
        assert screen(tournament) in staff.get(f"/t/{tournament.slug}/{part}").content.decode()
