"""The turn of the big screen: which slides there are, and that each fits."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.builders import (
    actor,
    draw_and_publish,
    make_drawn_tournament,
    make_tournament,
    play,
    win_for_a,
)
from tests.tournaments.knockout.steps import confirm, of_course
from tournaments.actions.calling import call_match
from tournaments.models import Course, Match, Tournament, User
from tournaments.queries.places import places_of
from tournaments.queries.screen import Show, running_round, show_of
from tournaments.queries.slides import Room, Slide, Subject, pack

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament(organiser: User) -> Tournament:
    """Two pools of five: two matches a pool at a time, a pair of each sits out."""
    return make_drawn_tournament(organiser, pairs=10, pools=2)


def turn(tournament: Tournament, room: Room | None = None) -> Show:
    return show_of(tournament, room or Room(), timezone.now())


def subjects(show: Show) -> list[Subject]:
    """The subjects in order, each once for all its slides in a row."""
    found = [slide.subject for slide in show.slides]
    return [s for n, s in enumerate(found) if n == 0 or found[n - 1] is not s]


def of(show: Show, subject: Subject) -> list[Slide]:
    return [slide for slide in show.slides if slide.subject is subject]


def round_of(tournament: Tournament, number: int = 0) -> list[Match]:
    """The matches that start together, the first ones or later ones, by table."""
    starts = sorted(set(tournament.matches.values_list("slot", flat=True)))
    return list(tournament.matches.filter(slot=starts[number]).order_by("table"))


def numbers(slides: list[Slide]) -> list[int]:
    return [view.match.number for slide in slides for view in slide.matches]


def test_before_the_draw_it_bids_welcome_and_counts_who_is_here(organiser: User) -> None:
    coming = make_tournament(organiser, pairs=3, name="Tuleva")
    coming.pairs.filter(number=2).update(present_at=timezone.now())
    coming.pairs.filter(number=3).update(cancelled_at=timezone.now())
    show = turn(coming)
    assert subjects(show) == [Subject.WELCOME]
    assert (show.welcome.present_count, show.welcome.pair_count) == (1, 2)
    assert show.welcome.first_day is not None
    assert turn(make_tournament(organiser, name="Tyhjä")).welcome.pair_count == 0


def test_after_the_draw_it_tells_pools_and_what_is_next_with_who_sits_out(
    tournament: Tournament,
) -> None:
    show = turn(tournament)
    assert subjects(show) == [Subject.STANDINGS, Subject.NEXT]
    first = round_of(tournament)
    assert numbers(of(show, Subject.NEXT)) == [match.number for match in first]
    idle = [pair.number for slide in of(show, Subject.NEXT) for pair in slide.pairs]
    playing = {pair for match in first for pair in (match.pair_a_id, match.pair_b_id)}
    assert idle
    assert set(idle) == set(
        tournament.pairs.exclude(pk__in=playing).values_list("number", flat=True)
    )


def test_the_running_round_tells_matches_that_are_over_beside_those_under_way(
    organiser: User, tournament: Tournament
) -> None:
    first, second, *_rest = round_of(tournament)
    play(organiser, first, win_for_a(first.deals or 12))
    show = turn(tournament)
    assert subjects(show)[0] is Subject.RESULTS
    play(organiser, second, "ra8")
    show = turn(tournament)
    assert subjects(show)[0] is Subject.RUNNING
    assert numbers(of(show, Subject.RUNNING)) == [first.number, second.number]


def test_a_late_match_of_an_earlier_round_does_not_bring_that_round_back(
    organiser: User, tournament: Tournament
) -> None:
    early, later = round_of(tournament), round_of(tournament, 1)[0]
    play(organiser, early[0], win_for_a(early[0].deals or 12))
    play(organiser, early[1], "ra8")
    play(organiser, later, "ra8")
    show = turn(tournament)
    assert sorted(numbers(of(show, Subject.RUNNING))) == sorted([early[1].number, later.number])


def test_who_is_called_is_told_before_every_subject(
    organiser: User, tournament: Tournament
) -> None:
    first, second, *_rest = round_of(tournament)
    play(organiser, first, "ra8")
    call_match(
        actor=actor(organiser), tournament=tournament, number=second.number, table=second.table
    )
    show = turn(tournament)
    assert subjects(show) == [
        Subject.CALLED,
        Subject.RUNNING,
        Subject.CALLED,
        Subject.STANDINGS,
        Subject.CALLED,
        Subject.NEXT,
    ]
    assert {view.match.number for slide in of(show, Subject.CALLED) for view in slide.matches} == {
        second.number
    }


def test_tuppis_are_told_and_named_for_celebrating_the_latest_first(
    organiser: User, tournament: Tournament
) -> None:
    first, second, *_rest = round_of(tournament)
    play(organiser, first, "ra13 ra13")
    play(organiser, second, "rb13 rb13")
    show = turn(tournament)
    assert subjects(show)[-1] is Subject.TUPPIS
    assert {view.match.number for view in show.tuppis} == {first.number, second.number}


def test_at_the_end_there_are_results_and_standings(organiser: User) -> None:
    small = draw_and_publish(organiser, make_tournament(organiser, pairs=4, name="Pieni"), 1)
    for match in Match.objects.filter(tournament=small):
        play(organiser, match, win_for_a(match.deals or 12))
    show = turn(small)
    assert subjects(show) == [Subject.RESULTS, Subject.STANDINGS]
    assert of(show, Subject.STANDINGS)[0].pools[0].is_finished


@pytest.mark.parametrize("pools", [1, 2])
def test_the_best_of_an_event_that_ends_with_its_pools_stand_on_the_podium(
    organiser: User, pools: int
) -> None:
    event = make_drawn_tournament(organiser, pairs=4 * pools, pools=pools, name="Pieni")
    of_course(event, Course.POOLS)
    for match in event.matches.order_by("number"):
        play(organiser, match, "ra13 ra13" if match.pair_a_id < match.pair_b_id else "rb13 rb13")
        assert Subject.PODIUM not in subjects(turn(event)), "a result is open or not confirmed"
        confirm(match)
    show = turn(event)
    assert subjects(show)[0] is Subject.PODIUM
    told = [placed for slide in of(show, Subject.PODIUM) for placed in slide.podium]
    places = [placed for placed in places_of(event).placed if placed.place and placed.place <= 3]
    assert [(each.place, each.pair) for each in told] == [
        (each.place, each.pair) for each in places
    ]
    assert len(told) >= 3


def test_pools_that_a_knockout_follows_have_no_podium(organiser: User) -> None:
    event = make_drawn_tournament(organiser, pairs=8, pools=2, name="Pieni")
    of_course(event, Course.POOLS_AND_KNOCKOUT)
    for match in event.matches.order_by("number"):
        play(organiser, match, "ra13 ra13")
        confirm(match)
    assert Subject.PODIUM not in subjects(turn(event))


def test_every_slide_fits_into_the_lines_there_are_and_nothing_is_left_out(
    organiser: User,
) -> None:
    large = make_drawn_tournament(organiser, pairs=60, pools=12, tables=30, name="Suuri")
    for room in (Room(4, 16), Room(), Room(15, 70)):
        show = turn(large, room)
        pools = [part for slide in of(show, Subject.STANDINGS) for part in slide.pools]
        assert sum(len(part.rows) for part in pools) == 60
        first = round_of(large)
        assert sorted(numbers(of(show, Subject.NEXT))) == sorted(m.number for m in first)
        for slide in of(show, Subject.NEXT):
            names = [pair.name for view in slide.matches for pair in (view.a, view.b)]
            needed = sum(room.lines_of(name, 12) for name in names)
            assert needed <= room.lines or len(slide.matches) == 1
        assert [slide.part for slide in of(show, Subject.STANDINGS)] == list(
            range(1, len(of(show, Subject.STANDINGS)) + 1)
        )


def test_rows_are_packed_in_order_and_one_too_long_stands_alone() -> None:
    assert pack([2, 2, 2, 9, 1, 1], float, 5) == [[2, 2], [2], [9], [1, 1]]
    assert pack([], float, 5) == []


def test_a_round_is_over_when_nobody_plays() -> None:
    assert running_round([]) == []


def test_estimates_are_told_of_what_is_next(organiser: User, tournament: Tournament) -> None:
    begun = tournament.matches.get(number=1)
    behind = timezone.now() - timedelta(hours=2) - begun.starts_at
    for match in tournament.matches.all():
        match.starts_at += behind
        match.save(update_fields=["starts_at"])
    tournament.days.all().delete()
    show = turn(tournament)
    assert show.welcome.first_day is None
    assert of(show, Subject.NEXT)
