"""The page that tells how an event ended, and the pair's own."""

from __future__ import annotations

import html
import re

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.builders import make_drawn_tournament, make_tournament, play
from tests.tournaments.knockout import steps
from tests.tournaments.results.events import (
    make_knockout_event,
    make_pools,
    open_matches,
    play_round,
)
from tournaments.models import Course, Match, Tournament, User
from tournaments.queries.places import places_of

HTMX = {"HX-Request": "true"}


def content(tournament: Tournament, part: str = "results/") -> str:
    client = Client()
    client.cookies["django_language"] = "en"
    response = client.get(f"/t/{tournament.slug}/{part}")
    assert response.status_code == 200
    return response.content.decode()


def text(page: str) -> str:
    """What is read of a page or a part of it, with single blanks and no word joiners."""
    bare = html.unescape(re.sub(r"<[^>]+>", " ", page)).replace("\u2060", "")
    return re.sub(r" (?=[.,])", "", " ".join(bare.split()))


def section(page: str, name: str) -> str:
    found = re.search(rf'<(section|div)[^>]* id="{name}".*?</\1>', page, re.DOTALL)
    assert found, name
    return text(found[0])


def has(page: str, name: str) -> bool:
    return f'id="{name}"' in page


def test_the_champions_stand_on_top_with_the_final_they_won(organiser: User) -> None:
    tournament = make_knockout_event(organiser, rounds=3)
    champion, second, *_rest = (placed.pair for placed in places_of(tournament).pairs)
    page = content(tournament)
    assert section(page, "champions") == (
        f"Champions Aino Ensi{champion.number} Eero Toka{champion.number} "
        + (f"{champion.clubs} " if champion.clubs else "")
        + f"Won the final 56–0 against {second.name}."
    )
    assert page.index('id="champions"') < page.index('id="places"')
    assert not has(page, "missing")


def test_the_events_own_page_names_the_champions_and_leads_to_the_results(
    organiser: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    tournament = make_knockout_event(organiser, rounds=2)
    assert not has(content(tournament, ""), "champions")
    play_round(organiser, tournament)
    with django_assert_num_queries(8):
        page = content(tournament, "")
    champion = places_of(tournament).champions[0].pair
    told = section(page, "champions")
    assert told.startswith(f"Champions Aino Ensi{champion.number} Eero Toka{champion.number} ")
    assert told.endswith("All results")
    assert f'href="/t/{tournament.slug}/results/"' in page
    assert page.index('id="champions"') < page.index("Latest results")


def test_every_place_tells_its_reason_in_words(organiser: User) -> None:
    tournament = make_knockout_event(organiser, rounds=3)
    places = places_of(tournament).pairs
    told = section(content(tournament), "places")
    third, fourth, fifth, ninth, tenth = (places[index] for index in (2, 3, 4, 8, 9))
    assert f"Won the match for third place 56–0 against {fourth.pair.name}." in told
    assert f"Lost the match for third place 0–56 to {third.pair.name}." in told
    row = fifth.row.standing
    assert (
        f"Quarter-finals: lost 0–56 to {fifth.last.winner.name}. "
        f"Pool {fifth.pool.label}: place {row.place}, won {row.wins} of {row.played}, "
        f"match points {row.points}." in told
    )
    assert ninth.final.round_reached is tenth.final.round_reached is None
    assert f"Below {ninth.pair.name} by " in told


def test_the_matches_of_the_knock_out_are_told_from_the_final_back(organiser: User) -> None:
    tournament = make_knockout_event(organiser, rounds=3)
    told = section(content(tournament), "knockout")
    headings = ["Final", "Match for third place", "Semi-finals", "Quarter-finals"]
    at = [told.index(f" {heading} ") for heading in headings]
    assert at == sorted(at)
    final = steps.match_at(tournament, 3)
    winner, loser = (
        (final.pair_a, final.pair_b) if final.winner == "A" else (final.pair_b, final.pair_a)
    )
    assert told.startswith(
        f"The knock-out Final Aino Ensi{winner.number} – Eero Toka{winner.number} against "
        f"Aino Ensi{loser.number} – Eero Toka{loser.number} 56–0 tuppi Match for third place"
    )


def test_records_tell_who_did_what_where(organiser: User) -> None:
    tournament = make_drawn_tournament(organiser, pairs=3, pools=1)
    one, two = tournament.matches.order_by("number")[:2]
    play(organiser, one, "na6 n/ ra0")
    play(organiser, two, "ra8")
    a, b = one.pair_a.number, one.pair_b.number
    told = section(content(tournament), "records")
    where = f"against Aino Ensi{a} – Eero Toka{a} · Pool A, match 1"
    who = f"Aino Ensi{b} – Eero Toka{b}"
    both = f"Aino Ensi{a} – Eero Toka{a} / {who} Pool A, match 1"
    assert told == (
        "Records of the event "
        f"Highest rise 56 points {who} {where} "
        f"Most tuppis 1 {who} "
        f"Nälsytuppis 1 {who} {where} "
        f"Fastest tuppi 3 deals {who} {where} "
        f"Longest match 3 deals {both} "
        f"Most robberies 1 {who} "
        f"Most robberies in a match 1 {both}"
    )


def test_records_say_of_how_many_matches_they_know_the_result_only(organiser: User) -> None:
    tournament = make_drawn_tournament(organiser, pairs=3, pools=1)
    one, two, _three = tournament.matches.order_by("number")
    play(organiser, one, "ra8")
    assert "only the result is known" not in section(content(tournament), "records")
    play(organiser, two, "a60-24")
    told = section(content(tournament), "records")
    assert "Of 1 match only the result is known: its deals are not among these." in told


def test_before_the_end_it_says_what_is_missing(organiser: User) -> None:
    entered = make_tournament(organiser, pairs=3)
    assert "The draw has not been published yet." in section(content(entered), "missing")
    tournament = make_pools(organiser, pairs=4, pools=1)
    first = tournament.matches.order_by("number")[0]
    Match.objects.filter(pk=first.pk).update(confirmed_a=None)
    page = content(tournament)
    assert section(page, "missing") == (
        "The places are not known yet All matches of the pools are played. 1 result is still to "
        "be confirmed by both pairs or a referee."
    )
    assert f"/t/{tournament.slug}/matches/{first.number}/" in page
    assert not has(page, "places")
    assert not has(page, "champions")


def test_while_the_knock_out_runs_it_says_what_is_known(organiser: User) -> None:
    page = content(make_knockout_event(organiser, rounds=1))
    assert section(page, "missing") == (
        "Not all places are known yet The knock-out is still being played."
    )
    assert section(page, "places").startswith("Places known so far")
    assert page.count('<td class="num place">') == 8
    assert not has(page, "champions")


def test_the_way_to_it_is_shown_once_there_is_a_result(organiser: User) -> None:
    tournament = make_drawn_tournament(organiser, pairs=4, pools=1)
    way = f'href="/t/{tournament.slug}/results/"'
    match = tournament.matches.order_by("number")[0]
    play(organiser, match, "ra8")
    assert way not in content(tournament, "standings/")
    play(organiser, match, "ra13 ra13", reason="all of it")
    assert way in content(tournament, "standings/")


def test_a_pair_s_page_tells_its_final_place_and_its_matches_of_the_knock_out(
    organiser: User,
) -> None:
    tournament = make_knockout_event(organiser, pairs=8, pools=2, size=2)
    final = steps.match_at(tournament, 1)
    part = f"pairs/{final.pair_a.number}/"
    page = content(tournament, part)
    assert not has(page, "final-place")
    assert f"/matches/{final.number}/" in page
    steps.win(organiser, final)
    assert section(content(tournament, part), "final-place") == (
        f"Final place 1 Won the final 56–0 against Aino Ensi{final.pair_b.number} – "
        f"Eero Toka{final.pair_b.number}."
    )


def test_a_pair_of_a_straight_knock_out_sees_its_matches(organiser: User) -> None:
    tournament = steps.drawn(organiser, 4)
    match = steps.match_at(tournament, 1)
    assert f"/matches/{match.number}/" in content(tournament, f"pairs/{match.pair_a.number}/")


@pytest.mark.parametrize(("pairs", "pools", "size"), [(8, 2, 2), (20, 4, 8)])
def test_it_takes_the_same_few_queries_whatever_the_number_of_pairs(
    organiser: User,
    django_assert_num_queries: DjangoAssertNumQueries,
    pairs: int,
    pools: int,
    size: int,
) -> None:
    tournament = make_knockout_event(organiser, pairs=pairs, pools=pools, size=size)
    while open_matches(tournament):
        steps.play_round(organiser, tournament)
    assert places_of(tournament).missing is None
    # Whoever is level is asked for lots.
    level = any(placed.shared for placed in places_of(tournament).pairs)
    client = Client()
    with django_assert_num_queries(8 + level):
        response = client.get(f"/t/{tournament.slug}/results/")
    etag = response.context["live"]["etag"]
    with django_assert_num_queries(1):
        again = client.get(
            f"/t/{tournament.slug}/results/", headers={**HTMX, "If-None-Match": etag}
        )
    assert again.status_code == 304


def test_pools_only_name_their_winners_champions(organiser: User) -> None:
    tournament = make_pools(organiser, course=Course.POOLS)
    first = places_of(tournament).pairs[0]
    row = first.row.standing
    assert f"Pool {first.pool.label}: place 1, won {row.wins} of {row.played}" in section(
        content(tournament), "champions"
    )
