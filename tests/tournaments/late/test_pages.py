"""Late pairs and late matches in the browser's words."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from tests.builders import (
    add_referee,
    make_drawn_tournament,
    make_tournament,
    play,
    signed_in,
)
from tests.tournaments.knockout.steps import lock_field
from tests.tournaments.late.steps import enter, facts
from tests.tournaments.manage.pages import pair_form, text
from tournaments.models import JuryDecision, PoolPlace, Tournament, User, Withdrawal

pytestmark = pytest.mark.django_db


@pytest.fixture
def client(organiser: User) -> Client:
    return signed_in(organiser)


def base(tournament: Tournament) -> str:
    return f"/t/{tournament.slug}/"


def late_page(tournament: Tournament, number: int = 9) -> str:
    return f"{base(tournament)}manage/pairs/{number}/late/"


def hidden(response: HttpResponse) -> dict[str, str]:
    html = response.content.decode()
    return {
        name: found[1]
        for name in ("token", "seen", "pool")
        if (found := re.search(rf'name="{name}" value="([^"]*)"', html))
    }


def moved_to_now(tournament: Tournament, minutes_ago: int) -> None:
    """Moves the whole event so that its first matches were to start so many minutes ago."""
    first = min(tournament.matches.values_list("starts_at", flat=True))
    shift = timezone.now() - timedelta(minutes=minutes_ago) - first
    for match in tournament.matches.all():
        match.starts_at += shift
        match.save(update_fields=["starts_at"])
    first_day = tournament.days.order_by("date").first()
    assert first_day is not None
    tournament.days.exclude(pk=first_day.pk).delete()
    yesterday = timezone.localdate() - timedelta(days=1)
    tournament.days.update(date=yesterday, starts_at="09:00", ends_at="21:00")


def test_a_pair_is_entered_after_the_draw_added_and_taken_back(
    client: Client, tournament: Tournament
) -> None:
    pairs = f"{base(tournament)}manage/pairs/"
    assert "Add the pair and choose its pool" in text(client.get(pairs))
    answer = client.post(pairs, pair_form("Uusi Pelaaja/Kemi", "Toinen Pelaaja", late="yes"))
    assert answer["Location"] == late_page(tournament)
    page = client.get(late_page(tournament))
    assert "Add the pair to pool A" in text(page)
    assert "the smallest" in text(page)
    assert PoolPlace.objects.filter(pair__number=9).count() == 0
    other = client.get(late_page(tournament) + "?pool=2")
    assert "Add the pair to pool B" in text(other)
    assert "This pool is not the smallest one." in text(other)
    added = client.post(late_page(tournament), hidden(other), follow=True)
    assert added.redirect_chain == [(f"{base(tournament)}pairs/9/", 302)]
    assert "Pair 9 has joined its pool with 4 matches." in text(added)
    assert "The pair plays in pool B." in text(client.get(late_page(tournament)))
    draw = text(Client().get(f"{base(tournament)}draw/"))
    assert "Joined pool B after the draw" in draw
    undo = f"{late_page(tournament)}undo/"
    page = client.get(undo)
    assert "The pair leaves pool B and its 4 matches go." in text(page)
    taken = client.post(undo, hidden(page), follow=True)
    assert "Pair 9 is out of its pool" in text(taken)
    assert tournament.matches.count() == 12
    assert "This pair is in no pool" in text(client.get(undo))


def test_once_it_is_locked_who_goes_on_no_pair_is_offered_and_none_is_left_hanging(
    client: Client, organiser: User, tournament: Tournament
) -> None:
    enter(organiser, tournament, 9)
    pairs = f"{base(tournament)}manage/pairs/"
    sent = pair_form("Uusi Pelaaja/Kemi", "Toinen Pelaaja", late="yes")
    lock_field(tournament, 4)
    page = client.get(pairs)
    assert "It is too late to add a pair. It is locked who goes on" in text(page)
    assert "Add the pair and choose its pool" not in text(page)
    assert "data-add-to-pool" not in page.content.decode()
    answer = client.post(pairs, sent)
    assert answer.status_code == 422
    assert "It is locked who goes on" in text(answer)
    assert 'value="Uusi Pelaaja"' in answer.content.decode()
    assert tournament.pairs.count() == 9
    page = client.get(late_page(tournament))
    assert "It is too late to add a pair." in text(page)
    assert "Whom the pair meets" not in text(page)


def test_a_form_sent_twice_is_answered_the_same(client: Client, tournament: Tournament) -> None:
    sent = pair_form("Uusi Pelaaja", "Toinen Pelaaja", late="yes")
    for _time in range(2):
        answer = client.post(f"{base(tournament)}manage/pairs/", sent)
        assert answer["Location"] == late_page(tournament)
    sent = hidden(client.get(late_page(tournament)))
    for _time in range(2):
        assert client.post(late_page(tournament), sent).status_code == 302
    assert tournament.matches.count() == 16


def test_a_stale_page_shows_what_would_follow_now(
    client: Client, organiser: User, tournament: Tournament
) -> None:
    enter(organiser, tournament, 9)
    moved_to_now(tournament, -60)
    sent = hidden(client.get(late_page(tournament)))
    play(organiser, tournament.matches.filter(pool__number=1)[0], "ra8")
    before = facts(tournament)
    answer = client.post(late_page(tournament), sent)
    assert answer.status_code == 409
    assert facts(tournament) == before
    assert hidden(answer)["seen"] != sent["seen"]
    assert client.post(late_page(tournament), hidden(answer)).status_code == 302


def test_a_form_without_its_parts_is_refused(
    client: Client, organiser: User, tournament: Tournament
) -> None:
    enter(organiser, tournament, 9)
    assert client.post(late_page(tournament), {}).status_code == 422
    sent = hidden(client.get(late_page(tournament)))
    assert client.post(late_page(tournament), {**sent, "pool": "77"}).status_code == 404
    assert client.post(f"{late_page(tournament)}undo/", {}).status_code == 422
    assert client.get(late_page(tournament, 77)).status_code == 404
    assert client.get(f"{late_page(tournament, 77)}undo/").status_code == 404


def test_the_key_to_add_stands_where_a_pair_without_a_pool_is_seen(
    client: Client, organiser: User, tournament: Tournament
) -> None:
    places = ("manage/pairs/", "manage/pairs/9/", "manage/check-in/?show=all")
    enter(organiser, tournament, 9)
    for address in places:
        content = client.get(base(tournament) + address).content.decode()
        assert content.count("data-add-to-pool") == 1, address
        assert late_page(tournament) in content
    referee = signed_in(add_referee(tournament))
    content = referee.get(f"{base(tournament)}manage/check-in/?show=all").content.decode()
    assert "data-add-to-pool" not in content
    client.post(late_page(tournament), hidden(client.get(late_page(tournament))))
    for address in places:
        assert "data-add-to-pool" not in client.get(base(tournament) + address).content.decode()


def test_before_the_draw_nothing_speaks_of_pools(client: Client, organiser: User) -> None:
    tournament = make_tournament(organiser, pairs=4)
    for address in ("manage/pairs/", "manage/pairs/1/", "manage/check-in/?show=all"):
        assert "data-add-to-pool" not in client.get(base(tournament) + address).content.decode()
    assert "No draw counts" in text(client.get(late_page(tournament, 1)))


def test_a_pair_without_a_pool_can_be_removed_after_the_draw(
    client: Client, organiser: User, tournament: Tournament
) -> None:
    enter(organiser, tournament, 9)
    answer = client.post(f"{base(tournament)}manage/pairs/9/remove/")
    assert answer.status_code == 302
    assert not tournament.pairs.filter(number=9).exists()


def test_late_matches_are_counted_where_staff_look(
    client: Client, organiser: User, tournament: Tournament
) -> None:
    moved_to_now(tournament, 20)
    tournament.pairs.exclude(number=3).update(present_at=timezone.now())
    for address in ("desk/", "manage/"):
        assert 'data-late-count="1"' in client.get(base(tournament) + address).content.decode()
    moved_to_now(tournament, 10)
    for address in ("desk/", "manage/"):
        assert "data-late-count" not in client.get(base(tournament) + address).content.decode()


def test_the_forfeit_is_offered_to_the_pair_that_came(
    client: Client, organiser: User, tournament: Tournament
) -> None:
    moved_to_now(tournament, 20)
    tournament.pairs.exclude(number=3).update(present_at=timezone.now())
    page = client.get(f"{base(tournament)}desk/late/")
    content = page.content.decode()
    [link] = re.findall(r'data-forfeit="[AB]"\s+href="([^"]*)"', content.split('id="others"')[0])
    step = client.get(link.replace("&amp;", "&"))
    assert "Will be written" in text(step)
    sent = {
        name: found[1]
        for name in ("token", "revision")
        if (found := re.search(rf'name="{name}" value="([^"]*)"', step.content.decode()))
    }
    answer = client.post(link.replace("&amp;", "&"), {**sent, "ruled_by": "Reetta"})
    assert answer.status_code == 302
    [match] = [each for each in tournament.matches.all() if each.is_finished]
    winner = match.pair_a if match.winner == "A" else match.pair_b
    assert winner.number != 3
    assert (match.decided_by, match.total_a + match.total_b) == ("award", 52)
    assert 'data-late="' not in client.get(f"{base(tournament)}desk/late/").content.decode()


def test_the_jury_decides_otherwise_and_the_page_is_quiet(
    organiser: User, tournament: Tournament
) -> None:
    moved_to_now(tournament, 20)
    tournament.pairs.exclude(number=3).update(present_at=timezone.now())
    referee = signed_in(add_referee(tournament))
    address = f"{base(tournament)}desk/late/"
    content = referee.get(address).content.decode().split('id="others"')[0]
    assert "no-show" not in content
    [link] = re.findall(r'data-jury\s+href="([^"]*)"', content)
    link = link.replace("&amp;", "&")
    form = referee.get(link)
    token = re.search(r'name="token" value="([^"]*)"', form.content.decode())
    match = re.search(r'name="match" value="(\d+)"', form.content.decode())
    assert token
    assert match
    answer = referee.post(
        link, {"token": token[1], "match": match[1], "reason": "The bus is late", "note": ""}
    )
    assert answer["Location"] == address
    page = text(referee.get(address))
    assert "The jury decided otherwise" in page
    assert "The bus is late" in page
    assert "Waiting for a pair" not in page
    assert JuryDecision.objects.get().match is not None


def test_a_pair_that_never_came_is_withdrawn_with_its_reason_filled_in(
    client: Client, organiser: User, tournament: Tournament
) -> None:
    moved_to_now(tournament, 20)
    tournament.pairs.exclude(number=3).update(present_at=timezone.now())
    for address in ("desk/late/", "manage/check-in/"):
        assert (
            "manage/pairs/3/withdraw/?no-show"
            in client.get(base(tournament) + address).content.decode()
        ), address
    withdraw = f"{base(tournament)}manage/pairs/3/withdraw/?no-show"
    page = client.get(withdraw)
    assert "Did not come</textarea>" in page.content.decode()
    assert "Did not come" not in client.get(withdraw.removesuffix("?no-show")).content.decode()
    client.post(withdraw, {**hidden(page), "choice": "annul", "reason": "Did not come"})
    assert Withdrawal.objects.get().pair_number == 3
    assert 'data-late="' not in client.get(f"{base(tournament)}desk/late/").content.decode()


def test_a_pair_left_out_of_the_draw_is_not_told_to_be_late(
    client: Client, organiser: User, tournament: Tournament
) -> None:
    enter(organiser, tournament, 9)
    tournament.pairs.exclude(number=9).update(present_at=timezone.now())
    moved_to_now(tournament, 20)
    content = client.get(f"{base(tournament)}manage/check-in/").content.decode()
    assert "no-show" not in content


def test_an_event_where_nobody_is_late_says_so(client: Client, organiser: User) -> None:
    tournament = make_tournament(organiser, pairs=4)
    assert "Nobody is late" in text(client.get(f"{base(tournament)}desk/late/"))


@pytest.mark.parametrize(("pairs", "pools"), [(8, 2), (64, 16)])
def test_pages_take_the_same_few_queries_whatever_the_number_of_pairs(
    client: Client,
    organiser: User,
    django_assert_num_queries: DjangoAssertNumQueries,
    pairs: int,
    pools: int,
) -> None:
    tournament = make_drawn_tournament(organiser, pairs=pairs, pools=pools)
    enter(organiser, tournament, pairs + 1)
    page = late_page(tournament, pairs + 1)
    with django_assert_num_queries(12):
        client.get(page)
    with django_assert_num_queries(8):
        client.get(f"{base(tournament)}desk/late/")
    client.post(page, hidden(client.get(page)))
    with django_assert_num_queries(11):
        client.get(f"{page}undo/")
