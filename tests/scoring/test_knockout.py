"""The course of a knock-out, R29."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.bracket import Bracket, Contender, Order, draw_bracket
from scoring.faults import Fault
from scoring.knockout import Change, Knockout, MatchKey, Stage
from scoring.standings import PairId

EIGHT = Bracket(tuple("PQRSTUVW"))
QUARTERS = {(1, 0): "P", (1, 1): "R", (1, 2): "T", (1, 3): "V"}
SEMIS = QUARTERS | {(2, 0): "P", (2, 1): "T"}


def after(results: dict[tuple[int, int], str], bracket: Bracket = EIGHT) -> Knockout:
    return Knockout.of(bracket, {MatchKey(*key): winner for key, winner in results.items()})


def to_play(knockout: Knockout) -> list[str]:
    """The matches that can be played, by their pairs."""
    return [f"{match.a}{match.b}" for match in knockout.playable]


def test_winners_meet_winners_and_losers_of_the_semi_finals_meet_for_third_place() -> None:
    assert to_play(after({})) == ["PQ", "RS", "TU", "VW"]
    assert to_play(after(QUARTERS)) == ["PR", "TV"]
    assert to_play(after(SEMIS)) == ["RV", "PT"]
    ended = after(SEMIS | {(3, 0): "T", (3, 1): "R"})
    assert (ended.champion, ended.final.loser) == ("T", "P")
    assert ended.third_place is not None
    assert (ended.third_place.winner, ended.third_place.loser) == ("R", "V")
    assert ended.is_finished


def test_a_match_can_be_played_as_soon_as_its_pairs_are_known() -> None:
    assert to_play(after({(1, 0): "Q", (1, 1): "R"})) == ["TU", "VW", "QR"]
    waiting = after({(1, 0): "Q"}).matches[4]
    assert (waiting.key, waiting.a, waiting.b, waiting.stage, waiting.winner) == (
        MatchKey(2, 0),
        "Q",
        None,
        Stage.WAITING,
        None,
    )


def test_the_final_can_be_played_before_the_match_for_third_place_and_ends_nothing_alone() -> None:
    knockout = after(SEMIS | {(3, 0): "P"})
    assert (knockout.champion, knockout.is_finished, to_play(knockout)) == ("P", False, ["RV"])


def test_a_match_hangs_on_two_of_the_round_before_and_what_comes_later_hangs_on_it() -> None:
    knockout = after({})
    assert knockout.feeds(MatchKey(1, 3)) == ()
    assert knockout.feeds(MatchKey(2, 1)) == (MatchKey(1, 2), MatchKey(1, 3))
    last_two = {MatchKey(3, 0), MatchKey(3, 1)}
    for key in last_two:
        assert knockout.feeds(key) == (MatchKey(2, 0), MatchKey(2, 1))
        assert knockout.later(key) == set()
    assert knockout.later(MatchKey(2, 0)) == last_two
    assert knockout.later(MatchKey(1, 3)) == {MatchKey(2, 1), *last_two}
    alone = after({}, Bracket(tuple("PQRSTUVW"), third_place=False))
    assert alone.later(MatchKey(1, 0)) == {MatchKey(2, 0), MatchKey(3, 0)}


def test_a_bye_goes_on_without_a_match() -> None:
    knockout = after({}, Bracket(("P", None, "Q", "R")))
    assert [(match.stage, match.winner) for match in knockout.matches] == [
        (Stage.BYE, "P"),
        (Stage.PLAYABLE, None),
        (Stage.WAITING, None),
    ]
    assert knockout.matches[0].loser is None


def test_of_three_pairs_nobody_plays_for_third_place() -> None:
    knockout = after({(1, 1): "Q", (2, 0): "P"}, Bracket(("P", None, "Q", "R")))
    assert knockout.third_place is None
    assert knockout.is_finished


def test_of_five_pairs_there_is_a_match_for_third_place() -> None:
    bracket = Bracket(("P", None, "Q", "R", "S", None, "T", None))
    knockout = after({(1, 1): "Q", (2, 0): "P", (2, 1): "T"}, bracket)
    assert to_play(knockout) == ["QS", "PT"]


def test_without_a_match_for_third_place_the_final_is_the_last_match() -> None:
    knockout = after(SEMIS, Bracket(tuple("PQRSTUVW"), third_place=False))
    assert (knockout.third_place, to_play(knockout)) == (None, ["PT"])


def test_two_pairs_play_the_final_alone() -> None:
    knockout = after({(1, 0): "Q"}, Bracket(("P", "Q")))
    assert (knockout.champion, knockout.is_finished, len(knockout.matches)) == ("Q", True, 1)


@pytest.mark.parametrize(
    "results",
    [
        {(1, 0): "R"},
        {(1, 4): "P"},
        {(0, 0): "P"},
        {(4, 0): "P"},
        {(2, 0): "P"},
        {(1, 0): "P", (2, 0): "P"},
        SEMIS | {(3, 1): "P"},
        SEMIS | {(3, 2): "P"},
    ],
)
def test_a_result_that_does_not_fit_is_malformed(results: dict[tuple[int, int], str]) -> None:
    with pytest.raises(Fault) as refused:
        after(results)
    assert refused.value.code == "malformed"


def test_a_bye_has_no_result() -> None:
    with pytest.raises(Fault):
        after({(1, 0): "P"}, Bracket(("P", None, "Q", "R")))


def test_a_corrected_result_sends_the_other_pair_on_and_undoes_what_was_played_with_the_first() -> (
    None
):
    corrected, changes = after(SEMIS).corrected(MatchKey(1, 0), "Q")
    assert changes == (
        Change(MatchKey(2, 0), ("P", "R"), ("Q", "R"), loses_result=True),
        Change(MatchKey(3, 1), ("R", "V"), (None, "V"), loses_result=False),
        Change(MatchKey(3, 0), ("P", "T"), (None, "T"), loses_result=False),
    )
    assert to_play(corrected) == ["QR"]


def test_a_semi_final_corrected_late_undoes_both_last_matches() -> None:
    ended = after(SEMIS | {(3, 0): "T", (3, 1): "R"})
    corrected, changes = ended.corrected(MatchKey(2, 0), "R")
    assert changes == (
        Change(MatchKey(3, 1), ("R", "V"), ("P", "V"), loses_result=True),
        Change(MatchKey(3, 0), ("P", "T"), ("R", "T"), loses_result=True),
    )
    assert (corrected.champion, to_play(corrected)) == (None, ["PV", "RT"])


def test_a_result_taken_back_leaves_the_match_to_be_played() -> None:
    corrected, changes = after(QUARTERS).corrected(MatchKey(1, 3), None)
    assert changes == (Change(MatchKey(2, 1), ("T", "V"), ("T", None), loses_result=False),)
    assert to_play(corrected) == ["VW", "PR"]


def test_a_correction_that_leaves_the_winner_changes_nothing() -> None:
    assert after(SEMIS).corrected(MatchKey(1, 0), "P") == (after(SEMIS), ())


@pytest.mark.parametrize("key, winner", [((1, 0), "R"), ((1, 9), "P"), ((1, 9), None)])
def test_a_correction_that_does_not_fit_is_malformed(key: tuple[int, int], winner: str) -> None:
    with pytest.raises(Fault):
        after(SEMIS).corrected(MatchKey(*key), winner)


@st.composite
def brackets(draw: st.DrawFn, most: int = 40) -> Bracket:
    count, seed = draw(st.integers(2, most)), draw(st.integers(0, 99))
    order = draw(st.sampled_from(Order))
    contenders = [Contender(number) for number in range(count)]
    drawn = draw_bracket(contenders, Random(seed), order=order, byes=order).bracket
    return Bracket(drawn.slots, draw(st.booleans()))


def played(bracket: Bracket, data: st.DataObject, *, stop: bool = False) -> Knockout:
    """The knock-out after matches played in any order, all of them unless it may stop."""
    results: dict[MatchKey, PairId] = {}
    while True:
        knockout = Knockout.of(bracket, results)
        if not knockout.playable or (stop and data.draw(st.integers(0, 9)) == 0):
            return knockout
        match = data.draw(st.sampled_from(knockout.playable))
        assert match.a is not None
        assert match.b is not None
        results[match.key] = data.draw(st.sampled_from([match.a, match.b]))


@settings(max_examples=60)
@given(brackets(), st.data())
def test_everybody_but_the_champion_loses_once(bracket: Bracket, data: st.DataObject) -> None:
    knockout = played(bracket, data)
    assert knockout.is_finished
    pairs = {pair for pair in bracket.slots if pair is not None}
    losers = [
        match.loser
        for match in knockout.matches
        if match.stage is Stage.FINISHED and not match.is_third_place
    ]
    assert len(losers) == len(set(losers)) == len(pairs) - 1
    assert pairs - set(losers) == {knockout.champion}
    assert len({match.key for match in knockout.matches}) == len(knockout.matches)
    assert Knockout.of(bracket, knockout.results) == knockout


@settings(max_examples=80)
@given(brackets(most=16), st.data())
def test_a_correction_leaves_all_matches_it_does_not_name_as_they_were(
    bracket: Bracket, data: st.DataObject
) -> None:
    before = played(bracket, data, stop=True)
    if not before.results:
        return
    key = data.draw(st.sampled_from(sorted(before.results)))
    match = next(each for each in before.matches if each.key == key)
    now, changes = before.corrected(
        key, data.draw(st.sampled_from([match.winner, match.loser, None]))
    )
    named = {change.key: change for change in changes}
    assert all(each.round > key.round for each in named)
    for old, new in zip(before.matches, now.matches, strict=True):
        if old.key in named:
            change = named[old.key]
            assert change.before == (old.a, old.b) != change.after == (new.a, new.b)
            assert change.loses_result == (old.stage is Stage.FINISHED)
            assert new.stage is not Stage.FINISHED
        elif old.key != key:
            assert new == old
