"""What everybody sees of an event, and how few queries it takes."""

from __future__ import annotations

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.builders import (
    draw_and_publish,
    make_drawn_tournament,
    make_tournament,
    play,
    signed_in,
)
from tournaments.actions.check_in import call_off_entry
from tournaments.models import Match, User
from tournaments.permissions import actor_of

pytestmark = pytest.mark.django_db


def page(address: str, client: Client | None = None) -> str:
    response = (client or Client()).get(address)
    assert response.status_code == 200, address
    return response.content.decode()


@pytest.mark.parametrize("pairs", [0, 1, 5])
def test_pages_of_an_event_before_its_draw_say_what_will_stand_there(
    organiser: User, pairs: int
) -> None:
    tournament = make_tournament(organiser, pairs=pairs)
    for part in ("", "standings/", "schedule/", "draw/"):
        assert 'class="empty"' in page(f"/t/{tournament.slug}/{part}"), part
    assert ('class="empty"' in page(f"/t/{tournament.slug}/pairs/")) == (pairs == 0)


def test_the_front_page_lists_public_events_only(organiser: User) -> None:
    make_tournament(organiser, name="Julkinen")
    make_tournament(organiser, name="Luonnos", public=False)
    assert "Julkinen" in page("/")
    assert "Luonnos" not in page("/")
    assert "Luonnos" in page("/", signed_in(organiser))


def test_standings_follow_the_results(organiser: User) -> None:
    tournament = make_drawn_tournament(organiser, pairs=4, pools=1)
    match = Match.objects.get(tournament=tournament, number=1)
    play(organiser, match, "ra0")  # robbed of all thirteen: a tuppi for B
    content = page(f"/t/{tournament.slug}/standings/")
    first = content[content.index("<tbody>") : content.index("</tr>", content.index("<tbody>"))]
    names = [player.name for player in match.pair_b.players.all()]
    assert " – ".join(names) in first
    assert [part.split("<")[0] for part in first.split('">')[-6:]] == [
        "1", "1", "0", "56", "0", "1",
    ]  # fmt: skip


def test_a_tie_break_is_explained_under_the_name(organiser: User) -> None:
    tournament = make_drawn_tournament(organiser, pairs=3, pools=1)
    first, second, third = tournament.pairs.order_by("number")
    for winner, loser, best in ((first, second, 5), (second, third, 4), (third, first, 3)):
        match = Match.objects.get(
            tournament=tournament, pair_a__in=(winner, loser), pair_b__in=(winner, loser)
        )
        side, other = ("a", "b") if match.pair_a == winner else ("b", "a")
        deals = [f"n{side}{best}", f"n{other}6", *[f"n{side}6", f"n{other}6"] * 7]
        play(organiser, match, " ".join(deals))
    content = page(f"/t/{tournament.slug}/standings/")
    assert content.count('class="reason"') == 2


def test_a_match_shows_its_sheet_with_the_fallen_rise_struck_through(organiser: User) -> None:
    tournament = make_drawn_tournament(organiser)
    play(organiser, Match.objects.get(tournament=tournament, number=1), "ra8 rb9 na4")
    content = page(f"/t/{tournament.slug}/matches/1/")
    assert '<s class="fallen">8</s>' in content


def test_a_name_with_markup_is_shown_as_text(organiser: User) -> None:
    tournament = make_tournament(organiser, pairs=2)
    tournament.pairs.get(number=1).players.filter(seat=1).update(name="<script>alert(1)</script>")
    content = page(f"/t/{tournament.slug}/pairs/")
    assert "<script>alert" not in content
    assert "&lt;script&gt;alert" in content


@pytest.mark.parametrize(
    "part",
    ["matches/0/", "matches/999/", "pairs/999/", f"matches/{'9' * 25}/", f"pairs/{'9' * 25}/"],
)
def test_a_match_or_pair_that_does_not_exist_is_not_found(organiser: User, part: str) -> None:
    tournament = make_drawn_tournament(organiser)
    assert Client().get(f"/t/{tournament.slug}/{part}").status_code == 404


QUERIES = {
    "": 7,
    "standings/": 8,
    "results/": 8,
    "schedule/": 8,
    "schedule/?by=table": 8,
    "draw/": 7,
    "matches/1/": 7,
    "pairs/": 3,
    "pairs/1/": 9,
}


@pytest.mark.parametrize("part", QUERIES)
@pytest.mark.parametrize("pairs", [4, 33])
def test_pages_take_the_same_few_queries_whatever_the_number_of_pairs(
    organiser: User,
    django_assert_num_queries: DjangoAssertNumQueries,
    part: str,
    pairs: int,
) -> None:
    tournament = draw_and_publish(organiser, make_tournament(organiser, pairs=pairs), pairs // 4)
    play(organiser, Match.objects.get(tournament=tournament, number=1), "ra8 na4")
    with django_assert_num_queries(QUERIES[part]):
        page(f"/t/{tournament.slug}/{part}")


@pytest.mark.parametrize("events", [1, 3])
def test_the_front_page_takes_two_queries(
    organiser: User, django_assert_num_queries: DjangoAssertNumQueries, events: int
) -> None:
    for number in range(events):
        make_tournament(organiser, name=f"Tuppi {number}")
    with django_assert_num_queries(2):
        page("/")


def test_an_entry_called_off_is_told_and_not_counted(organiser: User) -> None:
    tournament = make_tournament(organiser, pairs=3)
    call_off_entry(actor=actor_of(organiser), tournament=tournament, number=2)
    entries = page(f"/t/{tournament.slug}/pairs/")
    assert entries.count("The entry was called off.") == 1
    assert "2 pairs" in entries
    assert "2 pairs" in page(f"/t/{tournament.slug}/")
    assert "The entry was called off." in page(f"/t/{tournament.slug}/pairs/2/")
