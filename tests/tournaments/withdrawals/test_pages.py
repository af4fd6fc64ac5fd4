"""Withdrawing and annulling in a browser's words, and what everybody sees of it."""

from __future__ import annotations

import re
from uuid import uuid4

import pytest
from django.http import HttpResponse
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from scoring.withdrawal import Choice
from tests.builders import (
    draw_and_publish,
    make_drawn_tournament,
    make_tournament,
    play,
    signed_in,
)
from tests.builders import sheet_in_short as sheet
from tests.tournaments.withdrawals.steps import (
    annul,
    annulments,
    begin,
    come_back,
    match_of,
    side_of,
    win,
    withdraw,
)
from tournaments.models import Tournament, User, Withdrawal
from tournaments.queries.desk import next_unfinished

pytestmark = pytest.mark.django_db


@pytest.fixture
def client(organiser: User) -> Client:
    client = signed_in(organiser)
    client.cookies["django_language"] = "en"
    return client


@pytest.fixture
def pool(organiser: User) -> Tournament:
    return make_drawn_tournament(organiser, pairs=4, pools=1)


def text_of(response: HttpResponse) -> str:
    return response.content.decode()


def hidden(response: HttpResponse) -> dict[str, str]:
    """The token and the fingerprint of a page's form."""
    return {
        name: value
        for name in ("token", "seen")
        for value in re.findall(rf'name="{name}" value="([^"]*)"', text_of(response))
    }


def public(address: str) -> str:
    client = Client()
    client.cookies["django_language"] = "en"
    response = client.get(address)
    assert response.status_code == 200, address
    return text_of(response)


WITHDRAW = "/t/testituppi-2026/manage/pairs/1/withdraw/"
COME_BACK = f"{WITHDRAW}undo/"
ANNUL = "/t/testituppi-2026/manage/matches/1/annul/"
UNDO_ANNUL = f"{ANNUL}undo/"


def test_the_page_marks_the_default_says_why_and_shows_both_choices(
    organiser: User, client: Client, pool: Tournament
) -> None:
    win(organiser, pool, 1, 2)
    content = text_of(client.get(WITHDRAW))
    assert (
        "the pair played 1 of its 3 matches that are not annulled, which is less than 50 %. "
        "A forfeit before the first deal is not a match played." in content
    )
    assert content.count('class="badge recommended"') == 2
    assert re.findall(r'value="(stand|annul)" required( checked)?', content) == [
        ("stand", ""),
        ("annul", " checked"),
    ]
    assert content.count("Place in the pool") == 2
    for other in (2, 3, 4):
        number = match_of(pool, 1, other).number
        assert content.count(f"/matches/{number}/") == 2
    assert Withdrawal.objects.count() == 0


def test_withdrawing_and_coming_back_by_the_forms(client: Client, pool: Tournament) -> None:
    page = client.get(WITHDRAW)
    answer = client.post(
        WITHDRAW, {**hidden(page), "choice": "stand", "reason": "fever"}, follow=True
    )
    assert answer.redirect_chain == [("/t/testituppi-2026/pairs/1/", 302)]
    assert "Pair 1 has withdrawn." in text_of(answer)
    assert sheet(match_of(pool, 1, 2)).endswith(":forfeit")

    page = client.get(COME_BACK)
    answer = client.post(COME_BACK, {**hidden(page), "reason": "well again"}, follow=True)
    assert "Pair 1 is in play again." in text_of(answer)
    assert sheet(match_of(pool, 1, 2)) == ""


def test_a_form_sent_twice_withdraws_once_and_is_answered_the_same(
    client: Client, pool: Tournament
) -> None:
    sent = {**hidden(client.get(WITHDRAW)), "choice": "annul", "reason": "fever"}
    answers = [client.post(WITHDRAW, sent) for _time in range(2)]
    assert [(a.status_code, a["Location"]) for a in answers] == [
        (302, "/t/testituppi-2026/pairs/1/")
    ] * 2
    assert Withdrawal.objects.count() == 1
    other = client.post(WITHDRAW.replace("pairs/1", "pairs/2"), sent)
    assert (other.status_code, Withdrawal.objects.count()) == (409, 1)


def test_a_page_that_is_old_is_answered_with_the_new_picture_and_what_was_typed(
    organiser: User, client: Client, pool: Tournament
) -> None:
    old = hidden(client.get(WITHDRAW))
    begin(organiser, pool, 1, 2, "na4")
    answer = client.post(WITHDRAW, {**old, "choice": "stand", "reason": "fever of 39"})
    content = text_of(answer)
    assert answer.status_code == 409
    assert "Something changed since this page was shown" in content
    assert "fever of 39" in content
    assert re.findall(r'value="(stand|annul)" required( checked)?', content)[0][1] == " checked"
    now = hidden(answer)
    assert now["seen"] != old["seen"]
    assert now["token"] != old["token"]
    done = client.post(WITHDRAW, {**now, "choice": "stand", "reason": "fever of 39"})
    assert (done.status_code, Withdrawal.objects.count()) == (302, 1)


@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"choice": "stand"},
        {"reason": "fever"},
        {"choice": "both", "reason": "fever"},
        {"choice": "stand", "reason": "x" * 301},
        {"choice": "stand", "reason": "fever", "token": "no token"},
        {"choice": "stand", "reason": "fe\0ver"},
    ],
)
def test_a_form_at_fault_is_shown_again(
    client: Client, pool: Tournament, sent: dict[str, str]
) -> None:
    answer = client.post(WITHDRAW, {**hidden(client.get(WITHDRAW)), **sent})
    assert (answer.status_code, Withdrawal.objects.count()) == (422, 0)
    assert 'role="alert"' in text_of(answer)


def test_pages_with_nothing_to_do_say_so(organiser: User, client: Client, pool: Tournament) -> None:
    assert "This pair has not withdrawn" in text_of(client.get(COME_BACK))
    assert "This match is not annulled" in text_of(client.get(UNDO_ANNUL))
    sent = {"token": uuid4(), "seen": "x", "reason": "x"}
    assert client.post(COME_BACK, sent).status_code == 409
    assert client.post(UNDO_ANNUL, {**sent, "token": uuid4()}).status_code == 409
    withdraw(organiser, pool, 1, Choice.ANNUL)
    assert COME_BACK in text_of(client.get(WITHDRAW))
    again = client.post(WITHDRAW, {**sent, "token": uuid4(), "choice": "stand"})
    assert (again.status_code, "has withdrawn already" in text_of(again)) == (409, True)
    annulled = match_of(pool, 1, 2).number
    address = ANNUL.replace("matches/1/", f"matches/{annulled}/")
    assert "counts nowhere already" in text_of(client.get(address))
    assert COME_BACK in text_of(client.get(f"{address}undo/"))


def test_before_the_draw_the_page_sends_to_the_list(organiser: User, client: Client) -> None:
    make_tournament(organiser, pairs=4)
    page = client.get(WITHDRAW)
    assert 'class="empty"' in text_of(page)
    sent = {"token": uuid4(), "seen": "x", "reason": "x", "choice": "stand"}
    assert client.post(WITHDRAW, sent).status_code == 422


@pytest.mark.parametrize("address", [WITHDRAW, COME_BACK, ANNUL, UNDO_ANNUL])
@pytest.mark.parametrize("number", ["0", "99", "9" * 25])
def test_a_pair_or_match_that_does_not_exist_is_not_found(
    client: Client, pool: Tournament, address: str, number: str
) -> None:
    address = address.replace("/1/", f"/{number}/")
    sent = {"token": uuid4(), "seen": "x", "reason": "x", "choice": "stand"}
    assert client.get(address).status_code == 404
    assert client.post(address, sent).status_code == 404


def test_annulling_and_undoing_by_the_forms(
    organiser: User, client: Client, pool: Tournament
) -> None:
    match = pool.matches.get(number=1)
    play(organiser, match, "ra0")
    page = client.get(ANNUL)
    answer = client.post(ANNUL, {**hidden(page), "reason": "Wrong <b>pairs</b>"}, follow=True)
    assert answer.redirect_chain == [("/t/testituppi-2026/matches/1/", 302)]
    for address in ("matches/1/", "schedule/", "standings/", f"pairs/{match.pair_a.number}/"):
        content = public(f"/t/testituppi-2026/{address}")
        assert "Annulled: Wrong &lt;b&gt;pairs&lt;/b&gt;" in content, address
    assert "0 of 5 matches played" in public("/t/testituppi-2026/")
    page = client.get(UNDO_ANNUL)
    answer = client.post(UNDO_ANNUL, {**hidden(page), "reason": "right after all"}, follow=True)
    assert "is undone" in text_of(answer)
    assert "Annulled" not in public("/t/testituppi-2026/standings/")
    assert "1 of 6 matches played" in public("/t/testituppi-2026/")


def test_everybody_sees_who_withdrew_and_when_but_not_why(
    organiser: User, pool: Tournament
) -> None:
    win(organiser, pool, 1, 2)
    withdrawal = withdraw(organiser, pool, 1, Choice.ANNUL, reason="broke a leg")
    told = "Pair 1 withdrew on "
    number = match_of(pool, 1, 3).number
    for address in ("standings/", "pairs/", "pairs/1/", f"matches/{number}/"):
        content = public(f"/t/testituppi-2026/{address}")
        assert told in content, address
        assert withdrawal.reason not in content
    standings = public("/t/testituppi-2026/standings/")
    assert standings.count('<tr class="withdrawn">') == 1
    still_to_play, annulled = standings.split("Still to play")[1].split("<h3>Annulled</h3>")
    assert (still_to_play.count("<li>"), annulled.count("<li>")) == (3, 3)
    schedule = public("/t/testituppi-2026/schedule/")
    assert schedule.count("Annulled: a pair withdrew.") == 3
    assert schedule.count("<s>") == 1
    front = public("/t/testituppi-2026/")
    assert "0 of 3 matches played" in front
    assert f"/matches/{number}/" not in front
    come_back(organiser, pool, 1)
    assert told not in public("/t/testituppi-2026/standings/")


def test_a_forfeit_is_told_as_awarded(organiser: User, pool: Tournament) -> None:
    withdraw(organiser, pool, 1, Choice.STAND)
    content = public("/t/testituppi-2026/schedule/")
    assert content.count("awarded") == 3


def test_the_desk_keeps_annulled_matches_apart_and_takes_no_more_lines(
    organiser: User, client: Client, pool: Tournament
) -> None:
    begun = begin(organiser, pool, 1, 2, "na4")
    win(organiser, pool, 3, 4)
    withdraw(organiser, pool, 1, Choice.ANNUL)
    content = text_of(client.get("/t/testituppi-2026/desk/"))
    assert "1 of 3 matches played" in content
    assert content.split('id="annulled"')[1].count('<th scope="row"') == 3
    address = f"/t/testituppi-2026/desk/matches/{begun.number}/"
    content = text_of(client.get(address))
    assert "nothing more can be written on its sheet" in content
    assert 'id="key-rami"' not in content
    answer = client.post(address, {"token": uuid4(), "revision": begun.revision, "entry": "na4"})
    assert (answer.status_code, "has been annulled" in text_of(answer)) == (422, True)
    assert sheet(begun) == "na4"
    other = match_of(pool, 2, 3)
    assert next_unfinished(match_of(pool, 3, 4)) in {other.number, match_of(pool, 2, 4).number}


def test_an_event_with_every_match_annulled_is_still_an_event(
    organiser: User, pool: Tournament
) -> None:
    for number in (1, 2, 3):
        withdraw(organiser, pool, number, Choice.ANNUL)
    assert set(annulments(pool, 4).values()) == {"withdrawal"}
    assert "0 of 0 matches played" in public("/t/testituppi-2026/")
    for address in ("standings/", "schedule/", "pairs/4/"):
        public(f"/t/testituppi-2026/{address}")


def test_sheets_left_to_be_corrected_by_hand_are_named_before_and_after(
    organiser: User, client: Client, pool: Tournament
) -> None:
    withdraw(organiser, pool, 1, Choice.STAND)
    match = match_of(pool, 1, 2)
    play(organiser, match, f"na4 ={side_of(match, 2).lower()}:forfeit", reason="one was played")
    page = client.get(COME_BACK)
    assert "Not everything comes back by itself." in text_of(page)
    answer = client.post(COME_BACK, {**hidden(page), "reason": "well again"}, follow=True)
    assert f"the forfeit: {match.number}. Correct them by hand." in text_of(answer)


QUERIES = {
    WITHDRAW: 12,
    COME_BACK: 11,
    ANNUL: 10,
    UNDO_ANNUL: 11,
}


@pytest.mark.parametrize("address", QUERIES)
@pytest.mark.parametrize("pairs", [4, 33])
def test_pages_take_the_same_few_queries_whatever_the_number_of_pairs(
    organiser: User,
    client: Client,
    django_assert_num_queries: DjangoAssertNumQueries,
    address: str,
    pairs: int,
) -> None:
    tournament = draw_and_publish(organiser, make_tournament(organiser, pairs=pairs), pairs // 4)
    match = tournament.matches.get(number=1)
    if address == UNDO_ANNUL:
        match.tournament = tournament
        annul(organiser, match)
        withdraw(organiser, tournament, match.pair_a.number, Choice.STAND)
    elif address == COME_BACK:
        withdraw(organiser, tournament, 1, Choice.STAND)
    with django_assert_num_queries(QUERIES[address]):
        client.get(address)


def test_the_organisers_list_tells_who_has_withdrawn(client: Client, organiser: User) -> None:
    tournament = make_drawn_tournament(organiser)
    address = f"/t/{tournament.slug}/manage/pairs/"
    assert "withdrew on" not in client.get(address).content.decode()
    withdraw(organiser, tournament, 3, Choice.ANNUL)
    assert "Pair 3 withdrew on" in client.get(address).content.decode()
