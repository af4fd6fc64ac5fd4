"""Archives made while people write, and taken by two at once."""

from __future__ import annotations

from threading import Thread

import pytest
from django.db import connection

from tests.builders import make_event_maker, numbered_pair
from tests.tournaments.archive.sites import taken
from tests.tournaments.exports.eventful import make_eventful
from tournaments.actions.entries import change_pair
from tournaments.actions.refusals import Refused
from tournaments.archive.writing import archive_bytes, archive_value, one_moment
from tournaments.models import Tournament
from tournaments.permissions import actor_of


@pytest.mark.django_db(transaction=True)
def test_an_archive_is_of_one_moment_and_holds_nobody_up() -> None:
    organiser = make_event_maker()
    tournament = make_eventful(organiser).tournament
    actor = actor_of(organiser)

    def rename() -> None:
        change_pair(actor=actor, tournament=tournament, number=2, entry=numbered_pair(22))
        connection.close()

    with one_moment():
        before = archive_value(tournament)
        writer = Thread(target=rename)
        writer.start()
        writer.join(timeout=15)
        assert not writer.is_alive()
        assert archive_value(tournament) == before
    after = archive_value(tournament)
    assert after["pairs"][1]["players"][0]["name"] == "Aino Ensi22"
    change_pair(actor=actor, tournament=tournament, number=2, entry=numbered_pair(23))


@pytest.mark.django_db(transaction=True)
def test_of_two_who_take_the_same_archive_one_gets_the_address() -> None:
    content = archive_bytes(make_eventful(make_event_maker()).tournament)
    answers: list[str] = []

    def take() -> None:
        try:
            answers.append(taken(content, slug="uusi").slug)
        except Refused as refused:
            answers.append(refused.field or "")
        finally:
            connection.close()

    takers = [Thread(target=take) for _taker in range(2)]
    for taker in takers:
        taker.start()
    for taker in takers:
        taker.join(timeout=30)
    assert sorted(answers) == ["slug", "uusi"]
    assert Tournament.objects.filter(slug="uusi").count() == 1
