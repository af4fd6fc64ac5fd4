"""The organiser's pages about going on, and what everybody sees of it."""

from __future__ import annotations

import re
from uuid import uuid4

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.builders import make_drawn_tournament, signed_in
from tests.tournaments.advancing.steps import (
    CIRCLE,
    choose,
    lock,
    make,
    marks,
    numbers,
    picture,
    play_off_matches,
    play_pool,
    reopen,
)
from tournaments.advancing import locked_field_of
from tournaments.models import Course, Lot, Tournament, User

pytestmark = pytest.mark.django_db


@pytest.fixture
def client(organiser: User) -> Client:
    return signed_in(organiser)


def home(tournament: Tournament) -> str:
    return f"/t/{tournament.slug}/manage/advancing/"


def hidden(page: str, name: str) -> str:
    found = re.search(rf'name="{name}" value="([^"]*)"', page)
    assert found is not None, name
    return found[1]


def send(client: Client, address: str, page: str, **values: object) -> object:
    names = [name for name in ("token", "seen", "revision") if f'name="{name}"' in page]
    return client.post(address, {**{name: hidden(page, name) for name in names}, **values})


def get(client: Client, address: str) -> str:
    response = client.get(address)
    assert response.status_code == 200
    return response.content.decode()


def test_from_the_last_result_to_the_locked_list_through_the_pages(
    client: Client, organiser: User, tournament: Tournament
) -> None:
    play_pool(organiser, tournament, 1, *CIRCLE)
    play_pool(organiser, tournament, 2)
    page = get(client, home(tournament))
    assert 'id="lock"' not in page
    level = sorted(numbers(tournament, 1)[letter] for letter in "PQR")
    named = ",".join(map(str, level))
    assert f'data-tie="{named}"' in page
    tie = f"{home(tournament)}tie/?pairs={named}"
    shown = get(client, tie)
    response = send(client, tie, shown, way="play_off")
    assert response.status_code == 302
    made = play_off_matches(tournament)
    assert len(made) == 3
    page = get(client, home(tournament))
    assert 'id="play-offs"' in page
    back = f"{home(tournament)}play-offs/{made[0].number}/take-back/"
    response = send(client, back, get(client, back))
    assert response.status_code == 302
    assert play_off_matches(tournament) == []
    response = send(client, tie, get(client, tie), way="lot", seed="52")
    assert response.status_code == 302
    page = get(client, home(tournament))
    lock_form = page[page.index('id="lock"') :]
    response = send(client, f"{home(tournament)}lock/", lock_form)
    assert response.status_code == 302
    locked = locked_field_of(tournament)
    assert locked is not None
    standings = get(Client(), f"/t/{tournament.slug}/standings/")
    assert "data-locked" in standings
    assert standings.count('class="prospect through"') == 4
    take_back = page = get(client, home(tournament))
    form = take_back[take_back.index('id="take-back"') :]
    response = send(client, f"{home(tournament)}take-back/", form, reason="")
    assert response.status_code == 422
    response = send(client, f"{home(tournament)}take-back/", form, reason="too early")
    assert response.status_code == 302
    assert locked_field_of(tournament) is None


def test_a_lot_by_hand_and_undoing_it_through_the_pages(
    client: Client, organiser: User, tournament: Tournament
) -> None:
    play_pool(organiser, tournament, 1, *CIRCLE)
    level = [numbers(tournament, 1)[letter] for letter in "PQR"]
    tie = f"{home(tournament)}tie/?pairs={','.join(map(str, level))}"
    places = {f"place_{number}": place for place, number in enumerate(level[::-1], 1)}
    who = {"witness_1": "Aino Näki", "witness_2": "Eero Katsoi"}
    shown = get(client, tie)
    wrong = {**places, f"place_{level[0]}": 1}
    response = send(client, tie, shown, way="hand", **wrong, **who)
    assert response.status_code == 422
    assert 'value="Aino Näki"' in response.content.decode()
    response = send(client, tie, shown, way="hand", **places, witness_1="Aino", witness_2="Aino")
    assert response.status_code == 422
    assert send(client, tie, shown, way="hand", **places, **who).status_code == 302
    assert Lot.objects.get().order == level[::-1]
    undo = f"{home(tournament)}lots/1/undo/"
    assert send(client, undo, get(client, undo), reason="").status_code == 422
    assert send(client, undo, get(client, undo), reason="a slip fell").status_code == 302
    assert marks(tournament, 1) == "???s"


def test_the_same_form_sent_twice_counts_once(
    client: Client, organiser: User, tournament: Tournament
) -> None:
    play_pool(organiser, tournament, 1, *CIRCLE)
    level = [numbers(tournament, 1)[letter] for letter in "PQR"]
    tie = f"{home(tournament)}tie/?pairs={','.join(map(str, level))}"
    data = {"way": "lot", "seed": "52", "token": str(uuid4())}
    assert [client.post(tie, data).status_code for _time in range(2)] == [302, 302]
    assert Lot.objects.count() == 1


def test_a_form_used_anew_with_something_else_in_it_says_that_this_is_not_kept(
    client: Client, organiser: User, tournament: Tournament
) -> None:
    play_pool(organiser, tournament, 1, *CIRCLE)
    level = [numbers(tournament, 1)[letter] for letter in "PQR"]
    tie = f"{home(tournament)}tie/?pairs={','.join(map(str, level))}"
    who = {"way": "hand", "token": str(uuid4()), "witness_1": "Aino Näki", "witness_2": "Eero"}
    for order, status in ((level, 302), (level, 302), (level[::-1], 409)):
        places = {f"place_{number}": place for place, number in enumerate(order, 1)}
        assert client.post(tie, {**who, **places}).status_code == status
    assert Lot.objects.get().order == level
    page = get(client, home(tournament))
    assert send(client, home(tournament), page, numbers="", first=2, size="").status_code == 302
    again = send(client, home(tournament), page, numbers="", first=1, size="")
    assert again.status_code == 409
    assert "sent before with something else in it" in again.content.decode()
    tournament.refresh_from_db()
    assert tournament.advance_first == 2


def test_a_list_that_changed_since_it_was_shown_is_not_locked(
    client: Client, organiser: User, tournament: Tournament
) -> None:
    for pool in (1, 2):
        play_pool(organiser, tournament, pool)
    page = get(client, home(tournament))
    reopen(organiser, tournament.matches.select_related("tournament").get(number=1))
    response = send(client, f"{home(tournament)}lock/", page[page.index('id="lock"') :])
    assert response.status_code == 409
    assert locked_field_of(tournament) is None


def test_how_many_go_on_is_chosen_from_proposals_or_written(
    client: Client, organiser: User
) -> None:
    tournament = make_drawn_tournament(organiser, pairs=12, pools=3, name="Kolme")
    page = get(client, home(tournament))
    assert '<details class="block" id="numbers" open>' in page
    assert 'value="1:4"' in page
    assert (
        "The first of each pool goes on and the best of those on place 2: 4 pairs in all." in page
    )
    assert (
        "The first 2 of each pool go on and the 2 best of those on place 3: 8 pairs in all." in page
    )
    assert send(client, home(tournament), page, numbers="1:4").status_code == 302
    tournament.refresh_from_db()
    assert (tournament.advance_first, tournament.advance_size) == (1, 4)
    page = get(client, home(tournament))
    assert 'value="1:4" checked' in page
    stale = send(client, home(tournament), page.replace('value="2"', 'value="1"'), numbers="2:8")
    assert stale.status_code in (302, 409)
    page = get(client, home(tournament))
    for own in ({"first": "9", "size": "8"}, {"first": "", "size": ""}, {"first": "x", "size": ""}):
        refused = send(client, home(tournament), page, numbers="own", **own)
        assert refused.status_code == 422, own
    assert (
        send(client, home(tournament), page, numbers="own", first="1", size="8").status_code == 302
    )
    page = get(client, home(tournament))
    choose(organiser, tournament, course=Course.POOLS)
    assert tournament.advance_first is None
    assert "the standings are the result" in get(client, home(tournament))
    assert send(client, home(tournament), page, numbers="1:4").status_code == 409


def test_one_pool_and_nothing_chosen_is_the_result(client: Client, organiser: User) -> None:
    tournament = make_drawn_tournament(organiser, pairs=5, pools=1, name="Yksi")
    page = get(client, home(tournament))
    assert "the standings are the result" in page
    assert 'id="list"' not in page
    choose(organiser, tournament, first=4, size=4)
    play_pool(organiser, tournament, 1)
    assert "The first 4 go on: 4 pairs in all." in get(client, home(tournament))
    assert len(lock(organiser, tournament).rows) == 4


def test_going_on_is_a_step_of_an_event_with_several_pools(
    client: Client, organiser: User, tournament: Tournament
) -> None:
    def step() -> str:
        page = get(client, f"/t/{tournament.slug}/manage/")
        [state] = re.findall(r'<li class="(\w+)" id="going-on-step"', page)
        return state

    assert step() == "later"
    for pool in (1, 2):
        play_pool(organiser, tournament, pool)
    assert step() == "now"
    lock(organiser, tournament)
    assert step() == "done"


def test_an_unknown_tie_says_so(client: Client, tournament: Tournament) -> None:
    for asked in ("", "1,2", "x", "1," * 300):
        assert "These pairs are not level" in get(client, f"{home(tournament)}tie/?pairs={asked}")
    assert client.post(f"{home(tournament)}tie/?pairs=1,2", {"way": "fly"}).status_code == 404
    refused = client.post(
        f"{home(tournament)}tie/?pairs=1,2", {"way": "lot", "token": str(uuid4())}
    )
    assert refused.status_code == 409
    refused = client.post(
        f"{home(tournament)}tie/?pairs=1,2",
        {"way": "play_off", "token": str(uuid4()), "seen": "0" * 16},
    )
    assert refused.status_code == 409
    assert "These pairs are not level any more" in refused.content.decode()


def test_a_play_off_stands_under_its_own_heading(organiser: User, tournament: Tournament) -> None:
    play_pool(organiser, tournament, 1, *CIRCLE)
    make(organiser, tournament, 1, [numbers(tournament, 1)[letter] for letter in "PQR"])
    page = get(Client(), f"/t/{tournament.slug}/standings/")
    assert page.count("data-play-off") == 1
    pair = numbers(tournament, 1)["P"]
    assert get(Client(), f"/t/{tournament.slug}/pairs/{pair}/").count("Play-off, pool A") == 2


@pytest.mark.parametrize(("pairs", "pools"), [(8, 2), (32, 8)])
def test_pages_take_the_same_few_queries_however_many_pools_there_are(
    client: Client,
    organiser: User,
    django_assert_num_queries: DjangoAssertNumQueries,
    pairs: int,
    pools: int,
) -> None:
    tournament = make_drawn_tournament(organiser, pairs=pairs, pools=pools, name="Iso")
    choose(organiser, tournament, first=2, size=2 * pools)
    for pool in range(1, pools + 1):
        play_pool(organiser, tournament, pool, *(CIRCLE if pool == 2 else ()))
    level = [numbers(tournament, 2)[letter] for letter in "PQR"]
    with django_assert_num_queries(11):
        client.get(home(tournament))
    with django_assert_num_queries(12):
        client.get(f"{home(tournament)}tie/?pairs={','.join(map(str, level))}")
    make(organiser, tournament, 2, level)
    [play_off] = picture(tournament).play_offs
    for view in play_off.matches:
        view.match.delete()
    with django_assert_num_queries(9):
        Client().get(f"/t/{tournament.slug}/standings/")
    data = {"way": "lot", "seed": "1", "token": str(uuid4())}
    client.post(f"{home(tournament)}tie/?pairs={','.join(map(str, level))}", data)
    lock(organiser, tournament)
    with django_assert_num_queries(12):
        client.get(home(tournament))
    with django_assert_num_queries(11):
        client.get(f"/t/{tournament.slug}/manage/")
