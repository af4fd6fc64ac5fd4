"""The short notation, both ways."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from score_sheets import PLAY_OFF, TO_TUPPI, Sheet, fixed, sheets

from scoring.deals import Game, Side
from scoring.faults import Fault, FaultCode
from scoring.ledger import (
    AwardEntry,
    CutShort,
    DealEntry,
    Entry,
    PenaltyEntry,
    PlayRuling,
    ResultEntry,
    Tricks,
    replay,
)
from scoring.notation import (
    MOST_LETTERS,
    NotationCode,
    NotationFault,
    format_entry,
    format_sheet,
    parse_sheet,
)
from scoring.rulings import AwardReason, Penalty, PlayOffence

A, B = Side.A, Side.B


def rami(declarer: Side, tricks_a: int) -> DealEntry:
    return DealEntry(Game.RAMI, declarer, Tricks(tricks_a))


def nolo(tricks_a: int) -> DealEntry:
    return DealEntry(Game.NOLO, None, Tricks(tricks_a))


@pytest.mark.parametrize(
    "typed, entry",
    [
        ("ra8", rami(A, 8)),
        ("rb8", rami(B, 5)),
        ("na4", nolo(4)),
        ("nb4", nolo(9)),
        ("RA8", rami(A, 8)),
        ("ra08", rami(A, 8)),
        ("ra+12", rami(A, 9)),
        ("rb+12", rami(B, 4)),
        ("ra-24", rami(A, 4)),
        ("rb-24", rami(B, 9)),
        ("rb\u201324", rami(B, 9)),
        ("ra-56", rami(A, 0)),
        ("nb+16", nolo(10)),
        ("na+28", nolo(0)),
        ("!a", PenaltyEntry(Penalty.FAULTY_SHOW, A)),
        ("!a-", PenaltyEntry(Penalty.FAULTY_SHOW, A, counts_as_deal=False)),
        ("!a:third_misdeal", PenaltyEntry(Penalty.THIRD_MISDEAL, A)),
        ("!b-:third_misdeal", PenaltyEntry(Penalty.THIRD_MISDEAL, B, counts_as_deal=False)),
        ("!b:third_misdeal-", PenaltyEntry(Penalty.THIRD_MISDEAL, B, counts_as_deal=False)),
        (
            "ra3-2!b:revoke",
            DealEntry(Game.RAMI, A, PlayRuling(PlayOffence.REVOKE, B, 3, 2)),
        ),
        (
            "rb3-2!b:failed_spread",
            DealEntry(Game.RAMI, B, PlayRuling(PlayOffence.FAILED_SPREAD, B, 2, 3)),
        ),
        (
            "na3-2!a:several_cards",
            DealEntry(Game.NOLO, None, PlayRuling(PlayOffence.SEVERAL_CARDS, A, 3, 2)),
        ),
        ("=a:signalling", AwardEntry(A, AwardReason.SIGNALLING)),
        ("b76-24t", ResultEntry(B, 24, 76, tuppi=True)),
        ("a84-44", ResultEntry(A, 84, 44)),
    ],
)
def test_a_token_means_its_entry(typed: str, entry: Entry) -> None:
    assert parse_sheet(typed, fixed(12)) == (entry,)


def test_a_deal_cut_short_goes_to_the_pair_that_was_not_on_the_rise() -> None:
    assert parse_sheet("na4 ra/ nb4 n/", fixed(12)) == (
        nolo(4),
        DealEntry(Game.RAMI, A, CutShort(B)),
        nolo(9),
        DealEntry(Game.NOLO, None, CutShort(A)),
    )


def test_any_white_space_parts_the_deals() -> None:
    assert parse_sheet("\n na6\t nb6\u00a0\r\nna6\n", fixed(12)) == (nolo(6), nolo(7), nolo(6))
    assert parse_sheet(" \n", fixed(12)) == ()


@pytest.mark.parametrize(
    "typed, code, index, token",
    [
        ("na4 Hei!", NotationCode.UNREADABLE, 1, "Hei!"),
        ("na4 n8", NotationCode.UNREADABLE, 1, "n8"),
        ("r8", NotationCode.UNREADABLE, 0, "r8"),
        ("na-16", NotationCode.UNREADABLE, 0, "na-16"),
        ("ra\u0668", NotationCode.UNREADABLE, 0, "ra\u0668"),
        ("=a", NotationCode.UNREADABLE, 0, "=a"),
        ("!a-:third_misdeal-", NotationCode.UNREADABLE, 0, "!a-:third_misdeal-"),
        ("ra" + "9" * 50, NotationCode.UNREADABLE, 0, "ra" + "9" * 50),
        ("ra+13", NotationCode.IMPOSSIBLE_POINTS, 0, "ra+13"),
        ("ra+0", NotationCode.IMPOSSIBLE_POINTS, 0, "ra+0"),
        ("ra+32", NotationCode.IMPOSSIBLE_POINTS, 0, "ra+32"),
        ("ra-12", NotationCode.IMPOSSIBLE_POINTS, 0, "ra-12"),
        ("ra-64", NotationCode.IMPOSSIBLE_POINTS, 0, "ra-64"),
        ("nb+32", NotationCode.IMPOSSIBLE_POINTS, 0, "nb+32"),
        ("nb+0", NotationCode.IMPOSSIBLE_POINTS, 0, "nb+0"),
        ("ra14", FaultCode.TRICKS_OUT_OF_RANGE, 0, "ra14"),
        ("na7-6!b:revoke", FaultCode.TRICKS_OUT_OF_RANGE, 0, "na7-6!b:revoke"),
        ("n/", FaultCode.CUT_SHORT_WITHOUT_FALL, 0, "n/"),
        ("na4 n/ RB/", FaultCode.CUT_SHORT_WITHOUT_FALL, 2, "RB/"),
        ("!a:whistling", FaultCode.UNKNOWN_OFFENCE, 0, "!a:whistling"),
        ("na1-1!a:faulty_show", FaultCode.UNKNOWN_OFFENCE, 0, "na1-1!a:faulty_show"),
        ("na1-1!a:failed_spread", FaultCode.MALFORMED, 0, "na1-1!a:failed_spread"),
        ("ra0 nonsense", FaultCode.MATCH_OVER, 1, "nonsense"),
        ("na4 a52-0t", FaultCode.MALFORMED, 1, "a52-0t"),
        ("a48-0t", FaultCode.IMPOSSIBLE_RESULT, 0, "a48-0t"),
    ],
)
def test_the_first_token_that_cannot_stand_is_named(
    typed: str, code: NotationCode | FaultCode, index: int, token: str
) -> None:
    with pytest.raises(NotationFault) as refused:
        parse_sheet(typed, fixed(12))
    fault = refused.value
    assert (fault.code, fault.index, fault.token) == (code, index, token)


def test_what_can_stand_depends_on_the_format() -> None:
    with pytest.raises(NotationFault) as refused:
        parse_sheet("na4 n/", PLAY_OFF)
    assert refused.value.code is FaultCode.CUT_SHORT_WITHOUT_FALL
    with pytest.raises(NotationFault) as refused:
        parse_sheet("a60-0", TO_TUPPI)
    assert refused.value.code is FaultCode.IMPOSSIBLE_RESULT


def test_a_text_without_end_is_no_sheet() -> None:
    with pytest.raises(NotationFault) as refused:
        parse_sheet("na6 " * MOST_LETTERS, TO_TUPPI)
    assert refused.value.code is NotationCode.TOO_LONG


def test_an_entry_that_can_stand_nowhere_is_not_written() -> None:
    with pytest.raises(Fault) as refused:
        format_entry(DealEntry(Game.RAMI, None, Tricks(8)))
    assert refused.value.code is FaultCode.DECLARER_MISSING


@given(sheets())
def test_a_sheet_reads_back_from_its_short_form(sheet: Sheet) -> None:
    match_format, taken = sheet
    assert parse_sheet(format_sheet(taken), match_format) == taken
    assert parse_sheet(format_sheet(taken).upper(), match_format) == taken


@pytest.mark.parametrize("tricks", range(14))
def test_points_and_tricks_say_the_same(tricks: int) -> None:
    own = replay(fixed(12), [rami(A, tricks)]).rows[0]
    sign = "-" if own.robbery else "+"
    assert parse_sheet(f"ra{sign}{own.points}", fixed(12)) == (rami(A, tricks),)
    low = replay(fixed(12), [nolo(tricks)]).rows[0]
    assert parse_sheet(f"n{low.winner}+{low.points}", fixed(12)) == (nolo(tricks),)


pieces = st.sampled_from(
    ["r", "n", "a", "b", "+", "-", "/", "!", "=", ":", "t", " ", "0", "4", "13", "revoke",
     "late", "third_misdeal", "\u0130", "\u212a", "\ud800", "\x00"]
)  # fmt: skip


@given(st.one_of(st.text(), st.lists(pieces, max_size=20).map("".join)))
@example("\u0661")
@example("ra8\u2028na4")
def test_whatever_is_typed_is_entries_or_a_named_token(text: str) -> None:
    try:
        entries = parse_sheet(text, fixed(12))
    except NotationFault as fault:
        named, code = (fault.index, fault.token), fault.code
    else:
        assert len(entries) == len(text.split())
        assert parse_sheet(format_sheet(entries), fixed(12)) == entries
        return
    assert named in enumerate(text.split())
    assert code in (*NotationCode, *FaultCode)
