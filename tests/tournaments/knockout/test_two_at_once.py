"""Two people at the same moment: each step of the knock-out happens once and whole."""

from __future__ import annotations

import pytest

from scoring.deals import Side
from scoring.ledger import AwardEntry
from scoring.rulings import AwardReason
from tests.at_once import at_once, done_at_once
from tests.builders import actor, play
from tests.tournaments.knockout.steps import (
    TUPPI_B,
    confirm,
    draw,
    drawn,
    go_on,
    match_at,
    play_round,
    publish,
    state,
    straight,
    win,
)
from tests.tournaments.knockout.test_deciding import right, stand
from tournaments.actions.sheets import append_entry
from tournaments.brackets import fingerprint
from tournaments.models import AuditRecord, Bracket, Match, Tournament, User

pytestmark = pytest.mark.django_db(transaction=True)

ROUNDS = 4


def places(tournament: Tournament) -> list[tuple[int, int]]:
    return list(tournament.matches.live().values_list("slot", "table"))


def test_two_organisers_publish_and_one_draw_counts(organiser: User) -> None:
    tournament = straight(organiser, 8)
    draw(organiser, tournament)
    draw(organiser, tournament, seed="toinen")
    results = at_once(
        lambda: publish(organiser, tournament, 1, seen_counting=0),
        lambda: publish(organiser, tournament, 2, seen_counting=0),
    )
    assert sorted(type(result).__name__ for result in results) == ["Bracket", "Stale"]
    assert Bracket.objects.filter(counts=True).count() == 1
    assert tournament.matches.count() == 4


def test_the_next_matches_are_made_once(organiser: User) -> None:
    tournament = drawn(organiser, 8)
    for number in range(4):
        win(organiser, match_at(tournament, 1, number))
    results = at_once(*[lambda: go_on(organiser, tournament)] * 3)
    assert sorted(len(made) for made in results) == [0, 0, 2]
    assert tournament.matches.count() == 6
    assert AuditRecord.objects.filter(verb="make_knockout_matches").count() == 1


def test_two_matches_given_up_at_once_both_send_pairs_on(organiser: User) -> None:
    tournament = drawn(organiser, 8)
    for number in (2, 3):
        win(organiser, match_at(tournament, 1, number))
    matches = [match_at(tournament, 1, number) for number in (0, 1)]

    def give_up(match: Match) -> object:
        return append_entry(
            actor=actor(organiser),
            match=match,
            entry=AwardEntry(Side.A, AwardReason.FORFEIT),
            seen_revision=match.revision,
        )

    done_at_once(
        [
            lambda: give_up(matches[0]),
            lambda: give_up(matches[1]),
            lambda: go_on(organiser, tournament),
        ]
    )
    assert sorted(tournament.matches.filter(round=2).values_list("bracket_number", flat=True)) == [
        0,
        1,
    ]
    assert len(set(places(tournament))) == len(places(tournament))


def test_a_correction_is_decided_one_way(organiser: User) -> None:
    tournament = drawn(organiser, 8)
    play_round(organiser, tournament)
    first = match_at(tournament, 1)
    play(organiser, first, TUPPI_B, reason="written down wrong")
    confirm(first)
    seen = fingerprint(state(tournament))
    results = at_once(
        lambda: right(organiser, tournament, first.number, seen=seen),
        lambda: stand(organiser, tournament, first.number),
    )
    assert sum(type(result).__name__ == "Stale" for result in results) == 1
    assert state(tournament).corrections == ()
    assert tournament.matches.live().filter(round=2).count() == 2


def test_a_match_begun_while_it_is_put_right_is_not_lost(organiser: User) -> None:
    tournament = drawn(organiser, 4)
    play_round(organiser, tournament)
    first, final = match_at(tournament, 1), match_at(tournament, 2)
    play(organiser, first, TUPPI_B, reason="written down wrong")
    confirm(first)
    seen = fingerprint(state(tournament))
    results = at_once(
        lambda: right(organiser, tournament, first.number, seen=seen),
        lambda: play(organiser, final, "ra8"),
    )
    kept = Match.objects.filter(pk=final.pk).first()
    if kept is None:
        assert type(results[1]).__name__ in ("Stale", "DoesNotExist")
    else:
        assert (kept.entry_count, type(results[0]).__name__) == (1, "Stale")
