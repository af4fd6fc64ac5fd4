"""Draws of the knock-out: kept, repeatable, one that counts, and its first matches."""

from __future__ import annotations

from datetime import datetime

import pytest
from django.utils import timezone

from scoring.bracket import Order
from tests.builders import actor, add_referee, make_drawn_tournament, play
from tests.tournaments.knockout.steps import (
    SUNDAY_MORNING,
    after_pools,
    draw,
    drawn,
    match_at,
    of_course,
    pairs_of,
    place_of,
    publish,
    straight,
)
from tournaments.actions.annulled_draws import annul_draw
from tournaments.actions.brackets import draw_knockout, publish_bracket, take_back_bracket
from tournaments.actions.check_in import set_present
from tournaments.actions.draws import make_draw, take_back_draw
from tournaments.actions.refusals import AlreadyDone, Refused, Stale
from tournaments.brackets import key_of, state_of
from tournaments.models import AuditRecord, Bracket, Course, User
from tournaments.queries.draws import annul_draw_picture

pytestmark = pytest.mark.django_db


def test_the_same_seed_gives_the_same_bracket(organiser: User) -> None:
    tournament = straight(organiser, 13)
    draws = [draw(organiser, tournament, seed=seed) for seed in ("nosto 47", "toinen", "nosto 47")]
    assert draws[0].slots == draws[2].slots
    assert draws[0].slots != draws[1].slots
    assert sorted(filter(None, draws[0].slots)) == list(range(1, 14))
    assert draws[0].slots.count(None) == 3


def test_without_pools_all_is_by_lot(organiser: User) -> None:
    tournament = straight(organiser, 5)
    made = draw(organiser, tournament, order=Order.BY_SEEDS, byes=Order.BY_SEEDS)
    assert (made.order, made.byes, made.field) == ("by_lot", "by_lot", None)


def test_the_locked_field_is_drawn_best_first_with_its_pools(organiser: User) -> None:
    tournament = after_pools(organiser)
    made = draw(organiser, tournament, order=Order.BY_SEEDS)
    assert made.field == tournament.locked_fields.get()
    assert [pool for _pair, pool, _clubs in made.contenders] == [1, 2, 3, 4, 1, 2, 3, 4]
    best, second = made.contenders[0][0], made.contenders[1][0]
    assert best in made.slots[:4]
    assert second in made.slots[4:]
    assert made.from_one_pool == 0


def test_nobody_is_drawn_before_the_field_is_locked(organiser: User) -> None:
    tournament = make_drawn_tournament(organiser)
    with pytest.raises(Refused):
        draw(organiser, tournament)
    of_course(tournament, Course.POOLS)
    with pytest.raises(Refused):
        draw(organiser, tournament)
    of_course(tournament, Course.KNOCKOUT)
    with pytest.raises(Refused, match="pools"):
        draw(organiser, tournament)


def test_only_those_present_are_drawn_without_pools(organiser: User) -> None:
    tournament = straight(organiser, 6)
    for number in (1, 2, 5):
        set_present(actor=actor(organiser), tournament=tournament, number=number, present=True)
    assert [each[0] for each in draw(organiser, tournament).contenders] == [1, 2, 5]
    everybody = draw(organiser, tournament, include_absent=True)
    assert [each[0] for each in everybody.contenders] == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize("deals", [[24], [24, 24, 0], [24, 49, 24]])
def test_every_round_needs_its_deals(organiser: User, deals: list[int]) -> None:
    with pytest.raises(Refused):
        draw(organiser, straight(organiser, 5), deals=deals)


def test_publishing_makes_the_first_matches_and_plans_the_rest(organiser: User) -> None:
    tournament = straight(organiser, 8, tables=3)
    draw(organiser, tournament, deals=[12, 16, 24])
    bracket = publish(organiser, tournament)
    matches = list(tournament.matches.order_by("number"))
    assert [(match.number, match.round, match.deals, match.stage) for match in matches] == [
        (number, 1, 12, "knockout") for number in (1, 2, 3, 4)
    ]
    assert [pairs_of(match) for match in matches] == list(
        zip(bracket.slots[::2], bracket.slots[1::2], strict=True)
    )
    assert [place_of(match) for match in matches] == [
        ("29 09:00", 1),
        ("29 09:00", 2),
        ("29 09:00", 3),
        ("29 10:00", 1),
    ]
    assert bracket.plan == {
        "1.0": ["2026-11-29T07:00:00+00:00", 1],
        "1.1": ["2026-11-29T07:00:00+00:00", 2],
        "1.2": ["2026-11-29T07:00:00+00:00", 3],
        "1.3": ["2026-11-29T08:00:00+00:00", 1],
        "2.0": ["2026-11-29T09:00:00+00:00", 1],
        "2.1": ["2026-11-29T09:00:00+00:00", 2],
        "3.0": ["2026-11-29T10:20:00+00:00", 1],
        "3.1": ["2026-11-29T10:20:00+00:00", 2],
    }


def test_what_does_not_fit_the_day_goes_on_the_next(organiser: User) -> None:
    tournament = straight(organiser, 8)
    draw(organiser, tournament)
    late = datetime(2026, 11, 28, 18, 0, tzinfo=timezone.get_default_timezone())
    plan = publish(organiser, tournament, starts_at=late).plan
    assert plan["1.0"][0] == "2026-11-28T16:00:00+00:00"
    assert plan["2.0"][0] == "2026-11-29T07:00:00+00:00"
    assert plan["3.0"][0] == "2026-11-29T09:00:00+00:00"


def test_byes_wait_for_the_second_round_and_two_of_them_meet_at_once(organiser: User) -> None:
    tournament = drawn(organiser, 5)
    bracket = Bracket.objects.get()
    assert bracket.slots.count(None) == 3
    rounds = sorted(match.round for match in tournament.matches.all())
    assert rounds == [1, 2]


def test_numbers_go_on_behind_the_pools(organiser: User) -> None:
    tournament = after_pools(organiser)
    highest = tournament.matches.order_by("-number").first()
    draw(organiser, tournament)
    publish(organiser, tournament)
    first = match_at(tournament, 1)
    assert highest is not None
    assert first.number == highest.number + 1


def test_a_table_taken_by_a_late_pool_match_is_passed_over(organiser: User) -> None:
    tournament = after_pools(organiser)
    taken = tournament.matches.order_by("-number").first()
    assert taken is not None
    draw(organiser, tournament)
    tournament.matches.exclude(pk=taken.pk).update(state="finished")
    taken.starts_at, taken.table, taken.slot = SUNDAY_MORNING, 1, 99
    taken.save()
    publish(organiser, tournament)
    places = {place_of(each) for each in tournament.matches.filter(stage="knockout")}
    assert ("29 09:00", 1) not in places
    assert len(places) == 4


def test_another_draw_counts_until_a_match_is_called_or_begun(organiser: User) -> None:
    tournament = drawn(organiser, 8)
    draw(organiser, tournament, seed="toinen")
    publish(organiser, tournament, 2)
    assert [each.number for each in Bracket.objects.filter(counts=True)] == [2]
    assert tournament.matches.count() == 4
    play(organiser, match_at(tournament, 1), "ra8")
    with pytest.raises(Refused):
        publish(organiser, tournament, 1)
    with pytest.raises(Refused):
        draw(organiser, tournament)
    with pytest.raises(Refused):
        take_back_bracket(actor=actor(organiser), tournament=tournament)


def test_publishing_twice_changes_nothing(organiser: User) -> None:
    tournament = drawn(organiser, 4)
    keys = list(tournament.matches.values_list("pk", flat=True))
    publish(organiser, tournament)
    assert list(tournament.matches.values_list("pk", flat=True)) == keys


def test_a_draw_taken_back_stays_in_the_log(organiser: User) -> None:
    tournament = drawn(organiser, 4)
    for _time in range(2):
        take_back_bracket(actor=actor(organiser), tournament=tournament)
    bracket = Bracket.objects.get()
    assert tournament.matches.count() == 0
    assert bracket.published_at is not None
    assert AuditRecord.objects.filter(verb="take_back_bracket").count() == 1
    old = bracket.plan
    publish(organiser, tournament)
    assert Bracket.objects.get().plan == old


def test_a_draw_older_than_the_pairs_is_not_published(organiser: User) -> None:
    tournament = straight(organiser, 6)
    for number in (1, 2, 3):
        set_present(actor=actor(organiser), tournament=tournament, number=number, present=True)
    draw(organiser, tournament)
    set_present(actor=actor(organiser), tournament=tournament, number=4, present=True)
    with pytest.raises(Refused, match="4"):
        publish(organiser, tournament)
    publish(organiser, tournament, leaving_out=[4])
    assert Bracket.objects.get().counts


def test_a_field_unlocked_since_is_not_published(organiser: User) -> None:
    tournament = after_pools(organiser)
    draw(organiser, tournament)
    tournament.locked_fields.update(undone_at=timezone.now())
    with pytest.raises(Refused):
        publish(organiser, tournament)


def test_what_somebody_else_published_is_not_replaced_unseen(organiser: User) -> None:
    tournament = drawn(organiser, 4)
    draw(organiser, tournament, seed="toinen")
    with pytest.raises(Stale):
        publish(organiser, tournament, 2, seen_counting=0)
    with pytest.raises(Stale):
        take_back_bracket(actor=actor(organiser), tournament=tournament, seen_counting=2)


def test_a_form_sent_twice_draws_once(organiser: User) -> None:
    from uuid import uuid4

    tournament = straight(organiser, 4)
    token = uuid4()
    draw(organiser, tournament, token=token)
    with pytest.raises(AlreadyDone):
        draw(organiser, tournament, token=token)
    publish(organiser, tournament, token=(token := uuid4()))
    with pytest.raises(AlreadyDone):
        publish(organiser, tournament, token=token)


def test_only_organisers_draw(organiser: User) -> None:
    from django.core.exceptions import PermissionDenied

    tournament = straight(organiser, 4)
    referee = actor(add_referee(tournament))
    with pytest.raises(PermissionDenied):
        draw_knockout(actor=referee, tournament=tournament)
    draw(organiser, tournament)
    with pytest.raises(PermissionDenied):
        publish_bracket(actor=referee, tournament=tournament, number=1, starts_at=SUNDAY_MORNING)


def test_pools_under_a_knock_out_stay(organiser: User) -> None:
    tournament = after_pools(organiser)
    draw(organiser, tournament)
    publish(organiser, tournament)
    who = actor(organiser)
    with pytest.raises(Refused, match="knock-out"):
        take_back_draw(actor=who, tournament=tournament)
    with pytest.raises(Refused, match="knock-out"):
        make_draw(actor=who, tournament=tournament, pool_count=4)
    with pytest.raises(Refused, match="knock-out"):
        annul_draw(
            actor=who, tournament=tournament, reason="x", seen=annul_draw_picture(tournament).seen
        )


@pytest.mark.parametrize("pairs", [2, 3, 16, 32, 128])
def test_knock_outs_of_all_sizes_can_be_drawn(organiser: User, pairs: int) -> None:
    tournament = drawn(organiser, pairs)
    bracket = Bracket.objects.get()
    numbers = dict(tournament.pairs.values_list("pk", "number"))
    matches = list(tournament.matches.all())
    playable = {each.key for each in state_of(bracket, matches, numbers).knockout.playable}
    assert {key_of(match) for match in matches} == playable
