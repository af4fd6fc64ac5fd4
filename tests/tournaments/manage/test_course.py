"""What an event is made of: chosen in its settings, and what its pages offer and say then."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tests.builders import actor, draw_and_publish, make_drawn_tournament, make_tournament, play
from tests.tournaments.knockout import steps
from tests.tournaments.manage.pages import settings_form, text
from tournaments.actions.draws import make_draw
from tournaments.actions.events import settings_of
from tournaments.actions.refusals import Refused
from tournaments.models import AuditRecord, Course, Tournament, User

pytestmark = pytest.mark.django_db


def choose(client: Client, tournament: Tournament, course: str) -> tuple[int, str]:
    tournament.refresh_from_db()
    fields = settings_form(revision=tournament.revision, course=course, name=tournament.name)
    response = client.post(f"/t/{tournament.slug}/manage/settings/", fields)
    tournament.refresh_from_db()
    return response.status_code, text(response)


def page(client: Client, tournament: Tournament, name: str) -> str:
    response = client.get(f"/t/{tournament.slug}/manage/{name}")
    assert response.status_code == 200
    return response.content.decode()


def steps_named(client: Client, tournament: Tournament) -> list[str]:
    """The words of the row of links between the organiser's pages."""
    html = page(client, tournament, "")
    [links] = re.findall(r'<nav class="organiser no-print".*?</nav>', html, re.DOTALL)
    return re.findall(r"<a [^>]*>([^<]*)</a>", links)


def test_a_new_event_is_made_of_what_was_chosen(client: Client) -> None:
    assert 'value="pools_and_knockout"' in client.get("/events/new/").content.decode()
    client.post("/events/new/", settings_form(course="knockout"))
    tournament = Tournament.objects.get()
    assert tournament.course == "knockout"
    copied = client.get(f"/events/new/?like={tournament.slug}")
    assert copied.context["form"]["course"].value() == "knockout"


@pytest.mark.parametrize(
    ("course", "offered", "not_offered"),
    [
        ("pools_and_knockout", {"Draw", "Knock-out", "Going on"}, {"Level pairs"}),
        ("pools", {"Draw"}, {"Knock-out", "Going on", "Level pairs"}),
        ("knockout", {"Knock-out"}, {"Draw", "Going on", "Level pairs"}),
    ],
)
def test_only_the_steps_of_its_course_are_offered(
    client: Client, organiser: User, course: str, offered: set[str], not_offered: set[str]
) -> None:
    tournament = make_tournament(organiser, pairs=4)
    assert choose(client, tournament, course)[0] == 302
    named = set(steps_named(client, tournament))
    assert (offered - named, not_offered & named) == (set(), set())


def test_the_choice_is_found_before_the_draw(client: Client, organiser: User) -> None:
    tournament = make_tournament(organiser, pairs=4)
    link = f'href="/t/{tournament.slug}/manage/settings/#course"'
    assert link in page(client, tournament, "draw/")
    assert 'id="course"' in page(client, tournament, "settings/")
    choose(client, tournament, "knockout")
    assert link in page(client, tournament, "knockout/")
    draw_page = page(client, tournament, "draw/")
    assert "This event has no pools" in draw_page
    assert 'name="pool_count"' not in draw_page
    choose(client, tournament, "pools")
    assert link in page(client, tournament, "knockout/")


def test_every_way_to_the_draw_leads_to_the_one_there_is(client: Client, organiser: User) -> None:
    tournament = make_tournament(organiser, pairs=4)
    choose(client, tournament, "knockout")
    for name in ("", "pairs/", "schedule/"):
        html = page(client, tournament, name)
        assert f"/t/{tournament.slug}/manage/draw/" not in html, name
        assert f"/t/{tournament.slug}/manage/knockout/" in html, name


def test_a_change_is_in_the_log_and_drops_how_many_go_on(client: Client, organiser: User) -> None:
    tournament = make_tournament(organiser, pairs=8)
    tournament.advance_first = 2
    tournament.save(update_fields=["advance_first"])
    assert choose(client, tournament, "pools")[0] == 302
    assert (tournament.course, tournament.advance_first) == ("pools", None)
    assert settings_of(tournament).course is Course.POOLS
    assert "Pools, then a knock-out → Pools only" in text(
        client.get(f"/t/{tournament.slug}/manage/log/")
    )
    assert AuditRecord.objects.filter(verb="change_settings").count() == 1


def test_what_is_drawn_keeps_the_course(client: Client, organiser: User) -> None:
    pools = make_drawn_tournament(organiser, name="Lohkot")
    status, said = choose(client, pools, "knockout")
    assert (status, pools.course) == (422, "pools_and_knockout")
    assert "Pools have been drawn already" in said
    steps.lock_field(pools, 4)
    assert "It is locked who goes on" in choose(client, pools, "pools")[1]
    straight = steps.drawn(organiser, 4)
    for course in ("pools", "pools_and_knockout"):
        status, said = choose(client, straight, course)
        assert (status, straight.course) == (422, "knockout")
        assert "The knock-out has been drawn already" in said
    assert choose(client, straight, "knockout")[0] == 302


def test_a_straight_knock_out_is_drawn_into_no_pools(organiser: User) -> None:
    tournament = steps.straight(organiser, 4)
    with pytest.raises(Refused, match="no pools"):
        make_draw(actor=actor(organiser), tournament=tournament, pool_count=1)


def test_pools_drawn_before_it_became_a_straight_knock_out_are_not_published(
    client: Client, organiser: User
) -> None:
    tournament = make_tournament(organiser, pairs=4)
    make_draw(actor=actor(organiser), tournament=tournament, pool_count=1)
    choose(client, tournament, "knockout")
    response = client.post(f"/t/{tournament.slug}/manage/draw/1/publish/", {"counting": "0"})
    assert "this event has no pools" in text(response)
    assert not tournament.pools.exists()


def test_a_bracket_drawn_before_the_event_got_pools_is_not_published(
    client: Client, organiser: User
) -> None:
    tournament = steps.straight(organiser, 4)
    steps.draw(organiser, tournament)
    choose(client, tournament, "pools_and_knockout")
    with pytest.raises(Refused):
        steps.publish(organiser, tournament)


def test_the_page_of_a_pair_in_a_straight_knock_out_says_that_it_is_drawn(
    client: Client, organiser: User
) -> None:
    tournament = steps.drawn(organiser, 3)
    for number in (1, 2, 3):
        html = page(client, tournament, f"pairs/{number}/")
        assert "published without this pair" not in html
        assert "The draw has been published, so the pair cannot be removed" in html
        assert f"/manage/pairs/{number}/substitute/" in html
        assert "Yes, remove the pair" not in html


def test_the_page_of_a_pair_left_out_of_a_straight_knock_out_says_so(
    client: Client, organiser: User
) -> None:
    tournament = steps.straight(organiser, 4)
    tournament.pairs.exclude(number=4).update(present_at="2026-11-28T10:00Z")
    steps.draw(organiser, tournament)
    steps.publish(organiser, tournament)
    html = page(client, tournament, "pairs/4/")
    assert "published without this pair" in html
    assert "The knock-out has been drawn, so no pair can be added" in html
    assert "Yes, remove the pair" in html


def test_pools_only_have_a_page_for_level_pairs_and_none_about_going_on(
    client: Client, organiser: User
) -> None:
    tournament = make_tournament(organiser, pairs=3)
    choose(client, tournament, "pools")
    draw_and_publish(organiser, tournament, 1)
    first = tournament.matches.order_by("number").first()
    assert first is not None
    play(organiser, first, "ra13 ra13")
    assert "Level pairs" in steps_named(client, tournament)
    html = page(client, tournament, "advancing/")
    assert "<h1>Level pairs in the pools</h1>" in html
    assert "Going on" not in html
    assert 'name="numbers"' not in html
    assert "Back to the level pairs" in page(client, tournament, "advancing/tie/?pairs=1,2")
