"""Paid, present, called off: what is said is so, however often and by however many."""

from __future__ import annotations

import pytest
from django.core.exceptions import PermissionDenied

from tests.at_once import done_at_once
from tests.builders import (
    add_referee,
    draw_and_publish,
    make_event_maker,
    make_tournament,
    make_user,
)
from tournaments.actions.check_in import (
    AskFirst,
    bring_back_entry,
    call_off_entry,
    set_paid,
    set_present,
)
from tournaments.actions.refusals import Refused
from tournaments.models import AuditRecord, Pair, Tournament, User
from tournaments.permissions import ANONYMOUS, Actor, actor_of

pytestmark = pytest.mark.django_db

VERBS = (
    "mark_paid",
    "mark_unpaid",
    "mark_present",
    "mark_absent",
    "call_off_entry",
    "bring_back_entry",
)


@pytest.fixture
def tournament(organiser: User) -> Tournament:
    return make_tournament(organiser, pairs=4)


@pytest.fixture
def actor(organiser: User, tournament: Tournament) -> Actor:
    return actor_of(organiser)


def told(tournament: Tournament) -> list[tuple[str, int]]:
    records = AuditRecord.objects.filter(tournament=tournament, verb__in=VERBS).order_by("id")
    return [(record.verb, record.details["pair"]) for record in records]


def pair(tournament: Tournament, number: int) -> Pair:
    return tournament.pairs.get(number=number)


def test_a_pair_is_present_from_the_first_tap_on_and_recorded_once(
    actor: Actor, tournament: Tournament
) -> None:
    came = set_present(actor=actor, tournament=tournament, number=2, present=True).present_at
    again = set_present(actor=actor, tournament=tournament, number=2, present=True).present_at
    assert came is not None
    assert again == came
    assert told(tournament) == [("mark_present", 2)]


def test_presence_and_fee_are_taken_back_by_saying_so(actor: Actor, tournament: Tournament) -> None:
    for said in (True, False, False):
        set_present(actor=actor, tournament=tournament, number=2, present=said)
        set_paid(actor=actor, tournament=tournament, number=2, paid=said)
    shown = pair(tournament, 2)
    assert (shown.present_at, shown.paid_at) == (None, None)
    assert told(tournament) == [
        ("mark_present", 2),
        ("mark_paid", 2),
        ("mark_absent", 2),
        ("mark_unpaid", 2),
    ]


def test_a_drawn_pair_becomes_absent_only_for_somebody_who_is_sure(
    organiser: User, actor: Actor, tournament: Tournament
) -> None:
    for number in range(1, 5):
        set_present(actor=actor, tournament=tournament, number=number, present=True)
    draw_and_publish(organiser, tournament, 1)
    with pytest.raises(AskFirst):
        set_present(actor=actor, tournament=tournament, number=2, present=False)
    assert pair(tournament, 2).present_at is not None
    set_present(actor=actor, tournament=tournament, number=2, present=False, sure=True)
    assert pair(tournament, 2).present_at is None


def test_an_entry_called_off_stays_on_the_list_and_can_be_brought_back(
    actor: Actor, tournament: Tournament
) -> None:
    set_present(actor=actor, tournament=tournament, number=3, present=True)
    set_paid(actor=actor, tournament=tournament, number=3, paid=True)
    for _time in range(2):
        call_off_entry(actor=actor, tournament=tournament, number=3)
    off = pair(tournament, 3)
    assert (off.cancelled_at is None, off.present_at, off.paid_at is None) == (False, None, False)
    with pytest.raises(Refused) as refused:
        set_present(actor=actor, tournament=tournament, number=3, present=True)
    assert "pair 3 was called off" in refused.value.message
    for _time in range(2):
        bring_back_entry(actor=actor, tournament=tournament, number=3)
    set_present(actor=actor, tournament=tournament, number=3, present=True)
    assert told(tournament) == [
        ("mark_present", 3),
        ("mark_paid", 3),
        ("call_off_entry", 3),
        ("bring_back_entry", 3),
        ("mark_present", 3),
    ]


def test_after_the_draw_an_entry_is_neither_called_off_nor_brought_back(
    organiser: User, actor: Actor, tournament: Tournament
) -> None:
    draw_and_publish(organiser, tournament, 1)
    with pytest.raises(Refused) as refused:
        call_off_entry(actor=actor, tournament=tournament, number=1)
    assert "Withdraw the pair instead" in refused.value.message
    Pair.objects.filter(tournament=tournament, number=2).update(cancelled_at="2026-11-28T09:00:00Z")
    with pytest.raises(Refused):
        bring_back_entry(actor=actor, tournament=tournament, number=2)
    assert told(tournament) == []


def test_referees_check_in_and_do_not_call_off(tournament: Tournament) -> None:
    referee = actor_of(add_referee(tournament))
    set_present(actor=referee, tournament=tournament, number=1, present=True)
    set_paid(actor=referee, tournament=tournament, number=1, paid=True)
    with pytest.raises(PermissionDenied):
        call_off_entry(actor=referee, tournament=tournament, number=1)


@pytest.mark.parametrize("who", ["anonymous", "somebody"])
def test_nobody_else_checks_in(tournament: Tournament, who: str) -> None:
    actor = ANONYMOUS if who == "anonymous" else actor_of(make_user("satu"))
    with pytest.raises(PermissionDenied):
        set_present(actor=actor, tournament=tournament, number=1, present=True)
    with pytest.raises(PermissionDenied):
        set_paid(actor=actor, tournament=tournament, number=1, paid=True)


def test_a_pair_that_is_not_there_is_not_found(actor: Actor, tournament: Tournament) -> None:
    with pytest.raises(Pair.DoesNotExist):
        set_present(actor=actor, tournament=tournament, number=99, present=True)


@pytest.mark.django_db(transaction=True)
def test_two_clerks_who_tap_one_pair_at_the_same_moment_agree() -> None:
    organiser = make_event_maker()
    tournament = make_tournament(organiser, pairs=4)
    clerks = [actor_of(organiser), actor_of(add_referee(tournament))]
    done_at_once(
        [
            *(
                lambda clerk=clerk: set_present(
                    actor=clerk, tournament=tournament, number=1, present=True
                )
                for clerk in clerks * 3
            ),
            *(
                lambda clerk=clerk: set_paid(
                    actor=clerk, tournament=tournament, number=1, paid=True
                )
                for clerk in clerks
            ),
        ]
    )
    shown = pair(tournament, 1)
    assert (shown.present_at is None, shown.paid_at is None) == (False, False)
    assert sorted(told(tournament)) == [("mark_paid", 1), ("mark_present", 1)]


@pytest.mark.django_db(transaction=True)
def test_clerks_at_different_pairs_lose_nothing() -> None:
    organiser = make_event_maker()
    tournament = make_tournament(organiser, pairs=8)
    clerks = [actor_of(organiser), actor_of(add_referee(tournament))]
    done_at_once(
        [
            lambda number=number: set_present(
                actor=clerks[number % 2], tournament=tournament, number=number, present=True
            )
            for number in range(1, 9)
        ]
    )
    assert tournament.pairs.filter(present_at__isnull=False).count() == 8
    assert sorted(told(tournament)) == [("mark_present", number) for number in range(1, 9)]
