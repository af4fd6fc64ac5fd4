"""Which of the rules a result without its sheet breaks."""

import pytest

from scoring.bare_results import ResultProblem, result_problem, turned_round
from scoring.deals import Side
from scoring.entries import FormatKind, MatchFormat, ResultEntry
from scoring.faults import Fault
from scoring.ledger import replay

FORMATS = {
    FormatKind.FIXED: MatchFormat(FormatKind.FIXED, 12),
    FormatKind.TO_TUPPI: MatchFormat(FormatKind.TO_TUPPI, None),
    FormatKind.PLAY_OFF: MatchFormat(FormatKind.PLAY_OFF, 4),
}


def b_won(won: int, lost: int, *, tuppi: bool = False) -> ResultEntry:
    return ResultEntry(Side.B, lost, won, tuppi)


@pytest.mark.parametrize(
    "entry, kind, problem",
    [
        (b_won(48, 32), FormatKind.FIXED, None),
        (b_won(76, 24, tuppi=True), FormatKind.TO_TUPPI, None),
        (b_won(20, 24), FormatKind.FIXED, ResultProblem.WINNER_HAS_FEWER),
        (b_won(24, 24), FormatKind.FIXED, ResultProblem.LEVEL),
        (b_won(48, 30), FormatKind.FIXED, ResultProblem.NO_MULTIPLE),
        (b_won(48, 32, tuppi=True), FormatKind.FIXED, ResultProblem.TUPPI_TOO_LOW),
        (b_won(52, 60, tuppi=True), FormatKind.FIXED, None),
        (b_won(48, 32), FormatKind.TO_TUPPI, ResultProblem.TUPPI_MISSING),
        (b_won(76, 24, tuppi=True), FormatKind.PLAY_OFF, ResultProblem.TUPPI_IN_PLAY_OFF),
        (b_won(4_000_000, 0), FormatKind.FIXED, ResultProblem.OUT_OF_RANGE),
        (b_won(48, -4), FormatKind.FIXED, ResultProblem.OUT_OF_RANGE),
    ],
)
def test_the_rule_broken_is_named_and_the_ledger_refuses_just_those(
    entry: ResultEntry, kind: FormatKind, problem: ResultProblem | None
) -> None:
    assert result_problem(entry, kind) is problem
    if problem is None:
        assert replay(FORMATS[kind], [entry]).is_finished
    else:
        with pytest.raises(Fault) as refused:
            replay(FORMATS[kind], [entry])
        assert refused.value.code == "impossible_result"


def test_what_hangs_on_the_kind_of_match_is_not_told_without_one() -> None:
    assert result_problem(b_won(48, 32)) is None
    assert result_problem(b_won(76, 24, tuppi=True)) is None


def test_points_turned_round_are_told_only_where_the_other_way_can_be() -> None:
    assert turned_round(b_won(32, 48)) == b_won(48, 32)
    assert turned_round(b_won(24, 76, tuppi=True)) == b_won(76, 24, tuppi=True)
    assert turned_round(b_won(48, 32)) is None
    assert turned_round(b_won(30, 48)) is None
    assert turned_round(b_won(24, 24)) is None
    assert turned_round(b_won(32, 48), FormatKind.TO_TUPPI) is None
