"""What the organiser's pages of a knock-out ask the database for, with everything behind it that an
event can have."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.builders import make_drawn_tournament
from tests.tournaments.advancing import steps as pools
from tests.tournaments.knockout.steps import draw, match_at, play_round, publish
from tests.tournaments.knockout.test_deciding import annul, correct, right, stand
from tests.tournaments.knockout.test_pages import get
from tournaments.models import Stage, Tournament, User

pytestmark = pytest.mark.django_db


@pytest.fixture
def quarters(organiser: User) -> Tournament:
    """A knock-out of eight, drawn from four pools; in the first a play-off parted three pairs."""
    tournament = make_drawn_tournament(organiser, pairs=16, pools=4)
    pools.choose(organiser, tournament, first=2, size=8)
    pools.play_pool(organiser, tournament, 1, *pools.CIRCLE)
    for pool in range(2, 5):
        pools.play_pool(organiser, tournament, pool)
    level = [pools.numbers(tournament, 1)[letter] for letter in "PQR"]
    pools.make(organiser, tournament, 1, level)
    for match in pools.play_off_matches(tournament):
        ahead = next(pair for pair in level if pair in (match.pair_a.number, match.pair_b.number))
        pools.result(organiser, match, ahead)
    pools.confirm(tournament)
    pools.lock(organiser, tournament)
    draw(organiser, tournament)
    publish(organiser, tournament)
    return tournament


def queries(
    client: Client, tournament: Tournament, name: str = "manage-knockout", *args: int
) -> int:
    with CaptureQueriesContext(connection) as taken:
        get(client, tournament, name, *args)
    return len(taken)


def test_its_page_asks_little_however_much_has_happened(
    client: Client, organiser: User, quarters: Tournament
) -> None:
    assert quarters.matches.filter(stage=Stage.PLAY_OFF).count() == 3
    assert queries(client, quarters) == 11
    play_round(organiser, quarters)
    assert queries(client, quarters) == 11
    first = correct(organiser, match_at(quarters, 1, 0))
    assert "was corrected after" in get(client, quarters, "manage-knockout")
    assert queries(client, quarters) == 11
    right(organiser, quarters, first.number)
    assert "Put right after match" in get(client, quarters, "manage-knockout")
    assert queries(client, quarters) == 11
    second = correct(organiser, match_at(quarters, 1, 2))
    stand(organiser, quarters, second.number)
    correct(organiser, match_at(quarters, 1, 1))
    html = get(client, quarters, "manage-knockout")
    assert [words in html for words in ("by decision", "Put right after", "was corrected")] == [
        True,
        True,
        True,
    ]
    assert queries(client, quarters) == 11


def test_draws_that_do_not_count_cost_nothing(
    client: Client, organiser: User, quarters: Tournament
) -> None:
    play_round(organiser, quarters)
    annul(organiser, quarters)
    assert queries(client, quarters) == 8
    draw(organiser, quarters, seed="53")
    assert queries(client, quarters) == 8
    assert queries(client, quarters, "manage-knockout-publish", 2) == 11
