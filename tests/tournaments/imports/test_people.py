"""Two names in a cell, numbers of a pasted list, surnames that stand first."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.imports.people import split_list_number, split_names, turn_surname_last
from tournaments.names import clean_name


@pytest.mark.parametrize(
    ("cell", "names"),
    [
        ("Antti A / Eino E", ["Antti A", "Eino E"]),
        ("Antti A/Eino E", ["Antti A", "Eino E"]),
        ("Antti A - Eino E", ["Antti A", "Eino E"]),
        ("Antti A – Eino E", ["Antti A", "Eino E"]),
        ("Antti A\u00a0– Eino E", ["Antti A", "Eino E"]),
        ("Antti A & Eino E", ["Antti A", "Eino E"]),
        ("Antti A&Eino E", ["Antti A", "Eino E"]),
        ("Antti A ja Eino E", ["Antti A", "Eino E"]),
        ("Antti A JA Eino E", ["Antti A", "Eino E"]),
        ("Antti A and Eino E", ["Antti A", "Eino E"]),
        ("Antti Ala-Kätkä / Per-Åke E", ["Antti Ala-Kätkä", "Per-Åke E"]),
        ("Antti Ala-Kätkä ja Per-Åke E", ["Antti Ala-Kätkä", "Per-Åke E"]),
        ("Maija Jaakkola - Jaana Kaja", ["Maija Jaakkola", "Jaana Kaja"]),
        ("Antti Ala-Kätkä", ["Antti Ala-Kätkä"]),
        ("Antti A /", ["Antti A", ""]),
        ("/ Antti A", ["", "Antti A"]),
        ("Antti A -", ["Antti A", ""]),
        ("A / B / C", ["A", "B", "C"]),
        ("", [""]),
    ],
)
def test_a_pair_in_a_cell_is_parted(cell: str, names: list[str]) -> None:
    assert [clean_name(name) for name in split_names(cell)] == names


@given(st.text(alphabet="ab /&-j", max_size=20))
def test_parting_loses_no_letter_but_the_separators(cell: str) -> None:
    assert "".join(split_names(cell)).count("b") == cell.count("b")


@pytest.mark.parametrize(
    ("line", "parts"),
    [
        ("3. Antti A / Eino E", ("3", "Antti A / Eino E")),
        (" 12)  Antti A", ("12", "Antti A")),
        ("3.Antti", ("", "3.Antti")),
        ("Antti A", ("", "Antti A")),
        ("1234. Antti", ("", "1234. Antti")),
        ("3. ", ("", "3. ")),
    ],
)
def test_the_number_of_a_pasted_line_is_parted_from_it(line: str, parts: tuple[str, str]) -> None:
    assert split_list_number(line) == parts


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("Siurunoja Lahja", "Lahja Siurunoja"),
        ("Siurunoja, Lahja", "Lahja Siurunoja"),
        ("Palokangas Per-Åke Juhani", "Per-Åke Juhani Palokangas"),
        ("Siurunoja", "Siurunoja"),
        ("", ""),
    ],
)
def test_a_surname_that_stands_first_is_turned_last(written: str, name: str) -> None:
    assert turn_surname_last(written) == name
