"""Which matches wait for a pair past the minutes of grace (R18), and what settles them."""

from __future__ import annotations

from datetime import datetime

import pytest

from scoring.withdrawal import Choice
from tests.builders import play
from tests.tournaments.timetable.steps import at, call, match
from tests.tournaments.withdrawals.steps import withdraw
from tournaments.actions.jury import decide_other, undo_decision
from tournaments.models import Match, Tournament, User
from tournaments.permissions import actor_of
from tournaments.queries.lateness import Lateness, lateness_of
from tournaments.queries.matches import matches_of
from tournaments.queries.preparation import preparation_of

pytestmark = pytest.mark.django_db


def present(tournament: Tournament, *absent: int) -> None:
    """Everybody is here but these pairs."""
    tournament.pairs.update(present_at=at("10.30"))
    tournament.pairs.filter(number__in=absent).update(present_at=None)


def late(tournament: Tournament, now: datetime) -> Lateness:
    found = lateness_of(tournament, matches_of(tournament), now)
    assert preparation_of(tournament, now).late_count == len(found.late)
    return found


def first_of(tournament: Tournament, number: int) -> Match:
    return next(
        each
        for each in tournament.matches.order_by("starts_at", "number")
        if number in (each.pair_a.number, each.pair_b.number)
    )


def told(lateness: Lateness) -> list[tuple[int, list[int]]]:
    return [
        (each.view.match.number, [pair.number for _side, pair, absent in each.sides if absent])
        for each in lateness.late
    ]


def test_a_match_is_late_after_the_minutes_of_grace_and_not_before(
    tournament: Tournament,
) -> None:
    present(tournament, 3)
    number = first_of(tournament, 3).number
    assert told(late(tournament, at("11.30"))) == []
    [each] = late(tournament, at("11.31")).late
    assert (each.view.match.number, each.minutes) == (number, 16)
    assert told(late(tournament, at("11.31"))) == [(number, [3])]
    assert len(late(tournament, at("11.31")).others) == 3


def test_the_minutes_are_those_of_the_events_rules(tournament: Tournament) -> None:
    present(tournament, 3)
    tournament.rules = {"late_minutes": 30}
    assert told(late(tournament, at("11.45"))) == []
    assert late(tournament, at("11.46")).minutes == 30
    assert len(told(late(tournament, at("11.46")))) == 1


def test_a_match_called_later_than_planned_is_announced_by_its_call(
    organiser: User, tournament: Tournament
) -> None:
    present(tournament, 3)
    first = first_of(tournament, 3)
    call(organiser, tournament, first.number)
    tournament.matches.filter(pk=first.pk).update(called_at=at("11.40"))
    assert told(late(tournament, at("11.55"))) == []
    assert told(late(tournament, at("11.56"))) == [(first.number, [3])]
    tournament.matches.filter(pk=first.pk).update(called_at=at("11.00"))
    assert told(late(tournament, at("11.30"))) == []


def test_where_nobody_was_marked_present_nobody_is_known_to_be_absent(
    tournament: Tournament,
) -> None:
    found = late(tournament, at("12.00"))
    assert (told(found), len(found.others), found.presence_known) == ([], 4, False)


def test_a_pair_that_has_played_is_here_though_nobody_marked_it(
    organiser: User, tournament: Tournament
) -> None:
    present(tournament, 3)
    play(organiser, first_of(tournament, 3), "rb0")
    found = late(tournament, at("14.30"))
    assert 3 not in [number for _match, absent in told(found) for number in absent]


def test_a_match_whose_other_pair_still_plays_cannot_begin_and_is_not_late(
    organiser: User, tournament: Tournament
) -> None:
    present(tournament, 3)
    for each in tournament.matches.filter(starts_at=at("11.15")):
        if 3 not in (each.pair_a.number, each.pair_b.number):
            play(organiser, each, "ra8")
    numbers = [number for number, _absent in told(late(tournament, at("15.00")))]
    assert numbers == [first_of(tournament, 3).number]


def test_begun_finished_and_annulled_matches_are_not_late(
    organiser: User, tournament: Tournament
) -> None:
    present(tournament, 3)
    withdraw(organiser, tournament, 3, Choice.ANNUL)
    assert told(late(tournament, at("11.40"))) == []


def test_both_absent_are_both_told(tournament: Tournament) -> None:
    present(tournament)
    first = match(tournament, 1)
    tournament.pairs.filter(pk__in=(first.pair_a_id, first.pair_b_id)).update(present_at=None)
    [(number, absent)] = told(late(tournament, at("11.40")))
    assert (number, len(absent)) == (1, 2)


def test_the_jurys_decision_about_the_match_settles_it_until_undone(
    organiser: User, tournament: Tournament
) -> None:
    present(tournament, 3)
    first = first_of(tournament, 3)
    actor = actor_of(organiser)
    decision = decide_other(
        actor=actor,
        tournament=tournament,
        match_number=first.number,
        reason="The bus is late",
    )
    found = late(tournament, at("11.40"))
    assert told(found) == []
    [(each, by)] = found.decided
    assert (each.view.match.number, by.reason) == (first.number, "The bus is late")
    undo_decision(actor=actor, tournament=tournament, number=decision.number, reason="no bus")
    assert told(late(tournament, at("11.40"))) == [(first.number, [3])]


def test_a_decision_about_no_match_settles_nothing(organiser: User, tournament: Tournament) -> None:
    present(tournament, 3)
    decide_other(actor=actor_of(organiser), tournament=tournament, reason="Play goes on")
    assert len(told(late(tournament, at("11.40")))) == 1
