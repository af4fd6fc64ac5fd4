"""From text to pairs: shapes of lists, faults of rows, pairs entered before, keeping a preview."""

import json
from dataclasses import asdict

import pytest
from django.utils.translation import override
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.imports.building import (
    faults,
    names,
    pairs,
    sample,
    warnings,
    workbook,
)
from tournaments.imports.faults import Fault, FaultCode, visible
from tournaments.imports.previews import EntryList, SourceFacts, read_entries
from tournaments.imports.sources import Choices
from tournaments.imports.tables import Delimiter
from tournaments.imports.wording import fault_sentence

HEAD = "Pelaaja 1;Kerho 1;Pelaaja 2;Kerho 2\n"


def only_codes(text: str) -> list[tuple[str, str | None]]:
    return [(code, cell) for _, code, cell, _ in faults(read_entries(HEAD + text))]


def test_one_club_column_is_the_club_of_both() -> None:
    entries = read_entries("Pari;Kerho\nA a / B b;Oulun Tuppi\nC c / D d;-\n")
    assert pairs(entries) == [
        ("A a", "Oulun Tuppi", "B b", "Oulun Tuppi"),
        ("C c", None, "D d", None),
    ]


def test_a_pasted_numbered_list_is_pairs() -> None:
    entries = read_entries("1. Antti A / Eino E\n2. Outi O ja Esa S\n\n3) Per-Åke P - Aila A")
    assert names(entries) == [("Antti A", "Eino E"), ("Outi O", "Esa S"), ("Per-Åke P", "Aila A")]
    assert [(row.row, row.number) for row in entries.rows] == [(1, "1"), (2, "2"), (4, "3")]
    assert len(entries.takeable) == 3


MIXED = """Kaarlo Kellokumpu ja Esko Ylitalo (Kittilä)
Aila Oja / Oula Oja
Antti Koskela, Juha Koskela, Sodankylä
Veikko Hietala; Toivo Hietala
Marketta Alatalo (Kemi) - Reino Alakorva (Oulun Tuppi)
Outi Äikäs & Esa Äikäs, Kolari
Aslak Magga
Siurunoja, Lahja"""


def test_pasted_lines_are_read_however_each_parts_its_names() -> None:
    entries = read_entries(MIXED)
    assert pairs(entries) == [
        ("Kaarlo Kellokumpu", "Kittilä", "Esko Ylitalo", "Kittilä"),
        ("Aila Oja", None, "Oula Oja", None),
        ("Antti Koskela", "Sodankylä", "Juha Koskela", "Sodankylä"),
        ("Veikko Hietala", None, "Toivo Hietala", None),
        ("Marketta Alatalo", "Kemi", "Reino Alakorva", "Oulun Tuppi"),
        ("Outi Äikäs", "Kolari", "Esa Äikäs", "Kolari"),
        ("Aslak Magga", None, "", None),
        ("Siurunoja, Lahja", None, "", None),
    ]
    assert [row.row for row in entries.takeable] == [1, 2, 3, 4, 5, 6]


def test_what_was_made_of_a_line_is_told_in_the_preview() -> None:
    assert warnings(read_entries(MIXED)) == [
        ("club_of_both", 1, None, "Kittilä"),
        ("parted_by_mark", 3, None, "Antti Koskela – Juha Koskela"),
        ("club_of_both", 3, None, "Sodankylä"),
        ("parted_by_mark", 4, None, "Veikko Hietala – Toivo Hietala"),
        ("club_in_brackets", 5, None, "Kemi"),
        ("club_in_brackets", 5, None, "Oulun Tuppi"),
        ("club_of_both", 6, None, "Kolari"),
    ]


def test_faults_of_pasted_lines_name_the_line_and_no_cell() -> None:
    entries = read_entries(MIXED)
    assert faults(entries) == [(7, "half_pair", None, None), (8, "half_pair", None, None)]
    with override("en"):
        [fault] = entries.faulty[0].faults
        assert str(fault_sentence(fault)).startswith(
            "Only one player was found on line 7: “Aslak Magga”."
        )


def test_lines_with_the_club_last_are_columns_and_others_among_them_are_read_too() -> None:
    entries = read_entries(
        "Antti Koskela, Juha Koskela, Sodankylä\n"
        "Outi Äikäs, Esa Äikäs, Kolari\n"
        "Aila Oja ja Oula Oja\n"
        "Veikko Hietala; Toivo Hietala\n"
        "Kaarlo Kellokumpu, Esko Ylitalo, Kittilä"
    )
    assert pairs(entries) == [
        ("Antti Koskela", "Sodankylä", "Juha Koskela", "Sodankylä"),
        ("Outi Äikäs", "Kolari", "Esa Äikäs", "Kolari"),
        ("Aila Oja", None, "Oula Oja", None),
        ("Veikko Hietala", None, "Toivo Hietala", None),
        ("Kaarlo Kellokumpu", "Kittilä", "Esko Ylitalo", "Kittilä"),
    ]


def test_brackets_beside_a_column_of_clubs_stay_part_of_the_name() -> None:
    entries = read_entries(HEAD + "Matti M (nuorempi);K;Antti A (Kemi);\n")
    assert pairs(entries) == [("Matti M (nuorempi)", "K", "Antti A", "Kemi")]
    assert warnings(entries) == [("club_in_brackets", 2, None, "Kemi")]


@pytest.mark.parametrize(
    "line",
    [
        "Antti Koskela, Sodankylän Tuppi",
        "Antti Koskela, Sodankylä",
        "Antti Koskela; Kemi; Juha Koskela; Oulu",
        "Antti Koskela, 040 123 4567",
    ],
)
def test_a_line_that_may_be_read_otherwise_is_not_guessed(line: str) -> None:
    entries = read_entries(f"A a / B b\nC c / D d\nE e / F f\n{line}")
    assert faults(entries)[0][:2] == (4, "half_pair")
    assert [row.row for row in entries.takeable] == [1, 2, 3]


def test_names_in_parts_are_put_together() -> None:
    entries = read_entries(
        "Sukunimi;Etunimi;Kerho;Sukunimi;Etunimi;Kerho\nAikio;Per-Åke;K;Oja;Outi;\n"
    )
    assert pairs(entries) == [("Per-Åke Aikio", "K", "Outi Oja", None)]


def test_surnames_first_are_turned_in_a_shared_cell_too() -> None:
    entries = read_entries("Aikio Per-Åke / Oja\u00a0Outi", Choices(surname_first=True))
    assert names(entries) == [("Per-Åke Aikio", "Outi Oja")]


@pytest.mark.parametrize(
    "text",
    [
        "Pari;Nimi\n1;A a\n;B b\n2;C c\n;D d",
        "Pari;Nimi\n1;A a\n1;B b\n2;C c\n2;D d",
        "Nro;Nimi\n1;A a\n2;B b\n3;C c\n4;D d",
        "Nimi\nA a\nB b\n\nC c\nD d",
        "A a\nB b\nC c\nD d",
        "Sija;Nimi\n5;A a\n;B b\n5;C c\n;D d",
        "Sija;Nimi\n5;A a\n5;B b\n5;C c\n5;D d",
    ],
)
def test_two_rows_make_a_pair(text: str) -> None:
    entries = read_entries(text)
    assert names(entries) == [("A a", "B b"), ("C c", "D d")]
    assert len(entries.takeable) == 2


def test_a_pair_of_two_rows_that_lacks_one_shifts_no_other() -> None:
    entries = read_entries("Pari;Nimi\n1;A a\n2;C c\n;D d\n3;\n;\n4;E e\n;F f\n;G g")
    assert names(entries) == [("A a", ""), ("C c", "D d"), ("E e", "F f")]
    assert faults(entries) == [
        (2, "half_pair", "B2", None),
        (7, "too_many_players", "B9", None),
    ]
    assert warnings(entries) == [("row_passed_over", 5, None, "3")]


def test_single_players_by_place_are_not_paired_up() -> None:
    entries = read_entries("Sija;Nimi\n1;A a\n2;B b\n3;C c")
    assert [code for _, code, _, _ in faults(entries)] == ["half_pair"] * 3


def test_rows_prepared_with_a_number_only_are_passed_over_and_told() -> None:
    entries = read_entries("Nro;Pelaaja 1;Pelaaja 2;Maksettu\n1;A a;B b;x\n2;;;\n;;;\n3;;;ei\n")
    assert [(row.row, row.paid) for row in entries.rows] == [(2, True)]
    assert warnings(entries) == [
        ("row_passed_over", 3, None, "2"),
        ("row_passed_over", 5, None, "3 · ei"),
    ]


@pytest.mark.parametrize(
    ("row", "found"),
    [
        ("A a;K;;", [("half_pair", "C2")]),
        (";;B b;", [("half_pair", "A2")]),
        (";Oulun Tuppi;;", [("players_missing", None)]),
        ("A a;;a  A;", [("same_player", "C2")]),
        ("A a;K;123;", [("no_letters", "C2")]),
        ("A a;123;B b;", [("no_letters", "B2")]),
        ("A a;" + "K" * 81 + ";B b;", [("club_too_long", "B2")]),
        ("A" * 81 + ";K;B b;", [("name_too_long", "A2")]),
        ("A" * 80 + ";" + "K" * 80 + ";B b;", []),
        ("@a;K;B b;=1+1", [("formula", "A2"), ("formula", "D2")]),
        ("A a;<i>;B\x00b;", [("control_character", "C2"), ("markup", "B2")]),
        ('"A\na";K;B b;', [("line_break", "A2")]),
        ("A a;K;040 1234567;", [("phone_number", "C2")]),
    ],
)
def test_faults_of_a_row_name_their_cell(row: str, found: list[tuple[str, str | None]]) -> None:
    assert only_codes(row) == found


@pytest.mark.parametrize(
    ("cell", "found"),
    [
        ("A a", [("half_pair", "A2")]),
        ("A a /", [("half_pair", "A2")]),
        ("A a / B b / C c", [("too_many_players", "A2")]),
        ("/", [("players_missing", None)]),
        ("=A1 / B b", [("formula", "A2")]),
    ],
)
def test_faults_of_a_pair_in_one_cell(cell: str, found: list[tuple[str, str | None]]) -> None:
    entries = read_entries(f"Pari;Kerho\n{cell};K\nX x / Y y;K\nZ z / W w;K")
    assert [(code, at) for row, code, at, _ in faults(entries) if row == 2] == found
    assert len(entries.takeable) == 2


def test_a_cell_that_is_no_text_is_one_fault_in_every_shape() -> None:
    one_cell = workbook({"S": [["Pari", "Kerho"], [7, 8], ["A a / B b", "K"], ["C / D", "K"]]})
    assert faults(read_entries(one_cell)) == [
        (2, "number_cell", "A2", None),
        (2, "number_cell", "B2", None),
    ]
    two_rows = workbook(
        {"S": [["Sija", "Nimi"], [1, "A a"], [None, "=B2"], [2, True], [None, "C"]]}
    )
    assert faults(read_entries(two_rows)) == [
        (2, "formula_cell", "B3", None),
        (4, "truth_cell", "B4", None),
    ]


def test_a_player_of_an_earlier_row_is_told_with_that_row() -> None:
    entries = read_entries(HEAD + "A a;;B b;\nC c;;D d;\nÉ e;;a\u00a0A;\nD D;;C C;\nB b;;C c;")
    assert faults(entries) == [
        (4, "player_twice", "C4", 2),
        (5, "pair_twice", None, 3),
        (6, "player_twice", "A6", 2),
        (6, "player_twice", "C6", 3),
    ]
    assert [row.row for row in entries.takeable] == [2, 3]


def test_a_pair_that_is_entered_already_is_marked_and_not_faulted() -> None:
    known = {"A a": 1, "b  B": 1, "C c": 2, "X x": 2}
    entries = read_entries(HEAD + "B b;;A a;\nC c;;D d;\nE e;;F f;\nX x;;A a;", known=known)
    assert [(row.row, row.already_entered) for row in entries.rows] == [
        (2, 1),
        (3, None),
        (4, None),
        (5, None),
    ]
    assert faults(entries) == [
        (3, "player_entered", "A3", 2),
        (5, "player_twice", "C5", 2),
        (5, "player_entered", "A5", 2),
        (5, "player_entered", "C5", 1),
    ]
    assert [row.row for row in entries.takeable] == [4]
    assert [row.row for row in entries.entered_before] == [2]


def test_the_same_file_again_takes_nothing() -> None:
    first = read_entries(sample("parit-32.csv"))
    known = {
        player.name: number
        for number, row in enumerate(first.takeable, 1)
        for player in (row.first, row.second)
    }
    again = read_entries(sample("parit-32.csv"), known=known)
    assert (again.takeable, again.faulty) == ((), ())
    assert [row.already_entered for row in again.entered_before] == list(range(1, 33))


@pytest.mark.parametrize(
    ("cell", "paid", "warned"),
    [
        ("x", True, False),
        ("Kyllä", True, False),
        ("20 €", True, False),
        ("12,50", True, False),
        ("", False, False),
        ("ei", False, False),
        ("0", False, False),
        ("paikan päällä", False, True),
    ],
)
def test_paid_is_read_and_doubt_is_told(cell: str, paid: bool, warned: bool) -> None:
    entries = read_entries(f"Pelaaja 1;Pelaaja 2;Maksettu\nA a;B b;{cell}\n")
    assert entries.rows[0].paid is paid
    assert [w.code for w in entries.rows[0].warnings] == [FaultCode.PAID_UNCLEAR] * warned


@pytest.mark.parametrize(
    ("cell", "place", "warned"),
    [("3", 3, False), ("3.", 3, False), ("", None, False), ("5-8", None, True), ("0", None, True)],
)
def test_places_are_read_and_doubt_is_told(cell: str, place: int | None, warned: bool) -> None:
    entries = read_entries(f"Pelaaja 1;Pelaaja 2;Sija\nA a;B b;{cell}\n")
    assert entries.rows[0].place == place
    assert [w.code for w in entries.rows[0].warnings] == [FaultCode.PLACE_UNCLEAR] * warned


def test_a_club_that_may_be_two_is_taken_whole_and_told() -> None:
    entries = read_entries("Pari;Kerho\nA a / B b;Oulu / Kemi\nC c / D d;K\n")
    assert pairs(entries)[0] == ("A a", "Oulu / Kemi", "B b", "Oulu / Kemi")
    assert warnings(entries) == [("club_may_be_two", 2, "B2", "Oulu / Kemi")]


def test_unreadable_input_is_a_list_with_one_fault() -> None:
    assert read_entries(b"") == EntryList(None, faults=(Fault(FaultCode.EMPTY),))
    assert read_entries("  \n") == EntryList(None, faults=(Fault(FaultCode.EMPTY),))
    assert read_entries(b"PK\x03\x04nonsense").faults == (Fault(FaultCode.DAMAGED),)
    assert read_entries(b"\x89PNG\r\n\x1a\n").faults == (Fault(FaultCode.NOT_TEXT),)


def test_the_source_tells_how_the_list_was_read() -> None:
    entries = read_entries("Nimi\tNimi\nA a\tB b", Choices(surname_first=True))
    assert entries.source is not None
    assert entries.source == SourceFacts(
        delimiter=Delimiter.TAB,
        header_row=1,
        columns=entries.source.columns,
        surname_first=True,
    )


def test_what_cannot_be_stored_or_seen_is_written_out() -> None:
    assert visible("Áilu\u00a0Aikio") == "Áilu\u00a0Aikio"
    assert visible("a\x00\ud800\u202e\u2028b") == "a[U+0000][U+D800][U+202E][U+2028]b"


PIECES = st.text(st.sampled_from('Aaä /&-;,()\t\n"=<1\x00\u00a0\ud800'), max_size=8)
WORDS = st.sampled_from(["Pelaaja 1", "Pari", "Kerho", "Nro", "Sija", "Maksettu", "Sukunimi"])
LISTS = st.lists(st.lists(PIECES | WORDS, max_size=6), max_size=8)


@settings(max_examples=200)
@given(LISTS, st.sampled_from(";,\t"), st.booleans())
def test_any_pasted_list_gives_rows_that_can_be_kept(
    rows: list[list[str]], delimiter: str, surname_first: bool
) -> None:
    text = "\n".join(delimiter.join(row) for row in rows)
    entries = read_entries(text, Choices(surname_first=surname_first))
    stored = json.dumps(asdict(entries), ensure_ascii=False)
    stored.encode()
    assert "\\u0000" not in stored  # PostgreSQL keeps no such character
    assert not (entries.faults and entries.rows)
    taken = [player.name for row in entries.takeable for player in (row.first, row.second)]
    assert all(taken)
    assert len({name.casefold() for name in taken}) == len(taken)
