"""What only reads is read as of one moment, though others write meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection
from django.test import Client

from scoring.withdrawal import Choice
from tests.builders import make_drawn_tournament, play
from tests.overtaking import BeforeReading
from tests.tournaments.withdrawals.steps import match_of, withdraw
from tournaments.models import Match, Pool, Tournament, User
from tournaments.one_moment import WrittenWhileReading, one_moment

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def pool(organiser: User) -> Tournament:
    tournament = make_drawn_tournament(organiser, pairs=4, pools=1)
    play(organiser, match_of(tournament, 1, 2), "rb0")
    return tournament


def elsewhere(work: Callable[[], object]) -> None:
    """Carries it out by another connection, to its end."""

    def run() -> None:
        try:
            work()
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as executor:
        executor.submit(run).result()


def started() -> int:
    return Match.objects.filter(entry_count__gt=0).count()


def test_what_others_save_meanwhile_is_seen_afterwards(organiser: User, pool: Tournament) -> None:
    with one_moment():
        before = started()
        # It lands while somebody reads: neither waits for the other.
        elsewhere(lambda: play(organiser, match_of(pool, 3, 4), "ra8"))
        assert started() == before == 1
    assert started() == 2
    play(organiser, match_of(pool, 1, 3), "ra8")
    assert started() == 3


def test_standings_made_while_a_pair_withdraws_are_those_of_before(
    organiser: User, pool: Tournament
) -> None:
    address = f"/t/{pool.slug}/export/standings.json"
    before = Client().get(address).content
    leaves = BeforeReading(Pool, lambda: withdraw(organiser, pool, 1, Choice.ANNUL))
    with connection.execute_wrapper(leaves):
        meanwhile = Client().get(address)
    assert leaves.done
    assert meanwhile.content == before
    assert Client().get(address).content != before


def test_what_only_reads_cannot_write(pool: Tournament) -> None:
    with pytest.raises(WrittenWhileReading), one_moment():
        Tournament.objects.filter(pk=pool.pk).update(name="Written")
    with pytest.raises(WrittenWhileReading), one_moment(), one_moment():
        Match.objects.get(number=1).save()
    pool.refresh_from_db()
    assert pool.name != "Written"
    Tournament.objects.filter(pk=pool.pk).update(name="Written")
