"""Points of a deal, R1-R4."""

import pytest

from scoring.deals import DealScore, Game, Side, points_for, score_deal
from scoring.faults import Fault

A, B = Side.A, Side.B


def test_nolo_gives_more_the_fewer_tricks_the_winner_has() -> None:
    assert [score_deal(Game.NOLO, None, tricks).points for tricks in range(7)] == [
        28, 24, 20, 16, 12, 8, 4,
    ]  # fmt: skip


def test_nolo_goes_to_the_pair_with_six_tricks_or_fewer() -> None:
    assert score_deal(Game.NOLO, None, 6) == DealScore(A, 4, False)
    assert score_deal(Game.NOLO, None, 7) == DealScore(B, 4, False)


def test_rami_gives_its_declarer_four_points_from_the_seventh_trick_on() -> None:
    assert [score_deal(Game.RAMI, A, tricks) for tricks in range(7, 14)] == [
        DealScore(A, points, False) for points in (4, 8, 12, 16, 20, 24, 28)
    ]


def test_robbery_gives_twice_as_much() -> None:
    assert [score_deal(Game.RAMI, B, tricks) for tricks in range(7, 14)] == [
        DealScore(A, points, True) for points in (8, 16, 24, 32, 40, 48, 56)
    ]


@pytest.mark.parametrize("declarer", [A, B])
@pytest.mark.parametrize("tricks", range(14))
def test_a_rami_is_the_same_seen_from_the_other_side(declarer: Side, tricks: int) -> None:
    seen = score_deal(Game.RAMI, declarer, tricks)
    other = score_deal(Game.RAMI, declarer.other, 13 - tricks)
    assert (other.winner.other, other.points, other.robbery) == (
        seen.winner,
        seen.points,
        seen.robbery,
    )


@pytest.mark.parametrize(
    "game, declarer, tricks, code",
    [
        (Game.RAMI, None, 8, "declarer_missing"),
        (Game.NOLO, A, 8, "declarer_in_nolo"),
        (Game.NOLO, None, 14, "tricks_out_of_range"),
        (Game.RAMI, A, -1, "tricks_out_of_range"),
        (Game.RAMI, None, 99, "declarer_missing"),
    ],
)
def test_a_deal_that_cannot_be_is_refused(
    game: Game, declarer: Side | None, tricks: int, code: str
) -> None:
    with pytest.raises(Fault) as refused:
        score_deal(game, declarer, tricks)
    assert refused.value.code == code


@pytest.mark.parametrize("game, tricks", [(Game.NOLO, 7), (Game.RAMI, 6), (Game.RAMI, 14)])
def test_tricks_that_do_not_win_have_no_points(game: Game, tricks: int) -> None:
    with pytest.raises(Fault) as refused:
        points_for(game, robbery=False, tricks=tricks)
    assert refused.value.code == "tricks_out_of_range"
