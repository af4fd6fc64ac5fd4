"""Text from people, made safe for files."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE

from tests.builders import make_drawn_tournament
from tests.tournaments.exports.reading import export, pdf_pages, table_of
from tournaments.exports.text import inert, printable
from tournaments.models import PairPlayer, User

ANY_TEXT = st.text(st.characters(codec=None))


def test_letters_of_every_alphabet_stay() -> None:
    text = "Áilu Jáŋŋášbalsačuđđit Šiŧžåäö Ж 漢 😀 – “”"
    assert printable(text) == text


def test_a_character_no_file_can_hold_is_replaced() -> None:
    assert printable("a\x00b\tc\nd\x1be\x85f\ud800g\uffffh") == "a b c d e f\ufffdg\ufffdh"


@given(ANY_TEXT)
def test_what_is_printable_can_be_written_to_every_file(text: str) -> None:
    clean = printable(text)
    assert not ILLEGAL_CHARACTERS_RE.search(clean)
    assert clean.encode("utf-8").decode("utf-8") == clean
    assert printable(clean) == clean


@given(ANY_TEXT)
def test_no_inert_text_begins_as_a_formula_does(text: str) -> None:
    assert not inert(text).startswith(("=", "+", "-", "@", "\t", "\r"))


def test_control_characters_that_got_into_a_name_break_no_file(organiser: User) -> None:
    tournament = make_drawn_tournament(organiser, pairs=4, pools=1)
    PairPlayer.objects.filter(name="Aino Ensi1").update(name="Ai\x01no\x0b Ensi1\ufffe")
    assert any(
        row["Player 1"] == "Ai no  Ensi1\ufffd"
        for row in table_of(export(tournament, "standings", "xlsx"), "Standings")
    )
    for name in ("standings", "schedule", "score-sheets"):
        assert "Ai no Ensi1" in " ".join(pdf_pages(export(tournament, name, "pdf")))
    assert b"Ai no  Ensi1" in export(tournament, "standings", "csv")
    assert export(tournament, "results", "xlsx")
    assert export(tournament, "standings", "json")
