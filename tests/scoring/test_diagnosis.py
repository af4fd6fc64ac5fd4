"""A sheet judged to its end: every line at fault, and what the others come to."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from score_sheets import Sheet, answer, entries, fixed, formats, sheet, sheets

from scoring.deals import Game, Side
from scoring.diagnosis import Fell, diagnose, disagreements
from scoring.entries import CutShort, DealEntry, Entry, MatchFormat, ResultEntry
from scoring.ledger import Ledger, replay
from scoring.notation import NotationFault, format_entry, format_sheet, parse_sheet, parse_token

any_lines = st.lists(entries, max_size=20)
typed_tokens = st.lists(
    st.sampled_from(
        [
            "ra8",
            "rb12",
            "ra0",
            "na4",
            "nb0",
            "n/",
            "ra/",
            "!a",
            "!b-",
            "=a:late",
            "a60-0t",
            "ra14",
            "r8",
            "ra+5",
            "xyz",
            "!a:peeking",
        ]
    ),
    max_size=20,
)


def codes(text: str) -> list[tuple[int, str]]:
    return [(fault.index, fault.code) for fault in diagnose(fixed(4), text.split()).faults]


def test_every_line_at_fault_is_named() -> None:
    assert codes("ra14 ra8 n/ n/ xyz nb+16") == [
        (0, "tricks_out_of_range"),
        (3, "cut_short_without_fall"),
        (4, "unreadable"),
    ]


def test_every_line_after_the_end_is_named() -> None:
    assert codes("ra0 na4 nonsense") == [(1, "match_over"), (2, "match_over")]


def test_the_lines_after_a_fault_are_judged_without_it() -> None:
    found = diagnose(fixed(4), ["ra8", "ra14", "n/"])
    assert format_sheet(found.entries) == "ra8 n/"
    assert found.places == (0, 2)
    assert found.ledger == replay(fixed(4), found.entries)


def test_a_deal_that_fell_is_won_by_the_pair_not_on_the_rise() -> None:
    found = diagnose(fixed(4), ["rb8", Fell(Game.RAMI, Side.B), Fell(Game.NOLO, None)])
    assert found.entries[1] == DealEntry(Game.RAMI, Side.B, CutShort(Side.A))
    assert [(fault.index, fault.code) for fault in found.faults] == [(2, "cut_short_without_fall")]


@pytest.mark.parametrize(
    "game, declarer, code",
    [(Game.RAMI, None, "declarer_missing"), (Game.NOLO, Side.A, "declarer_in_nolo")],
)
def test_a_deal_that_fell_needs_its_declarer_too(
    game: Game, declarer: Side | None, code: str
) -> None:
    assert [f.code for f in diagnose(fixed(4), ["ra8", Fell(game, declarer)]).faults] == [code]


@given(formats, any_lines)
def test_there_are_no_faults_where_replay_accepts_and_some_where_it_does_not(
    match_format: MatchFormat, lines: list[Entry]
) -> None:
    found = diagnose(match_format, lines)
    replayed = answer(replay, match_format, lines)
    if isinstance(replayed, Ledger):
        assert found.is_sound
        assert (found.ledger, found.entries) == (replayed, tuple(lines))
    else:
        first = found.faults[0]
        assert (first.code, first.index) == (replayed.code, replayed.entry)


@given(formats, any_lines)
def test_what_stands_replays_and_every_line_either_stands_or_is_at_fault(
    match_format: MatchFormat, lines: list[Entry]
) -> None:
    found = diagnose(match_format, lines)
    assert found.ledger == replay(match_format, found.entries)
    assert [lines[place] for place in found.places] == list(found.entries)
    named = sorted([*found.places, *(fault.index for fault in found.faults)])
    assert named == list(range(len(lines)))


@given(formats, typed_tokens)
def test_typed_lines_are_judged_as_a_typed_sheet_is(
    match_format: MatchFormat, tokens: list[str]
) -> None:
    found = diagnose(match_format, tokens)
    if found.is_sound:
        assert found.entries == parse_sheet(" ".join(tokens), match_format)
        return
    with pytest.raises(NotationFault) as caught:
        parse_sheet(" ".join(tokens), match_format)
    first, named = found.faults[0], caught.value
    assert (first.code, first.index, first.token) == (named.code, named.index, named.token)


@given(sheets())
def test_a_sheet_in_the_short_form_is_sound(sheet: Sheet) -> None:
    match_format, taken = sheet
    found = diagnose(match_format, [format_entry(entry) for entry in taken])
    assert (found.entries, found.faults) == (taken, ())


@pytest.mark.parametrize("typed", ["ra8 na4", "", " ", "r" * 200_000])
def test_a_line_is_one_token(typed: str) -> None:
    with pytest.raises(NotationFault) as caught:
        parse_token(typed, None)
    assert (caught.value.code, caught.value.index) == ("unreadable", 0)


@pytest.mark.parametrize(
    "result, typed, found",
    [
        ("b56-0t", "ra0", []),
        ("a52-0", "=a:late", []),
        ("a52-0t", "=a:late", ["tuppi"]),
        ("b60-0t", "ra0", ["total"]),
        ("a56-0t", "rb13", ["unfinished", "total", "tuppi"]),
        ("a56-0t", "ra0", ["winner", "total"]),
        ("b56-0", "ra0", ["tuppi"]),
    ],
)
def test_deals_are_held_against_the_result_entered_without_them(
    result: str, typed: str, found: list[str]
) -> None:
    [entry] = parse_sheet(result, fixed(16))
    assert isinstance(entry, ResultEntry)
    assert list(disagreements(entry, sheet(typed))) == found


@given(sheets())
def test_a_finished_sheet_agrees_with_its_own_result(taken: Sheet) -> None:
    ledger = replay(*taken)
    if ledger.winner is None:
        return
    total = ledger.total
    result = ResultEntry(ledger.winner, total.a, total.b, tuppi=ledger.tuppi is not None)
    assert disagreements(result, ledger) == ()
