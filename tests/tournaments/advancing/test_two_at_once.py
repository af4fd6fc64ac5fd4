"""Two people at the same moment: one field is locked, and never from results that just changed."""

from __future__ import annotations

from functools import partial

import pytest

from tests.at_once import at_once
from tests.builders import actor
from tests.tournaments.advancing.steps import (
    CIRCLE,
    lot,
    make,
    numbers,
    picture,
    play_off_matches,
    play_pool,
    reopen,
)
from tournaments.actions.locked_fields import lock_field, take_back_field
from tournaments.actions.refusals import Refused
from tournaments.advancing import locked_field_of, pool_results_of
from tournaments.models import LockedField, Lot, Tournament, User

pytestmark = pytest.mark.django_db(transaction=True)

ROUNDS = 4


def test_two_who_lock_at_once_lock_one_list(organiser: User, tournament: Tournament) -> None:
    for pool in (1, 2):
        play_pool(organiser, tournament, pool)
    for _round in range(ROUNDS):
        work = partial(
            lock_field,
            actor=actor(organiser),
            tournament=tournament,
            seen=picture(tournament).seen,
        )
        results = at_once(work, work)
        assert sorted(type(each).__name__ for each in results) == ["LockedField", "Stale"]
        assert LockedField.objects.filter(undone_at__isnull=True).count() == 1
        take_back_field(actor=actor(organiser), tournament=tournament, reason="again")


def test_a_sheet_that_changes_while_the_list_is_locked_is_seen_or_comes_after(
    organiser: User, tournament: Tournament
) -> None:
    for pool in (1, 2):
        play_pool(organiser, tournament, pool)
    match = tournament.matches.select_related("tournament").get(number=1)
    seen = picture(tournament).seen
    locked, _reopened = at_once(
        lambda: lock_field(actor=actor(organiser), tournament=tournament, seen=seen),
        lambda: reopen(organiser, match),
    )
    assert any(result.open_matches for result in pool_results_of(tournament))
    if isinstance(locked, Refused):
        assert locked_field_of(tournament) is None
    else:
        view = picture(tournament).locked
        assert view is not None
        assert view.difference is not None


def test_a_play_off_and_a_lot_at_once_part_the_pairs_one_way(
    organiser: User, tournament: Tournament
) -> None:
    play_pool(organiser, tournament, 1, *CIRCLE)
    level = [numbers(tournament, 1)[letter] for letter in "PQR"]
    results = at_once(
        lambda: make(organiser, tournament, 1, level),
        lambda: make(organiser, tournament, 1, level),
        lambda: lot(organiser, tournament, level),
    )
    done = [each for each in results if isinstance(each, (list, Lot))]
    assert len(done) == 1, results
    assert len(play_off_matches(tournament)) in (0, 3)
    assert Lot.objects.count() + bool(play_off_matches(tournament)) == 1
