"""Headings, columns and what they hold, found and overruled."""

import pytest

from tests.tournaments.imports.building import workbook
from tournaments.imports.columns import Column, find_layout
from tournaments.imports.faults import Fault, FaultCode
from tournaments.imports.headings import Heading, HeadingKind, read_heading
from tournaments.imports.roles import Role, Shape, clashing_columns, shape_of
from tournaments.imports.sources import Choices
from tournaments.imports.text_tables import read_pasted
from tournaments.imports.workbooks import read_workbook

P1, P2, C1, C2 = Role.PLAYER_1, Role.PLAYER_2, Role.CLUB_1, Role.CLUB_2
S1, F1, S2, F2 = Role.SURNAME_1, Role.FIRST_NAME_1, Role.SURNAME_2, Role.FIRST_NAME_2
PAIR, CLUB, NUMBER, PAID, PLACE, IGNORE = (
    Role.PAIR,
    Role.CLUB,
    Role.NUMBER,
    Role.PAID,
    Role.PLACE,
    Role.IGNORE,
)


def roles(text: str, choices: Choices | None = None) -> list[Role]:
    layout = find_layout(read_pasted(text), choices or Choices())
    return [column.role for column in layout.columns]


@pytest.mark.parametrize(
    ("text", "heading"),
    [
        ("Pelaaja 1", Heading(HeadingKind.PERSON, 1)),
        ("PELAAJA2", Heading(HeadingKind.PERSON, 2)),
        ("1. pelaaja", Heading(HeadingKind.PERSON, 1)),
        ("Pelaaja B", Heading(HeadingKind.PERSON, 2)),
        ("Pelaajan 2 kerho", Heading(HeadingKind.CLUB, 2)),
        ("Kerho/seura:", Heading(HeadingKind.CLUB)),
        ("kerho2", Heading(HeadingKind.CLUB, 2)),
        (" Nimi ", Heading(HeadingKind.PERSON)),
        ("Etunimi Sukunimi", Heading(HeadingKind.PERSON)),
        ("sukunimi, etunimi", Heading(HeadingKind.PERSON, surname_first=True)),
        ("Sukunimi", Heading(HeadingKind.SURNAME)),
        ("Etunimi 2", Heading(HeadingKind.FIRST_NAME, 2)),
        ("Last name", Heading(HeadingKind.SURNAME)),
        ("Pari", Heading(HeadingKind.PAIR)),
        ("Pari nro", Heading(HeadingKind.NUMBER)),
        ("Nro.", Heading(HeadingKind.NUMBER)),
        ("N:o", Heading(HeadingKind.NUMBER)),
        ("#", Heading(HeadingKind.NUMBER)),
        ("Sija", Heading(HeadingKind.PLACE)),
        ("Maksettu", Heading(HeadingKind.PAID)),
        ("Player 1", Heading(HeadingKind.PERSON, 1)),
        ("Club 2", Heading(HeadingKind.CLUB, 2)),
        ("Pair", Heading(HeadingKind.PAIR)),
        ("Name", Heading(HeadingKind.PERSON)),
        ("Partner", Heading(HeadingKind.PARTNER)),
        ("Pisteet", None),
        ("Antti Hietaoja", None),
        ("", None),
        ("nimi" * 40, None),
    ],
)
def test_headings_are_understood(text: str, heading: Heading | None) -> None:
    assert read_heading(text) == heading


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Pelaaja 1;Kerho 1;Pelaaja 2;Kerho 2\nA;B;C;D", [P1, C1, P2, C2]),
        ("Pelaaja 1;Pelaaja 2;Kerho 1;Kerho 2\nA;B;C;D", [P1, P2, C1, C2]),
        ("Pelaaja 2;Pelaaja 1\nA;B", [P2, P1]),
        ("Nimi;Kerho;Nimi;Kerho\nA;B;C;D", [P1, C1, P2, C2]),
        ("Nimi;Nimi;Kerho\nA;B;C", [P1, P2, CLUB]),
        ("Nimi;Kerho;Pari;Kerho\nA;B;C;D", [P1, C1, P2, C2]),
        ("Name;Partner;Club\nA;B;C", [P1, P2, CLUB]),
        ("Nro;Pari;Kerho;Maksettu\n1;A / B;C;x", [NUMBER, PAIR, CLUB, PAID]),
        ("Pari;Nimi;Kerho\n1;A;B\n;C;D", [NUMBER, P1, CLUB]),
        ("Pelaajat;Kerho\nA / B;C\nD / E;F", [PAIR, CLUB]),
        ("Nimi;Kerho\nA / B;C\nD / E;F", [PAIR, CLUB]),
        ("Pelaajat;Kerho\nA;C\nB;C", [P1, CLUB]),
        ("Nimi;Kerho\nA;C\nB;C", [P1, CLUB]),
        ("Sija;Sukunimi;Etunimi;Kerho\n1;A;B;C\n;D;E;F", [PLACE, S1, F1, CLUB]),
        ("Sukunimi;Etunimi;Kerho;Sukunimi;Etunimi;Kerho\nA;B;C;D;E;F", [S1, F1, C1, S2, F2, C2]),
        ("Nimi;Puhelin;Kerho;Osoite\nA / B;040;C;D", [PAIR, IGNORE, CLUB, IGNORE]),
        ("Pelaaja 1;Kerho 1;Pelaaja 2\nA;B;C", [P1, C1, P2]),
        ("Nimi;Nimi;Nimi\nA;B;C", [P1, P2, IGNORE]),
    ],
)
def test_columns_get_their_roles_from_the_headings(text: str, found: list[Role]) -> None:
    assert roles(text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Antti A;Eino E\nOuti O;Esa S", [P1, P2]),
        ("A;K;B;L\nC;K;D;M", [P1, C1, P2, C2]),
        ("A;K;B;\nC;K;D;", [P1, C1, P2]),
        ("1;A;B\n2;C;D", [NUMBER, P1, P2]),
        ("A / B\nC / D", [PAIR]),
        ("A / B;K\nC / D;L", [PAIR, CLUB]),
        ("A / B;K;L\nC / D;K;L", [PAIR, C1, C2]),
        ("Antti A\nEino E", [P1]),
        ("A;K;B;L\nC;K;D;M\nE;K;F;L\nG;K;H;L\nI;K;J;L\nK;L;M;N;note", [P1, C1, P2, C2, IGNORE]),
    ],
)
def test_without_headings_the_number_of_columns_tells(text: str, found: list[Role]) -> None:
    layout = find_layout(read_pasted(text))
    assert (layout.header_row, [column.role for column in layout.columns]) == (None, found)
    assert layout.faults == ()


@pytest.mark.parametrize("text", ["A;B;C\nD;E;F", "A;B;C;D;E\nF;G;H;I;J"])
def test_what_is_not_clear_is_asked(text: str) -> None:
    layout = find_layout(read_pasted(text))
    assert layout.faults == (Fault(FaultCode.COLUMNS_UNCLEAR),)
    assert {column.role for column in layout.columns} == {IGNORE}


def test_the_headings_are_found_below_titles() -> None:
    content = workbook(
        {"S": [["Kevään kisa"], [], ["Pelaajat", None], ["Nro", "Nimi", "Nimi", "Kerho"], [1, "A"]]}
    )
    layout = find_layout(read_workbook(content))
    assert layout.header_row == 4
    assert layout.columns == (
        Column(0, "Nro", NUMBER),
        Column(1, "Nimi", P1),
        Column(2, "Nimi", P2),
        Column(3, "Kerho", CLUB),
    )


def test_headings_far_down_are_not_looked_for() -> None:
    text = "\n" * 15 + "Pelaaja 1;Pelaaja 2\nA;B"
    assert find_layout(read_pasted(text)).header_row is None
    assert find_layout(read_pasted(text), Choices(header_row=16)).header_row == 16


def test_the_row_of_headings_can_be_overruled() -> None:
    text = "Nimi;Nimi\nA;B"
    assert find_layout(read_pasted(text)).header_row == 1
    assert find_layout(read_pasted(text), Choices(header_row=0)).header_row is None
    unknown = find_layout(read_pasted(text), Choices(header_row=2))
    assert (unknown.header_row, unknown.faults) == (2, (Fault(FaultCode.COLUMNS_UNCLEAR),))
    missing = find_layout(read_pasted(text), Choices(header_row=7))
    assert missing.faults == (Fault(FaultCode.NO_SUCH_ROW, number=7),)


def test_roles_can_be_given_by_hand() -> None:
    choices = Choices(roles=((0, P2), (2, P1), (9, CLUB)))
    layout = find_layout(read_pasted("Nimi;Kerho;Kaveri\nA;B;C"), choices)
    assert [column.role for column in layout.columns] == [P2, IGNORE, P1]
    assert layout.faults == ()


def test_roles_by_hand_that_clash_are_named_by_their_columns() -> None:
    text = "A;B;C\nD;E;F"
    clash = find_layout(read_pasted(text), Choices(roles=((0, P1), (2, P1))))
    assert clash.faults == (Fault(FaultCode.ROLES_CLASH, text="A, C"),)
    nobody = find_layout(read_pasted(text), Choices(roles=((0, CLUB),)))
    assert nobody.faults == (Fault(FaultCode.NO_NAME_COLUMN),)


@pytest.mark.parametrize(
    ("given", "clashing"),
    [
        ([P1, C1, P2, C2], ()),
        ([PAIR, CLUB, IGNORE, IGNORE], ()),
        ([PAIR, C1, C2], ()),
        ([P1, CLUB, PLACE], ()),
        ([P1, C1], ()),
        ([P1, P1, P2], (0, 1)),
        ([PAIR, P1], (0, 1)),
        ([P1, S1, P2], (0, 1)),
        ([P2, CLUB], (0,)),
        ([P1, P2, CLUB, C1], (2, 3)),
        ([P1, C1, C2], (2,)),
        ([PAIR, PAID, PAID], (1, 2)),
    ],
)
def test_roles_that_cannot_stand_together_are_told(
    given: list[Role], clashing: tuple[int, ...]
) -> None:
    assert clashing_columns(given) == clashing


def test_the_roles_make_the_shape() -> None:
    assert shape_of([PAIR, CLUB]) is Shape.ONE_CELL
    assert shape_of([S1, F1, F2]) is Shape.ONE_ROW
    assert shape_of([PLACE, P1, CLUB]) is Shape.TWO_ROWS


def test_only_columns_without_heading_are_extra() -> None:
    layout = find_layout(read_pasted("Pelaaja 1;Pelaaja 2;Puhelin\nA;B;040;note\nC;D;050"))
    assert [(c.letters, c.heading, c.is_extra) for c in layout.columns] == [
        ("A", "Pelaaja 1", False),
        ("B", "Pelaaja 2", False),
        ("C", "Puhelin", False),
        ("D", "", True),
    ]
