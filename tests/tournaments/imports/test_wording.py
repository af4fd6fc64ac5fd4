"""Every fault in words, every choice with a label."""

import string

import pytest
from django.utils.html import escape
from django.utils.translation import override

from tournaments.imports import wording
from tournaments.imports.faults import Fault, FaultCode
from tournaments.imports.roles import Role
from tournaments.imports.tables import Delimiter, Encoding
from tournaments.imports.wording import (
    delimiter_label,
    encoding_label,
    fault_sentence,
    role_label,
)


@pytest.mark.parametrize("language", ["en", "fi"])
@pytest.mark.parametrize("code", FaultCode)
def test_every_code_has_a_sentence(code: FaultCode, language: str) -> None:
    with override(language):
        sentence = str(fault_sentence(Fault(code, row=4, cell="B4", text="TEXT", number=7)))
    assert sentence.endswith((".", "?"))
    assert "{" not in sentence
    assert "None" not in sentence


@pytest.mark.parametrize("language", ["en", "fi"])
@pytest.mark.parametrize("code", wording._LINE_SENTENCES)
def test_a_line_without_cells_is_named_by_its_number(code: FaultCode, language: str) -> None:
    with override(language):
        sentence = str(fault_sentence(Fault(code, row=4, text="TEXT", number=7)))
    assert "4" in sentence
    assert "None" not in sentence


def test_sentences_name_only_particulars_that_faults_have() -> None:
    with override("en"):
        for sentence in (*wording._SENTENCES.values(), *wording._LINE_SENTENCES.values()):
            fields = {name for _, name, _, _ in string.Formatter().parse(str(sentence)) if name}
            assert fields <= {"row", "cell", "text", "number"}


def test_a_sentence_says_where_what_and_what_to_do() -> None:
    fault = Fault(FaultCode.PLAYER_TWICE, row=4, cell="A4", text="antti hietaoja", number=3)
    with override("en"):
        assert str(fault_sentence(fault)) == (
            "antti hietaoja (cell A4) already plays in row 3. Keep the player in one pair. "
            "Enter by hand a pair with somebody else of the same name."
        )


def test_a_long_text_is_shortened_for_reading_and_braces_are_text() -> None:
    with override("en"):
        long = str(fault_sentence(Fault(FaultCode.MARKUP, cell="A1", text="<" * 400)))
        braces = str(fault_sentence(Fault(FaultCode.MARKUP, cell="A1", text="{row}<")))
    assert "<" * 60 + "…" in long
    assert "{row}<" in braces
    assert "<" not in escape(long)


def test_every_choice_has_a_label() -> None:
    with override("en"):
        assert len({str(role_label(role)) for role in Role}) == len(Role)
        assert len({encoding_label(encoding) for encoding in Encoding}) == len(Encoding)
        assert len({str(delimiter_label(delimiter)) for delimiter in Delimiter}) == len(Delimiter)
