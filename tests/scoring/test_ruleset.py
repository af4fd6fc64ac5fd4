"""Rules of our own that a club may want otherwise."""

from dataclasses import fields
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.faults import Fault
from scoring.ruleset import LIMITS, STANDARD, Ruleset
from scoring.splits import deals_for_pool, propose_splits, recommended_pools
from scoring.standings import Criterion, PairId, PlayedMatch, rank
from scoring.withdrawal import Choice, default_choice


def won(winner: str, loser: str, points: int = 40, against: int = 40) -> PlayedMatch:
    return PlayedMatch(winner, loser, winner, points, against)


def values(name: str) -> st.SearchStrategy[int | bool]:
    return st.integers(*LIMITS[name]) if name in LIMITS else st.booleans()


NAMES = [field.name for field in fields(Ruleset)]
RECORDS = st.fixed_dictionaries({}, optional={name: values(name) for name in NAMES}).filter(
    lambda record: record.get("eight_pools_from", 32) < record.get("sixteen_pools_from", 64)
)


@given(RECORDS)
def test_a_ruleset_is_kept_as_what_departs_from_the_standard(record: dict[str, Any]) -> None:
    rules = Ruleset.from_record(record)
    kept = rules.to_record()
    assert Ruleset.from_record(kept) == rules
    assert kept.items() <= record.items()
    assert all(getattr(STANDARD, name) != value for name, value in kept.items())


@pytest.mark.parametrize(
    "record",
    [
        {"no_such_rule": 1},
        {"late_minutes": 0},
        {"late_minutes": "15"},
        {"late_minutes": True},
        {"penalty_uses_deal": 1},
        {"withdrawal_percent": 101},
        {"deals_in_small_pool": 0},
        {"eight_pools_from": 64},
        {"sixteen_pools_from": 32},
        {"deals_in_knockout": 49},
        {"third_place_match": 1},
    ],
)
def test_what_no_ruleset_can_hold_is_refused(record: dict[str, Any]) -> None:
    with pytest.raises(Fault) as refused:
        Ruleset.from_record(record)
    assert refused.value.code == "malformed"


def test_after_the_pools_24_deals_are_played_and_a_match_for_third_place() -> None:
    assert (STANDARD.deals_in_knockout, STANDARD.third_place_match) == (24, True)


def test_a_record_made_before_there_were_knock_out_rules_still_reads() -> None:
    rules = Ruleset.from_record({"late_minutes": 20})
    assert (rules.deals_in_knockout, rules.third_place_match) == (24, True)
    assert rules.to_record() == {"late_minutes": 20}


def test_a_club_has_its_own_numbers_of_deals() -> None:
    rules = Ruleset(deals_in_small_pool=12, deals_in_large_pool=8)
    assert [deals_for_pool(size, rules) for size in (2, 4, 5)] == [12, 12, 8]
    assert {split.deals for split in propose_splits(8, 4, 5, rules)} == {(12, 12), (8,)}


def test_a_club_has_its_own_numbers_of_pools() -> None:
    rules = Ruleset(eight_pools_from=40, sixteen_pools_from=96, smallest_pool=5)
    assert [recommended_pools(pairs, rules) for pairs in (14, 39, 40, 95, 96)] == [2, 7, 8, 8, 16]
    assert all(min(split.pool_sizes) >= 5 for split in propose_splits(23, 8, 5, rules)), (
        "no pool is smaller than wanted"
    )


@given(st.integers(2, 120), st.integers(2, 12))
def test_one_split_is_recommended_whatever_the_rules(pairs: int, smallest: int) -> None:
    splits = propose_splits(pairs, 8, 5, Ruleset(smallest_pool=smallest))
    assert [split.recommended for split in splits] == [True] + [False] * (len(splits) - 1)


def test_a_club_has_its_own_share_for_a_withdrawal() -> None:
    always, all_of_them = Ruleset(withdrawal_percent=0), Ruleset(withdrawal_percent=100)
    assert [default_choice(0, 4, always), default_choice(3, 4, always)] == [Choice.STAND] * 2
    assert [default_choice(3, 4, all_of_them), default_choice(4, 4, all_of_them)] == [
        Choice.ANNUL,
        Choice.STAND,
    ]


# P, Q and R have two wins each; their own matches give P and Q 80 points, R 60. Between P and Q
# alone the match went to Q, who has fewer points in all.
PARTED = [
    won("Q", "P", 40, 40),
    won("P", "R", 40, 20),
    won("R", "Q", 40, 40),
    won("P", "S", 52, 0),
    won("Q", "S", 20, 0),
    won("R", "S", 20, 0),
]


def test_by_the_standard_pairs_still_level_begin_again() -> None:
    assert order(STANDARD) == [
        ("Q", None),
        ("P", Criterion.MUTUAL_WINS),
        ("R", Criterion.MUTUAL_POINTS),
        ("S", Criterion.WINS),
    ]


def test_a_club_may_go_on_with_the_next_criterion_instead() -> None:
    assert order(Ruleset(restart_when_parted=False)) == [
        ("P", None),
        ("Q", Criterion.POINTS),
        ("R", Criterion.MUTUAL_POINTS),
        ("S", Criterion.WINS),
    ]


def order(rules: Ruleset) -> list[tuple[PairId, Criterion | None]]:
    return [
        (each.pair, each.decided_by) for each in rank(["P", "Q", "R", "S"], PARTED, rules=rules)
    ]


def test_a_club_may_let_mutual_matches_count_before_all_have_met() -> None:
    # All three have a win; Q beat P, and R has met neither of them.
    matches = [
        won("Q", "P", 20, 0),
        won("P", "S", 52, 0),
        won("R", "S", 40, 0),
    ]
    pairs = ["P", "Q", "R", "S"]
    assert [each.pair for each in rank(pairs, matches)] == ["P", "R", "Q", "S"]
    rules = Ruleset(mutual_waits_for_all=False)
    assert [each.pair for each in rank(pairs, matches, rules=rules)] == ["Q", "P", "R", "S"]
