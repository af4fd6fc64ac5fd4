"""Draws: kept, repeatable, and one that counts."""

from __future__ import annotations

import pytest
from django.utils import timezone

from scoring.notation import parse_sheet
from tests.builders import (
    draw_and_publish,
    make_drawn_tournament,
    make_tournament,
    play,
)
from tournaments.actions.draws import make_draw, publish_draw, take_back_draw
from tournaments.actions.entries import EnteredPair, EnteredPlayer, add_pair, change_pair
from tournaments.actions.events import change_settings
from tournaments.actions.refusals import Refused, Stale
from tournaments.actions.schedules import plan_schedule
from tournaments.actions.sheets import append_entry
from tournaments.ledger import format_of
from tournaments.models import AuditRecord, Match, Tournament, User
from tournaments.permissions import actor_of

pytestmark = pytest.mark.django_db


def test_the_same_seed_gives_the_same_pools(organiser: User) -> None:
    tournament = make_tournament(organiser, pairs=13)
    actor = actor_of(organiser)
    draws = [
        make_draw(actor=actor, tournament=tournament, pool_count=3, seed=seed)
        for seed in ("nosto 47", "toinen", "nosto 47")
    ]
    assert draws[0].pools == draws[2].pools
    assert draws[0].pools != draws[1].pools
    assert sorted(number for pool in draws[0].pools for number in pool) == list(range(1, 14))


def test_a_draw_without_a_seed_gets_one_that_is_kept(organiser: User) -> None:
    tournament = make_tournament(organiser, pairs=8)
    draw = make_draw(actor=actor_of(organiser), tournament=tournament, pool_count=2)
    assert len(draw.seed) == 8
    again = make_draw(
        actor=actor_of(organiser), tournament=tournament, pool_count=2, seed=draw.seed
    )
    assert again.pools == draw.pools


def test_publishing_makes_pools_matches_and_times(organiser: User) -> None:
    tournament = make_drawn_tournament(organiser, pairs=9, pools=2)
    pools = list(tournament.pools.order_by("number"))
    assert [(pool.label, pool.deals, pool.places.count()) for pool in pools] == [
        ("A", 12, 5),
        ("B", 16, 4),
    ]
    assert tournament.matches.count() == 10 + 6
    first = tournament.matches.order_by("slot", "table").first()
    assert first is not None
    start = timezone.localtime(first.starts_at)
    assert (start.date().isoformat(), start.hour, start.minute) == ("2026-11-28", 11, 15)
    assert [match.number for match in tournament.matches.order_by("number")] == list(range(1, 17))


@pytest.mark.parametrize("tables", [1, 2, 3, 50])
def test_no_table_and_no_pair_is_asked_for_twice_at_once(organiser: User, tables: int) -> None:
    tournament = draw_and_publish(organiser, make_tournament(organiser, pairs=11, tables=tables), 2)
    slots: dict[int, list[Match]] = {}
    for match in tournament.matches.all():
        slots.setdefault(match.slot, []).append(match)
        assert 1 <= match.table <= tables
    for matches in slots.values():
        assert len({match.table for match in matches}) == len(matches)
        pairs = [pair for match in matches for pair in (match.pair_a_id, match.pair_b_id)]
        assert len(set(pairs)) == len(pairs)


@pytest.mark.parametrize("pairs", [0, 1])
def test_too_few_pairs_are_not_drawn(organiser: User, pairs: int) -> None:
    tournament = make_tournament(organiser, pairs=pairs)
    with pytest.raises(Refused):
        make_draw(actor=actor_of(organiser), tournament=tournament, pool_count=1)
    assert tournament.draws.count() == 0


@pytest.mark.parametrize(("pairs", "pools"), [(2, 1), (3, 1), (200, 50), (200, 16)])
def test_smallest_and_largest_entries_are_drawn(organiser: User, pairs: int, pools: int) -> None:
    tournament = draw_and_publish(organiser, make_tournament(organiser, pairs=pairs), pools)
    assert tournament.pools.count() == pools


@pytest.mark.parametrize("pool_count", [0, -1, 7, 10**9])
def test_a_number_of_pools_that_is_not_offered_is_refused(organiser: User, pool_count: int) -> None:
    tournament = make_tournament(organiser, pairs=8)
    with pytest.raises(Refused):
        make_draw(actor=actor_of(organiser), tournament=tournament, pool_count=pool_count)


def test_a_draw_older_than_the_entries_cannot_be_published(organiser: User) -> None:
    tournament = make_tournament(organiser, pairs=8)
    actor = actor_of(organiser)
    draw = make_draw(actor=actor, tournament=tournament, pool_count=2)
    add_pair(
        actor=actor,
        tournament=tournament,
        entry=EnteredPair(EnteredPlayer("Aino Aho"), EnteredPlayer("Eero Eho")),
    )
    with pytest.raises(Refused):
        publish_draw(actor=actor, tournament=tournament, number=draw.number)
    assert tournament.pools.count() == 0


def test_a_name_mended_after_the_draw_does_not_spoil_it(organiser: User) -> None:
    tournament = make_tournament(organiser, pairs=8, clubs=[""])
    actor = actor_of(organiser)
    draw = make_draw(actor=actor, tournament=tournament, pool_count=2)
    change_pair(
        actor=actor,
        tournament=tournament,
        number=3,
        entry=EnteredPair(EnteredPlayer("Aino Ahonen"), EnteredPlayer("Eero Eho")),
    )
    publish_draw(actor=actor, tournament=tournament, number=draw.number)
    assert tournament.pools.count() == 2


def test_another_draw_can_be_published_until_the_first_deal(organiser: User) -> None:
    tournament = make_drawn_tournament(organiser)
    actor = actor_of(organiser)
    second = make_draw(actor=actor, tournament=tournament, pool_count=2, seed="toinen")
    publish_draw(actor=actor, tournament=tournament, number=second.number)
    assert list(tournament.draws.filter(counts=True).values_list("number", flat=True)) == [2]
    play(organiser, Match.objects.get(tournament=tournament, number=1), "ra8")
    with pytest.raises(Refused):
        publish_draw(actor=actor, tournament=tournament, number=1)
    with pytest.raises(Refused):
        make_draw(actor=actor, tournament=tournament, pool_count=2)


def test_publishing_twice_changes_nothing(organiser: User) -> None:
    tournament = make_drawn_tournament(organiser)
    keys = list(tournament.matches.values_list("pk", flat=True))
    publish_draw(actor=actor_of(organiser), tournament=tournament, number=1)
    assert list(tournament.matches.values_list("pk", flat=True)) == keys


def test_a_draw_taken_back_stays_in_the_log_and_lets_pairs_in_again(organiser: User) -> None:
    tournament = make_drawn_tournament(organiser)
    actor = actor_of(organiser)
    for _time in range(2):
        take_back_draw(actor=actor, tournament=tournament)
    assert (tournament.pools.count(), tournament.matches.count()) == (0, 0)
    assert tournament.draws.get().published_at is not None
    add_pair(
        actor=actor,
        tournament=tournament,
        entry=EnteredPair(EnteredPlayer("Aino Aho"), EnteredPlayer("Eero Eho")),
    )
    assert AuditRecord.objects.filter(verb="take_back_draw").count() == 1


def test_a_new_schedule_follows_the_new_number_of_tables(organiser: User) -> None:
    tournament: Tournament = make_drawn_tournament(organiser, pairs=8, tables=4)
    assert {match.slot for match in tournament.matches.all()} == {0, 1, 2}
    from tests.builders import event_settings

    actor = actor_of(organiser)
    change_settings(
        actor=actor, tournament=tournament, settings=event_settings(tables=2), seen_revision=1
    )
    plan_schedule(actor=actor, tournament=tournament)
    assert {match.slot for match in tournament.matches.all()} == set(range(6))


def test_a_page_from_before_a_redraw_never_fits_the_match_of_the_same_number(
    organiser: User,
) -> None:
    tournament = make_drawn_tournament(organiser)
    actor = actor_of(organiser)
    old = tournament.matches.get(number=1)
    take_back_draw(actor=actor, tournament=tournament)
    second = make_draw(actor=actor, tournament=tournament, pool_count=2, seed="toinen")
    publish_draw(actor=actor, tournament=tournament, number=second.number)
    new = tournament.matches.get(number=1)
    [entry] = parse_sheet("ra8", format_of(new))
    with pytest.raises(Stale):
        append_entry(actor=actor, match=new, entry=entry, seen_revision=old.revision)
    with pytest.raises(Stale):
        append_entry(actor=actor, match=old, entry=entry, seen_revision=old.revision)
    append_entry(actor=actor, match=new, entry=entry, seen_revision=new.revision)
    new.refresh_from_db()
    assert (new.entry_count, new.was_written) == (1, True)


def test_a_schedule_made_anew_puts_open_pages_out_of_date(organiser: User) -> None:
    tournament = make_drawn_tournament(organiser)
    old = tournament.matches.get(number=1)
    plan_schedule(actor=actor_of(organiser), tournament=tournament)
    new = tournament.matches.get(number=1)
    assert new.revision != old.revision
    assert not new.was_written


def test_a_draw_somebody_else_published_is_not_taken_back_unseen(organiser: User) -> None:
    tournament = make_drawn_tournament(organiser)
    actor = actor_of(organiser)
    second = make_draw(actor=actor, tournament=tournament, pool_count=2, seed="toinen")
    publish_draw(actor=actor, tournament=tournament, number=second.number, seen_counting=1)
    with pytest.raises(Stale):
        take_back_draw(actor=actor, tournament=tournament, seen_counting=1)
    with pytest.raises(Stale):
        publish_draw(actor=actor, tournament=tournament, number=1, seen_counting=1)
    assert tournament.draws.get(counts=True).number == 2
