"""Signing up without an account, and the private link."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.builders import draw_and_publish, make_tournament
from tests.tournaments.sign_ups.signing import (
    NAMES,
    filled,
    link_in,
    open_sign_up,
    opened,
    pair_of,
    send,
)
from tournaments.actions.sign_ups import MOST_FROM_ONE_SOURCE, approve_sign_ups
from tournaments.models import AuditRecord, SignUp, Tournament, User
from tournaments.permissions import actor_of

CONTACT = "040 1234567"


@pytest.fixture
def tournament(organiser: User) -> Tournament:
    return open_sign_up(organiser, make_tournament(organiser))


@pytest.fixture
def visitor() -> Client:
    client = Client()
    client.cookies["django_language"] = "en"
    return client


def approve(organiser: User, tournament: Tournament, *numbers: int) -> None:
    approve_sign_ups(actor=actor_of(organiser), tournament=tournament, numbers=numbers)


def test_whoever_signs_up_gets_a_private_link_told_once(
    tournament: Tournament, visitor: Client
) -> None:
    answer = send(visitor, tournament)
    assert answer.status_code == 200
    secret = link_in(answer).rstrip("/").rsplit("/", 1)[-1]
    made = SignUp.objects.get()
    assert (made.state, made.first_name, made.contact) == ("open", "Maija Aho", CONTACT)
    assert secret not in made.digest
    assert len(secret) >= 22
    assert visitor.get(link_in(answer)).status_code == 200


def test_a_link_somebody_made_up_opens_nothing(tournament: Tournament, visitor: Client) -> None:
    send(visitor, tournament)
    assert visitor.get(reverse("sign-up-own", args=[tournament.slug, "x" * 22])).status_code == 404


def test_the_link_of_another_event_opens_nothing(
    organiser: User, tournament: Tournament, visitor: Client
) -> None:
    path = link_in(send(visitor, tournament))
    other = make_tournament(organiser, name="Toinen")
    assert visitor.get(path.replace(tournament.slug, other.slug)).status_code == 404


def test_contact_is_in_no_public_page_and_not_in_the_log(
    tournament: Tournament, visitor: Client
) -> None:
    send(visitor, tournament)
    for name in ("event", "pairs", "sign-up"):
        page = visitor.get(reverse(name, args=[tournament.slug])).content.decode()
        assert CONTACT not in page
    assert not [each for each in AuditRecord.objects.all() if CONTACT in str(each.details)]


def test_sent_twice_the_pair_signs_up_once(tournament: Tournament, visitor: Client) -> None:
    values = filled()
    address = reverse("sign-up", args=[tournament.slug])
    answers = [visitor.post(address, values).status_code for _ in range(2)]
    assert answers == [200, 409]
    assert SignUp.objects.count() == 1


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"website": "http://example.org"}, "machine"),
        ({"seconds": 0}, "very quick"),
        ({"seconds": 2 * 24 * 60 * 60}, "more than a day"),
        ({"opened": "made up"}, "could not be read"),
        ({"first_name": ""}, ""),
        ({"first_name": "<b>Maija</b>"}, ""),
        ({"second_name": "maija aho"}, "twice"),
        ({"contact": "x" * 201}, ""),
    ],
)
def test_what_no_entrant_sends_is_refused_with_what_was_typed(
    tournament: Tournament, visitor: Client, changed: dict[str, Any], said: str
) -> None:
    if "seconds" in changed:
        changed = {"opened": opened(changed["seconds"])}
    answer = send(visitor, tournament, **changed)
    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert answer.context["form"]["second_club"].value() == NAMES["second_club"]
    assert not SignUp.objects.exists()


def test_a_page_kept_too_long_goes_through_when_sent_once_more(
    tournament: Tournament, visitor: Client
) -> None:
    first = send(visitor, tournament, opened=opened(2 * 24 * 60 * 60))
    assert first.context["form"]["opened"].value() != ""
    assert send(visitor, tournament, opened=opened(5)).status_code == 200


def test_one_network_address_signs_up_so_many_and_no_more(
    tournament: Tournament, visitor: Client
) -> None:
    statuses = [
        send(visitor, tournament, **pair_of(number)).status_code
        for number in range(MOST_FROM_ONE_SOURCE + 1)
    ]
    assert statuses == [200] * MOST_FROM_ONE_SOURCE + [422]
    elsewhere = Client(REMOTE_ADDR="192.0.2.77")
    assert send(elsewhere, tournament, **pair_of(99)).status_code == 200


@pytest.mark.parametrize("taken", ["first_name", "second_name"])
def test_nobody_signs_up_twice(tournament: Tournament, visitor: Client, taken: str) -> None:
    send(visitor, tournament)
    answer = send(visitor, tournament, **{**pair_of(2), taken: "EERO NIEMI"})
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == [taken]


def test_a_player_on_the_list_of_pairs_does_not_sign_up_again(
    organiser: User, visitor: Client
) -> None:
    tournament = open_sign_up(organiser, make_tournament(organiser, pairs=4))
    assert send(visitor, tournament, **pair_of(3)).status_code == 422


@pytest.mark.parametrize(
    ("hours", "phase"), [((1, 2), "early"), ((-2, -1), "over"), ((-1, 1), "open")]
)
def test_it_is_open_between_its_times_only(
    organiser: User, visitor: Client, hours: tuple[int, int], phase: str
) -> None:
    tournament = open_sign_up(organiser, make_tournament(organiser), hours=hours)
    page = visitor.get(reverse("sign-up", args=[tournament.slug]))
    assert page.context["found"].phase == phase
    assert send(visitor, tournament).status_code == (200 if phase == "open" else 422)


def test_an_event_that_takes_no_sign_ups_says_so(organiser: User, visitor: Client) -> None:
    tournament = make_tournament(organiser)
    page = visitor.get(reverse("sign-up", args=[tournament.slug]))
    assert page.context["found"].phase == "off"
    assert send(visitor, tournament).status_code == 422


def test_publishing_the_draw_closes_it(organiser: User, visitor: Client) -> None:
    tournament = open_sign_up(organiser, make_tournament(organiser, pairs=4))
    draw_and_publish(organiser, tournament, 1)
    assert send(visitor, tournament).status_code == 422


def test_those_beyond_the_limit_wait_in_the_order_they_came(
    organiser: User, visitor: Client
) -> None:
    tournament = open_sign_up(organiser, make_tournament(organiser, pairs=1), limit=2)
    places = [
        send(visitor, tournament, **pair_of(number)).context["view"].waits_as
        for number in (10, 11, 12)
    ]
    assert places == [None, 1, 2]


def test_the_entrant_changes_what_was_signed_up(tournament: Tournament, visitor: Client) -> None:
    path = link_in(send(visitor, tournament))
    changed = {**NAMES, "second_name": "Eeva Niemi", "contact": "", "revision": 1}
    assert visitor.post(path, {**changed, "token": uuid4()}).status_code == 302
    made = SignUp.objects.get()
    assert (made.second_name, made.contact, made.revision) == ("Eeva Niemi", "", 2)
    stale = visitor.post(path, {**changed, "token": uuid4()})
    assert stale.status_code == 409


def test_changing_an_approved_sign_up_changes_its_pair(
    organiser: User, tournament: Tournament, visitor: Client
) -> None:
    path = link_in(send(visitor, tournament))
    approve(organiser, tournament, 1)
    revision = SignUp.objects.get().revision
    answer = visitor.post(
        path, {**NAMES, "second_name": "Eeva Niemi", "revision": revision, "token": uuid4()}
    )
    assert answer.status_code == 302
    names = tournament.pairs.get().players.values_list("name", flat=True)
    assert list(names) == ["Maija Aho", "Eeva Niemi"]


def test_the_entrant_calls_it_off_after_being_asked(
    tournament: Tournament, visitor: Client
) -> None:
    path = link_in(send(visitor, tournament))
    assert visitor.get(f"{path}cancel/").status_code == 200
    assert SignUp.objects.get().state == "open"
    for _twice in range(2):
        assert visitor.post(f"{path}cancel/").status_code == 302
    assert SignUp.objects.get().state == "cancelled"
    assert AuditRecord.objects.filter(verb="cancel_sign_up").count() == 1
    assert send(visitor, tournament).status_code == 200, "and may sign up again"


def test_calling_an_approved_sign_up_off_calls_its_pair_off(
    organiser: User, tournament: Tournament, visitor: Client
) -> None:
    path = link_in(send(visitor, tournament))
    approve(organiser, tournament, 1)
    visitor.post(f"{path}cancel/")
    assert tournament.pairs.get().cancelled_at is not None


def test_a_drawn_pair_is_not_called_off_by_its_link(organiser: User, visitor: Client) -> None:
    tournament = open_sign_up(organiser, make_tournament(organiser, pairs=3))
    path = link_in(send(visitor, tournament))
    approve(organiser, tournament, 1)
    draw_and_publish(organiser, tournament, 1)
    visitor.post(f"{path}cancel/")
    assert SignUp.objects.get().state == "approved"
    assert tournament.pairs.filter(cancelled_at=None).count() == 4


@pytest.mark.parametrize("count", [0, 10])
def test_queries_do_not_grow(tournament: Tournament, visitor: Client, count: int) -> None:
    for number in range(count):
        send(visitor, tournament, **pair_of(number))
    with CaptureQueriesContext(connection) as queries:
        visitor.get(reverse("sign-up", args=[tournament.slug]))
    assert len(queries) == 5
