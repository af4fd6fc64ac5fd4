"""The organiser's overview: the steps of the morning, and who sees the event."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.builders import (
    actor,
    add_referee,
    draw_and_publish,
    make_drawn_tournament,
    make_event_maker,
    make_tournament,
    play,
    signed_in,
    win_for_a,
)
from tests.tournaments.knockout import steps as knockout
from tests.tournaments.manage.pages import text
from tests.tournaments.results.events import (
    confirm_all,
    lower_wins,
    make_knockout_event,
    open_matches,
    play_round,
)
from tournaments.actions.check_in import set_present
from tournaments.actions.draws import make_draw
from tournaments.models import AuditRecord, Match, User


def steps(client: Client, slug: str) -> str:
    page = client.get(f"/t/{slug}/manage/").content.decode()
    [listed] = re.findall(r'<ol class="steps">(.*?)</ol>', page, re.S)
    return " ".join(re.findall(r'<li class="(\w+)"', listed))


def test_the_steps_tell_what_is_next(client: Client, organiser: User) -> None:
    tournament = make_tournament(organiser, pairs=1)
    assert steps(client, tournament.slug) == "done now later later later later later"
    tournament = make_tournament(organiser, pairs=4, name="Toinen")
    assert steps(client, tournament.slug) == "done done now now later later later"
    for number in range(1, 5):
        set_present(actor=actor(organiser), tournament=tournament, number=number, present=True)
    assert steps(client, tournament.slug) == "done done done now later later later"
    draw_and_publish(organiser, tournament, 1)
    assert steps(client, tournament.slug) == "done done done done now later later"
    matches = list(Match.objects.filter(tournament=tournament))
    play(organiser, matches[0], "ra8")
    assert steps(client, tournament.slug) == "done done done done done now later"
    play(organiser, matches[0], win_for_a(16), reason="kesken")
    for match in matches[1:]:
        play(organiser, match, win_for_a(16))
    assert steps(client, tournament.slug) == "done done done done done done later"
    confirm_all(tournament)
    assert steps(client, tournament.slug) == "done done done done done done now"


FILES_OF_THE_END = (
    "export/final-results.pdf",
    "export/result-form.xlsx",
    "export/workbook.xlsx",
    "manage/archive.json",
)


def test_the_end_of_the_pools_leads_to_the_results_once_they_are_confirmed(
    client: Client, organiser: User
) -> None:
    tournament = make_drawn_tournament(organiser, pairs=4, pools=1)
    overview = f"/t/{tournament.slug}/manage/"
    assert "The steps of the morning" in text(client.get(overview))
    for match in Match.objects.filter(tournament=tournament):
        play(organiser, match, win_for_a(16))
    page = client.get(overview)
    assert "6 results to be confirmed" in text(page)
    assert "Play is on." in text(page)
    assert not any(file in page.content.decode() for file in FILES_OF_THE_END)
    confirm_all(tournament)
    page = client.get(overview)
    assert "Everything is played and confirmed" in text(page)
    assert all(f"/t/{tournament.slug}/{file}" in page.content.decode() for file in FILES_OF_THE_END)


def test_the_end_of_the_knock_out_leads_to_the_results(client: Client, organiser: User) -> None:
    tournament = make_knockout_event(organiser, rounds=2)
    overview = f"/t/{tournament.slug}/manage/"
    assert FILES_OF_THE_END[0] not in client.get(overview).content.decode()
    play_round(organiser, tournament)
    page = client.get(overview).content.decode()
    assert all(f"/t/{tournament.slug}/{file}" in page for file in FILES_OF_THE_END)
    assert steps(client, tournament.slug).endswith("done done now")


def test_a_straight_knock_out_tells_of_matches_that_can_be_made(
    client: Client, organiser: User
) -> None:
    tournament = knockout.straight(organiser, 4)
    assert steps(client, tournament.slug) == "done done now now later later later"
    for number in range(1, 5):
        set_present(actor=actor(organiser), tournament=tournament, number=number, present=True)
    knockout.draw(organiser, tournament)
    knockout.publish(organiser, tournament)
    assert steps(client, tournament.slug) == "done done done done now later later later"
    for match in open_matches(tournament):
        lower_wins(organiser, match)
    assert steps(client, tournament.slug) == "done done done done done now now later"
    page = text(client.get(f"/t/{tournament.slug}/manage/"))
    assert "2 matches can be made" in page
    assert "Going on" not in page
    knockout.go_on(organiser, tournament)
    play_round(organiser, tournament)
    assert steps(client, tournament.slug) == "done done done done done done done now"


def test_pools_that_no_rule_names_ask_before_the_first_cards_how_many_go_on(
    client: Client, organiser: User
) -> None:
    tournament = make_drawn_tournament(organiser, pairs=10, pools=2)
    overview = f"/t/{tournament.slug}/manage/"
    page = client.get(overview)
    assert 'id="field-unchosen"' in page.content.decode()
    assert "The first 2 of each pool go on: 4 pairs in all." in text(page)
    tournament.advance_first, tournament.advance_size = 2, None
    tournament.save(update_fields=["advance_first", "advance_size"])
    page = client.get(overview)
    assert 'id="field-unchosen"' not in page.content.decode()
    assert "The first 2 of each pool go on: 4 pairs in all." in text(page)
    tournament.advance_first, tournament.advance_size = 4, 4
    tournament.save(update_fields=["advance_first", "advance_size"])
    assert "does not fit the pools" in text(client.get(overview))


def test_eight_pools_go_by_the_rules(client: Client, organiser: User) -> None:
    tournament = make_drawn_tournament(organiser, pairs=32, pools=8)
    page = client.get(f"/t/{tournament.slug}/manage/")
    assert 'id="field-unchosen"' not in page.content.decode()
    assert "The first 2 of each pool go on: 16 pairs in all." in text(page)


def test_the_states_of_the_steps_are_told_in_words(client: Client, organiser: User) -> None:
    tournament = make_tournament(organiser, pairs=4)
    overview = text(client.get(f"/t/{tournament.slug}/manage/"))
    assert "28.11.–29.11.2026 · 16 tables · 5 min a deal" in overview.replace(" ·", " ·")
    assert "4 entered" in overview
    assert "0 of 4 present" in overview
    assert "not drawn yet" in overview
    make_draw(actor=actor(organiser), tournament=tournament, pool_count=1)
    assert "drawn, not published" in text(client.get(f"/t/{tournament.slug}/manage/"))


def test_papers_are_offered_once_the_draw_is_published(client: Client, organiser: User) -> None:
    address = "/export/score-sheets.pdf"
    drawn = make_drawn_tournament(organiser)
    assert address in client.get(f"/t/{drawn.slug}/manage/").content.decode()
    waiting = make_tournament(organiser, pairs=4, name="Odottava")
    assert address not in client.get(f"/t/{waiting.slug}/manage/").content.decode()


def test_the_event_is_shown_and_hidden(client: Client, organiser: User) -> None:
    tournament = make_tournament(organiser, public=False)
    overview = f"/t/{tournament.slug}/manage/"
    assert "Only the staff see the event" in text(client.get(overview))
    shown = client.post(f"{overview}show/", {"public": "yes"}, follow=True)
    assert "The event is shown to everybody" in text(shown)
    assert Client().get(f"/t/{tournament.slug}/").status_code == 200
    client.post(f"{overview}show/", {"public": "no"})
    assert Client().get(f"/t/{tournament.slug}/").status_code == 404


@pytest.mark.parametrize("pairs", [4, 33])
def test_the_overview_takes_the_same_few_queries_whatever_the_number_of_pairs(
    client: Client, organiser: User, django_assert_num_queries: DjangoAssertNumQueries, pairs: int
) -> None:
    tournament = make_tournament(organiser, pairs=pairs)
    draw_and_publish(organiser, tournament, pairs // 4)
    with django_assert_num_queries(12):
        client.get(f"/t/{tournament.slug}/manage/")


PAGES = ("", "settings/", "pairs/", "pairs/1/", "players/", "import/", "draw/", "print/")
WRITES = (
    "settings/",
    "show/",
    "pairs/",
    "pairs/1/",
    "pairs/1/remove/",
    "pairs/1/call-off/",
    "import/",
    "draw/",
    "draw/1/publish/",
    "draw/take-back/",
    "schedule/plan/",
)


@pytest.mark.parametrize("public, status", [(True, 403), (False, 404)])
def test_organisers_of_other_events_are_kept_out(
    organiser: User, public: bool, status: int
) -> None:
    tournament = make_tournament(organiser, pairs=4, public=public)
    make_draw(actor=actor(organiser), tournament=tournament, pool_count=1)
    other = make_event_maker("oskari")
    make_tournament(other, name="Oma")
    stranger = signed_in(other)
    base = f"/t/{tournament.slug}/manage/"
    assert [stranger.get(base + page).status_code for page in PAGES] == [status] * len(PAGES)
    assert [stranger.post(base + page).status_code for page in WRITES] == [status] * len(WRITES)
    assert tournament.pairs.count() == 4
    assert not tournament.draws.filter(counts=True).exists()


def test_referees_are_kept_out(organiser: User) -> None:
    tournament = make_tournament(organiser, pairs=4)
    referee = signed_in(add_referee(tournament))
    base = f"/t/{tournament.slug}/manage/"
    assert [referee.get(base + page).status_code for page in PAGES] == [403] * len(PAGES)
    assert [referee.post(base + page).status_code for page in WRITES] == [403] * len(WRITES)


def test_reading_an_address_that_is_for_writing_writes_nothing(
    client: Client, organiser: User
) -> None:
    tournament = make_tournament(organiser, pairs=4)
    base = f"/t/{tournament.slug}/manage/"
    only = ("show/", "pairs/1/remove/", "draw/1/publish/", "draw/take-back/", "schedule/plan/")
    records = AuditRecord.objects.count()
    assert [client.get(base + page).status_code for page in only] == [302] * len(only)
    assert AuditRecord.objects.count() == records


@pytest.mark.parametrize("number", [10**20, 2**31, 2**63, 10**300])
def test_numbers_no_database_holds_are_not_found(
    client: Client, organiser: User, number: int
) -> None:
    tournament = make_tournament(organiser, pairs=4)
    base = f"/t/{tournament.slug}"
    assert client.get(f"{base}/manage/pairs/{number}/").status_code == 404
    assert client.get(f"{base}/pairs/{number}/").status_code == 404
    assert client.get(f"{base}/matches/{number}/").status_code == 404
    assert client.post(f"{base}/manage/draw/{number}/publish/").status_code == 404
