"""Rises, falls, tuppis and the end of a match, R6-R13 and R15-R18, read off typed sheets."""

import pytest
from score_sheets import LEVEL_AFTER_12, PLAY_OFF, TO_TUPPI, fixed, rises, sheet

from scoring.deals import Game, Side
from scoring.faults import Fault
from scoring.ledger import (
    CutShort,
    DealEntry,
    DecidedBy,
    FormatKind,
    MatchFormat,
    MatchState,
    Options,
    PerSide,
    ResultEntry,
    Scorer,
    Tricks,
    append,
    options_of,
    replay,
)


def test_a_rise_grows_falls_and_leaves_its_points_in_the_total() -> None:
    ledger = sheet("na4 ra8 rb+12 nb+16")
    assert rises(ledger) == ["A12", "A20", "-", "B16"]
    assert ledger.total == PerSide(20, 16)
    assert ledger.state is MatchState.PLAYING


def test_the_rising_pair_adds_a_robbery() -> None:
    assert rises(sheet("na4 rb-24")) == ["A12", "A36"]


def test_fifty_two_is_a_tuppi_and_ends_the_match() -> None:
    ledger = sheet("na4 ra8 na2 ra9")
    assert rises(ledger) == ["A12", "A20", "A40", "A52"]
    assert (ledger.tuppi, ledger.nalsy, ledger.decided_by) == (Side.A, False, DecidedBy.TUPPI)


def test_a_robbery_of_all_tricks_is_a_nalsy() -> None:
    ledger = sheet("ra0")
    assert (ledger.tuppi, ledger.nalsy, ledger.total) == (Side.B, True, PerSide(0, 56))


def test_a_tuppi_reached_by_a_smaller_robbery_is_no_nalsy() -> None:
    ledger = sheet("na4 rb1")
    assert (ledger.tuppi, ledger.nalsy, rises(ledger)) == (Side.A, False, ["A12", "A60"])


def test_a_deal_cut_short_ends_the_rise() -> None:
    assert rises(sheet("na4 rb/ na4 n/ nb5")) == ["A12", "-", "A12", "-", "B8"]


def test_a_match_judged_to_tuppi_is_no_tuppi_made() -> None:
    ledger = sheet("na4 =b:signalling")
    assert (ledger.winner, ledger.tuppi, ledger.decided_by) == (Side.B, None, DecidedBy.AWARD)
    assert (ledger.total, ledger.rise) == (PerSide(12, 52), PerSide(0, 52))


def test_a_forfeit_completes_the_rise_of_the_winner() -> None:
    assert sheet("na4 ra8 =a:forfeit").total == PerSide(52, 0)


def test_twenty_eight_points_fall_the_offender_who_is_on_the_rise() -> None:
    assert rises(sheet("na4 !a nb5 !a")) == ["A12", "-", "B8", "B36"]


def test_a_penalty_outside_the_deals_has_no_number() -> None:
    deals = [row.deal for row in sheet("!a- na8 !b na8").rows]
    assert deals == [None, 1, 2, 3]


def test_a_revoke_in_nolo_gives_the_offender_the_rest() -> None:
    ledger = sheet("na2-3!b:revoke")
    assert (ledger.rows[0].winner, ledger.total) == (Side.A, PerSide(20, 0))


def test_the_last_rise_is_played_out() -> None:
    assert sheet("na4 na4", fixed(2)).state is MatchState.PLAYING_OUT
    ledger = sheet("na4 na4 n/", fixed(2))
    assert (ledger.winner, ledger.decided_by, ledger.deals_played) == (
        Side.A,
        DecidedBy.POINTS,
        3,
    )


def test_level_on_the_table_one_deal_decides() -> None:
    assert sheet(LEVEL_AFTER_12, fixed(12)).state is MatchState.DECIDER
    ledger = sheet(LEVEL_AFTER_12 + " na8", fixed(12))
    assert (ledger.winner, ledger.decided_by, ledger.rise) == (
        Side.B,
        DecidedBy.DECIDER,
        PerSide(0, 8),
    )


def test_twenty_eight_points_decide_too() -> None:
    ledger = sheet(LEVEL_AFTER_12 + " !b-", fixed(12))
    assert (ledger.winner, ledger.decided_by) == (Side.A, DecidedBy.DECIDER)


def test_a_play_off_may_end_level() -> None:
    ledger = sheet("na4 na9 na6 na7", PLAY_OFF)
    assert (ledger.is_finished, ledger.winner, ledger.total) == (True, None, PerSide(16, 16))


def test_in_a_play_off_nothing_falls_and_fifty_two_is_nothing_special() -> None:
    ledger = sheet("ra0 rb13 na4", PLAY_OFF)
    assert (rises(ledger), ledger.total) == (["-", "-", "-"], PerSide(12, 84))


def test_a_match_to_tuppi_goes_on() -> None:
    ledger = sheet(" ".join(["na6 na7"] * 30), TO_TUPPI)
    assert (ledger.state, ledger.deals_played) == (MatchState.PLAYING, 60)


def test_a_missing_sheet_leaves_its_result() -> None:
    ledger = sheet("b76-24t")
    assert (ledger.tuppi, ledger.nalsy, ledger.total, ledger.deals_played) == (
        Side.B,
        False,
        PerSide(24, 76),
        0,
    )


@pytest.mark.parametrize(
    "match_format, result",
    [
        (fixed(12), ResultEntry(Side.A, 40, 40)),
        (fixed(12), ResultEntry(Side.A, -4, -8)),
        (fixed(12), ResultEntry(Side.A, 4 * 10**9, 0)),
        (TO_TUPPI, ResultEntry(Side.A, 60, 0)),
        (PLAY_OFF, ResultEntry(Side.A, 60, 0, tuppi=True)),
    ],
)
def test_a_result_that_cannot_be_is_refused(match_format: MatchFormat, result: ResultEntry) -> None:
    with pytest.raises(Fault) as refused:
        replay(match_format, [result])
    assert (refused.value.code, refused.value.entry) == ("impossible_result", 0)


def test_a_refused_entry_leaves_the_sheet_as_it_was() -> None:
    scorer = Scorer(fixed(16))
    scorer.add(DealEntry(Game.NOLO, None, Tricks(4)))
    before = scorer.ledger()
    for refused in (
        DealEntry(Game.NOLO, None, Tricks(14)),
        DealEntry(Game.NOLO, None, CutShort(Side.A)),
        ResultEntry(Side.A, 52, 0, tuppi=True),
    ):
        with pytest.raises(Fault):
            scorer.add(refused)
        assert scorer.ledger() == before


def test_a_ledger_is_gone_on_from_without_changing() -> None:
    ledger = sheet("na4 ra8")
    longer = append(ledger, fixed(16), DealEntry(Game.NOLO, None, CutShort(Side.B)))
    assert longer == sheet("na4 ra8 n/")
    assert ledger == sheet("na4 ra8")


@pytest.mark.parametrize(
    "text, options",
    [
        ("", Options(True, 1, None, True, False, True)),
        ("na4", Options(True, 2, Side.B, False, False, True)),
        ("na4 n/", Options(True, 3, None, False, False, True)),
        ("ra0", Options(False, None, None, False, False, True)),
    ],
)
def test_the_desk_is_told_what_can_come_next(text: str, options: Options) -> None:
    assert options_of(sheet(text), fixed(16)) == options


@pytest.mark.parametrize(
    "kind, deals", [("fixed", 0), ("fixed", None), ("to_tuppi", 12), ("play_off", 5)]
)
def test_a_format_with_the_wrong_deals_is_refused(kind: str, deals: int | None) -> None:
    with pytest.raises(Fault) as refused:
        MatchFormat(FormatKind(kind), deals)
    assert refused.value.code == "malformed"
