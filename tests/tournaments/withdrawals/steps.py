"""What an organiser does in these tests: looks at what would follow, then confirms it."""

from __future__ import annotations

from django.db.models import Q

from scoring.withdrawal import Choice
from tests.builders import play
from tournaments.actions.annulling import annul_match, undo_annulling
from tournaments.actions.withdrawals import undo_withdrawal, withdraw_pair
from tournaments.models import Match, Tournament, User, Withdrawal
from tournaments.permissions import actor_of
from tournaments.queries.standings import standings_of
from tournaments.queries.withdrawals import (
    Consequences,
    annul_picture,
    return_picture,
    undo_annulling_picture,
    withdrawal_picture,
)


def match_of(tournament: Tournament, one: int, two: int) -> Match:
    """The match between the pairs of these numbers, as it is now."""
    return tournament.matches.select_related("tournament").get(
        Q(pair_a__number=one, pair_b__number=two) | Q(pair_a__number=two, pair_b__number=one)
    )


def side_of(match: Match, number: int) -> str:
    return "A" if match.pair_a.number == number else "B"


def win(organiser: User, tournament: Tournament, winner: int, loser: int) -> Match:
    """Plays the whole match: the loser is robbed of all thirteen in the first deal, a tuppi."""
    match = match_of(tournament, winner, loser)
    play(organiser, match, "rb0" if side_of(match, winner) == "A" else "ra0")
    return match_of(tournament, winner, loser)


def begin(organiser: User, tournament: Tournament, one: int, two: int, notation: str) -> Match:
    play(organiser, match_of(tournament, one, two), notation)
    return match_of(tournament, one, two)


def withdraw(
    organiser: User, tournament: Tournament, number: int, choice: Choice, reason: str = "fever"
) -> Withdrawal:
    picture = withdrawal_picture(tournament, number)
    assert picture is not None
    return withdraw_pair(
        actor=actor_of(organiser),
        tournament=tournament,
        number=number,
        choice=choice,
        reason=reason,
        seen=picture.seen,
    )


def come_back(organiser: User, tournament: Tournament, number: int) -> Withdrawal:
    picture = return_picture(tournament, number)
    assert picture is not None
    return undo_withdrawal(
        actor=actor_of(organiser),
        tournament=tournament,
        number=number,
        reason="well again",
        seen=picture.seen,
    )


def annul(organiser: User, match: Match, reason: str = "wrong pairs played") -> Match:
    picture = annul_picture(match.tournament, match.number)
    assert picture is not None
    return annul_match(
        actor=actor_of(organiser),
        tournament=match.tournament,
        number=match.number,
        reason=reason,
        seen=picture.seen,
    )


def undo_annul(organiser: User, match: Match) -> Match:
    picture = undo_annulling_picture(match.tournament, match.number)
    assert picture is not None
    return undo_annulling(
        actor=actor_of(organiser),
        tournament=match.tournament,
        number=match.number,
        reason="they had not",
        seen=picture.seen,
    )


def annulments(tournament: Tournament, number: int) -> dict[int, str]:
    """How the pair's matches are annulled, by the number of the other pair; "" for not."""
    found = {}
    for match in tournament.matches.select_related("pair_a", "pair_b"):
        numbers = {match.pair_a.number, match.pair_b.number}
        if number in numbers:
            [other] = numbers - {number}
            found[other] = match.annulment
    return dict(sorted(found.items()))


def places(tournament: Tournament) -> dict[int, tuple[int, int, int, int]]:
    """Place, played, won and match points of every pair by number."""
    return {
        row.pair.number: (
            row.standing.place,
            row.standing.played,
            row.standing.wins,
            row.standing.points,
        )
        for pool in standings_of(tournament)
        for row in pool.rows
    }


def told_places(consequences: Consequences) -> dict[int, tuple[int, int, int, int]]:
    """The same out of what a page tells would follow."""
    return {
        move.pair.number: (
            move.after.place,
            move.after.played,
            move.after.wins,
            move.after.points,
        )
        for move in consequences.moves
    }
