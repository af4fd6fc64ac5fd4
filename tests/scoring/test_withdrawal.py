"""What R27 makes of the matches of pairs that withdraw."""

from __future__ import annotations

import pytest

from scoring.deals import Side
from scoring.standings import PlayedMatch, rank
from scoring.withdrawal import Choice, Fate, default_choice, fate_of, is_played, rank_with_gone

STAND, ANNUL = Choice.STAND, Choice.ANNUL


@pytest.mark.parametrize(
    ("played", "matches", "choice"),
    [
        (0, 3, ANNUL),
        (1, 3, ANNUL),
        (2, 3, STAND),
        (3, 3, STAND),
        (1, 4, ANNUL),
        (2, 4, STAND),
        (0, 1, ANNUL),
        (0, 0, STAND),
    ],
)
def test_results_stand_from_half_of_the_matches_on(
    played: int, matches: int, choice: Choice
) -> None:
    assert default_choice(played, matches) is choice


@pytest.mark.parametrize(
    ("finished", "awarded", "deals", "played"),
    [
        (True, False, 14, True),
        (True, False, 0, True),
        (True, True, 1, True),
        (True, True, 0, False),
        (False, False, 3, False),
        (False, False, 0, False),
    ],
)
def test_a_match_is_played_once_it_is_over_unless_it_was_awarded_without_a_deal(
    finished: bool, awarded: bool, deals: int, played: bool
) -> None:
    assert is_played(finished=finished, awarded=awarded, deals_played=deals) is played


@pytest.mark.parametrize("finished", [False, True])
def test_a_match_of_two_pairs_in_play_is_left_alone(finished: bool) -> None:
    assert fate_of(finished=finished, a=None, b=None) == Fate()


def test_where_results_stand_a_finished_match_counts_and_another_goes_to_the_other_pair() -> None:
    assert fate_of(finished=True, a=STAND, b=None) == Fate()
    assert fate_of(finished=False, a=STAND, b=None) == Fate(awarded_to=Side.B)
    assert fate_of(finished=False, a=None, b=STAND) == Fate(awarded_to=Side.A)


@pytest.mark.parametrize("finished", [False, True])
def test_where_all_is_annulled_every_match_is(finished: bool) -> None:
    assert fate_of(finished=finished, a=ANNUL, b=None) == Fate(annulled=True)
    assert fate_of(finished=finished, a=None, b=ANNUL) == Fate(annulled=True)


@pytest.mark.parametrize("finished", [False, True])
@pytest.mark.parametrize("a", Choice)
@pytest.mark.parametrize("b", Choice)
def test_a_match_of_two_withdrawn_pairs_is_annulled(finished: bool, a: Choice, b: Choice) -> None:
    assert fate_of(finished=finished, a=a, b=b) == Fate(annulled=True)


def test_a_pair_of_which_nothing_is_left_stands_last() -> None:
    played = [PlayedMatch("P1", "P3", "P3", 20, 40)]
    standings = rank_with_gone(["P1", "P2", "P3", "P4"], {"P2", "P4"}, played)
    assert [(s.pair, s.place, s.shared, s.played) for s in standings] == [
        ("P3", 1, False, 1),
        ("P1", 2, False, 1),
        ("P2", 3, True, 0),
        ("P4", 3, True, 0),
    ]


def test_without_a_pair_gone_the_pool_is_ranked_as_ever() -> None:
    played = [PlayedMatch("P1", "P2", "P1", 40, 20)]
    assert rank_with_gone(["P1", "P2", "P3"], (), played) == rank(["P1", "P2", "P3"], played)
