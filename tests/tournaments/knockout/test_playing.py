"""From the first round to a champion, over the same actions the site uses."""

from __future__ import annotations

import pytest

from scoring.deals import Side
from scoring.ledger import AwardEntry
from scoring.rulings import AwardReason
from tests.builders import actor, play
from tests.tournaments.knockout.steps import (
    TUPPI_A,
    confirm,
    drawn,
    go_on,
    match_at,
    pairs_of,
    place_of,
    play_round,
    state,
    win,
)
from tournaments.actions.delays import delay_play
from tournaments.actions.knockout_decisions import take_back_round
from tournaments.actions.knockout_play import follow_knockout
from tournaments.actions.refusals import Refused, Stale
from tournaments.actions.sheets import append_entry, append_notation
from tournaments.brackets import fingerprint
from tournaments.models import AuditRecord, Match, Tournament, User
from tournaments.queries.knockout import knockout_of
from tournaments.timetable import fingerprint as timetable_fingerprint

pytestmark = pytest.mark.django_db


def test_eight_pairs_play_to_a_champion_and_for_third_place(organiser: User) -> None:
    tournament = drawn(organiser, 8)
    slots = list(state(tournament).bracket.slots)
    play_round(organiser, tournament)
    semis = [match_at(tournament, 2, number) for number in (0, 1)]
    assert [pairs_of(match) for match in semis] == [(slots[0], slots[2]), (slots[4], slots[6])]
    assert [match.number for match in semis] == [5, 6]
    play_round(organiser, tournament, "B")
    final, third = match_at(tournament, 3), match_at(tournament, 3, 1)
    assert pairs_of(final) == (slots[2], slots[6])
    assert pairs_of(third) == (slots[0], slots[4])
    assert {place_of(final), place_of(third)} == {("29 13:00", 1), ("29 13:00", 2)}
    win(organiser, final)
    view = knockout_of(tournament)
    assert view is not None
    assert view.champion is not None
    assert (view.champion.number, view.third) == (slots[2], ())
    win(organiser, third, "B")
    view = knockout_of(tournament)
    assert view is not None
    assert [pair.number for pair in view.third] == [slots[4]]
    assert go_on(organiser, tournament) == []


def test_five_pairs_with_byes_play_to_a_champion(organiser: User) -> None:
    tournament = drawn(organiser, 5)
    for _round in range(3):
        play_round(organiser, tournament)
    view = knockout_of(tournament)
    assert view is not None
    assert view.champion is not None
    assert tournament.matches.count() == 1 + 2 + 2
    assert [each.is_finished for each in view.rounds] == [True, True, True]


def test_three_pairs_have_no_match_for_third_place(organiser: User) -> None:
    tournament = drawn(organiser, 3)
    semi = tournament.matches.get()
    win(organiser, semi)
    go_on(organiser, tournament)
    win(organiser, match_at(tournament, 2))
    view = knockout_of(tournament)
    assert view is not None
    assert tournament.matches.count() == 2
    assert [pair.pk for pair in view.third] == [semi.pair_b_id]


def test_nobody_goes_on_before_the_result_is_confirmed(organiser: User) -> None:
    tournament = drawn(organiser, 4)
    for number in (0, 1):
        play(organiser, match_at(tournament, 1, number), TUPPI_A)
    assert go_on(organiser, tournament) == []
    view = knockout_of(tournament)
    assert view is not None
    assert len(view.unconfirmed) == 2
    for number in (0, 1):
        confirm(match_at(tournament, 1, number))
    assert len(go_on(organiser, tournament)) == 2


def test_each_match_is_made_as_soon_as_its_pairs_are_known_and_once(organiser: User) -> None:
    tournament = drawn(organiser, 8)
    win(organiser, match_at(tournament, 1, 0))
    assert go_on(organiser, tournament) == []
    win(organiser, match_at(tournament, 1, 1))
    assert [match.number for match in go_on(organiser, tournament)] == [5]
    assert go_on(organiser, tournament) == []
    who = actor(organiser)
    assert follow_knockout(who, tournament) == []
    assert AuditRecord.objects.filter(verb="make_knockout_matches").count() == 1


def test_a_match_given_up_sends_the_other_pair_on_at_once(organiser: User) -> None:
    tournament = drawn(organiser, 4)
    for number in (0, 1):
        match = match_at(tournament, 1, number)
        append_entry(
            actor=actor(organiser),
            match=match,
            entry=AwardEntry(Side.B, AwardReason.FORFEIT),
            seen_revision=match.revision,
        )
    slots = state(tournament).bracket.slots
    assert pairs_of(match_at(tournament, 2)) == (slots[1], slots[3])
    assert pairs_of(match_at(tournament, 2, 1)) == (slots[0], slots[2])


def test_a_match_given_up_by_a_typed_line_sends_the_other_pair_on_too(organiser: User) -> None:
    tournament = drawn(organiser, 4)
    win(organiser, match_at(tournament, 1, 1))
    match = match_at(tournament, 1)
    append_notation(
        actor=actor(organiser),
        match=match,
        notation="=b:forfeit",
        seen_revision=match.revision,
    )
    slots = state(tournament).bracket.slots
    assert pairs_of(match_at(tournament, 2))[0] == slots[1]
    assert pairs_of(match_at(tournament, 2, 1))[0] == slots[0]


def test_a_round_put_off_puts_those_behind_it_off(organiser: User) -> None:
    tournament = drawn(organiser, 8)
    first = match_at(tournament, 1)
    delay_play(
        actor=actor(organiser),
        tournament=tournament,
        starts_at=first.starts_at,
        minutes=40,
        seen=timetable_fingerprint(tournament.matches.all()),
    )
    view = knockout_of(tournament)
    assert view is not None
    planned = view.rounds[1].ties[0].planned
    assert planned is not None
    assert f"{planned.starts_at:%H:%M}" == "09:40"
    win(organiser, match_at(tournament, 1, 0))
    win(organiser, match_at(tournament, 1, 1))
    [semi] = go_on(organiser, tournament)
    assert place_of(semi) == ("29 11:00", 1)


def test_the_round_made_last_can_be_taken_back_until_it_begins(organiser: User) -> None:
    tournament = drawn(organiser, 8)
    play_round(organiser, tournament)
    seen = fingerprint(state(tournament))
    assert take_back(organiser, tournament, seen) == [5, 6]
    with pytest.raises(Stale):
        take_back(organiser, tournament, seen)
    with pytest.raises(Refused):
        take_back(organiser, tournament)
    # Printed sheets of 5 and 6 fit no other match.
    assert [match.number for match in go_on(organiser, tournament)] == [7, 8]
    play(organiser, match_at(tournament, 2), "ra8")
    with pytest.raises(Refused):
        take_back(organiser, tournament)


def take_back(organiser: User, tournament: Tournament, seen: str = "") -> list[int]:
    return take_back_round(
        actor=actor(organiser),
        tournament=tournament,
        seen=seen or fingerprint(state(tournament)),
    )


def test_a_page_of_a_match_taken_back_fits_none_made_since(organiser: User) -> None:
    tournament = drawn(organiser, 4)
    play_round(organiser, tournament)
    old = match_at(tournament, 2)
    take_back(organiser, tournament)
    new = next(match for match in go_on(organiser, tournament) if match.bracket_number == 0)
    assert new.revision != old.revision
    assert not Match.objects.get(pk=new.pk).was_written
