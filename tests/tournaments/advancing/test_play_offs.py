"""Play-offs between level pairs: made, played, taken back (R13, R25)."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.utils import timezone

from scoring.standings import Criterion
from scoring.withdrawal import Choice
from tests.builders import play
from tests.tournaments.advancing.steps import (
    CIRCLE,
    NOW,
    choose,
    confirm,
    field,
    lock,
    lot,
    make,
    marks,
    numbers,
    picture,
    play_off_matches,
    play_pool,
    result,
)
from tests.tournaments.timetable.steps import call
from tests.tournaments.withdrawals.steps import match_of, withdraw
from tournaments.actions.play_offs import make_play_off, take_back_play_off
from tournaments.actions.refusals import Refused, Stale
from tournaments.models import Match, Tournament, User
from tournaments.permissions import actor_of
from tournaments.queries.advancing import tie_picture
from tournaments.queries.standings import standings_of
from tournaments.wording import tie_break_reason

pytestmark = pytest.mark.django_db


@pytest.fixture
def level(organiser: User, tournament: Tournament) -> list[int]:
    """Three pairs of pool A are level on everything; the numbers of these three."""
    play_pool(organiser, tournament, 1, *CIRCLE)
    named = numbers(tournament, 1)
    return [named[letter] for letter in "PQR"]


def places(tournament: Tournament) -> list[tuple[int, int, bool, Criterion | None]]:
    [pool] = [each for each in standings_of(tournament) if each.pool.number == 1]
    return [
        (row.pair.number, row.standing.place, row.standing.shared, row.standing.decided_by)
        for row in pool.rows
    ]


def meet(organiser: User, tournament: Tournament, winner: int, loser: int, score: str) -> None:
    points, against = (int(each) for each in score.split("-"))
    [match] = [
        each
        for each in play_off_matches(tournament)
        if {each.pair_a.number, each.pair_b.number} == {winner, loser}
    ]
    result(organiser, match, winner, points, against)


def test_everyone_meets_everyone_on_the_first_free_tables(
    organiser: User, tournament: Tournament, level: list[int]
) -> None:
    highest = max(tournament.matches.values_list("number", flat=True))
    made = make(organiser, tournament, 1, level)
    assert [match.number for match in made] == [highest + 1, highest + 2, highest + 3]
    assert {
        frozenset((match.pair_a.number, match.pair_b.number))
        for match in play_off_matches(tournament)
    } == {
        frozenset(each)
        for each in ((level[0], level[1]), (level[0], level[2]), (level[1], level[2]))
    }
    assert [(match.format, match.deals, match.round) for match in made] == [
        ("play_off", 4, 1),
        ("play_off", 4, 2),
        ("play_off", 4, 3),
    ]
    # Three pairs: one match at a time, twenty minutes each, in the slots behind.
    assert [f"{timezone.localtime(match.starts_at):%H.%M}" for match in made] == [
        "16.00",
        "16.20",
        "16.40",
    ]


def test_a_match_under_way_keeps_its_table(
    organiser: User, tournament: Tournament, level: list[int]
) -> None:
    other = tournament.matches.filter(pool__number=2).order_by("number")[0]
    other.table = 1
    other.slot += 500
    other.save()
    play(organiser, other, "na6")
    assert {match.table for match in make(organiser, tournament, 1, level)} == {2}


def test_the_play_off_parts_the_pairs_and_only_it(
    organiser: User, tournament: Tournament, level: list[int]
) -> None:
    one, two, three = level
    make(organiser, tournament, 1, level)
    assert marks(tournament, 1) == "???s"
    meet(organiser, tournament, three, one, "8-0")
    meet(organiser, tournament, two, one, "12-4")
    assert [place for _number, place, _shared, _by in places(tournament)] == [1, 1, 1, 4], (
        "it counts once all have met"
    )
    meet(organiser, tournament, three, two, "4-0")
    confirm(tournament)
    last = numbers(tournament, 1)["S"]
    assert places(tournament) == [
        (three, 1, False, None),
        (two, 2, False, Criterion.PLAY_OFF_WINS),
        (one, 3, False, Criterion.PLAY_OFF_WINS),
        (last, 4, False, Criterion.WINS),
    ]
    assert marks(tournament, 1) == "pQRs"
    [pool] = [each for each in standings_of(tournament) if each.pool.number == 1]
    assert tie_break_reason(pool.rows[1]).endswith("Decided by wins in the play-off.")
    assert [row.standing.played for row in pool.rows] == [3, 3, 3, 3], "no match of the pool"
    assert len(pool.matches) == 6
    assert len(pool.play_off) == 3


def test_level_after_the_play_off_only_a_lot_is_left(
    organiser: User, tournament: Tournament, level: list[int]
) -> None:
    one, two, three = level
    make(organiser, tournament, 1, level)
    meet(organiser, tournament, one, two, "8-4")
    meet(organiser, tournament, two, three, "8-4")
    meet(organiser, tournament, three, one, "8-4")
    confirm(tournament)
    [tie] = picture(tournament).ties
    assert tie.decides
    assert not tie.can_play_off
    with pytest.raises(Stale):
        make_play_off(
            actor=actor_of(organiser),
            tournament=tournament,
            pool=1,
            pairs=level,
            seen="",
            now=NOW,
        )
    lot(organiser, tournament, level)
    assert picture(tournament).ties == ()


def test_a_match_may_end_level(organiser: User, tournament: Tournament, level: list[int]) -> None:
    one, two, three = level
    for match in make(organiser, tournament, 1, level):
        play(organiser, match, "na6 nb6 na6 nb6")
    confirm(tournament)
    assert [place for _number, place, _shared, _by in places(tournament)] == [1, 1, 1, 4]
    assert {pair.number for pair in picture(tournament).ties[0].pairs} == {one, two, three}


def test_it_waits_until_no_result_of_the_pool_is_open(
    organiser: User, tournament: Tournament, level: list[int]
) -> None:
    match = match_of(tournament, level[0], level[1])
    Match.objects.filter(pk=match.pk).update(confirmed_a=None)
    assert tie_picture(tournament, level, NOW) is None
    with pytest.raises(Stale):
        make_play_off(
            actor=actor_of(organiser), tournament=tournament, pool=1, pairs=level, seen="", now=NOW
        )


def test_made_twice_it_is_there_once(
    organiser: User, tournament: Tournament, level: list[int]
) -> None:
    shown = tie_picture(tournament, level, NOW)
    assert shown is not None
    make(organiser, tournament, 1, level)
    with pytest.raises(Stale):
        make_play_off(
            actor=actor_of(organiser),
            tournament=tournament,
            pool=1,
            pairs=level,
            seen=shown.seen,
            now=NOW,
        )
    assert len(play_off_matches(tournament)) == 3


def test_it_can_be_taken_back_until_a_deal_is_written(
    organiser: User, tournament: Tournament, level: list[int]
) -> None:
    def take_back(number: int) -> list[int]:
        return take_back_play_off(actor=actor_of(organiser), tournament=tournament, number=number)

    made = make(organiser, tournament, 1, level)
    assert take_back(made[1].number) == [match.number for match in made]
    assert play_off_matches(tournament) == []
    made = make(organiser, tournament, 1, level)
    call(organiser, tournament, made[0].number)
    with pytest.raises(Refused, match="Take the call back"):
        take_back(made[1].number)
    play(organiser, made[0], "na6")
    with pytest.raises(Refused, match="has been written to"):
        take_back(made[1].number)
    assert len(play_off_matches(tournament)) == 3


def test_a_pair_that_gives_up_a_play_off_loses_its_matches_and_nothing_is_booked(
    organiser: User, tournament: Tournament, level: list[int]
) -> None:
    one, two, three = level
    make(organiser, tournament, 1, level)
    meet(organiser, tournament, one, two, "8-4")
    withdraw(organiser, tournament, one, Choice.STAND)
    confirm(tournament)
    forfeits = [match for match in play_off_matches(tournament) if match.decided_by == "award"]
    [forfeit] = forfeits
    assert (forfeit.total_a, forfeit.total_b) == (0, 0)
    # One win each: the first beat the second and gave the third its match. Two meets three.
    assert marks(tournament, 1).startswith("p")
    meet(organiser, tournament, two, three, "8-4")
    confirm(tournament)
    assert field(tournament)[:4].count(two) == 1


def test_a_match_of_a_withdrawn_pair_is_a_forfeit_from_the_start(
    organiser: User, tournament: Tournament, level: list[int]
) -> None:
    one, two, three = level
    withdraw(organiser, tournament, one, Choice.STAND)
    made = make(organiser, tournament, 1, level)
    over = [match for match in play_off_matches(tournament) if match.is_finished]
    assert len(made) == 3
    assert len(over) == 2
    assert all(one in (each.pair_a.number, each.pair_b.number) for each in over)
    meet(organiser, tournament, three, two, "8-4")
    confirm(tournament)
    assert [number for number, _place, _shared, _by in places(tournament)][:3] == [three, two, one]


def test_nothing_is_made_or_taken_back_once_the_list_is_locked(
    organiser: User, tournament: Tournament, level: list[int]
) -> None:
    play_pool(organiser, tournament, 2)
    lot(organiser, tournament, level)
    lock(organiser, tournament)
    with pytest.raises(Refused, match="Take the locked list back"):
        make_play_off(
            actor=actor_of(organiser), tournament=tournament, pool=1, pairs=level, seen="", now=NOW
        )


def test_while_it_is_played_whoever_is_not_in_it_is_told_what_is_sure(
    organiser: User, tournament: Tournament
) -> None:
    choose(organiser, tournament, first=2, size=4)
    play_pool(organiser, tournament, 1, "PQ", "PR", "PS", "QR", "RS", "SQ")
    play_pool(organiser, tournament, 2)
    assert marks(tournament, 1) == "P???"
    named = numbers(tournament, 1)
    matches = make(organiser, tournament, 1, [named[letter] for letter in "QRS"])
    assert marks(tournament, 1) == "P???"
    for match, winner in zip(matches, "QQR", strict=True):
        match.refresh_from_db()
        result(organiser, match, named[winner], 40, 20)
        assert marks(tournament, 1).startswith("P")


def test_the_sheet_of_a_play_off_has_both_pairs_points_and_no_rise(
    organiser: User, tournament: Tournament
) -> None:
    play_pool(organiser, tournament, 1, *CIRCLE)
    [first, *_rest] = make(
        organiser, tournament, 1, [numbers(tournament, 1)[letter] for letter in "PQR"]
    )
    play(organiser, first, "ra8 nb5")
    client = Client()
    client.cookies["django_language"] = "en"
    page = client.get(f"/t/{tournament.slug}/matches/{first.number}/").content.decode()
    sheet = page[page.index('<table class="sheet collects">') : page.index("</table>")]
    heads = re.findall(r'<th scope="col" class="([^"]*)"', sheet)
    assert heads[5:] == ["points a", "points b", "total a", "total b"]
    assert "rise" not in sheet.lower()
    rows = re.findall(r'<td class="(points|total) ([ab])"[^>]*>([^<]*)</td>', sheet)
    assert [text for _column, _side, text in rows] == ["+8", "", "8", "0", "", "+8", "8", "8"]
    assert "Play-off: both pairs collect points, and no rise is lost." in page
    assert "neither pair is on the rise" not in page
    pool_match = tournament.matches.live().filter(stage="pool").earliest("number")
    page = client.get(f"/t/{tournament.slug}/matches/{pool_match.number}/").content.decode()
    assert 'class="rise a"' in page
