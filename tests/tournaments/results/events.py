"""Events that have ended, or nearly, and their places worked out another way."""

from __future__ import annotations

import random
from fractions import Fraction

from django.db.models import F

from tests.builders import make_drawn_tournament, play, win_for_a
from tests.tournaments.knockout import steps
from tournaments.models import Bracket, Course, LockedField, Match, Tournament, User

SHEETS = ("ra13 ra13", "rb13 rb13", "rb0", "na6 n/ rb8 rb13 rb13", "ra9 n/ rb13 rb13")


def confirm_all(tournament: Tournament) -> None:
    """Both pairs stand by every sheet as it is now."""
    tournament.matches.update(confirmed_a=F("revision"), confirmed_b=F("revision"))


def play_pools(organiser: User, tournament: Tournament, *, seed: int = 1) -> None:
    """Every match of the pools is played by lot, none on points, and confirmed."""
    chance = random.Random(seed)
    for match in tournament.matches.live().order_by("number"):
        sheet = chance.choice((*SHEETS, ""))
        play(organiser, match, sheet or win_for_a(match.deals or 0))
    confirm_all(tournament)


def make_pools(
    organiser: User,
    *,
    pairs: int = 8,
    pools: int = 2,
    course: Course = Course.POOLS,
    seed: int = 1,
) -> Tournament:
    """Pools played to their end."""
    tournament = make_drawn_tournament(organiser, pairs=pairs, pools=pools)
    steps.of_course(tournament, course)
    play_pools(organiser, tournament, seed=seed)
    return tournament


def lock(tournament: Tournament, size: int) -> None:
    """The best of every pool go on, the firsts first."""
    rows = sorted(own_pool_places(tournament).items(), key=lambda each: (each[1][1], each[1][0]))
    LockedField.objects.create(
        tournament=tournament,
        first=1,
        size=size,
        rows=[
            {
                "pair": pair,
                "pool": pool,
                "ground": "pool_place",
                "pool_place": place,
                "moved_past": [],
            }
            for pair, (pool, place, _share, _points) in rows[:size]
        ],
        locked_by_name="Olli",
    )


def make_knockout_event(
    organiser: User, *, pairs: int = 12, pools: int = 3, size: int = 8, rounds: int = 0
) -> Tournament:
    """Pools played, a knock-out drawn, and so many rounds of it won, each by the pair of the lower
    number."""
    tournament = make_pools(organiser, pairs=pairs, pools=pools, course=Course.POOLS_AND_KNOCKOUT)
    lock(tournament, size)
    steps.draw(organiser, tournament)
    steps.publish(organiser, tournament)
    for _round in range(rounds):
        play_round(organiser, tournament)
    tournament.refresh_from_db()
    return tournament


def play_round(organiser: User, tournament: Tournament) -> None:
    for match in open_matches(tournament):
        lower_wins(organiser, match)
    steps.go_on(organiser, tournament)


def open_matches(tournament: Tournament) -> list[Match]:
    rows = tournament.matches.live().filter(bracket__counts=True).order_by("number")
    return [match for match in rows if match.is_open]


def lower_wins(organiser: User, match: Match) -> Match:
    side = "A" if match.pair_a.number < match.pair_b.number else "B"
    return steps.win(organiser, match, side)


def own_pool_places(tournament: Tournament) -> dict[int, tuple[int, int, Fraction, Fraction]]:
    """Pool, place in it, share won and points a match of every pair, from the rows alone.

    Level pairs are parted by wins and points of their own matches, then by all points, without
    beginning again: enough for events in which that makes no difference.
    """
    found: dict[int, tuple[int, int, Fraction, Fraction]] = {}
    for pool in tournament.pools.live().order_by("number"):
        matches = list(pool.matches.live().select_related("pair_a", "pair_b"))
        members = [place.pair.number for place in pool.places.select_related("pair")]
        wins = {pair: sum(_winner(match) == pair for match in matches) for pair in members}
        points = {pair: sum(_points(match, pair) for match in matches) for pair in members}

        def key(
            pair: int,
            matches: list[Match] = matches,
            members: list[int] = members,
            wins: dict[int, int] = wins,
            points: dict[int, int] = points,
        ) -> tuple[int, int, int, int]:
            level = {each for each in members if wins[each] == wins[pair]}
            mutual = [m for m in matches if {m.pair_a.number, m.pair_b.number} <= level]
            return (
                wins[pair],
                sum(_winner(match) == pair for match in mutual),
                sum(_points(match, pair) for match in mutual),
                points[pair],
            )

        order = sorted(members, key=key, reverse=True)
        for pair in members:
            played = sum(pair in (m.pair_a.number, m.pair_b.number) for m in matches)
            place = 1 + min(order.index(each) for each in order if key(each) == key(pair))
            found[pair] = (
                pool.number,
                place,
                Fraction(wins[pair], played),
                Fraction(points[pair], played),
            )
    return found


def own_places(tournament: Tournament) -> dict[int, int]:
    """The final place of every pair by number, worked out from the rows alone (R30)."""
    pools = own_pool_places(tournament) if tournament.course != Course.KNOCKOUT else {}
    bracket = Bracket.objects.filter(tournament=tournament, counts=True).first()
    reached: dict[int, tuple[int, int]] = {}
    if bracket is not None:
        reached = {pair: (1, 0) for pair in bracket.slots if pair is not None}
        rows = bracket.matches.live().select_related("pair_a", "pair_b").order_by("round")
        for match in rows:
            is_third_place = match.round == bracket.rounds and match.bracket_number == 1
            for pair in (match.pair_a.number, match.pair_b.number):
                won = int(_winner(match) == pair)
                if is_third_place:
                    reached[pair] = (bracket.rounds - 1, won)
                else:
                    last = won if match.round == bracket.rounds else 0
                    reached[pair] = (match.round, last)
    values: dict[int, tuple[object, ...]] = {}
    for pair in pools or reached:
        by_pool: tuple[object, ...] = ()
        in_last_four = bracket is not None and reached.get(pair, (0, 0))[0] >= max(
            1, bracket.rounds - 1
        )
        if pools and not in_last_four:
            _pool, place, share, points = pools[pair]
            by_pool = (-place, share, points)
        values[pair] = (*reached.get(pair, (0, 0)), by_pool)
    return {
        pair: 1 + sum(other > own for other in values.values())  # type: ignore[operator]
        for pair, own in values.items()
    }


def _winner(match: Match) -> int | None:
    return {"A": match.pair_a.number, "B": match.pair_b.number}.get(match.winner)


def _points(match: Match, pair: int) -> int:
    if pair == match.pair_a.number:
        return match.total_a
    return match.total_b if pair == match.pair_b.number else 0
