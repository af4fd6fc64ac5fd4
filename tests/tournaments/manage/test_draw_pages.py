"""The draw's pages: who is present, seeds and groups, the show, annulling."""

from __future__ import annotations

import re

import pytest
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from tests.builders import (
    actor,
    add_referee,
    draw_and_publish,
    make_drawn_tournament,
    make_tournament,
    play,
    signed_in,
)
from tests.tournaments.manage.pages import text, token
from tournaments.actions.draws import make_draw
from tournaments.models import Draw, Tournament, User


def draw(client: Client, tournament: Tournament, pools: object, **changed: object) -> HttpResponse:
    fields = {"token": token(), "pool_count": pools, "apart": "on", "seed": "52"} | changed
    return client.post(f"/t/{tournament.slug}/manage/draw/", fields)


def page(client: Client, tournament: Tournament, query: str = "") -> str:
    return text(client.get(f"/t/{tournament.slug}/manage/draw/{query}"))


def come(tournament: Tournament, *numbers: int) -> None:
    tournament.pairs.filter(number__in=numbers).update(present_at=timezone.now())


def test_the_page_says_who_is_drawn(client: Client, organiser: User) -> None:
    tournament = make_tournament(organiser, pairs=9)
    assert "Nobody is marked present, so everybody entered is drawn: 9 pairs." in page(
        client, tournament
    )
    come(tournament, *range(1, 8))
    shown = page(client, tournament)
    assert "2 pairs are absent and are left out." in shown
    assert "8 Aino Ensi8 – Eero Toka8" in shown
    assert "7 pairs into pools" in shown
    shown = page(client, tournament, "?absent=drawn")
    assert "2 pairs are absent and are drawn too." in shown
    assert "9 pairs into pools" in shown
    come(tournament, 8, 9)
    assert "Every pair on the list is present and is drawn." in page(client, tournament)


def test_the_choice_to_draw_the_absent_goes_with_the_form(client: Client, organiser: User) -> None:
    tournament = make_tournament(organiser, pairs=9)
    come(tournament, 1, 2, 3, 4)
    form = client.get(f"/t/{tournament.slug}/manage/draw/?absent=drawn").content.decode()
    assert re.search(r'name="include_absent"[^>]*value="True"', form)
    assert draw(client, tournament, 2, include_absent="True").status_code == 302
    assert len(Draw.objects.get().entrants) == 9
    form = client.get(f"/t/{tournament.slug}/manage/draw/").content.decode()
    assert re.search(r'name="include_absent"[^>]*value="False"', form)
    assert draw(client, tournament, 1, include_absent="False").status_code == 302
    assert len(Draw.objects.get(number=2).entrants) == 4
    # Refused, the form keeps its choice.
    refused = draw(client, tournament, 7, include_absent="True")
    assert refused.status_code == 422
    assert "9 pairs into pools" in text(refused)


def test_seeds_and_groups_are_typed_kept_shown_and_offered_again(
    client: Client, organiser: User
) -> None:
    tournament = make_tournament(organiser, pairs=9, clubs=["Kemi", ""])
    answer = draw(client, tournament, 2, seeded="3, 7", kept_apart="1 2\r\n\r\n4; 5,6\r\n")
    assert answer.status_code == 302
    made = Draw.objects.get()
    assert (made.seeded, made.kept_apart) == ([3, 7], [[1, 2], [4, 5, 6]])
    response = client.get(f"/t/{tournament.slug}/manage/draw/")
    shown = text(response)
    assert "Seeded, best first 3 Aino Ensi3 – Eero Toka3 7 Aino Ensi7 – Eero Toka7" in shown
    assert "Kept apart 1 Aino Ensi1 – Eero Toka1 2 Aino Ensi2 – Eero Toka2" in shown
    # Three for two pools: two of them meet, and the page names them.
    assert "named to be kept apart" in shown
    assert 'value="3, 7"' in response.content.decode()
    assert "1, 2\n4, 5, 6</textarea>" in response.content.decode()
    public = text(Client().get(f"/t/{tournament.slug}/draw/"))
    assert "Seeded, best first 3 Aino Ensi3" in public


@pytest.mark.parametrize(
    "changed, told",
    [
        ({"seeded": "3, x"}, "Write pair numbers parted by commas"),
        ({"seeded": "-3"}, "Write pair numbers parted by commas"),
        ({"seeded": "99"}, "Pair 99 is not among those drawn"),
        ({"seeded": "3 3"}, "Pair 3 stands there twice"),
        ({"kept_apart": "1"}, "at least two pairs"),
        ({"kept_apart": "1, 2\n3, 99"}, "Pair 99 is not among those drawn"),
        ({"kept_apart": "1\x002"}, "Null characters are not allowed"),
        ({"kept_apart": "1," * 2000}, "at most 2000 characters"),
    ],
)
def test_numbers_at_fault_are_told(
    client: Client, organiser: User, changed: dict[str, str], told: str
) -> None:
    tournament = make_tournament(organiser, pairs=8)
    answer = draw(client, tournament, 2, **changed)
    assert answer.status_code == 422
    assert told in text(answer)
    assert not Draw.objects.exists()


def test_as_many_pools_as_before_are_offered_when_it_is_drawn_again(
    client: Client, organiser: User
) -> None:
    def chosen() -> list[str]:
        shown = client.get(f"/t/{tournament.slug}/manage/draw/").content.decode()
        keys = re.findall(r'<input type="radio"\s+name="pool_count"[^>]*>', shown)
        return [re.findall(r'value="(\d+)"', key)[0] for key in keys if "checked" in key]

    tournament = make_tournament(organiser, pairs=18)
    [recommended] = chosen()
    other = "3" if recommended != "3" else "2"
    assert draw(client, tournament, other).status_code == 302
    assert chosen() == [other]
    tournament.pairs.filter(number__gt=4).delete()
    assert len(chosen()) == 1


def test_a_draw_sent_twice_with_its_groups_is_made_once(client: Client, organiser: User) -> None:
    tournament = make_tournament(organiser, pairs=8)
    same = token()
    for _time in range(2):
        assert draw(client, tournament, 2, token=same, kept_apart="1, 2").status_code == 302
    assert draw(client, tournament, 2, token=same, kept_apart="1, 3").status_code == 409
    assert Draw.objects.count() == 1


def test_who_has_come_or_gone_since_the_draw_is_named(client: Client, organiser: User) -> None:
    tournament = make_tournament(organiser, pairs=9)
    come(tournament, *range(1, 9))
    draw(client, tournament, 2)
    come(tournament, 9)
    tournament.pairs.filter(number=2).update(present_at=None)
    response = client.get(f"/t/{tournament.slug}/manage/draw/")
    shown = text(response)
    assert "These have come and are not in it: 9 Aino Ensi9 – Eero Toka9" in shown
    assert "These pairs are in this draw and are not marked present: 2 Aino Ensi2" in shown
    assert 'name="leaving_out" value="9"' in response.content.decode()
    answer = client.post(
        f"/t/{tournament.slug}/manage/draw/1/publish/", {"counting": "0", "leaving_out": "9"}
    )
    assert answer.status_code == 302
    assert tournament.matches.count() == 12


SHOW = "/t/{}/manage/draw/1/show/{}"


def test_the_show_tells_one_pair_a_step_in_turn_of_the_pools(
    client: Client, organiser: User
) -> None:
    tournament = make_tournament(organiser, pairs=9, public=False)
    made = make_draw(actor=actor(organiser), tournament=tournament, pool_count=2, seed="52")
    told = []
    for step in range(1, 10):
        shown = text(client.get(SHOW.format(tournament.slug, f"?step={step}")))
        assert f"Draw 1 · {step} / 9" in shown
        if step < 9:
            [last] = re.findall(r" ([AB]) (\d) Aino Ensi\d Eero Toka\d", shown)
            told.append((last[0], int(last[1])))
    one, two = made.pools
    order = [pair for place in range(4) for pair in (("A", one[place]), ("B", two[place]))]
    assert told == order


@pytest.mark.parametrize(
    "query, step",
    [
        ("", 0),
        ("?step=0", 0),
        ("?step=8", 8),
        ("?step=all", 8),
        ("?step=999", 8),
        ("?step=9999999999", 0),
        ("?step=-1", 0),
        ("?step=x&pool=99&every=1", 0),
        ("?step=3&pool=2&every=8", 3),
    ],
)
def test_a_step_there_is_not_is_the_nearest_there_is(
    client: Client, organiser: User, query: str, step: int
) -> None:
    tournament = make_drawn_tournament(organiser)
    response = client.get(SHOW.format(tournament.slug, query))
    assert response.status_code == 200
    assert f"Draw 1 · {step} / 8" in text(response)
    addresses = response.content.decode()
    assert (f'href="?step={step + 1}&amp;every=' in addresses) == (step < 8)
    assert ('id="previous"' in addresses) == (step > 0)


def test_the_show_ends_with_the_key_that_publishes(client: Client, organiser: User) -> None:
    tournament = make_tournament(organiser, pairs=8, public=False)
    come(tournament, *range(1, 8))
    draw(client, tournament, 1)
    come(tournament, 8)
    for step in ("0", "6"):
        shown = client.get(SHOW.format(tournament.slug, f"?step={step}")).content.decode()
        assert "/publish/" not in shown
    shown = client.get(SHOW.format(tournament.slug, "?step=all"))
    assert "Come since and not in this draw: 8." in text(shown)
    fields = dict(
        re.findall(r'name="(counting|leaving_out)" value="(\d*)"', shown.content.decode())
    )
    assert fields == {"counting": "0", "leaving_out": "8"}
    answer = client.post(f"/t/{tournament.slug}/manage/draw/1/publish/", fields)
    assert answer.status_code == 302
    shown = client.get(SHOW.format(tournament.slug, "?step=all"))
    assert "This draw has been published." in text(shown)
    assert 'name="counting"' not in shown.content.decode()


def test_only_organisers_see_the_show(client: Client, organiser: User) -> None:
    tournament = make_drawn_tournament(organiser)
    referee = signed_in(add_referee(tournament))
    assert referee.get(SHOW.format(tournament.slug, "")).status_code == 403
    assert Client().get(SHOW.format(tournament.slug, "")).status_code == 302
    assert client.get(f"/t/{tournament.slug}/manage/draw/2/show/").status_code == 404


def annul(client: Client, tournament: Tournament, **changed: object) -> HttpResponse:
    address = f"/t/{tournament.slug}/manage/draw/annul/"
    shown = client.get(address).content.decode()
    fields = dict(re.findall(r'name="(seen|token)" value="([^"]+)"', shown))
    return client.post(address, fields | {"reason": "a pair was missing"} | changed)


def test_annulling_is_shown_done_and_undone(client: Client, organiser: User) -> None:
    tournament = make_drawn_tournament(organiser)
    assert "No match has begun yet" in text(client.get(f"/t/{tournament.slug}/manage/draw/annul/"))
    play(organiser, tournament.matches.get(number=1), "ra8")
    assert "See what annulling the draw means" in page(client, tournament)
    shown = text(client.get(f"/t/{tournament.slug}/manage/draw/annul/"))
    assert "Matches that would be annulled: 12. Begun of them: 1." in shown
    for changed, status in (({"reason": " "}, 422), ({"seen": "x"}, 409), ({"token": "x"}, 422)):
        answer = annul(client, tournament, **changed)
        assert (answer.status_code, tournament.matches.live().count()) == (status, 12)
    assert annul(client, tournament).status_code == 302
    shown = page(client, tournament)
    assert "Draw 1 is annulled. a pair was missing" in shown
    assert "Draw again" in shown
    assert text(client.get(f"/t/{tournament.slug}/manage/draw/annul/")).count("No draw counts now")
    undo = f"/t/{tournament.slug}/manage/draw/1/annul/undo/"
    assert "Its 12 matches come back" in text(client.get(undo))
    sent = {"token": token()}
    for _time in range(2):
        assert client.post(undo, sent).status_code == 302
    assert tournament.matches.live().count() == 12
    assert "This draw is not annulled" in text(client.get(undo))
    assert client.get(f"/t/{tournament.slug}/manage/draw/7/annul/undo/").status_code == 404
    assert (
        client.post(
            f"/t/{tournament.slug}/manage/draw/7/annul/undo/", {"token": token()}
        ).status_code
        == 404
    )


def test_undoing_while_another_draw_counts_is_refused(client: Client, organiser: User) -> None:
    tournament = make_drawn_tournament(organiser)
    play(organiser, tournament.matches.get(number=1), "ra8")
    annul(client, tournament)
    draw_and_publish(organiser, tournament, 2)
    undo = f"/t/{tournament.slug}/manage/draw/1/annul/undo/"
    assert "Draw 2 counts meanwhile" in text(client.get(undo))
    assert client.post(undo, {"token": token()}).status_code == 409


@pytest.mark.parametrize("pairs", [8, 40])
def test_pages_take_the_same_few_queries_with_an_annulled_draw(
    client: Client, organiser: User, django_assert_num_queries: DjangoAssertNumQueries, pairs: int
) -> None:
    tournament = make_drawn_tournament(organiser, pairs=pairs, pools=pairs // 4)
    play(organiser, tournament.matches.get(number=1), "ra8")
    with django_assert_num_queries(9):
        client.get(f"/t/{tournament.slug}/manage/draw/annul/")
    annul(client, tournament)
    make_draw(actor=actor(organiser), tournament=tournament, pool_count=pairs // 4)
    counts = {
        "manage/draw/": 12,
        "manage/draw/1/annul/undo/": 8,
        "manage/draw/2/show/?step=all": 10,
        "manage/draw/2/show/?step=3": 7,
        "draw/": 11,
    }
    page(client, tournament)
    for address, count in counts.items():
        with django_assert_num_queries(count):
            client.get(f"/t/{tournament.slug}/{address}")
