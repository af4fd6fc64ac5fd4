"""The bracket for everybody, and the organiser's pages while it is played."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from tests.builders import make_tournament, play
from tests.tournaments.knockout.steps import (
    TUPPI_A,
    TUPPI_B,
    after_pools,
    confirm,
    draw,
    drawn,
    go_on,
    match_at,
    of_course,
    play_round,
    publish,
    state,
    straight,
    win,
)
from tests.tournaments.knockout.test_draw_pages import fields_of
from tournaments.models import Bracket, Course, Match, Tournament, User
from tournaments.queries.knockout import knockout_of

pytestmark = pytest.mark.django_db


def get(client: Client, tournament: Tournament, name: str, *args: int) -> str:
    response = client.get(reverse(name, args=[tournament.slug, *args]))
    assert response.status_code == 200
    return response.content.decode()


def send(
    client: Client, tournament: Tournament, name: str, *args: int, **values: str
) -> tuple[int, str]:
    """Opens the page, fills its form in and sends it; the status and the page it leads to."""
    address = reverse(name, args=[tournament.slug, *args])
    form = client.get(address).content.decode().split('<form method="post"')[-1]
    response = client.post(address, {**fields_of(form), **values})
    page = response if response.status_code != 302 else client.get(response["Location"])
    return response.status_code, page.content.decode()


@pytest.mark.parametrize("pairs", [2, 3, 5, 16])
def test_the_bracket_shows_every_match_of_every_round(
    client: Client, organiser: User, pairs: int
) -> None:
    tournament = drawn(organiser, pairs)
    html = get(client, tournament, "knockout")
    slots = state(tournament).bracket.slots
    matches = len(slots) - 1 + (1 if 'id="third-place"' in html else 0)
    assert html.count('<li class="tie') == matches
    assert html.count("goes on without a match") == slots.count(None)
    for number in range(1, pairs + 1):
        assert f"Aino Ensi{number} – Eero Toka{number}" in html


def test_who_waits_for_whom_and_when_is_told(client: Client, organiser: User) -> None:
    tournament = drawn(organiser, 8)
    html = get(client, tournament, "knockout")
    assert "Winner: Quarter-final 1" in html
    assert "Loser: Semi-final 2" in html
    assert "Sun 13.00, table 1" in html
    schedule = get(client, tournament, "schedule")
    assert 'id="to-come"' in schedule
    assert "Winner: Quarter-final 1 – Winner: Quarter-final 2" in schedule
    assert "Quarter-finals" in schedule
    assert "Round 1" not in schedule


def test_the_champion_stands_on_top_and_winners_are_marked(client: Client, organiser: User) -> None:
    tournament = drawn(organiser, 4)
    assert 'class="podium"' not in get(client, tournament, "knockout")
    for _round in range(2):
        play_round(organiser, tournament)
    html = get(client, tournament, "knockout")
    assert html.index('class="podium"') < html.index('class="bracket"')
    assert html.count("won-mark") == 4
    assert html.count('<span class="num points">56</span>') == 4


def test_nobody_is_champion_while_a_corrected_result_is_to_be_decided_about(
    client: Client, organiser: User
) -> None:
    tournament = drawn(organiser, 4)
    for _round in range(2):
        play_round(organiser, tournament)
    assert "Champions" in get(client, tournament, "knockout")
    first = match_at(tournament, 1)
    play(organiser, first, TUPPI_B, reason="written down wrong")
    confirm(first)
    html = get(client, tournament, "knockout")
    assert 'class="podium"' not in html
    assert html.count("corrected, not decided yet") == 1
    # Of the other semi-final and the last two matches.
    assert html.count("won-mark") == 3
    view = knockout_of(tournament)
    assert view is not None
    assert (view.champion, view.third) == (None, ())


def test_a_result_not_confirmed_is_told_as_such(client: Client, organiser: User) -> None:
    tournament = drawn(organiser, 4)
    play(organiser, match_at(tournament, 1), TUPPI_A)
    html = get(client, tournament, "knockout")
    assert "result not confirmed yet" in html
    assert "won-mark" not in html
    assert "before both pairs, or a referee, have confirmed" in get(
        client, tournament, "manage-knockout"
    )


def test_before_the_draw_the_page_says_what_comes(client: Client, organiser: User) -> None:
    tournament = make_tournament(organiser, pairs=4)
    assert "It follows the pools" in get(client, tournament, "knockout")
    bar = 'href="/t/testituppi-2026/knockout/"'
    assert bar in get(client, tournament, "schedule")
    of_course(tournament, Course.POOLS)
    assert "has no knock-out" in get(client, tournament, "knockout")
    assert bar not in get(client, tournament, "schedule")


def test_a_knock_out_from_the_start_has_no_standings(client: Client, organiser: User) -> None:
    tournament = drawn(organiser, 4)
    bar = f'href="/t/{tournament.slug}/standings/"'
    for name in ("event", "knockout", "manage", "manage-knockout", "desk", "screen"):
        assert bar not in get(client, tournament, name), name
    page = get(client, tournament, "standings")
    assert "This event has no pools" in page
    assert f'class="button" href="/t/{tournament.slug}/knockout/"' in page
    assert "/export/standings.pdf" not in page
    assert "a knock-out from the start" in get(client, tournament, "manage-advancing")
    printing = get(client, tournament, "manage-print")
    assert "/export/standings." not in printing
    assert "/export/knockout." in printing
    of_course(tournament, Course.POOLS)
    assert bar in get(client, tournament, "event")
    printing = get(client, tournament, "manage-print")
    assert "/export/standings." in printing
    assert "/export/knockout." not in printing


def test_a_poll_with_nothing_new_is_a_304_of_one_query(
    organiser: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    tournament = drawn(organiser, 4)
    visitor = Client()
    address = reverse("knockout", args=[tournament.slug])
    asked = {"HTTP_HX_REQUEST": "true"}
    etag = visitor.get(address, **asked)["ETag"]
    with django_assert_num_queries(1):
        response = visitor.get(address, HTTP_IF_NONE_MATCH=etag, **asked)
    assert response.status_code == 304
    win(organiser, match_at(tournament, 1))
    response = visitor.get(address, HTTP_IF_NONE_MATCH=etag, **asked)
    assert response.status_code == 200
    assert "csrf" not in response.content.decode()


@pytest.mark.parametrize("pairs", [4, 32])
def test_the_pages_ask_no_more_for_more_pairs(client: Client, organiser: User, pairs: int) -> None:
    tournament = drawn(organiser, pairs)
    play_round(organiser, tournament)
    first = match_at(tournament, 1)
    play(organiser, first, TUPPI_B, reason="written down wrong")
    confirm(first)
    pages = {
        "knockout": (),
        "schedule": (),
        "manage-knockout": (),
        "manage-knockout-back": (),
        "manage-knockout-annul": (),
        "manage": (),
        "manage-knockout-correction": (first.number,),
        "manage-knockout-correction-undo": (first.number,),
        "manage-knockout-decide": (match_at(tournament, 2).number,),
        "pair": (1,),
    }
    taken = {}
    for name, values in pages.items():
        with CaptureQueriesContext(connection) as queries:
            get(client, tournament, name, *values)
        taken[name] = len(queries)
    assert taken == {
        "knockout": 11,
        "schedule": 11,
        "manage-knockout": 10,
        "manage-knockout-back": 9,
        "manage-knockout-annul": 8,
        "manage": 9,
        "manage-knockout-correction": 10,
        "manage-knockout-correction-undo": 10,
        "manage-knockout-decide": 9,
        "pair": 10,
    }


def test_the_next_matches_are_made_with_one_key(client: Client, organiser: User) -> None:
    tournament = drawn(organiser, 4)
    for number in (0, 1):
        win(organiser, match_at(tournament, 1, number))
    assert "Make the next 2 matches" in get(client, tournament, "manage-knockout")
    address = reverse("manage-knockout-next", args=[tournament.slug])
    page = client.post(address, follow=True).content.decode()
    assert "2 matches are made: 3, 4." in page
    assert client.get(address).status_code == 302
    assert "Make the next" not in page


def test_a_correction_is_put_right_on_its_page(client: Client, organiser: User) -> None:
    tournament = drawn(organiser, 4)
    play_round(organiser, tournament)
    first = match_at(tournament, 1)
    play(organiser, first, TUPPI_B, reason="written down wrong")
    confirm(first)
    for name in ("manage", "manage-knockout", "knockout"):
        assert "was corrected after the next match had been made" in get(client, tournament, name)
    page = "manage-knockout-correction"
    status, html = send(client, tournament, page, first.number, choice="let_stand", reason="")
    assert status == 422
    assert "Write why." in html
    status, html = send(client, tournament, page, first.number, choice="put_right", reason="")
    assert status == 302
    assert "2 matches are made" in html
    assert "There is nothing to decide" in get(client, tournament, page, first.number)
    log = get(client, tournament, "manage-log")
    assert f"after the corrected result of match {first.number}" in log


def test_what_is_let_stand_is_told_to_everybody_with_its_reason(
    client: Client, organiser: User
) -> None:
    tournament = drawn(organiser, 4)
    play_round(organiser, tournament)
    first = match_at(tournament, 1)
    play(organiser, first, TUPPI_B, reason="written down wrong")
    confirm(first)
    send(
        client,
        tournament,
        "manage-knockout-correction",
        first.number,
        choice="let_stand",
        reason="found <too> late",
    )
    assert "By the organiser&#x27;s decision" in get(client, tournament, "knockout").replace(
        "'", "&#x27;"
    )
    assert "found &lt;too&gt; late" in get(client, tournament, "knockout")
    status, html = send(
        client, tournament, "manage-knockout-decide-undo", first.number, reason="no, put it right"
    )
    assert status == 302
    assert "was corrected" in html


def test_a_match_nobody_can_win_is_decided_on_its_page(client: Client, organiser: User) -> None:
    tournament = drawn(organiser, 4)
    match = match_at(tournament, 1)
    page = "manage-knockout-decide"
    status, html = send(client, tournament, page, match.number, reason="gone", pair="99")
    assert status == 422
    status, html = send(
        client, tournament, page, match.number, reason="gone", pair=str(match.pair_b.number)
    )
    assert status == 302
    assert f"Match {match.number} by decision" in html
    assert "gone" in get(client, tournament, "match", match.number)
    assert client.get(reverse(page, args=[tournament.slug, 99])).status_code == 404


def test_the_round_made_last_and_the_whole_go_back(client: Client, organiser: User) -> None:
    tournament = drawn(organiser, 4)
    play_round(organiser, tournament)
    status, html = send(client, tournament, "manage-knockout-back")
    assert (status, "2 matches are taken back." in html) == (302, True)
    assert "There is no round to take back" in get(client, tournament, "manage-knockout-back")
    status, html = send(client, tournament, "manage-knockout-annul", reason="wrong pairs")
    assert (status, "Draw 1 is annulled" in html) == (302, True)
    assert "wrong pairs" in get(client, tournament, "draw")
    status, html = send(client, tournament, "manage-knockout-annul-undo", 1)
    assert (status, "Draw 1 counts again." in html) == (302, True)
    assert "There is nothing to undo." in get(client, tournament, "manage-knockout-annul-undo", 1)


def test_a_match_put_out_of_play_says_so(client: Client, organiser: User) -> None:
    tournament = drawn(organiser, 4)
    play_round(organiser, tournament)
    final = match_at(tournament, 2)
    play(organiser, final, "ra8")
    first = match_at(tournament, 1)
    play(organiser, first, TUPPI_B, reason="written down wrong")
    confirm(first)
    send(
        client,
        tournament,
        "manage-knockout-correction",
        first.number,
        choice="put_right",
        reason="miscounted",
    )
    html = get(client, tournament, "match", final.number)
    assert "went on without this match" in html
    assert "miscounted" in html


def test_a_pair_that_leaves_is_told_to_give_its_match_up(client: Client, organiser: User) -> None:
    tournament = drawn(organiser, 4)
    match = match_at(tournament, 1)
    number = match.pair_a.number
    html = get(client, tournament, "manage-withdraw", number)
    assert f"/desk/matches/{match.number}/ruling/" in html
    follows = after_pools_published(organiser)
    pair = match_at(follows, 1).pair_a.number
    assert "matches of the pools only" in get(client, follows, "manage-withdraw", pair)


def after_pools_published(organiser: User) -> Tournament:
    tournament = after_pools(organiser)
    draw(organiser, tournament)
    publish(organiser, tournament)
    return tournament


def test_pages_of_the_pool_stage_hold_matches_of_both(client: Client, organiser: User) -> None:
    tournament = after_pools_published(organiser)
    match = match_at(tournament, 1)
    number = match.pair_a.number
    assert "Quarter-final 1" in get(client, tournament, "pair", number)
    assert "Quarter-final 1" in get(client, tournament, "desk")
    assert "Quarter-final 1" in get(client, tournament, "desk-match", match.number)
    assert "Quarter-final 1" in get(client, tournament, "match", match.number)
    standings = get(client, tournament, "standings")
    assert re.search(r"Pool A", standings)
    assert "Quarter" not in standings


def test_the_pages_of_a_straight_knock_out_do_without_pools(
    client: Client, organiser: User
) -> None:
    tournament = straight(organiser, 4)
    assert "manage/knockout/" in get(client, tournament, "manage")
    draw(organiser, tournament)
    publish(organiser, tournament)
    for name in ("event", "standings", "schedule", "draw", "pairs", "manage", "manage-print"):
        get(client, tournament, name)
    html = get(client, tournament, "pair", 1)
    assert "Semi-final" in html
    for name in ("manage-pairs", "manage-check-in", "manage-schedule", "manage-draw", "desk"):
        get(client, tournament, name)
    assert go_on(organiser, tournament) == []
    assert Bracket.objects.get().counts
    assert Match.objects.count() == 2
