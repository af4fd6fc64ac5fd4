"""Lists as organisers really keep them, each taken as it should be."""

from tests.tournaments.imports.building import faults, names, pairs, sample, warnings
from tournaments.imports.entries import EntryRow, ImportedPlayer
from tournaments.imports.faults import Fault, FaultCode
from tournaments.imports.previews import read_entries
from tournaments.imports.roles import Role
from tournaments.imports.sources import Choices
from tournaments.imports.tables import Delimiter, Encoding


def test_a_plain_list_of_32_pairs_is_taken_whole() -> None:
    entries = read_entries(sample("parit-32.csv"))
    assert entries.source is not None
    assert (entries.source.encoding, entries.source.delimiter) == (Encoding.UTF_8, Delimiter.COMMA)
    assert entries.faults == entries.warnings == ()
    assert len(entries.takeable) == len(entries.rows) == 32
    assert pairs(entries)[:4] == [
        ("Lauri Takkuvaara", "Oulun Tuppi", "Antti Koskenranta", None),
        ("Örjan Takkuvaara", "Kemin Tuppikerho", "Heikki Riipisenmaa", "Kemin Tuppikerho"),
        ("Antti Siurunoja", None, "Niilo Aikioniemi", None),
        ("Outi Mäkitörmä", "Tornionlaakson Tuppi", "Sirkka Ojanperänen", "Kemin Tuppikerho"),
    ]
    assert entries.rows[12] == EntryRow(
        row=14,
        first=ImportedPlayer("Tapio Länsipalo", "Kempeleen Tuppi"),
        second=ImportedPlayer("Áilu Kotajärvi", "Kempeleen Tuppi"),
    )


def test_a_finnish_excel_file_gives_13_pairs_with_trimmed_names() -> None:
    entries = read_entries(sample("ilmoittautuneet-excel.csv"))
    assert entries.source is not None
    assert entries.source.encoding is Encoding.WINDOWS_1252
    assert entries.source.delimiter is Delimiter.SEMICOLON
    assert warnings(entries) == [("encoding_guessed", None, None, "windows-1252")]
    assert pairs(entries) == [
        ("Kerttu Mikkolanaho", "Kemin Tuppikerho", "Ailu Takkuvaara", "Kemin Tuppikerho"),
        ("Niilo Jänkälä-Oja", "Kempeleen Tuppi", "Terttu Välimaanaho", "Kempeleen Tuppi"),
        ("Terttu Siurunoja", None, "Örjan Mäkitörmä", None),
        ("Eeva Peurasuo", "Kempeleen Tuppi", "Reijo Peurasuo", "Kempeleen Tuppi"),
        ("Pirkko Rantavaara", "Vihannin Tuppi", "Leena Tievajärvi", "Vihannin Tuppi"),
        ("Pirkko Åströmvik", "Oulun Tuppi", "Veikko Ojanperänen", "Oulun Tuppi"),
        ("Heikki Ylipekkala", "Sodankylän Tuppi", "Niilo Lampela-Aho", "Sodankylän Tuppi"),
        ("Örjan Välimaanaho", "Rovaniemen Tuppi", "Raimo Ojanperänen", "Rovaniemen Tuppi"),
        ("Ylermi Rantavaara", None, "Martti Tievajärvi", None),
        ("Maarit Peurasuo", "Sodankylän Tuppi", "Erkki Uusi-Kätkä", "Sodankylän Tuppi"),
        ("Terttu Keskikuru", "Kemin Tuppikerho", "Kalevi Takkuvaara", "Kemin Tuppikerho"),
        ("Elsa Mikkolanaho", "Sodankylän Tuppi", "Jouni Suopalo", "Sodankylän Tuppi"),
        ("Elsa Karhuvaara", "Tornionlaakson Tuppi", "Seppo Erkkilänaho", "Tornionlaakson Tuppi"),
    ]
    assert [row.number for row in entries.takeable] == [str(n) for n in range(1, 14)]
    assert [row.row for row in entries.rows if row.paid] == [2, 3, 4, 6, 7, 12, 15]


def test_a_pasted_sheet_with_surnames_first_gives_9_pairs() -> None:
    entries = read_entries(sample("ilmo-liitetty.tsv"), Choices(surname_first=True))
    assert entries.faults == entries.warnings == ()
    assert len(entries.takeable) == 9
    assert pairs(entries) == [
        ("Per-Åke Palokangas", "Rovaniemen Tuppi", "Lahja Siurunoja", "Rovaniemen Tuppi"),
        ("Jorma Pitkäjänkä", "Sodankylän Tuppi", "Esa Rantavaara", "Sodankylän Tuppi"),
        ("Antti Hietaoja", "Kempeleen Tuppi", "Hannu Alakorpi", "Kempeleen Tuppi"),
        ("Toivo Siurunoja", "Kempeleen Tuppi", "Per-Åke Keskikuru", "Kempeleen Tuppi"),
        ("Hannu Peurasuo", None, "Antti Suopalo", "Kemin Tuppikerho"),
        ("Helvi Vaaranlehto", None, "Kauko Saijetsniemi", None),
        ("Örjan Vaaranlehto", "Rovaniemen Tuppi", "Arvo Tievajärvi", "Rovaniemen Tuppi"),
        ("Arvo Äijänaho", "Sodankylän Tuppi", "Elsa Alakorpi", "Sodankylän Tuppi"),
        ("Elsa Takkuvaara", "Sodankylän Tuppi", "Oula Mikkolanaho", "Sodankylän Tuppi"),
    ]


def test_surname_first_is_suggested_by_the_headings_and_never_guessed() -> None:
    entries = read_entries(sample("ilmo-liitetty.tsv"))
    assert names(entries)[0] == ("Palokangas Per-Åke", "Siurunoja Lahja")
    assert entries.warnings == (Fault(FaultCode.SURNAME_FIRST_SUGGESTED),)


def test_the_same_list_pasted_as_text_reads_the_same() -> None:
    pasted = sample("ilmo-liitetty.tsv").decode("utf-8-sig")
    by_file = read_entries(sample("ilmo-liitetty.tsv"))
    assert read_entries(pasted).rows == by_file.rows


def test_the_result_form_asks_for_its_sheet() -> None:
    entries = read_entries(sample("kisatulos-kaksi-rivia.xlsx"))
    assert entries.source is not None
    assert entries.source.sheet_names == ("Kemi", "Oulu")
    assert entries.source.sheet is None
    assert entries.faults == (Fault(FaultCode.CHOOSE_SHEET),)
    assert entries.rows == ()


def test_the_result_form_gives_16_pairs_with_places() -> None:
    entries = read_entries(sample("kisatulos-kaksi-rivia.xlsx"), Choices(sheet="Kemi"))
    assert entries.source is not None
    assert entries.source.header_row == 3
    assert [column.role for column in entries.source.columns] == [
        Role.PLACE,
        Role.PLAYER_1,
        Role.CLUB,
        Role.IGNORE,
    ]
    assert entries.faults == entries.warnings == ()
    assert [row.place for row in entries.takeable] == list(range(1, 17))
    assert [row.row for row in entries.rows] == list(range(4, 36, 2))
    assert pairs(entries)[3:6] == [
        ("Oula Näätäsaari", None, "Risto Pitkäjänkä", None),
        ("Hannu Niskavaara", "Tornionlaakson Tuppi", "Matti Mikkolanaho", "Tornionlaakson Tuppi"),
        ("Elsa Vaaranlehto", "Kemin Tuppikerho", "Martti Riipisenmaa", "Oulun Tuppi"),
    ]


def test_the_empty_sheet_of_the_result_form_has_no_entries() -> None:
    entries = read_entries(sample("kisatulos-kaksi-rivia.xlsx"), Choices(sheet="Oulu"))
    assert entries.faults == (Fault(FaultCode.NO_ENTRIES),)
    assert entries.rows == ()


def test_every_fault_of_a_bad_list_is_named_with_its_row() -> None:
    entries = read_entries(sample("virheita.csv"))
    assert faults(entries) == [
        (2, "half_pair", "C2", None),
        (4, "player_twice", "A4", 3),
        (5, "pair_twice", None, 3),
        (6, "formula", "A6", None),
        (6, "phone_number", "C6", None),
        (7, "markup", "A7", None),
        (7, "markup", "B7", None),
        (8, "name_too_long", "A8", 80),
        (9, "line_break", "A9", None),
        (9, "control_character", "C9", None),
        (10, "control_character", "A10", None),
        (11, "same_player", "C11", None),
    ]
    assert warnings(entries) == [
        ("extra_cell", 12, "E12", "ylimääräinen"),
        ("extra_cell", 12, "F12", "sarake"),
    ]
    assert [row.row for row in entries.takeable] == [3, 12]


def test_nothing_of_a_bad_list_is_cut_or_swallowed() -> None:
    entries = read_entries(sample("virheita.csv"))
    by_row = {row.row: row for row in entries.rows}
    assert by_row[6].first.name == '=HYPERLINK("http://example.invalid";"x")'
    assert by_row[6].second == ImportedPlayer("+358 Puhelin", None)
    assert by_row[7].first == ImportedPlayer("<script>alert(1)</script>", "<b>Kerho</b>")
    assert by_row[8].first.name == "A" * 400
    assert by_row[8].faults[0].text == "A" * 400
    assert names(entries)[7:9] == [
        ("Tuula[U+000A]Toinenrivi", "Veikko[U+0009]Sarkain"),
        ("Reijo[U+0007]Kello", "Risto Rantavaara"),
    ]


def test_cells_that_are_no_text_are_named_and_an_empty_club_is_allowed() -> None:
    entries = read_entries(sample("solutyypit.xlsx"))
    assert faults(entries) == [
        (2, "formula_cell", "C2", None),
        (3, "number_cell", "A3", None),
        (3, "date_cell", "C3", None),
    ]
    assert [fault.text for row in entries.rows for fault in row.faults] == [
        "=A2",
        "12345",
        "2026-11-28",
    ]
    assert [row.row for row in entries.takeable] == [4]
    assert pairs(entries)[2] == ("Sirkka Siurunoja", None, "Toivo Takkuvaara", None)
