"""Names: what is kept, what is the same, what order they stand in, what is refused."""

import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tournaments.names import (
    MAX_NAME,
    MAX_SORT_KEY,
    NameFault,
    clean_name,
    fold_name,
    found_by,
    name_faults,
    sort_key,
    unfit_character,
)

ANY_TEXT = st.text(max_size=60)
ALPHABET = "abcdefghijklmnopqrstuvwxyzåäö"
FINNISH_WORD = st.text(alphabet=ALPHABET, min_size=1, max_size=8)


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Áilu   Takkuvaara ", "Áilu Takkuvaara"),
        ("Kempeleen\u00a0Tuppi\u00a0", "Kempeleen Tuppi"),
        ("Per-A\u030ake Aikio", "Per-Åke Aikio"),
        ("\ufeffOula O'Näätä\u200e", "Oula O'Näätä"),
        ("", ""),
        (" \u00a0\t", ""),
    ],
)
def test_a_name_is_kept_trimmed_folded_and_composed(typed: str, kept: str) -> None:
    assert clean_name(typed) == kept


@given(ANY_TEXT)
def test_cleaning_twice_changes_nothing(text: str) -> None:
    assert clean_name(clean_name(text)) == clean_name(text)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Antti Hietaoja", "antti  hietaoja"),
        ("ÄIJÄNAHO", "a\u0308ija\u0308naho"),
        ("Oulun Tuppi", "Oulun\u00a0tuppi "),
        ("Antti Hie\u00adtaoja", "Antti Hietaoja"),
        ("Ａntti", "antti"),
    ],
)
def test_case_width_and_white_space_do_not_make_another_name(one: str, other: str) -> None:
    assert fold_name(one) == fold_name(other)


def test_accents_make_another_name() -> None:
    assert fold_name("Áilu Aikio") != fold_name("Ailu Aikio")
    assert fold_name("Hänninen") != fold_name("Hanninen")


@given(ANY_TEXT)
def test_folding_is_settled_and_blind_to_cleaning(text: str) -> None:
    folded = fold_name(text)
    assert fold_name(folded) == folded
    assert fold_name(clean_name(text)) == folded


@pytest.mark.parametrize(
    ("name", "typed"),
    [
        ("Mäkelä", "makela"),
        ("Mäkelä", "MÄKELÄ"),
        ("Näkkäläjärvi", "nakkala"),
        ("Šlubbo Niillas", "slubbo"),
        ("Ŋuorri Đávvet", "nuorri davvet"),
        ("Ström", "str\N{LATIN SMALL LETTER O}\N{COMBINING DIAERESIS}m"),
    ],
)
def test_a_name_is_found_with_or_without_the_marks_of_its_letters(name: str, typed: str) -> None:
    assert found_by(typed) in found_by(name)


@given(st.text())
@example("0\N{ACUTE ACCENT}")
def test_looking_for_what_is_found_by_changes_nothing(text: str) -> None:
    assert found_by(found_by(text)) == found_by(text)


def test_names_stand_in_finnish_order_by_surname() -> None:
    in_order = [
        "Niilo Aikioniemi",
        "Erkki Ala-Kätkä",
        "Hannu Ala-Kätkä",
        "Elsa Alakorpi",
        "Áhkku Čeavži",
        "Čájá Cedi",
        "Antti Hietaoja",
        "Oula Ŋiellja",
        "Kaisa Niskavaara",
        "Tauno Uusi-Kätkä",
        "Aino Virta",
        "Aino Wirta",
        "Aino Ylermi",
        "Aino Üllas",
        "Aino Zakka",
        "Per Åkerlund",
        "Áilu Äijänaho",
        "Jouni Äijänaho",
        "Pirkko Öström",
        "Иван Жуков",
    ]
    assert sorted(sorted(in_order), key=sort_key) == in_order


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("Per-Åke Äijänaho", "|ij|naho per-{ke"),
        ("Oula O'Näätä", "on||t| oula"),
        ("Ásllat Đuŋŧá Šž", "sz asllat dunta"),
        ("Aino Maria Virta", "virta aino maria"),
        ("Cher", "cher"),
        ("", ""),
    ],
)
def test_a_sort_key_is_the_surname_and_then_the_rest(name: str, key: str) -> None:
    assert sort_key(name) == key


@given(ANY_TEXT)
def test_a_sort_key_is_ascii_bounded_and_the_same_for_the_same_name(text: str) -> None:
    key = sort_key(text)
    assert key.isascii()
    assert len(key) <= MAX_SORT_KEY
    assert sort_key(fold_name(text)) == key
    assert all(unicodedata.category(c) != "Cc" for c in key)


@given(FINNISH_WORD, FINNISH_WORD)
def test_byte_order_of_keys_is_the_order_of_the_alphabet(one: str, other: str) -> None:
    by_alphabet = [ALPHABET.index(c) for c in one] < [ALPHABET.index(c) for c in other]
    assert (sort_key(one).encode() < sort_key(other).encode()) == by_alphabet


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("Antti Hietaoja", ()),
        (" Oula O'Näätä\n", ()),
        ("Ö", ()),
        ("", ()),
        ("-", (NameFault.NO_LETTERS,)),
        ("123", (NameFault.NO_LETTERS,)),
        ("Tuula\nToinenrivi", (NameFault.LINE_BREAK,)),
        ("Veikko\tSarkain", (NameFault.CONTROL_CHARACTER,)),
        ("Reijo\x07Kello", (NameFault.CONTROL_CHARACTER,)),
        ("Reijo\u202eolleK", (NameFault.CONTROL_CHARACTER,)),
        ("J\ufffdnk\ufffd Oja", (NameFault.CONTROL_CHARACTER,)),
        ("<b>Kerho</b>", (NameFault.MARKUP,)),
        ('=HYPERLINK("x")', (NameFault.FORMULA,)),
        ("@SUM(A1)", (NameFault.FORMULA,)),
        ("-Antti", (NameFault.FORMULA,)),
        ("+358 Puhelin", (NameFault.PHONE_NUMBER,)),
        ("Antti Hietaoja 040 123 4567", (NameFault.PHONE_NUMBER,)),
        ("A" * MAX_NAME, ()),
        ("A" * (MAX_NAME + 1), (NameFault.TOO_LONG,)),
        ("=" + "<" * 90, (NameFault.MARKUP, NameFault.FORMULA, NameFault.TOO_LONG)),
    ],
)
def test_every_fault_of_a_name_is_told(text: str, faults: tuple[NameFault, ...]) -> None:
    assert name_faults(text) == faults


def test_the_unfit_character_is_shown() -> None:
    assert unfit_character("Veikko\tSarkain") == "\t"
    assert unfit_character("Reijo\x00Kello") == "\x00"
    assert unfit_character("Tuula\nToinenrivi") is None


@given(ANY_TEXT)
def test_a_name_without_fault_can_be_stored_and_shown(text: str) -> None:
    if not name_faults(text):
        name = clean_name(text)
        assert len(name) <= MAX_NAME
        name.encode()
        assert name == "" or any(c.isalpha() for c in name)
        assert not set(name) & set("<>\n\r\x00")
