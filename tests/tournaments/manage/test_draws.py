"""Drawing, publishing and taking back in the browser."""

from __future__ import annotations

import re

import pytest
from django.http import HttpResponse
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.builders import (
    actor,
    make_drawn_tournament,
    make_tournament,
    numbered_pair,
    play,
)
from tests.tournaments.manage.pages import text, token
from tournaments.actions.entries import add_pair
from tournaments.models import Draw, Match, Tournament, User


def draw(client: Client, tournament: Tournament, pools: object, **changed: object) -> HttpResponse:
    fields = {"token": token(), "pool_count": pools, "apart": "on", "seed": "52"} | changed
    return client.post(f"/t/{tournament.slug}/manage/draw/", fields)


def page(client: Client, tournament: Tournament) -> str:
    return text(client.get(f"/t/{tournament.slug}/manage/draw/"))


@pytest.mark.parametrize("pairs, told", [(0, "0 pairs are too few"), (1, "1 pair is too few")])
def test_too_few_pairs_are_told_with_the_way_to_enter_them(
    client: Client, organiser: User, pairs: int, told: str
) -> None:
    tournament = make_tournament(organiser, pairs=pairs)
    response = client.get(f"/t/{tournament.slug}/manage/draw/")
    assert told in text(response)
    assert f'href="/t/{tournament.slug}/manage/pairs/"' in response.content.decode()
    refused = draw(client, tournament, 1)
    assert refused.status_code == 422
    assert "A draw needs at least two pairs" in text(refused)


def test_splits_are_proposed_with_deals_matches_and_hours(client: Client, organiser: User) -> None:
    tournament = make_tournament(organiser, pairs=32, tables=16)
    proposed = page(client, tournament)
    assert (
        "8 pools of 4 recommended 16 deals a match 48 deals a pair 48 matches "
        "4 h 0 min of play pools end Sat 28.11. 15.15"
    ) in proposed
    assert "6 pools: 2 of 6 and 4 of 5 12 deals a match 48–60 deals a pair" in proposed


def test_pools_of_two_sizes_tell_both_numbers_of_deals(client: Client, organiser: User) -> None:
    tournament = make_tournament(organiser, pairs=13)
    assert "3 pools: 1 of 5 and 2 of 4 recommended 12 / 16 deals a match" in page(
        client, tournament
    )


def test_a_split_that_the_days_do_not_hold_says_so(client: Client, organiser: User) -> None:
    tournament = make_tournament(organiser, pairs=16, tables=1)
    assert "later than play ends" in page(client, tournament)


def test_a_draw_is_made_shown_and_published(client: Client, organiser: User) -> None:
    tournament = make_tournament(organiser, pairs=8, public=False)
    answer = draw(client, tournament, 2, seed=" nosto 47 ")
    assert answer.status_code == 302
    made = Draw.objects.get()
    assert (made.number, made.pool_count, made.apart, made.seed) == (1, 2, True, "nosto 47")
    shown = page(client, tournament)
    assert "Draw 1 has been made" in shown
    assert "the event is shown to everybody from then on" in shown
    assert "Pool A" in shown
    assert Client().get(f"/t/{tournament.slug}/").status_code == 404
    answer = client.post(f"/t/{tournament.slug}/manage/draw/1/publish/", follow=True)
    assert "Draw 1 counts now" in text(answer)
    assert f'href="/t/{tournament.slug}/schedule/"' in answer.content.decode()
    assert Client().get(f"/t/{tournament.slug}/schedule/").status_code == 200
    assert tournament.matches.count() == 12
    # A second press changes nothing.
    again = client.post(f"/t/{tournament.slug}/manage/draw/1/publish/")
    assert again.status_code == 302
    assert tournament.matches.count() == 12


def test_clubmates_need_not_be_kept_apart(client: Client, organiser: User) -> None:
    tournament = make_tournament(organiser, pairs=8)
    draw(client, tournament, 2, apart="")
    assert Draw.objects.get().apart is False


def test_a_draw_sent_twice_is_made_once(client: Client, organiser: User) -> None:
    tournament = make_tournament(organiser, pairs=8)
    same = token()
    for seed in ("52", "52"):
        assert draw(client, tournament, 2, token=same, seed=seed).status_code == 302
    assert Draw.objects.count() == 1
    other = draw(client, tournament, 1, token=same)
    assert other.status_code == 409
    assert "This form was sent before" in text(other)
    picked = token()
    for _ in range(2):
        assert draw(client, tournament, 2, token=picked, seed="").status_code == 302
    assert Draw.objects.count() == 2


@pytest.mark.parametrize(
    "pools, changed, told",
    [
        ("", {}, "Choose one of the splits"),
        ("x", {}, "Enter a whole number"),
        (5, {}, "8 pairs cannot be drawn into 5 pools"),
        (0, {}, "8 pairs cannot be drawn into 0 pools"),
        (-1, {}, "8 pairs cannot be drawn into -1 pools"),
        (10**25, {}, "8 pairs cannot be drawn into"),
        (2, {"seed": "x" * 81}, "at most 80 characters"),
        (2, {"seed": "5\x002"}, "Null characters are not allowed"),
        (2, {"seed": "5\x072"}, "a character that cannot be seen"),
    ],
)
def test_what_cannot_be_drawn_is_told(
    client: Client, organiser: User, pools: object, changed: dict[str, object], told: str
) -> None:
    tournament = make_tournament(organiser, pairs=8)
    answer = draw(client, tournament, pools, **changed)
    assert answer.status_code == 422
    assert told in text(answer)
    assert not Draw.objects.exists()


def test_a_draw_of_other_pairs_than_there_are_now_is_not_published(
    client: Client, organiser: User
) -> None:
    tournament = make_tournament(organiser, pairs=8)
    draw(client, tournament, 2)
    add_pair(actor=actor(organiser), tournament=tournament, entry=numbered_pair(9))
    assert "The pairs have changed since this draw" in page(client, tournament)
    answer = client.post(f"/t/{tournament.slug}/manage/draw/1/publish/")
    assert answer.status_code == 422
    assert "Pairs that are not in this draw have come since: 9. Draw again" in text(answer)
    assert not tournament.matches.exists()
    # Told of it, the organiser may publish without them.
    answer = client.post(f"/t/{tournament.slug}/manage/draw/1/publish/", {"leaving_out": "9"})
    assert answer.status_code == 302
    assert tournament.pools.get(number=1).places.count() == 4


def test_a_draw_that_is_not_there_is_not_found(client: Client, organiser: User) -> None:
    tournament = make_tournament(organiser, pairs=8)
    other = make_tournament(organiser, pairs=8, name="Toinen")
    draw(client, other, 2)
    assert client.post(f"/t/{tournament.slug}/manage/draw/1/publish/").status_code == 404


def test_a_published_draw_is_taken_back_until_the_first_deal(
    client: Client, organiser: User
) -> None:
    tournament = make_drawn_tournament(organiser, pairs=8, pools=2)
    assert "Yes, take the draw back" in page(client, tournament)
    for _ in range(2):
        client.post(f"/t/{tournament.slug}/manage/draw/take-back/")
    shown = page(client, tournament)
    assert "No draw counts now" in shown
    assert "taken back" in shown
    assert not tournament.matches.exists()
    client.post(f"/t/{tournament.slug}/manage/draw/1/publish/")
    play(organiser, Match.objects.get(tournament=tournament, number=1), "ra8")
    assert "Yes, take the draw back" not in page(client, tournament)
    for address in ("take-back/", "1/publish/"):
        answer = client.post(f"/t/{tournament.slug}/manage/draw/{address}")
        assert (answer.status_code, address) in ((422, "take-back/"), (302, "1/publish/"))
    assert tournament.matches.count() == 12
    refused = draw(client, tournament, 2)
    assert refused.status_code == 422
    assert "A match has begun" in text(refused)


def test_faults_of_a_draw_are_told_beside_a_published_one(client: Client, organiser: User) -> None:
    tournament = make_drawn_tournament(organiser, pairs=8, pools=2)
    refused = draw(client, tournament, 2, seed="5\x072")
    assert refused.status_code == 422
    assert "a character that cannot be seen" in text(refused)
    # One made all the same, from a page that was open, is shown and can take its place.
    assert draw(client, tournament, 1).status_code == 302
    assert "Publish this draw" in page(client, tournament)
    client.post(f"/t/{tournament.slug}/manage/draw/2/publish/")
    assert tournament.pools.count() == 1


def test_earlier_draws_are_listed_with_their_seeds(client: Client, organiser: User) -> None:
    tournament = make_tournament(organiser, pairs=8)
    for seed in ("yksi", "kaksi", "kolme"):
        draw(client, tournament, 2, seed=seed)
    shown = page(client, tournament)
    assert re.findall(r"Draw (\d): seed (\w+)", shown) == [("2", "kaksi"), ("1", "yksi")]


@pytest.mark.parametrize("pairs", [2, 3, 7, 200])
def test_an_entry_of_any_size_is_drawn(client: Client, organiser: User, pairs: int) -> None:
    tournament = make_tournament(organiser, pairs=pairs, tables=30)
    response = client.get(f"/t/{tournament.slug}/manage/draw/")
    [recommended] = re.findall(
        r'name="pool_count"\s+value="(\d+)"\s+checked', response.content.decode()
    )
    assert draw(client, tournament, recommended).status_code == 302
    answer = client.post(f"/t/{tournament.slug}/manage/draw/1/publish/", follow=True)
    assert "Draw 1 counts now" in text(answer)
    assert sum(pool.places.count() for pool in tournament.pools.all()) == pairs


@pytest.mark.parametrize("pairs", [4, 40])
def test_the_page_takes_the_same_few_queries_whatever_the_number_of_pairs(
    client: Client, organiser: User, django_assert_num_queries: DjangoAssertNumQueries, pairs: int
) -> None:
    tournament = make_tournament(organiser, pairs=pairs)
    draw(client, tournament, pairs // 4)
    page(client, tournament)
    with django_assert_num_queries(11):
        client.get(f"/t/{tournament.slug}/manage/draw/")
