"""Two people at the same moment."""

from __future__ import annotations

from functools import partial

import pytest

from tests.at_once import at_once
from tests.builders import make_drawn_tournament
from tests.tournaments.timetable.steps import call, match, move, place, swap
from tests.tournaments.withdrawals.test_two_at_once import enter
from tournaments.actions.refusals import Refused, Stale
from tournaments.models import AuditRecord, Match, Tournament, User

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def tournament(organiser: User) -> Tournament:
    return make_drawn_tournament(organiser, tables=4)


def kinds(results: list[object]) -> list[str]:
    return sorted(type(result).__name__ for result in results)


def test_two_matches_moved_into_one_place_of_which_one_is_told(
    organiser: User, tournament: Tournament
) -> None:
    for clock in ("15.15", "16.40", "18.05"):
        results = at_once(
            partial(move, organiser, tournament, 9, clock, 1),
            partial(move, organiser, tournament, 11, clock, 1),
        )
        assert kinds(results) == ["Match", "Stale"], results
    assert AuditRecord.objects.filter(verb="move_match").count() == 3
    assert place(tournament, 9) != place(tournament, 11)


def test_one_match_moved_by_two_organisers_moves_once(
    organiser: User, tournament: Tournament
) -> None:
    results = at_once(
        lambda: move(organiser, tournament, 9, "15.15", 1),
        lambda: move(organiser, tournament, 9, "16.40", 2),
    )
    assert kinds(results) in (["Match", "Stale"], ["Match", "Match"])
    moves = AuditRecord.objects.filter(verb="move_match").count()
    assert moves == kinds(results).count("Match")


def test_swaps_that_cross_leave_everybody_at_a_place_of_their_own(
    organiser: User, tournament: Tournament
) -> None:
    results = at_once(
        lambda: swap(organiser, tournament, 9, 10),
        lambda: swap(organiser, tournament, 10, 11),
        lambda: swap(organiser, tournament, 11, 9),
    )
    assert all(result is None or isinstance(result, Stale) for result in results), results
    assert sorted(tournament.matches.filter(slot=2).values_list("table", flat=True)) == [1, 2, 3, 4]


def test_two_referees_call_two_matches_to_one_table(
    organiser: User, tournament: Tournament
) -> None:
    results = at_once(
        lambda: call(organiser, tournament, 1, 1),
        lambda: call(organiser, tournament, 2, 1),
    )
    assert any(not isinstance(result, Exception) for result in results)
    assert all(not isinstance(r, Exception) or isinstance(r, Refused) for r in results), results
    called = list(
        tournament.matches.filter(called_at__isnull=False).values_list("table", flat=True)
    )
    assert called == [1]


def test_a_first_deal_entered_while_the_match_is_moved(
    organiser: User, tournament: Tournament
) -> None:
    for number, clock in ((9, "15.15"), (10, "16.40"), (11, "18.05")):
        entered, moved = at_once(
            enter(organiser, match(tournament, number)),
            partial(move, organiser, tournament, number, clock, 4),
        )
        assert not isinstance(entered, Exception), entered
        assert isinstance(moved, Match | Stale), moved
        assert match(tournament, number).entry_count == 1
        assert (match(tournament, number).table == 4) == isinstance(moved, Match)
