"""The organiser's pages of the draw, the public log of draws, and the proof of them."""

from __future__ import annotations

import re
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from tests.builders import play
from tests.tournaments.knockout.steps import (
    after_pools,
    draw,
    drawn,
    match_at,
    of_course,
    publish,
    straight,
)
from tournaments.models import Bracket, Course, Tournament, User

pytestmark = pytest.mark.django_db


def page(client: Client, tournament: Tournament, name: str = "manage-knockout") -> str:
    return client.get(reverse(name, args=[tournament.slug])).content.decode()


def fields_of(html: str) -> dict[str, str]:
    """What a browser would send of the page's hidden and filled fields."""
    return dict(re.findall(r'<input[^>]*?name="([^"]+)"[^>]*?value="([^"]*)"', html))


def test_an_organiser_draws_looks_and_publishes(client: Client, organiser: User) -> None:
    tournament = straight(organiser, 6)
    address = reverse("manage-knockout", args=[tournament.slug])
    sent = {**fields_of(page(client, tournament)), "apart": "on", "seed": "47"}
    assert (sent["deals_1"], sent["deals_3"]) == ("24", "24")
    response = client.post(address, {**sent, "deals_1": "12", "include_absent": ""}, follow=True)
    assert "seed 47" not in response.content.decode()
    assert Bracket.objects.get().deals == [12, 24, 24]
    again = fields_of(page(client, tournament))
    assert [again[f"deals_{number}"] for number in (1, 2, 3)] == ["12", "24", "24"]
    assert client.post(address, {**sent, "deals_1": "12"}).status_code == 302
    assert client.post(address, {**sent, "seed": "48"}).status_code == 409

    look = reverse("manage-knockout-publish", args=[tournament.slug, 1])
    html = client.get(f"{look}?day=2026-11-29&time=10:30").content.decode()
    assert "Sun 10.30" in html
    assert "Sun 11.30" in html
    sent = fields_of(html.split('<section class="block" id="plan">')[1])
    response = client.post(look, sent, follow=True)
    assert response.status_code == 200
    assert tournament.matches.filter(round=1).count() == 2
    assert "this one counts" in page(client, tournament)
    assert client.get(look).status_code == 200


def test_what_changed_meanwhile_is_answered_as_stale(client: Client, organiser: User) -> None:
    tournament = straight(organiser, 4)
    draw(organiser, tournament)
    look = reverse("manage-knockout-publish", args=[tournament.slug, 1])
    sent = fields_of(client.get(look).content.decode().split('id="plan"')[1])
    draw(organiser, tournament, seed="x")
    publish(organiser, tournament, 2)
    assert client.post(look, sent).status_code == 409
    take_back = reverse("manage-knockout-take-back", args=[tournament.slug])
    assert client.post(take_back, {"counting": "1"}).status_code == 409
    play(organiser, match_at(tournament, 1), "ra8")
    assert client.post(take_back, {"counting": "2"}).status_code == 422
    assert client.get(take_back).status_code == 302


def test_a_page_says_why_nothing_can_be_drawn(client: Client, organiser: User) -> None:
    tournament = straight(organiser, 1)
    assert "too few" in page(client, tournament)
    of_course(tournament, Course.POOLS_AND_KNOCKOUT)
    assert "not settled yet" in page(client, tournament)
    of_course(tournament, Course.POOLS)
    assert "has no knock-out" in page(client, tournament)
    response = client.post(reverse("manage-knockout", args=[tournament.slug]), {})
    assert response.status_code == 422


def test_the_public_log_tells_seeds_and_who_meets_whom(client: Client, organiser: User) -> None:
    tournament = after_pools(organiser)
    draw(organiser, tournament, seed="kapteeni <52>")
    public = Client()
    public.cookies.update(client.cookies)
    del public.cookies["sessionid"]
    html = page(public, tournament, "draw")
    assert "kapteeni &lt;52&gt;" in html
    assert "Quarter-finals" not in html
    publish(organiser, tournament)
    html = page(public, tournament, "draw")
    assert "Quarter-finals" in html
    assert "from scoring.bracket import" in html


def test_the_python_told_gives_the_very_bracket(
    organiser: User, capsys: pytest.CaptureFixture[str]
) -> None:
    from tournaments.bracket_lots import written_as_python

    bracket = draw(organiser, after_pools(organiser), seed='rami "52"')
    exec(written_as_python(bracket), {})  # noqa: S102 - what the page tells people to run
    told = [
        [None if word == "None" else int(word) for word in line.split(" - ")]
        for line in capsys.readouterr().out.splitlines()
    ]
    assert [pair for match in told for pair in match] == bracket.slots


def verify(tournament: Tournament) -> tuple[list[str], bool]:
    out = StringIO()
    try:
        call_command("verify_draw", tournament.slug, stdout=out)
    except CommandError:
        return out.getvalue().splitlines(), False
    return out.getvalue().splitlines(), True


def test_verify_draw_proves_brackets_too(organiser: User) -> None:
    tournament = drawn(organiser, 5)
    draw(organiser, tournament, seed="yö", apart=False)
    assert verify(tournament) == (
        [
            "knock-out draw 1, seed 52, 5 pairs, counts: as the seed gives it",
            "knock-out draw 2, seed yö, 5 pairs, not published: as the seed gives it",
        ],
        True,
    )
    match = tournament.matches.get(round=1)
    other = tournament.pairs.exclude(pk__in=(match.pair_a_id, match.pair_b_id)).first()
    assert other is not None
    tournament.matches.filter(pk=match.pk).update(pair_b=other)
    lines, well = verify(tournament)
    assert not well
    assert f"DIFFERS: match {match.number} is" in lines[0]
    bracket = Bracket.objects.get(number=2)
    bracket.slots = [*bracket.slots[2:], *bracket.slots[:2]]
    bracket.save()
    assert "DIFFERS: the bracket is" in verify(tournament)[0][1]


@pytest.mark.parametrize("pairs", [4, 32])
def test_the_pages_ask_no_more_for_more_pairs(
    client: Client,
    organiser: User,
    django_assert_num_queries: DjangoAssertNumQueries,
    pairs: int,
) -> None:
    tournament = straight(organiser, pairs)
    draw(organiser, tournament)
    with django_assert_num_queries(7):
        page(client, tournament)
    with django_assert_num_queries(10):
        client.get(reverse("manage-knockout-publish", args=[tournament.slug, 1]))
    with django_assert_num_queries(10):
        page(client, tournament, "draw")
