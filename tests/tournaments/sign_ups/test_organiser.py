"""What the organiser makes of those who signed up."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4

import pytest
from django.db import connection, connections
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.builders import draw_and_publish, make_event_maker, make_tournament
from tests.tournaments.sign_ups.signing import open_sign_up, pair_of, send
from tournaments.actions.refusals import Refused
from tournaments.actions.sign_ups import approve_sign_ups, refuse_sign_up
from tournaments.models import AuditRecord, SignUp, Tournament, User
from tournaments.permissions import Actor, actor_of


def signed_up(
    organiser: User, count: int, *, pairs: int = 0, limit: int | None = None
) -> Tournament:
    tournament = open_sign_up(organiser, make_tournament(organiser, pairs=pairs), limit=limit)
    for number in range(50, 50 + count):
        assert send(Client(), tournament, **pair_of(number)).status_code == 200
    return tournament


def post(client: Client, name: str, *args: object, **values: object) -> HttpResponse:
    return client.post(reverse(name, args=args), values)


def states() -> list[str]:
    return list(SignUp.objects.order_by("number").values_list("state", flat=True))


def test_an_approved_sign_up_is_a_pair_on_the_list(organiser: User, client: Client) -> None:
    tournament = signed_up(organiser, 2)
    post(client, "manage-sign-ups-approve", tournament.slug, number="2")
    assert states() == ["open", "approved"]
    made = SignUp.objects.get(number=2)
    assert made.pair is not None
    assert [player.name for player in made.pair.players.all()] == ["Aino Ensi51", "Eero Toka51"]
    assert (made.decided_by, made.decided_by_name) == (organiser, organiser.display_name)


def test_approving_twice_enters_the_pair_once(organiser: User, client: Client) -> None:
    tournament = signed_up(organiser, 1)
    for _twice in range(2):
        post(client, "manage-sign-ups-approve", tournament.slug, number="1")
    assert tournament.pairs.count() == 1
    assert AuditRecord.objects.filter(verb="approve_sign_ups").count() == 1


def test_all_with_room_are_approved_and_the_rest_wait(organiser: User, client: Client) -> None:
    tournament = signed_up(organiser, 4, pairs=1, limit=3)
    post(client, "manage-sign-ups-approve", tournament.slug, all="yes")
    assert states() == ["approved", "approved", "open", "open"]
    page = client.get(reverse("manage-sign-ups", args=[tournament.slug]))
    assert [view.waits_as for view in page.context["found"].open_ones] == [1, 2]


def test_the_first_who_waits_moves_up_when_a_pair_is_called_off(
    organiser: User, client: Client
) -> None:
    tournament = signed_up(organiser, 2, pairs=2, limit=2)
    pair = tournament.pairs.first()
    pair.cancelled_at = pair.entered_at
    pair.save()
    page = client.get(reverse("manage-sign-ups", args=[tournament.slug]))
    assert [view.waits_as for view in page.context["found"].open_ones] == [None, 1]


def test_a_refused_one_can_be_let_in_again_in_its_old_place(
    organiser: User, client: Client
) -> None:
    tournament = signed_up(organiser, 2)
    for _twice in range(2):
        post(client, "manage-sign-up-refuse", tournament.slug, 1)
    assert states() == ["refused", "open"]
    post(client, "manage-sign-up-reopen", tournament.slug, 1)
    assert states() == ["open", "open"]
    page = client.get(reverse("manage-sign-ups", args=[tournament.slug]))
    assert [view.sign_up.number for view in page.context["found"].open_ones] == [1, 2]


def test_one_that_was_approved_is_not_refused_any_more(organiser: User) -> None:
    tournament = signed_up(organiser, 1)
    actor = actor_of(organiser)
    approve_sign_ups(actor=actor, tournament=tournament, numbers=[1])
    with pytest.raises(Refused):
        refuse_sign_up(actor=actor, tournament=tournament, number=1)


def test_a_player_entered_meanwhile_holds_all_of_them_back(organiser: User, client: Client) -> None:
    tournament = signed_up(organiser, 2)
    client.post(reverse("manage-pairs", args=[tournament.slug]), {**pair_of(51), "token": uuid4()})
    post(client, "manage-sign-ups-approve", tournament.slug, all="yes")
    assert states() == ["open", "open"]
    assert tournament.pairs.count() == 1


def test_nobody_is_approved_after_the_draw(organiser: User, client: Client) -> None:
    tournament = signed_up(organiser, 1, pairs=4)
    draw_and_publish(organiser, tournament, 1)
    post(client, "manage-sign-ups-approve", tournament.slug, number="1")
    assert states() == ["open"]


@pytest.mark.parametrize(
    ("opens", "closes", "limit", "status"),
    [
        ("2026-11-01T10:00", "2026-11-27T18:00", "48", 302),
        ("2026-11-01T10:00", "", "", 302),
        ("", "", "", 302),
        ("2026-11-27T18:00", "2026-11-01T10:00", "", 422),
        ("tomorrow", "", "", 422),
        ("2026-11-01T10:00", "", "1", 422),
    ],
)
def test_the_times_are_saved_as_they_can_be(
    organiser: User, client: Client, opens: str, closes: str, limit: str, status: int
) -> None:
    tournament = make_tournament(organiser)
    values = {"opens_at": opens, "closes_at": closes, "limit": limit, "token": uuid4()}
    answer = post(
        client,
        "manage-sign-ups",
        tournament.slug,
        revision=tournament.revision,
        **values,
    )
    assert answer.status_code == status


def test_times_changed_meanwhile_are_not_overwritten(organiser: User, client: Client) -> None:
    tournament = make_tournament(organiser)
    seen = tournament.revision
    open_sign_up(organiser, tournament)
    answer = post(client, "manage-sign-ups", tournament.slug, revision=seen, token=uuid4())
    assert answer.status_code == 409
    tournament.refresh_from_db()
    assert tournament.sign_up_opens_at is not None


@pytest.mark.parametrize("count", [1, 10])
def test_queries_do_not_grow(organiser: User, client: Client, count: int) -> None:
    tournament = signed_up(organiser, count)
    client.get(reverse("manage-sign-ups", args=[tournament.slug]))
    with CaptureQueriesContext(connection) as queries:
        client.get(reverse("manage-sign-ups", args=[tournament.slug]))
    assert len(queries) == 7


@pytest.mark.django_db(transaction=True)
def test_two_organisers_approving_at_once_enter_the_pair_once() -> None:
    organiser = make_event_maker()
    tournament = signed_up(organiser, 1)
    actor: Actor = actor_of(organiser)

    def approve(_which: int) -> int:
        try:
            return len(approve_sign_ups(actor=actor, tournament=tournament, numbers=[1]))
        finally:
            connections.close_all()

    with ThreadPoolExecutor(max_workers=2) as threads:
        entered = list(threads.map(approve, range(2)))
    assert sorted(entered) == [0, 1]
    assert tournament.pairs.count() == 1


@pytest.mark.django_db(transaction=True)
def test_two_who_sign_up_at_once_get_numbers_of_their_own() -> None:
    organiser = make_event_maker()
    tournament = signed_up(organiser, 0)

    def sign_up(number: int) -> int:
        try:
            return send(Client(), tournament, **pair_of(number)).status_code
        finally:
            connections.close_all()

    with ThreadPoolExecutor(max_workers=4) as threads:
        statuses = list(threads.map(sign_up, range(4)))
    assert statuses == [200] * 4
    assert sorted(SignUp.objects.values_list("number", flat=True)) == [1, 2, 3, 4]
