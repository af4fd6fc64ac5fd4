"""Who goes into a draw, who is spread or kept apart, and what has changed since it was made."""

from __future__ import annotations

import pytest
from django.utils import timezone

from tests.at_once import at_once
from tests.builders import actor, make_tournament, numbered_pair
from tournaments.actions.draws import MAX_GROUPS, make_draw, publish_draw
from tournaments.actions.entries import add_pair, change_pair
from tournaments.actions.refusals import Refused
from tournaments.lots import changes_since, entry_of
from tournaments.models import AuditRecord, Draw, Tournament, User

pytestmark = pytest.mark.django_db


def come(tournament: Tournament, *numbers: int) -> None:
    tournament.pairs.filter(number__in=numbers).update(present_at=timezone.now())


def leave(tournament: Tournament, *numbers: int) -> None:
    tournament.pairs.filter(number__in=numbers).update(present_at=None)


def call_off(tournament: Tournament, *numbers: int) -> None:
    tournament.pairs.filter(number__in=numbers).update(cancelled_at=timezone.now())


def drawn(draw: Draw) -> list[int]:
    return sorted(number for pool in draw.pools for number in pool)


@pytest.mark.parametrize(
    ("present", "include_absent", "in_draw"),
    [
        ((), False, [1, 2, 3, 4, 5, 6, 8, 9]),
        ((), True, [1, 2, 3, 4, 5, 6, 8, 9]),
        ((1, 2, 3, 4, 5, 7), False, [1, 2, 3, 4, 5]),
        ((1, 2, 3, 4, 5, 7), True, [1, 2, 3, 4, 5, 6, 8, 9]),
    ],
)
def test_those_present_are_drawn_and_never_one_called_off(
    organiser: User, present: tuple[int, ...], include_absent: bool, in_draw: list[int]
) -> None:
    tournament = make_tournament(organiser, pairs=9)
    come(tournament, *present)
    call_off(tournament, 7)
    draw = make_draw(
        actor=actor(organiser), tournament=tournament, pool_count=1, include_absent=include_absent
    )
    assert drawn(draw) == in_draw
    publish_draw(actor=actor(organiser), tournament=tournament, number=1)
    places = tournament.pools.get().places
    assert sorted(places.values_list("pair__number", flat=True)) == in_draw
    # Who was left out stays on the list.
    assert tournament.pairs.count() == 9


def test_the_splits_are_those_of_the_pairs_drawn(organiser: User) -> None:
    tournament = make_tournament(organiser, pairs=12)
    come(tournament, 1, 2, 3, 4)
    with pytest.raises(Refused, match="4 pairs cannot be drawn into 3 pools"):
        make_draw(actor=actor(organiser), tournament=tournament, pool_count=3)
    make_draw(actor=actor(organiser), tournament=tournament, pool_count=3, include_absent=True)


def test_what_has_changed_since_a_draw_is_told(organiser: User) -> None:
    tournament = make_tournament(organiser, pairs=8)
    come(tournament, 1, 2, 3, 4, 5, 6)
    draw = make_draw(actor=actor(organiser), tournament=tournament, pool_count=1)
    changes = changes_since(draw, entry_of(tournament))
    assert (changes.altered, changes.come, changes.gone) == ((), (), ())
    come(tournament, 7)
    leave(tournament, 2)
    call_off(tournament, 3)
    change_pair(
        actor=actor(organiser), tournament=tournament, number=4, entry=numbered_pair(4, "Posio")
    )
    changes = changes_since(draw, entry_of(tournament))
    assert (changes.altered, changes.come, changes.gone) == ((3, 4), (7,), (2,))


def test_who_comes_after_the_draw_is_left_out_only_knowingly(organiser: User) -> None:
    tournament = make_tournament(organiser, pairs=8)
    come(tournament, 1, 2, 3, 4, 5, 6)
    who = actor(organiser)
    make_draw(actor=who, tournament=tournament, pool_count=1)
    come(tournament, 7)
    with pytest.raises(Refused, match="have come since: 7"):
        publish_draw(actor=who, tournament=tournament, number=1)
    come(tournament, 8)
    with pytest.raises(Refused, match="have come since: 7, 8"):
        publish_draw(actor=who, tournament=tournament, number=1, leaving_out=[7])
    publish_draw(actor=who, tournament=tournament, number=1, leaving_out=[7, 8])
    assert tournament.pools.get().places.count() == 6


def test_a_draw_of_the_absent_too_is_published_as_drawn(organiser: User) -> None:
    tournament = make_tournament(organiser, pairs=8)
    come(tournament, 1, 2)
    who = actor(organiser)
    make_draw(actor=who, tournament=tournament, pool_count=2, include_absent=True)
    come(tournament, 3)
    publish_draw(actor=who, tournament=tournament, number=1)
    assert tournament.matches.count() == 12


def test_an_absent_pair_entered_after_the_draw_does_not_spoil_it(organiser: User) -> None:
    tournament = make_tournament(organiser, pairs=8)
    come(tournament, *range(1, 9))
    who = actor(organiser)
    make_draw(actor=who, tournament=tournament, pool_count=2)
    add_pair(actor=who, tournament=tournament, entry=numbered_pair(9))
    publish_draw(actor=who, tournament=tournament, number=1)


def test_a_pair_called_off_after_the_draw_spoils_it(organiser: User) -> None:
    tournament = make_tournament(organiser, pairs=8)
    make_draw(actor=actor(organiser), tournament=tournament, pool_count=2)
    call_off(tournament, 3)
    with pytest.raises(Refused, match="The pairs have changed since this draw"):
        publish_draw(actor=actor(organiser), tournament=tournament, number=1)


def test_seeds_are_spread_and_named_pairs_parted_and_both_are_kept(organiser: User) -> None:
    tournament = make_tournament(organiser, pairs=12, clubs=["Kemi"])
    draw = make_draw(
        actor=actor(organiser),
        tournament=tournament,
        pool_count=3,
        seeded=[9, 4],
        kept_apart=[[1, 2, 3], [5, 9]],
        seed="52",
    )
    assert (draw.seeded, draw.kept_apart) == ([9, 4], [[1, 2, 3], [5, 9]])
    assert [draw.pools[0][0], draw.pools[1][0]] == [9, 4]
    for group in draw.kept_apart:
        assert all(len(set(group) & set(pool)) <= 1 for pool in draw.pools)
    details = AuditRecord.objects.get(verb="draw_pools").details
    assert (details["seeded"], details["kept_apart"]) == ([9, 4], [[1, 2, 3], [5, 9]])


@pytest.mark.parametrize(
    ("chosen", "field", "told"),
    [
        ({"seeded": [1, 99]}, "seeded", "Pair 99 is not among those drawn"),
        ({"seeded": [8]}, "seeded", "Pair 8 is not among those drawn"),
        ({"seeded": [1, 1]}, "seeded", "Pair 1 stands there twice"),
        ({"kept_apart": [[1, 2], [3, 0]]}, "kept_apart", "Pair 0 is not among those drawn"),
        ({"kept_apart": [[1, 1]]}, "kept_apart", "Pair 1 stands there twice"),
        ({"kept_apart": [[1]]}, "kept_apart", "at least two pairs"),
        ({"kept_apart": [[1, 2]] * (MAX_GROUPS + 1)}, "kept_apart", "at most 50 groups"),
    ],
)
def test_pairs_that_cannot_be_spread_or_parted_are_told(
    organiser: User, chosen: dict[str, list[int]], field: str, told: str
) -> None:
    tournament = make_tournament(organiser, pairs=8)
    come(tournament, *range(1, 8))
    with pytest.raises(Refused, match=told) as refused:
        make_draw(actor=actor(organiser), tournament=tournament, pool_count=1, **chosen)
    assert refused.value.field == field
    assert not Draw.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_two_organisers_publishing_at_once_leave_one_draw_that_counts(organiser: User) -> None:
    tournament = make_tournament(organiser, pairs=8)
    who = actor(organiser)
    for seed in ("yksi", "kaksi"):
        make_draw(actor=who, tournament=tournament, pool_count=2, seed=seed)

    def publish(number: int) -> Draw:
        return publish_draw(actor=who, tournament=tournament, number=number, seen_counting=0)

    results = at_once(lambda: publish(1), lambda: publish(2))
    assert sorted(type(result).__name__ for result in results) == ["Draw", "Stale"]
    counting = tournament.draws.get(counts=True)
    assert set(tournament.pools.values_list("draw", flat=True)) == {counting.pk}
    assert (tournament.pools.count(), tournament.matches.count()) == (2, 12)
