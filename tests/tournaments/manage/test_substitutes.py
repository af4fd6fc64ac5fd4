"""A player replaced by another: recorded, and the pair goes on."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.withdrawal import Choice
from tests.builders import make_drawn_tournament, make_tournament, play, signed_in
from tests.tournaments.withdrawals.steps import withdraw
from tournaments.actions.entries import EnteredPlayer
from tournaments.actions.refusals import Refused, Stale
from tournaments.actions.substitutions import substitute_player, undo_substitution
from tournaments.models import AuditRecord, Substitution, Tournament, User
from tournaments.permissions import actor_of


@pytest.fixture
def tournament(organiser: User) -> Tournament:
    return make_drawn_tournament(organiser, pairs=4, pools=1)


def substitute(
    organiser: User, tournament: Tournament, name: str = "Aila Vuori", *, seat: int = 2
) -> Substitution:
    return substitute_player(
        actor=actor_of(organiser),
        tournament=tournament,
        number=1,
        seat=seat,
        entry=EnteredPlayer(name, "Ivalo"),
        reason="flu",
    )


def undo(organiser: User, tournament: Tournament, made: Substitution) -> Substitution:
    return undo_substitution(
        actor=actor_of(organiser), tournament=tournament, number=1, substitution_id=made.pk
    )


def names(tournament: Tournament) -> list[tuple[str, str]]:
    return list(tournament.pairs.get(number=1).players.values_list("name", "club_name"))


def send(client: Client, tournament: Tournament, **changed: object) -> HttpResponse:
    values = {"seat": 2, "name": "Aila Vuori", "club": "", "reason": "", "token": uuid4()}
    return client.post(
        reverse("manage-substitute", args=[tournament.slug, 1]), {**values, **changed}
    )


def test_the_substitute_plays_in_the_pair_and_its_results_stay(
    organiser: User, tournament: Tournament
) -> None:
    match = tournament.matches.filter(pair_a__number=1).first()
    play(organiser, match, "a52-0t")
    substitute(organiser, tournament)
    assert names(tournament) == [("Aino Ensi1", "Oulu"), ("Aila Vuori", "Ivalo")]
    match.refresh_from_db()
    assert match.winner == "A"


def test_everybody_sees_who_came_in_for_whom(organiser: User, tournament: Tournament) -> None:
    substitute(organiser, tournament)
    page = Client().get(reverse("pair", args=[tournament.slug, 1]))
    assert [each.in_name for each in page.context["substitutions"]] == ["Aila Vuori"]
    assert "Eero Toka1" in page.content.decode()
    assert "flu" not in page.content.decode()


def test_taken_back_the_player_plays_again(organiser: User, tournament: Tournament) -> None:
    before = names(tournament)
    made = substitute(organiser, tournament)
    for _twice in range(2):
        undo(organiser, tournament, made)
    assert names(tournament) == before
    assert AuditRecord.objects.filter(verb="undo_substitution").count() == 1


def test_a_chain_is_taken_back_from_its_end(organiser: User, tournament: Tournament) -> None:
    first = substitute(organiser, tournament)
    second = substitute(organiser, tournament, "Oula Lahti")
    with pytest.raises(Stale):
        undo(organiser, tournament, first)
    undo(organiser, tournament, second)
    undo(organiser, tournament, first)
    assert names(tournament)[1][0] == "Eero Toka1"


@pytest.mark.parametrize("name", ["Eero Toka3", "aino ensi1", "Eero Toka1"])
def test_nobody_comes_in_who_plays_already(
    organiser: User, tournament: Tournament, name: str
) -> None:
    with pytest.raises(Refused) as refused:
        substitute(organiser, tournament, name)
    assert refused.value.field == "name"


def test_a_player_who_went_may_come_in_elsewhere_and_then_stays_there(
    organiser: User, tournament: Tournament
) -> None:
    made = substitute(organiser, tournament)
    substitute_player(
        actor=actor_of(organiser),
        tournament=tournament,
        number=2,
        seat=1,
        entry=EnteredPlayer("Eero Toka1"),
    )
    with pytest.raises(Refused):
        undo(organiser, tournament, made)


def test_before_the_draw_names_are_corrected_instead(organiser: User) -> None:
    with pytest.raises(Refused):
        substitute(organiser, make_tournament(organiser, pairs=4))


def test_a_pair_that_has_withdrawn_gets_no_substitute(
    organiser: User, tournament: Tournament
) -> None:
    withdraw(organiser, tournament, 1, Choice.ANNUL)
    with pytest.raises(Refused):
        substitute(organiser, tournament)


def test_sent_twice_it_is_recorded_once(organiser: User, tournament: Tournament) -> None:
    client, token = signed_in(organiser), uuid4()
    answers = [send(client, tournament, token=token).status_code for _ in range(2)]
    assert answers == [302, 302]
    assert Substitution.objects.count() == 1


@pytest.mark.parametrize(
    ("changed", "field"),
    [({"seat": 3}, "seat"), ({"name": ""}, "name"), ({"name": "Eero Toka3"}, "name")],
)
def test_a_form_at_fault_is_refused_at_its_field(
    organiser: User, tournament: Tournament, changed: dict[str, object], field: str
) -> None:
    answer = send(signed_in(organiser), tournament, **changed)
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == [field]
    assert not Substitution.objects.exists()


def test_the_pages_take_it_back_by_one_key(organiser: User, tournament: Tournament) -> None:
    made = substitute(organiser, tournament)
    answer = signed_in(organiser).post(
        reverse("manage-substitute-undo", args=[tournament.slug, 1, made.pk])
    )
    assert answer.status_code == 302
    assert names(tournament)[1][0] == "Eero Toka1"


@pytest.mark.parametrize("pairs", [4, 8])
def test_queries_do_not_grow(organiser: User, pairs: int) -> None:
    tournament = make_drawn_tournament(organiser, pairs=pairs, pools=1, name="Toinen")
    client = signed_in(organiser)
    with CaptureQueriesContext(connection) as queries:
        client.get(reverse("manage-substitute", args=[tournament.slug, 1]))
    assert len(queries) == 8
