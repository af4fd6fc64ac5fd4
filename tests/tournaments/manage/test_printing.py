"""The organiser's page of everything that can be printed or saved."""

from __future__ import annotations

import html
import re

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from scoring.withdrawal import Choice
from tests.builders import (
    add_referee,
    draw_and_publish,
    make_drawn_tournament,
    make_tournament,
    play,
    signed_in,
    win_for_a,
)
from tests.tournaments.knockout.steps import TUPPI_A, draw, publish, straight
from tests.tournaments.manage.pages import text
from tests.tournaments.withdrawals.steps import annul, withdraw
from tournaments.exports.offered import OFFERS, offered
from tournaments.exports.registry import EXPORTS, STAFF_EXPORTS
from tournaments.models import Tournament, User
from tournaments.queries.printing import PrintRun, print_run_of


def page_of(client: Client, tournament: Tournament) -> str:
    response = client.get(f"/t/{tournament.slug}/manage/print/")
    assert response.status_code == 200
    return html.unescape(response.content.decode())


def links_of(page: str) -> list[str]:
    return re.findall(r'href="(/t/[^"]*/(?:export|archive)[^"]*)"', page)


def test_every_file_of_the_site_is_linked_once_a_draw_is_published(
    client: Client, organiser: User
) -> None:
    tournament = make_drawn_tournament(organiser)
    links = links_of(page_of(client, tournament))
    files = [
        *(f"/t/{tournament.slug}/export/{name}.{kind}" for name, kind in EXPORTS),
        *(f"/t/{tournament.slug}/manage/export/{name}.{kind}" for name, kind in STAFF_EXPORTS),
    ]
    assert set(files) <= set(links)
    assert f"/t/{tournament.slug}/manage/archive.json" in links
    assert len(set(links)) == len(links)


def test_every_link_is_answered_with_a_file(client: Client, organiser: User) -> None:
    tournament = make_drawn_tournament(organiser)
    for link in links_of(page_of(client, tournament)):
        response = client.get(link)
        assert response.status_code == 200, link
        assert "Content-Disposition" in response, link


def test_papers_rounds_and_dialects_are_plain_links(client: Client, organiser: User) -> None:
    tournament = make_drawn_tournament(organiser, pairs=8, pools=2)
    links = links_of(page_of(client, tournament))
    base = f"/t/{tournament.slug}/export"
    own = [link for link in links if link.startswith(f"{base}/schedule.pdf")]
    assert own == [
        f"{base}/schedule.pdf",
        f"{base}/schedule.pdf?paper=a3",
        *(f"{base}/schedule.pdf?round={number}" for number in (1, 2, 3)),
        *(f"{base}/schedule.pdf?paper=a3&round={number}" for number in (1, 2, 3)),
    ]
    assert f"{base}/entries.pdf?paper=a3" in links
    assert f"{base}/standings.csv?dialect=excel" in links


def parts_of(page: str) -> list[str]:
    """The parts of the page in order, those that are folded with a plus before them."""
    parts = re.findall(r'<(section|details) class="[^"]*" id="([a-z]+)"', page)
    return [name if kind == "section" else f"+{name}" for kind, name in parts]


def test_files_stand_under_the_moment_they_are_needed(client: Client, organiser: User) -> None:
    page = page_of(client, make_drawn_tournament(organiser))
    assert parts_of(page) == ["drawn", "+before", "+play", "+after", "+data"]
    parts = [page.index(f'id="{part}"') for part in ("drawn", "before", "play", "after", "data")]
    files = ("draw.pdf", "entries.pdf", "standings.pdf", "results.xlsx", "standings.csv")
    wanted = [page.index(f"/export/{name}") for name in files]
    places = [place for pair in zip(parts, wanted, strict=True) for place in pair]
    assert places == sorted(places)


def test_what_is_needed_now_stands_first_and_open(client: Client, organiser: User) -> None:
    tournament = make_tournament(organiser, pairs=4)
    assert parts_of(page_of(client, tournament))[:2] == ["before", "+drawn"]
    draw_and_publish(organiser, tournament, 1)
    assert parts_of(page_of(client, tournament))[:2] == ["drawn", "+before"]
    first, *others = tournament.matches.all()
    play(organiser, first, win_for_a(16))
    assert parts_of(page_of(client, tournament))[:2] == ["play", "+before"]
    for match in others:
        play(organiser, match, win_for_a(16))
    assert parts_of(page_of(client, tournament)) == ["after", "play", "+before", "+drawn", "+data"]


def test_the_sheets_of_the_next_round_stand_beside_a_knock_out_under_way(
    client: Client, organiser: User
) -> None:
    tournament = straight(organiser, 4)
    draw(organiser, tournament)
    publish(organiser, tournament)
    assert parts_of(page_of(client, tournament))[:2] == ["drawn", "+before"]
    play(organiser, tournament.matches.first(), TUPPI_A)
    assert parts_of(page_of(client, tournament))[:3] == ["play", "drawn", "+before"]


@pytest.mark.parametrize("pairs", [0, 4])
def test_what_needs_the_draw_waits_for_it(client: Client, organiser: User, pairs: int) -> None:
    tournament = make_tournament(organiser, pairs=pairs)
    page = page_of(client, tournament)
    links = links_of(page)
    assert f"/t/{tournament.slug}/export/entries.pdf" in links
    assert f"/t/{tournament.slug}/manage/archive.json" in links
    for waiting in ("draw.pdf", "schedule.pdf", "score-sheets.pdf", "standings.pdf"):
        assert f"/t/{tournament.slug}/export/{waiting}" not in links
    assert "Once the draw is published: Draw, Schedule by round, Schedule by table, " in page


def test_the_page_tells_how_much_there_is(client: Client, organiser: User) -> None:
    tournament = make_drawn_tournament(organiser, pairs=8, pools=2)
    said = text(client.get(f"/t/{tournament.slug}/manage/print/"))
    for amount in (
        "Entries 8 pairs",
        "Draw 2 pools",
        "Schedule by round 3 rounds",
        "Schedule by table 4 tables",
        "Score sheets 12 sheets",
    ):
        assert amount in said


def test_annulled_matches_are_no_sheets_and_those_begun_are_filled(organiser: User) -> None:
    tournament = make_drawn_tournament(organiser, pairs=4, pools=1)
    first, second, *_rest = tournament.matches.all()
    play(organiser, first, win_for_a(16))
    annul(organiser, second)
    assert print_run_of(tournament) == PrintRun(
        pairs=4, cards=4, pools=1, rounds=3, tables=2, sheets=5, filled=1, awaited=4
    )


def test_who_is_not_drawn_or_has_withdrawn_has_no_pair_card(organiser: User) -> None:
    tournament = make_tournament(organiser, pairs=5)
    assert print_run_of(tournament).cards == 0
    tournament.pairs.exclude(number=5).update(present_at=timezone.now())
    draw_and_publish(organiser, tournament, pools=1)
    assert (print_run_of(tournament).pairs, print_run_of(tournament).cards) == (5, 4)
    withdraw(organiser, tournament, 1, Choice.STAND)
    assert print_run_of(tournament).cards == 3


def test_a_file_nobody_named_is_offered_last_under_its_own_name() -> None:
    known = [offer for offer, _files in offered() if offer in OFFERS]
    offers = [offer for offer, _files in offered()]
    assert offers[: len(known)] == known
    for offer in offers[len(known) :]:
        assert str(offer.title).startswith(f"{offer.name}.")
    files = [(file.name, file.kind) for _offer, files in offered() for file in files]
    assert sorted(files) == sorted([*EXPORTS, *STAFF_EXPORTS])


@pytest.mark.parametrize(("pairs", "pools"), [(4, 1), (33, 8)])
def test_the_page_takes_the_same_few_queries_whatever_the_number_of_pairs(
    client: Client,
    organiser: User,
    django_assert_num_queries: DjangoAssertNumQueries,
    pairs: int,
    pools: int,
) -> None:
    tournament = draw_and_publish(organiser, make_tournament(organiser, pairs=pairs), pools)
    with django_assert_num_queries(7):
        page_of(client, tournament)


def test_referees_are_kept_out(organiser: User) -> None:
    tournament = make_drawn_tournament(organiser)
    referee = signed_in(add_referee(tournament))
    assert referee.get(f"/t/{tournament.slug}/manage/print/").status_code == 403


def test_the_overview_offers_what_is_needed_now(client: Client, organiser: User) -> None:
    def offered_now() -> list[str]:
        page = client.get(f"/t/{tournament.slug}/manage/").content.decode()
        assert f'href="/t/{tournament.slug}/manage/print/"' in page
        return re.findall(r"/export/([a-z-]+\.[a-z]+)", page)

    tournament = make_tournament(organiser)
    assert offered_now() == []
    tournament = make_tournament(organiser, pairs=4, name="Toinen")
    assert offered_now() == ["entries.pdf"]
    draw_and_publish(organiser, tournament, 1)
    assert offered_now() == ["score-sheets.pdf", "schedule.pdf"]
    first, *others = tournament.matches.all()
    play(organiser, first, win_for_a(16))
    assert offered_now() == ["standings.pdf"]
    for match in others:
        play(organiser, match, win_for_a(16))
    assert offered_now() == ["standings.pdf", "results.xlsx"]


def test_visitors_find_the_lists_on_the_pages_they_are_of(organiser: User) -> None:
    tournament = make_drawn_tournament(organiser)
    for part, names in (
        ("pairs/", ["entries.pdf"]),
        ("draw/", ["draw.pdf"]),
        ("schedule/", ["schedule.pdf", "schedule-by-table.pdf"]),
    ):
        page = Client().get(f"/t/{tournament.slug}/{part}").content.decode()
        assert re.findall(r"/export/([a-z-]+\.pdf)", page) == names
    waiting = make_tournament(organiser, name="Tyhjä")
    for part in ("pairs/", "draw/", "schedule/"):
        assert "/export/" not in Client().get(f"/t/{waiting.slug}/{part}").content.decode()
