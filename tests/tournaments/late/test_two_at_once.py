"""Two people at the same moment: a late pair lands once, and nothing played is touched."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db.models import Q

from tests.at_once import at_once
from tests.tournaments.late.steps import conflicts, enter, facts, join, leave
from tests.tournaments.timetable.steps import call, match, move
from tests.tournaments.withdrawals.test_two_at_once import enter as enter_deal
from tournaments.actions.ledgers import find_differences
from tournaments.actions.refusals import Refused, Stale
from tournaments.models import Match, PoolPlace, Tournament, User

pytestmark = pytest.mark.django_db(transaction=True)

ROUNDS = 5


def test_one_pair_added_by_two_organisers_joins_one_pool(
    organiser: User, tournament: Tournament
) -> None:
    enter(organiser, tournament, 9)
    results = at_once(
        lambda: join(organiser, tournament, 9, pool=1),
        lambda: join(organiser, tournament, 9, pool=2),
    )
    assert sorted(type(result).__name__ for result in results) == ["Stale", "list"]
    assert PoolPlace.objects.filter(pair__number=9).count() == 1
    assert tournament.matches.count() == 16


def test_two_pairs_added_at_once_both_join_or_one_looks_again(
    organiser: User, tournament: Tournament
) -> None:
    for number in (9, 10):
        enter(organiser, tournament, number)

    def insist(number: int) -> Callable[[], object]:
        def work() -> object:
            for _attempt in range(20):
                try:
                    return join(organiser, tournament, number)
                except Stale:
                    continue
            raise AssertionError("stale every time")

        return work

    results = at_once(insist(9), insist(10))
    assert all(isinstance(result, list) for result in results), results
    assert sorted(pool.places.count() for pool in tournament.pools.all()) in ([4, 6], [5, 5])
    numbers = sorted(tournament.matches.values_list("number", flat=True))
    assert numbers == list(range(1, len(numbers) + 1))
    assert conflicts(tournament) == ()


def test_a_deal_entered_a_call_or_a_move_while_a_pair_joins(
    organiser: User, tournament: Tournament
) -> None:
    enter(organiser, tournament, 9)
    number = tournament.matches.filter(pool__number=1).order_by("number")[0].number
    works: list[Callable[[], Callable[[], object]]] = [
        lambda: enter_deal(
            organiser, Match.objects.select_related("tournament").get(number=number)
        ),
        lambda: lambda: call(organiser, tournament, number + 4),
        lambda: lambda: move(organiser, tournament, number + 8, "18.00", 4),
    ]
    for make in works:
        joined, other = at_once(lambda: join(organiser, tournament, 9, pool=1), make())
        for result in (joined, other):
            assert not isinstance(result, Exception) or isinstance(result, Refused), result
        assert conflicts(tournament) == ()
        assert not find_differences().is_bad
        if isinstance(joined, list):
            own = tournament.matches.filter(Q(pair_a__number=9) | Q(pair_b__number=9))
            assert own.count() == 4
            if any(each.is_called or each.was_written for each in own):
                break
            leave(organiser, tournament, 9)
    assert match(tournament, number).was_written


def test_a_pair_taken_back_while_its_match_begins(organiser: User, tournament: Tournament) -> None:
    enter(organiser, tournament, 9)
    for _round in range(ROUNDS):
        new = join(organiser, tournament, 9)
        before = facts(tournament)
        begun = Match.objects.select_related("tournament").get(pk=new[0].pk)
        taken, entered = at_once(
            lambda: leave(organiser, tournament, 9), enter_deal(organiser, begun)
        )
        assert isinstance(taken, Exception) != isinstance(entered, Exception), (taken, entered)
        assert not find_differences().is_bad
        if isinstance(taken, Exception):
            assert isinstance(taken, Refused)
            assert set(facts(tournament)) == set(before)
            return
        assert isinstance(entered, Refused), entered
        assert not tournament.matches.filter(number__gt=12).exists()
