"""The knock-out on the big screen: the running round, who won, what is left before it."""

from __future__ import annotations

import pytest
from django.utils import timezone

from tests.builders import make_drawn_tournament, make_tournament, play, win_for_a
from tests.tournaments.knockout.steps import (
    TUPPI_A,
    confirm,
    draw,
    drawn,
    lock_field,
    match_at,
    of_course,
    play_round,
    publish,
    win,
)
from tests.tournaments.queries.test_screen import numbers, of, subjects
from tournaments.models import Course, PairPlayer, Tournament, User
from tournaments.queries.screen import Show, show_of
from tournaments.queries.slides import Awaits, Room, Slide, Subject

pytestmark = pytest.mark.django_db
LARGE = Room(lines=15, letters=70)


def turn(tournament: Tournament, room: Room | None = None) -> Show:
    return show_of(tournament, room or Room(), timezone.now())


def keys(slides: list[Slide]) -> list[tuple[int, int]]:
    return [(tie.key.round, tie.key.number) for slide in slides for tie in slide.ties]


def pools_played(
    organiser: User, *, pairs: int = 8, pools: int = 2, confirmed: bool = True
) -> Tournament:
    """Pools of which every match is over, each won by the pair of the lower number."""
    tournament = make_drawn_tournament(organiser, pairs=pairs, pools=pools)
    of_course(tournament, Course.POOLS_AND_KNOCKOUT)
    for match in tournament.matches.order_by("number"):
        play(organiser, match, TUPPI_A if match.pair_a_id < match.pair_b_id else "rb13 rb13")
        if confirmed:
            confirm(match)
    return tournament


def give_long_names(tournament: Tournament) -> None:
    """Pairs whose names take two lines on a small screen."""
    for player in PairPlayer.objects.filter(pair__tournament=tournament):
        player.name = f"Anna-Liisa Kristiina {player.name}"
        player.save(update_fields=["name"])


class TestTheBracket:
    def test_is_the_running_round_with_the_next_one_where_both_fit(self, organiser: User) -> None:
        tournament = drawn(organiser, 8)
        small = of(turn(tournament), Subject.BRACKET)
        assert [len(slide.ties) for slide in small] == [2, 2]
        assert [slide.round for slide in small] == [1, 1]
        [large] = of(turn(tournament, Room(lines=40, letters=70)), Subject.BRACKET)
        assert keys([large]) == [(1, 0), (1, 1), (1, 2), (1, 3), (2, 0), (2, 1)]
        assert large.round is None
        play_round(organiser, tournament)
        slides = of(turn(tournament), Subject.BRACKET)
        assert keys(slides) == [(2, 0), (2, 1)]
        assert slides[0].round == 2

    def test_tells_the_final_before_the_match_for_third_place(self, organiser: User) -> None:
        tournament = drawn(organiser, 4)
        play_round(organiser, tournament)
        slides = of(turn(tournament), Subject.BRACKET)
        assert keys(slides) == [(2, 0), (2, 1)]
        assert slides[0].round is None

    def test_puts_the_last_two_matches_on_one_slide_where_its_head_can_name_the_final(
        self, organiser: User
    ) -> None:
        tournament = drawn(organiser, 4)
        give_long_names(tournament)
        play_round(organiser, tournament)
        [slide] = of(turn(tournament, Room(lines=8, letters=45)), Subject.BRACKET)
        assert (slide.final_leads, slide.round) == (True, 2)
        assert keys([slide]) == [(2, 0), (2, 1)]
        [large] = of(turn(tournament, LARGE), Subject.BRACKET)
        assert (large.final_leads, large.round) == (False, None)
        small = of(turn(tournament, Room(lines=6, letters=45)), Subject.BRACKET)
        assert [(slide.final_leads, len(slide.ties)) for slide in small] == [(False, 1)] * 2

    def test_tells_who_goes_on_without_a_match(self, organiser: User) -> None:
        tournament = drawn(organiser, 5)
        slides = of(turn(tournament), Subject.BRACKET)
        assert len(keys(slides)) == 1
        assert sum(len(slide.pairs) for slide in slides) == 3
        play_round(organiser, tournament)
        assert not any(slide.pairs for slide in of(turn(tournament), Subject.BRACKET))

    def test_is_told_on_as_many_slides_as_many_matches_take(self, organiser: User) -> None:
        tournament = drawn(organiser, 32)
        for room in (Room(4, 16), Room(), LARGE):
            slides = of(turn(tournament, room), Subject.BRACKET)
            assert keys(slides) == [(1, number) for number in range(16)]
            assert [slide.part for slide in slides] == list(range(1, len(slides) + 1))
        assert len(slides) == 4

    def test_takes_the_place_of_the_matches_that_it_tells_of(self, organiser: User) -> None:
        tournament = drawn(organiser, 8)
        assert subjects(turn(tournament)) == [Subject.BRACKET, Subject.NEXT]
        play_round(organiser, tournament)
        play(organiser, match_at(tournament, 2), "ra8")
        show = turn(tournament)
        assert subjects(show)[:2] == [Subject.BRACKET, Subject.RESULTS]
        assert sorted(numbers(of(show, Subject.RESULTS))) == [1, 2, 3, 4]

    def test_makes_the_pools_leave_once_it_has_begun(self, organiser: User) -> None:
        tournament = pools_played(organiser)
        lock_field(tournament, 4)
        draw(organiser, tournament)
        publish(organiser, tournament)
        assert subjects(turn(tournament)) == [
            Subject.BRACKET,
            Subject.RESULTS,
            Subject.STANDINGS,
            Subject.NEXT,
            Subject.TUPPIS,
        ]
        play(organiser, tournament.matches.filter(stage="knockout")[0], "ra8")
        assert subjects(turn(tournament)) == [Subject.BRACKET, Subject.NEXT, Subject.TUPPIS]


class TestThePodium:
    def test_stands_first_once_the_final_is_confirmed(self, organiser: User) -> None:
        tournament = drawn(organiser, 4)
        play_round(organiser, tournament)
        final, third = match_at(tournament, 2), match_at(tournament, 2, 1)
        play(organiser, final, TUPPI_A)
        assert Subject.PODIUM not in subjects(turn(tournament))
        confirm(final)
        [podium] = of(turn(tournament), Subject.PODIUM)
        assert [(each.place, each.pair.pk) for each in podium.podium] == [
            (1, final.pair_a_id),
            (2, final.pair_b_id),
        ]
        win(organiser, third, "B")
        show = turn(tournament)
        assert subjects(show)[0] is Subject.PODIUM
        [podium] = of(show, Subject.PODIUM)
        assert (podium.podium[2].place, podium.podium[2].pair.pk) == (3, third.pair_b_id)
        assert Subject.NEXT not in subjects(show)

    def test_waits_while_a_correction_is_not_decided_about(self, organiser: User) -> None:
        tournament = drawn(organiser, 4)
        semi = match_at(tournament, 1)
        play_round(organiser, tournament)
        win(organiser, match_at(tournament, 2))
        win(organiser, semi, "B", reason="misread")
        assert Subject.PODIUM not in subjects(turn(tournament))

    def test_takes_two_slides_where_the_screen_is_small(self, organiser: User) -> None:
        tournament = drawn(organiser, 4)
        play_round(organiser, tournament)
        play_round(organiser, tournament)
        slides = of(turn(tournament, Room(lines=5, letters=30)), Subject.PODIUM)
        assert [[each.place for each in slide.podium] for slide in slides] == [[1], [2, 3]]


class TestWhatIsNext:
    def test_are_matches_that_hang_on_others_while_none_waits(self, organiser: User) -> None:
        tournament = drawn(organiser, 4)
        [first] = of(turn(tournament), Subject.NEXT)
        assert keys([first]) == [(1, 0), (1, 1)]
        for match in tournament.matches.all():
            play(organiser, match, "ra8")
        [after] = of(turn(tournament), Subject.NEXT)
        assert keys([after]) == [(2, 0), (2, 1)]
        assert [tie.view for tie in after.ties] == [None, None]
        assert after.starts_at is not None
        assert first.starts_at is not None
        assert after.starts_at > first.starts_at

    def test_is_the_knockout_while_the_last_matches_of_the_pools_are_played(
        self, organiser: User
    ) -> None:
        tournament = make_drawn_tournament(organiser, pairs=8, pools=2)
        of_course(tournament, Course.POOLS_AND_KNOCKOUT)
        for match in tournament.matches.all():
            play(organiser, match, "ra8")
        [slide] = of(turn(tournament), Subject.NEXT)
        assert (slide.awaits, slide.count) == (Awaits.PLAY, 12)

    def test_waits_for_results_to_be_confirmed_and_names_them_where_they_fit(
        self, organiser: User
    ) -> None:
        tournament = pools_played(organiser, confirmed=False)
        [slide] = of(turn(tournament), Subject.NEXT)
        assert (slide.awaits, slide.count, slide.matches) == (Awaits.CONFIRMING, 12, ())
        last, *rest = tournament.matches.all()
        for match in rest:
            confirm(match)
        [slide] = of(turn(tournament), Subject.NEXT)
        assert (slide.awaits, slide.count, numbers([slide])) == (
            Awaits.CONFIRMING,
            1,
            [last.number],
        )

    def test_waits_for_how_many_go_on_for_the_list_and_for_the_draw(self, organiser: User) -> None:
        tournament = pools_played(organiser)
        tournament.advance_first, tournament.advance_size = None, None
        tournament.save(update_fields=["advance_first", "advance_size"])
        [slide] = of(turn(tournament), Subject.NEXT)
        assert slide.awaits is Awaits.NUMBERS
        tournament.advance_first, tournament.advance_size = 2, 4
        tournament.save(update_fields=["advance_first", "advance_size"])
        [slide] = of(turn(tournament), Subject.NEXT)
        assert slide.awaits is Awaits.LOCKING
        lock_field(tournament, 4)
        [slide] = of(turn(tournament), Subject.NEXT)
        assert (slide.awaits, len(slide.pairs)) == (Awaits.DRAW, 4)

    def test_waits_for_level_pairs_to_be_parted(self, organiser: User) -> None:
        tournament = make_drawn_tournament(organiser, pairs=3, pools=1)
        of_course(tournament, Course.POOLS_AND_KNOCKOUT)
        tournament.advance_first, tournament.advance_size = 2, 2
        tournament.save(update_fields=["advance_first", "advance_size"])
        one, two, three = sorted(tournament.pairs.values_list("pk", flat=True))
        for match in tournament.matches.all():
            met = (match.pair_a_id, match.pair_b_id)
            a_wins = met in {(one, two), (two, three), (three, one)}
            play(organiser, match, TUPPI_A if a_wins else "rb13 rb13")
            confirm(match)
        [slide] = of(turn(tournament), Subject.NEXT)
        assert slide.awaits is Awaits.PARTING
        assert {pair.pk for pair in slide.pairs} == {one, two, three}

    @pytest.mark.parametrize("course", [Course.POOLS, Course.POOLS_AND_KNOCKOUT])
    def test_is_nothing_where_one_pool_is_the_whole_event(
        self, organiser: User, course: Course
    ) -> None:
        tournament = make_drawn_tournament(organiser, pairs=4, pools=1)
        of_course(tournament, course)
        for match in tournament.matches.all():
            play(organiser, match, win_for_a(match.deals or 12))
        assert Subject.NEXT not in subjects(turn(tournament))

    def test_before_a_straight_knockout_is_drawn_it_bids_welcome(self, organiser: User) -> None:
        tournament = of_course(make_tournament(organiser, pairs=4), Course.KNOCKOUT)
        assert subjects(turn(tournament)) == [Subject.WELCOME]


class TestMarks:
    def told(self, show: Show) -> dict[int, str]:
        return {
            each.row.pair.number: each.prospect.value
            for slide in of(show, Subject.STANDINGS)
            for part in slide.pools
            for each in part.rows
            if each.prospect and slide.has_marks
        }

    def test_tell_who_is_through_and_who_is_out_as_the_standings_do(self, organiser: User) -> None:
        tournament = pools_played(organiser)
        tournament.advance_first, tournament.advance_size = 2, 4
        tournament.save(update_fields=["advance_first", "advance_size"])
        told = self.told(turn(tournament))
        assert sorted(told.values()) == ["out"] * 4 + ["through"] * 4
        parts = [part for slide in of(turn(tournament), Subject.STANDINGS) for part in slide.pools]
        assert [bool(each.line) for part in parts for each in part.rows].count(True) == 2

    def test_are_none_where_nobody_goes_on(self, organiser: User) -> None:
        tournament = of_course(pools_played(organiser), Course.POOLS)
        assert self.told(turn(tournament)) == {}
