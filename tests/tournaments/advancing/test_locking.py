"""Who goes on is locked once everything is settled, and taken back (R26 to R28)."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from scoring.withdrawal import Choice
from tests.builders import actor, play
from tests.tournaments.advancing.steps import (
    CIRCLE,
    NOW,
    choose,
    confirm,
    field,
    lock,
    lot,
    make,
    numbers,
    picture,
    play_off_matches,
    play_pool,
    reopen,
)
from tests.tournaments.late.steps import enter
from tests.tournaments.withdrawals.steps import match_of, withdraw
from tournaments.actions.advancing import set_advancing
from tournaments.actions.annulled_draws import annul_draw
from tournaments.actions.draws import make_draw, publish_draw, take_back_draw
from tournaments.actions.late_pairs import add_late_pair, take_back_late_pair
from tournaments.actions.locked_fields import take_back_field
from tournaments.actions.refusals import Refused, Stale
from tournaments.actions.schedules import plan_schedule
from tournaments.advancing import locked_field_of, pool_results_of
from tournaments.fates import fingerprint, in_force
from tournaments.models import Bracket, Course, Tournament, User
from tournaments.queries.late_pairs import late_picture

pytestmark = pytest.mark.django_db

LOCKED = "Take the locked list back"


@pytest.fixture
def played(organiser: User, tournament: Tournament) -> Tournament:
    """Both pools are over and nothing is open."""
    for pool in (1, 2):
        play_pool(organiser, tournament, pool)
    return tournament


def take_back(organiser: User, tournament: Tournament, reason: str = "too early") -> None:
    take_back_field(actor=actor(organiser), tournament=tournament, reason=reason)


def counting_bracket(tournament: Tournament) -> Bracket:
    locked = locked_field_of(tournament)
    return Bracket.objects.create(
        tournament=tournament,
        number=1,
        field=locked,
        seed="1",
        order="lot",
        byes="lot",
        apart=True,
        third_place=True,
        contenders=[],
        slots=[1, 2, 3, 4],
        from_one_pool=0,
        clashes=0,
        drawn_by_name="Olli",
        counts=True,
    )


def test_the_field_keeps_what_each_pair_went_on_by(organiser: User, played: Tournament) -> None:
    first, second = numbers(played, 1), numbers(played, 2)
    withdraw(organiser, played, first["P"], Choice.STAND)
    shown = field(played)
    locked = lock(organiser, played)
    assert [row["pair"] for row in locked.rows] == shown
    assert sorted(shown) == sorted([first["Q"], first["R"], second["P"], second["Q"]])
    assert (locked.first, locked.size) == (2, 4)
    by_pair = {row["pair"]: row for row in locked.rows}
    assert by_pair[first["Q"]] == {
        "pair": first["Q"],
        "pool": 1,
        "ground": "pool_place",
        "pool_place": 2,
        "moved_past": [first["P"]],
    }
    assert by_pair[second["P"]]["moved_past"] == []


def test_what_pools_hand_on_goes_by_numbers(organiser: User, played: Tournament) -> None:
    results = pool_results_of(played)
    assert [(each.pool, each.open_matches) for each in results] == [(1, 0), (2, 0)]
    assert [each.pair for each in results[1].standings] == list(numbers(played, 2).values())


def test_a_result_that_is_not_confirmed_keeps_it_from_being_locked(
    organiser: User, played: Tournament
) -> None:
    seen = picture(played).seen
    played.matches.filter(number=3).update(confirmed_a=None)
    [pool] = picture(played).to_finish
    assert [view.match.number for view in pool.unconfirmed] == [3]
    with pytest.raises(Stale):
        lock(organiser, played, seen)
    with pytest.raises(Refused, match="Not everything is settled"):
        lock(organiser, played)
    confirm(played)
    lock(organiser, played)


def test_a_match_to_finish_keeps_it_from_being_locked(organiser: User, played: Tournament) -> None:
    reopen(organiser, played.matches.select_related("tournament").get(number=3))
    [pool] = picture(played).to_finish
    assert [view.match.number for view in pool.unplayed] == [3]
    with pytest.raises(Refused, match="Not everything is settled"):
        lock(organiser, played)
    assert locked_field_of(played) is None


def test_a_level_place_that_decides_and_a_play_off_keep_it_from_being_locked(
    organiser: User, tournament: Tournament
) -> None:
    play_pool(organiser, tournament, 1, *CIRCLE)
    play_pool(organiser, tournament, 2)
    level = [numbers(tournament, 1)[letter] for letter in "PQR"]
    with pytest.raises(Refused, match="Not everything"):
        lock(organiser, tournament)
    make(organiser, tournament, 1, level)
    with pytest.raises(Refused, match="Not everything"):
        lock(organiser, tournament)
    for match in play_off_matches(tournament):
        play(organiser, match, "na6 nb6 na4 nb6")
    with pytest.raises(Refused, match="Not everything"):
        lock(organiser, tournament)
    confirm(tournament)
    if picture(tournament).ties:
        lot(organiser, tournament, [pair.number for pair in picture(tournament).ties[0].pairs])
    lock(organiser, tournament)


def test_pairs_level_where_it_decides_nothing_share_and_do_not_hold_it_back(
    organiser: User, tournament: Tournament
) -> None:
    choose(organiser, tournament, first=1, size=2)
    play_pool(organiser, tournament, 1, "PQ", "PR", "PS", "QR", "RS", "SQ")
    play_pool(organiser, tournament, 2)
    [tie] = picture(tournament).ties
    assert not tie.decides
    assert len(lock(organiser, tournament).rows) == 2


def test_nothing_is_locked_before_it_is_chosen_how_many_go_on(
    organiser: User, played: Tournament
) -> None:
    choose(organiser, played, course=Course.POOLS)
    with pytest.raises(Refused, match="Choose first"):
        lock(organiser, played, seen="")


def test_the_result_of_an_awarded_match_needs_nobodys_word(
    organiser: User, tournament: Tournament
) -> None:
    named = numbers(tournament, 1)
    play_pool(organiser, tournament, 1, "PQ", "PR", "PS", "QR", "QS")
    play_pool(organiser, tournament, 2)
    withdraw(organiser, tournament, named["S"], Choice.STAND)
    assert match_of(tournament, named["R"], named["S"]).decided_by == "award"
    lock(organiser, tournament)


def test_taken_back_the_list_is_kept_with_the_reason_and_can_be_locked_again(
    organiser: User, played: Tournament
) -> None:
    first = lock(organiser, played)
    with pytest.raises(Stale, match="locked the list already"):
        lock(organiser, played)
    with pytest.raises(Refused) as refused:
        take_back(organiser, played, " ")
    assert refused.value.field == "reason"
    take_back(organiser, played)
    first.refresh_from_db()
    assert (first.undone_by_name, first.undone_reason) == ("olli", "too early")
    with pytest.raises(Stale):
        take_back(organiser, played)
    assert lock(organiser, played).rows == first.rows


def test_it_cannot_be_taken_back_while_a_knock_out_drawn_from_it_counts(
    organiser: User, played: Tournament
) -> None:
    lock(organiser, played)
    bracket = counting_bracket(played)
    with pytest.raises(Refused, match="Annul that draw first"):
        take_back(organiser, played)
    bracket.counts = False
    bracket.annulled_at = timezone.now()
    bracket.save()
    take_back(organiser, played)


def test_draws_schedules_and_late_pairs_are_refused_once_it_is_locked(
    organiser: User, played: Tournament
) -> None:
    lock(organiser, played)
    who = {"actor": actor(organiser), "tournament": played}
    matches = list(played.matches.live())
    for refused in (
        lambda: make_draw(**who, pool_count=2),
        lambda: publish_draw(**who, number=make_number(played)),
        lambda: take_back_draw(**who),
        lambda: plan_schedule(**who),
        lambda: annul_draw(**who, reason="wrong", seen=fingerprint(matches, in_force(played))),
        lambda: add_late_pair(**who, number=1, pool=1, seen="", now=NOW),
        lambda: take_back_late_pair(**who, number=1),
        lambda: choose(organiser, played, first=1, size=2),
    ):
        with pytest.raises(Refused, match=LOCKED):
            refused()
    assert played.matches.live().count() == 12


def make_number(tournament: Tournament) -> int:
    draw = tournament.draws.get()
    draw.pk, draw.number, draw.counts = None, 2, False
    draw.save()
    return draw.number


def test_a_pair_cannot_join_a_pool_that_has_a_play_off(
    organiser: User, tournament: Tournament
) -> None:
    play_pool(organiser, tournament, 1, *CIRCLE)
    enter(organiser, tournament, 9)
    make(organiser, tournament, 1, [numbers(tournament, 1)[letter] for letter in "PQR"])
    shown = late_picture(tournament, 9, 1, NOW + timedelta(hours=3))
    assert shown is not None
    with pytest.raises(Refused, match="has a play-off already"):
        add_late_pair(
            actor=actor(organiser),
            tournament=tournament,
            number=9,
            pool=1,
            seen=shown.seen,
            now=NOW + timedelta(hours=3),
        )


def test_fewer_pairs_than_places_leave_byes(organiser: User, played: Tournament) -> None:
    choose(organiser, played, first=3, size=8)
    assert picture(played).missing == 0
    withdraw(organiser, played, numbers(played, 1)["S"], Choice.STAND)
    assert picture(played).missing == 1
    assert len(lock(organiser, played).rows) == 7


@pytest.mark.parametrize(
    ("first", "size", "at_field"),
    [(None, 3, "size"), (None, 256, "size"), (3, 4, "first"), (-1, 4, "first"), (0, None, "size")],
)
def test_numbers_that_make_no_knock_out_are_refused(
    organiser: User, tournament: Tournament, first: int | None, size: int | None, at_field: str
) -> None:
    with pytest.raises(Refused) as refused:
        choose(organiser, tournament, first=first, size=size)
    assert refused.value.field == at_field


def test_settings_changed_meanwhile_are_stale(organiser: User, tournament: Tournament) -> None:
    with pytest.raises(Stale):
        set_advancing(
            actor=actor(organiser),
            tournament=tournament,
            first=None,
            size=None,
            seen_revision=tournament.revision - 1,
        )
