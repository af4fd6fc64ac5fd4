"""Every fault of typing and of the rules has its own words, and hints at what to write."""

from __future__ import annotations

import pytest
from django.utils import translation

from scoring.faults import FaultCode
from scoring.ledger import FormatKind, MatchFormat
from scoring.notation import NotationCode, NotationFault, parse_sheet
from tournaments.codes_in_words import FAULTS, OFFENCES
from tournaments.sentences import LONGEST_SHOWN, fault_sentence, shown_token

SIXTEEN = MatchFormat(FormatKind.FIXED, 16)


@pytest.fixture(autouse=True)
def _english() -> object:
    with translation.override("en"):
        yield


def fault_of(text: str, match_format: MatchFormat = SIXTEEN) -> NotationFault:
    with pytest.raises(NotationFault) as caught:
        parse_sheet(text, match_format)
    return caught.value


def test_every_code_has_a_sentence_of_its_own() -> None:
    codes = {code.value for code in (*FaultCode, *NotationCode)}
    assert set(FAULTS) == codes
    assert len({str(sentence) for sentence in FAULTS.values()}) == len(codes)


@pytest.mark.parametrize(
    "typed, token, sentence",
    [
        (
            "ra8 r8",
            "r8",
            "This cannot be read. Rami: pair A declared and took 8 tricks is ra8. "
            "Not played on: ra/.",
        ),
        (
            "N4",
            "N4",
            "This cannot be read. Nolo: pair A took 4 tricks is na4. Not played on: n/.",
        ),
        (
            "!c",
            "!c",
            "This cannot be read. 28 points against pair A: !a. Not using up a deal: !a-.",
        ),
        ("=a", "=a", "This cannot be read. The match to pair A: =a:forfeit."),
        (
            "b76",
            "b76",
            "This cannot be read. Only the result, B won 76 to 24: b76-24. By a tuppi: b76-24t.",
        ),
        (
            "8",
            "8",
            "This cannot be read. Rami begins with r, nolo with n, for example ra8 or na4.",
        ),
        (
            "ra+10",
            "ra+10",
            "No deal gives these points. Rami won and nolo give 4, 8 … 28, a robbed rami "
            "8, 16 … 56. Rami: pair A declared and took 8 tricks is ra8. Not played on: ra/.",
        ),
        (
            "ra0 na4",
            "na4",
            "The match was over before this line. Leave the line out, "
            "or mend the line that ended the match.",
        ),
        (
            "na14",
            "na14",
            "Tricks are 0 to 13. Before a ruling they are at most 12 together.",
        ),
        (
            "n/",
            "n/",
            "Nobody was on the rise here who could fall. Write the tricks of the deal.",
        ),
        (
            "!a:peeking",
            "!a:peeking",
            "The word after the colon is not known. The words are listed below.",
        ),
        (
            "ra8 b76-24",
            "b76-24",
            "This does not fit here. A bare result stands alone on the sheet, "
            "and a spread can fail in rami only.",
        ),
        (
            "a24-76",
            "a24-76",
            "These match points cannot be. The winner has more points, and pair A would have won "
            "with 24 against 76. The winner's points come first. Did you mean a76-24?",
        ),
    ],
)
def test_a_fault_says_what_is_wrong_and_what_to_write(
    typed: str, token: str, sentence: str
) -> None:
    fault = fault_of(typed)
    assert (shown_token(fault), fault_sentence(fault)) == (token, sentence)


def test_a_line_nobody_would_read_is_cut() -> None:
    shown = shown_token(fault_of("x" * 90_000))
    assert shown == "x" * LONGEST_SHOWN + "…"


def test_letters_that_cannot_be_seen_are_marked() -> None:
    assert shown_token(fault_of("ra8\0\u202e")) == "ra8\ufffd\ufffd"


def test_every_hint_can_be_typed_as_it_stands() -> None:
    on_the_rise = "rb8 "
    for example in ("ra8", "ra/", "na4", "n/", "!a", "!a-", "=a:forfeit"):
        parse_sheet(on_the_rise + example, SIXTEEN)
    for example in ("a76-24", "a76-24t", "b76-24", "b76-24t"):
        parse_sheet(example, SIXTEEN)


def test_every_offence_of_the_rules_has_its_words() -> None:
    from scoring.rulings import AwardReason, Penalty, PlayOffence

    assert set(OFFENCES) == {code.value for code in (*Penalty, *PlayOffence, *AwardReason)}
