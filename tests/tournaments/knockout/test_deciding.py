"""A result corrected after the next match was made, matches nobody wins, the whole annulled."""

from __future__ import annotations

from uuid import uuid4

import pytest

from tests.builders import actor, play
from tests.tournaments.knockout.steps import (
    TUPPI_A,
    TUPPI_B,
    confirm,
    draw,
    drawn,
    go_on,
    match_at,
    pairs_of,
    play_round,
    publish,
    state,
    win,
)
from tournaments.actions.annulled_brackets import annul_bracket, undo_annul_bracket
from tournaments.actions.annulling import annul_match
from tournaments.actions.knockout_decisions import (
    decide_match,
    let_stand,
    put_right,
    undo_decided,
)
from tournaments.actions.ledgers import find_differences
from tournaments.actions.refusals import AlreadyDone, Refused, Stale
from tournaments.brackets import fingerprint
from tournaments.models import Bracket, Match, Tournament, User
from tournaments.queries.brackets import annul_bracket_picture, bracket_draws_of
from tournaments.queries.knockout import knockout_of
from tournaments.queries.knockout_decisions import corrections_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def semis(organiser: User) -> Tournament:
    """Eight pairs, the first round won by the A sides, the semi-finals made."""
    tournament = drawn(organiser, 8)
    play_round(organiser, tournament)
    return tournament


def correct(organiser: User, match: Match, notation: str = TUPPI_B) -> Match:
    play(organiser, match, notation, reason="written down wrong")
    return confirm(match)


def right(organiser: User, tournament: Tournament, number: int, **options: object) -> list[Match]:
    options = {"seen": fingerprint(state(tournament)), **options}
    return put_right(actor=actor(organiser), tournament=tournament, number=number, **options)


def stand(organiser: User, tournament: Tournament, number: int, reason: str = "too late") -> None:
    let_stand(
        actor=actor(organiser),
        tournament=tournament,
        number=number,
        reason=reason,
        seen=fingerprint(state(tournament)),
    )


def test_nothing_follows_a_correction_silently(organiser: User, semis: Tournament) -> None:
    before = pairs_of(match_at(semis, 2))
    correct(organiser, match_at(semis, 1))
    assert go_on(organiser, semis) == []
    assert pairs_of(match_at(semis, 2)) == before
    view = knockout_of(semis)
    assert view is not None
    [told] = corrections_of(view)
    first = match_at(semis, 1)
    assert told.went_on is not None
    assert told.now is not None
    assert (told.went_on.pk, told.now.pk) == (first.pair_a_id, first.pair_b_id)
    assert [(each.key.round, each.begun) for each in told.later] == [(2, False)]


def test_a_correction_of_the_points_alone_changes_nothing(
    organiser: User, semis: Tournament
) -> None:
    play(organiser, match_at(semis, 1), "nb6 ra13 ra13 ra13", reason="one line was missing")
    view = knockout_of(semis)
    assert view is not None
    assert view.corrections == ()
    assert view.rounds[0].is_finished


def test_before_it_began_the_next_match_is_made_anew_with_one_key(
    organiser: User, semis: Tournament
) -> None:
    old = match_at(semis, 2)
    first = correct(organiser, match_at(semis, 1))
    [made] = right(organiser, semis, first.number)
    assert not Match.objects.filter(pk=old.pk).exists()
    assert made.number == 7
    assert (made.pair_a_id, made.pair_b_id) == (first.pair_b_id, old.pair_b_id)
    assert (made.starts_at, made.table) == (old.starts_at, old.table)
    assert state(semis).corrections == ()


def test_after_it_began_the_match_is_kept_out_of_play_for_a_reason(
    organiser: User, semis: Tournament
) -> None:
    play_round(organiser, semis)
    final, third = match_at(semis, 3), match_at(semis, 3, 1)
    play(organiser, final, "ra8")
    first = correct(organiser, match_at(semis, 1))
    view = knockout_of(semis)
    assert view is not None
    [told] = corrections_of(view)
    assert [(each.key.round, each.key.number, each.begun) for each in told.later] == [
        (2, 0, True),
        (3, 1, False),
        (3, 0, True),
    ]
    with pytest.raises(Refused):
        right(organiser, semis, first.number)
    [made] = right(organiser, semis, first.number, reason="miscounted")
    assert made.round == 2
    kept = Match.objects.get(pk=final.pk)
    assert (kept.is_live, kept.annulment, kept.annulment_reason) == (
        False,
        "decision",
        "miscounted",
    )
    assert kept.entry_count == 1
    assert not Match.objects.filter(pk=third.pk).exists()
    with pytest.raises(Refused, match="went on without"):
        play(organiser, final, "ra8 ra8")
    win(organiser, made)
    again = go_on(organiser, semis)
    assert {match.round for match in again} == {3}
    assert not find_differences().is_bad


def test_what_was_played_can_stand(organiser: User, semis: Tournament) -> None:
    first = correct(organiser, match_at(semis, 1))
    with pytest.raises(Refused):
        stand(organiser, semis, first.number, reason=" ")
    stand(organiser, semis, first.number)
    assert state(semis).corrections == ()
    assert pairs_of(match_at(semis, 2))[0] == first.pair_a.number
    view = knockout_of(semis)
    assert view is not None
    decided = view.by_match[first.number].decided
    assert decided is not None
    assert (decided.pair, decided.reason, decided.by) == (
        view.by_number[first.pair_a.number],
        "too late",
        "olli",
    )
    with pytest.raises(Stale):
        stand(organiser, semis, first.number)
    undo(organiser, semis, first.number)
    assert [each.match.pk for each in state(semis).corrections] == [first.pk]
    right(organiser, semis, first.number)
    assert pairs_of(match_at(semis, 2))[0] == first.pair_b.number


def test_a_result_taken_away_waits_until_there_is_another(
    organiser: User, semis: Tournament
) -> None:
    first = match_at(semis, 1)
    play(organiser, first, "rb13", reason="not played out")
    assert right(organiser, semis, first.number) == []
    assert not semis.matches.live().filter(round=2, bracket_number=0).exists()
    play(organiser, first, "rb13 rb13")
    assert go_on(organiser, semis) == []
    confirm(first)
    assert [pairs_of(match)[0] for match in go_on(organiser, semis)] == [first.pair_b.number]


def test_other_matches_go_on_while_a_correction_is_undecided(
    organiser: User, semis: Tournament
) -> None:
    correct(organiser, match_at(semis, 1))
    for number in (0, 1):
        win(organiser, match_at(semis, 2, number))
    # Both the final and third place hang on the corrected match.
    assert go_on(organiser, semis) == []


def test_what_changed_since_it_was_shown_is_not_decided(organiser: User, semis: Tournament) -> None:
    first = correct(organiser, match_at(semis, 1))
    seen = fingerprint(state(semis))
    play(organiser, match_at(semis, 2), "ra8")
    with pytest.raises(Stale):
        right(organiser, semis, first.number, seen=seen, reason="x")
    with pytest.raises(Match.DoesNotExist):
        right(organiser, semis, 99)
    with pytest.raises(Stale):
        right(organiser, semis, match_at(semis, 1, 1).number)
    token = uuid4()
    right(organiser, semis, first.number, reason="x", token=token)
    with pytest.raises(AlreadyDone):
        right(organiser, semis, first.number, reason="x", token=token)


def decide(organiser: User, tournament: Tournament, match: Match, pair: int) -> list[Match]:
    return decide_match(
        actor=actor(organiser),
        tournament=tournament,
        number=match.number,
        pair=pair,
        reason="both pairs left",
        seen=fingerprint(state(tournament)),
    )


def undo(organiser: User, tournament: Tournament, number: int) -> None:
    undo_decided(
        actor=actor(organiser),
        tournament=tournament,
        number=number,
        reason="one came back",
        seen=fingerprint(state(tournament)),
    )


def test_a_match_nobody_can_win_is_decided_and_that_undone(organiser: User) -> None:
    tournament = drawn(organiser, 4)
    win(organiser, match_at(tournament, 1, 1))
    match = match_at(tournament, 1)
    with pytest.raises(Refused):
        decide(organiser, tournament, match, match_at(tournament, 1, 1).pair_a.number)
    made = decide(organiser, tournament, match, match.pair_b.number)
    assert sorted(pairs_of(each)[0] for each in made) == sorted(pairs_of(match))
    assert match_at(tournament, 1).annulment == "decision"
    with pytest.raises(Stale):
        decide(organiser, tournament, match, match.pair_b.number)
    undo(organiser, tournament, match.number)
    assert match_at(tournament, 1).is_open
    assert len(state(tournament).corrections) == 1
    right(organiser, tournament, match.number)
    assert tournament.matches.live().filter(round=2).count() == 0


def test_a_match_with_a_result_is_not_decided(organiser: User) -> None:
    tournament = drawn(organiser, 4)
    match = win(organiser, match_at(tournament, 1))
    with pytest.raises(Refused):
        decide(organiser, tournament, match, match.pair_b.number)
    with pytest.raises(Refused):
        annul_match(
            actor=actor(organiser), tournament=tournament, number=match.number, reason="x", seen=""
        )


def test_a_match_whose_winner_was_sent_on_is_not_decided_before_the_correction_is(
    organiser: User, semis: Tournament
) -> None:
    first = match_at(semis, 1)
    play(organiser, first, "rb13", reason="not played out")
    with pytest.raises(Refused, match="has gone on"):
        decide(organiser, semis, first, first.pair_b.number)
    right(organiser, semis, first.number)
    decide(organiser, semis, first, first.pair_b.number)
    assert pairs_of(match_at(semis, 2))[0] == first.pair_b.number


def annul(organiser: User, tournament: Tournament) -> Bracket:
    return annul_bracket(
        actor=actor(organiser),
        tournament=tournament,
        reason="a pair was forgotten",
        seen=annul_bracket_picture(tournament).seen,
    )


def test_the_knock_out_is_annulled_and_counts_again(organiser: User, semis: Tournament) -> None:
    first = correct(organiser, match_at(semis, 1))
    play(organiser, match_at(semis, 2), "ra8")
    right(organiser, semis, first.number, reason="miscounted")
    decided = match_at(semis, 2, 1)
    decide(organiser, semis, decided, decided.pair_a.number)
    before = live(semis)
    annul(organiser, semis)
    assert semis.matches.live().count() == 0
    [view] = bracket_draws_of(semis)
    assert view.is_annulled
    with pytest.raises(Refused, match="draw of this match has been annulled"):
        play(organiser, first, TUPPI_A, reason="x")
    with pytest.raises(Stale):
        annul(organiser, semis)
    undo_annul_bracket(actor=actor(organiser), tournament=semis, number=1)
    assert live(semis) == before


def live(tournament: Tournament) -> list[tuple[int, str, str]]:
    return list(
        tournament.matches.live()
        .order_by("number")
        .values_list("number", "annulment", "annulment_reason")
    )


def test_after_annulling_another_can_be_drawn_and_then_the_old_one_stays(
    organiser: User, semis: Tournament
) -> None:
    annul(organiser, semis)
    draw(organiser, semis, seed="toinen")
    with pytest.raises(Refused):
        publish(organiser, semis, 1)
    publish(organiser, semis, 2)
    assert [match.number for match in semis.matches.live().order_by("number")] == [7, 8, 9, 10]
    with pytest.raises(Stale):
        undo_annul_bracket(actor=actor(organiser), tournament=semis, number=1)


def test_before_it_begins_the_knock_out_is_taken_back_not_annulled(organiser: User) -> None:
    tournament = drawn(organiser, 4)
    with pytest.raises(Refused):
        annul(organiser, tournament)


def make_disputed(organiser: User) -> Tournament:
    """A knock-out in which a semi-final begun was put out of play, another result stands as it was
    played, and the final was decided."""
    tournament = drawn(organiser, 8)
    play_round(organiser, tournament)
    play(organiser, match_at(tournament, 2), "ra8")
    first = correct(organiser, match_at(tournament, 1))
    right(organiser, tournament, first.number, reason="miscounted")
    other = correct(organiser, match_at(tournament, 1, 2))
    stand(organiser, tournament, other.number)
    play_round(organiser, tournament)
    final = match_at(tournament, 3)
    decide(organiser, tournament, final, final.pair_a.number)
    return tournament


def test_a_decided_final_has_its_champion(organiser: User) -> None:
    tournament = make_disputed(organiser)
    view = knockout_of(tournament)
    assert view is not None
    assert view.champion is not None
    assert view.champion.pk == match_at(tournament, 3).pair_a_id
