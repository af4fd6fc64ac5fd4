"""XLSX to a table: sheets, kinds of cells, limits, hostile and damaged files."""

import datetime as dt
import io
import random
import re
import zipfile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl import Workbook

from tests.tournaments.imports.building import repacked, sample, saved, workbook
from tournaments.imports.faults import Fault, FaultCode, UnreadableFile
from tournaments.imports.tables import MAX_BYTES, MAX_COLUMNS, MAX_ROWS, Cell, CellKind
from tournaments.imports.workbooks import looks_like_a_workbook, read_workbook

# What openpyxl remarks about files it can read all the same.
pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")

SHEET = "xl/worksheets/sheet1.xml"
MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
SMALL = workbook({"Parit": [["Pelaaja 1", "Pelaaja 2"], ["Antti A", "Eino E"]]})


def refusal(content: bytes, sheet: str | None = None) -> Fault:
    with pytest.raises(UnreadableFile) as refused:
        read_workbook(content, sheet)
    return refused.value.fault


def outcome(content: bytes) -> FaultCode | None:
    """The code of the refusal, None where the file was read; anything else fails the test."""
    try:
        read_workbook(content)
    except UnreadableFile as refused:
        return refused.fault.code
    return None


def sheet_xml(rows: str) -> str:
    return f"<worksheet {MAIN}><sheetData>{rows}</sheetData></worksheet>"


def with_sheet(xml: str) -> bytes:
    return repacked(SMALL, {SHEET: xml.encode()})


def test_the_only_sheet_that_holds_anything_is_taken() -> None:
    table = read_workbook(workbook({"Tyhjä": [], "Parit": [["A", "B"]], "Blanko": [[" "]]}))
    assert (table.sheet_names, table.sheet, table.needs_sheet) == (("Parit",), "Parit", False)
    assert [cell.text for cell in table.rows[0].cells] == ["A", "B"]


def test_of_several_sheets_one_has_to_be_chosen() -> None:
    content = workbook({"Kemi": [["A"]], "Oulu": [["B"]]})
    table = read_workbook(content)
    assert (table.sheet_names, table.rows, table.needs_sheet) == (("Kemi", "Oulu"), (), True)
    assert read_workbook(content, "Oulu").rows[0].cells == (Cell("B"),)
    assert refusal(content, "Inari") == Fault(FaultCode.NO_SUCH_SHEET, text="Inari")


def test_every_kind_of_cell_is_told_apart() -> None:
    row = ["A", 7, 7.0, 2.5, True, "=A1", dt.date(2026, 11, 28), dt.datetime(2026, 1, 2, 3, 4)]  # noqa: DTZ001
    table = read_workbook(workbook({"S": [[*row, dt.time(9, 30), None, "#N/A"]]}))
    assert table.rows[0].cells == (
        Cell("A"),
        Cell("7", CellKind.NUMBER),
        Cell("7", CellKind.NUMBER),
        Cell("2.5", CellKind.NUMBER),
        Cell("TRUE", CellKind.TRUTH),
        Cell("=A1", CellKind.FORMULA),
        Cell("2026-11-28", CellKind.DATE),
        Cell("2026-01-02T03:04:00", CellKind.DATE),
        Cell("09:30:00", CellKind.DATE),
        Cell(""),
        Cell("#N/A", CellKind.ERROR),
    )


def test_array_and_table_formulas_are_formulas() -> None:
    cells = (
        '<c r="A1"><f t="array" ref="A1">SUM(B1)</f><v>1</v></c>'
        '<c r="B1"><f t="dataTable" ref="B1" r1="C1"/><v>1</v></c>'
    )
    table = read_workbook(with_sheet(sheet_xml(f'<row r="1">{cells}</row>')))
    assert table.rows[0].cells == (
        Cell("=SUM(B1)", CellKind.FORMULA),
        Cell("=TABLE()", CellKind.FORMULA),
    )


def test_control_characters_are_shown_for_what_they_are() -> None:
    content = workbook({"S": [["Reijo_x0007_Kello", "Tuula\nToinen"]]})
    assert [c.text for c in read_workbook(content).rows[0].cells] == [
        "Reijo\x07Kello",
        "Tuula\nToinen",
    ]


def test_merged_cells_hold_their_text_once() -> None:
    book = Workbook()
    sheet = book.active
    sheet.append([1, "Antti A"])
    sheet.append([None, "Eino E"])
    sheet.merge_cells("A1:A2")
    rows = read_workbook(saved(book)).rows
    assert [[cell.text for cell in row.cells] for row in rows] == [["1", "Antti A"], ["", "Eino E"]]


def test_rows_beyond_the_size_a_sheet_claims_are_read() -> None:
    rows = "".join(
        f'<row r="{n}"><c r="A{n}" t="inlineStr"><is><t>Nimi {n}</t></is></c></row>'
        for n in (1, 2, 5)
    )
    table = read_workbook(
        with_sheet(
            f'<worksheet {MAIN}><dimension ref="A1:A1"/><sheetData>{rows}</sheetData></worksheet>'
        )
    )
    assert [row.cells[0].text if row.cells else "" for row in table.rows] == [
        "Nimi 1",
        "Nimi 2",
        "",
        "",
        "Nimi 5",
    ]


def test_rows_columns_and_sheets_have_limits() -> None:
    assert len(read_workbook(workbook({"S": [["A"]] * MAX_ROWS})).rows) == MAX_ROWS
    assert refusal(workbook({"S": [["A"]] * (MAX_ROWS + 1)})) == Fault(
        FaultCode.TOO_MANY_ROWS, number=MAX_ROWS
    )
    assert len(read_workbook(workbook({"S": [["A"] * MAX_COLUMNS]})).rows[0].cells) == MAX_COLUMNS
    assert refusal(workbook({"S": [["A"] * (MAX_COLUMNS + 1)]})) == Fault(
        FaultCode.TOO_MANY_COLUMNS, number=MAX_COLUMNS
    )
    assert refusal(workbook({f"S{n}": [["A"]] for n in range(101)})) == Fault(
        FaultCode.TOO_MANY_SHEETS, number=100
    )


@pytest.mark.parametrize("address", ["A1048576", "XFD1"])
def test_a_cell_at_the_far_end_of_a_sheet_is_refused_at_once(address: str) -> None:
    row = "".join(c for c in address if c.isdigit())
    cell = f'<c r="{address}" t="inlineStr"><is><t>A</t></is></c>'
    fault = refusal(with_sheet(sheet_xml(f'<row r="{row}">{cell}</row>')))
    assert fault.code in {FaultCode.TOO_MANY_ROWS, FaultCode.TOO_MANY_COLUMNS}


def test_a_sheet_too_large_to_look_through_is_refused_only_if_it_is_chosen() -> None:
    far = '<row r="1048576"><c r="A1048576"/></row>'
    two = workbook({"Iso": [], "Parit": [["A", "B"]]})
    content = repacked(two, {SHEET: sheet_xml(far).encode()})
    assert read_workbook(content).sheet_names == ("Iso", "Parit")
    assert read_workbook(content, "Parit").rows[0].cells == (Cell("A"), Cell("B"))
    assert refusal(content, "Iso") == Fault(FaultCode.TOO_MANY_ROWS, number=MAX_ROWS)


def test_formatting_below_the_content_is_no_content() -> None:
    empty = "".join(f'<row r="{n}"><c r="A{n}" s="0"/></row>' for n in range(2, 5000))
    cell = '<row r="1"><c r="A1" t="inlineStr"><is><t>A</t></is></c></row>'
    table = read_workbook(with_sheet(sheet_xml(f"{cell}{empty}")))
    assert len(table.rows) == 1


def test_an_empty_workbook_is_refused() -> None:
    assert refusal(workbook({"S": []})) == Fault(FaultCode.EMPTY)


def test_old_and_locked_workbooks_are_told_apart() -> None:
    ole = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(2000)
    assert looks_like_a_workbook(ole)
    assert refusal(ole) == Fault(FaultCode.OLD_EXCEL)
    assert refusal(ole + "EncryptedPackage".encode("utf-16-le")) == Fault(FaultCode.ENCRYPTED)


def test_a_locked_zip_is_refused() -> None:
    content = bytearray(SMALL)
    for start, flags in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        content[content.index(start) + flags] |= 1
    assert refusal(bytes(content)) == Fault(FaultCode.ENCRYPTED)


@pytest.mark.parametrize(
    ("part", "kind"),
    [
        ("content.xml", "ods"),
        ("xl/workbook.bin", "xlsb"),
        ("word/document.xml", "docx"),
        ("readme.txt", "zip"),
    ],
)
def test_other_packages_are_told_by_their_kind(part: str, kind: str) -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as package:
        package.writestr(part, "x")
    assert refusal(out.getvalue()) == Fault(FaultCode.OTHER_FORMAT, text=kind)


def test_a_file_that_unpacks_to_too_much_is_refused_before_it_is_opened() -> None:
    zeros = repacked(SMALL, {"xl/media/image1.bin": bytes(31 * 1024 * 1024)})
    assert len(zeros) < 200_000
    assert refusal(zeros) == Fault(FaultCode.UNPACKS_TOO_LARGE, number=30)
    assert refusal(repacked(SMALL, {"xl/a.xml": b" " * 2_000_000})).code == (
        FaultCode.UNPACKS_TOO_LARGE
    )


def test_a_light_sheet_of_far_too_many_empty_cells_is_refused() -> None:
    noise = random.Random(1)
    cells = "".join(f"<c/>{chr(noise.randrange(97, 107))}" for _ in range(600_001))
    content = with_sheet(sheet_xml(f"<row>{cells}</row>"))
    assert len(content) < MAX_BYTES
    assert refusal(content).code == FaultCode.UNPACKS_TOO_LARGE


def test_other_compressions_are_refused() -> None:
    content = repacked(SMALL, {"xl/extra.xml": b"<a/>"}, compression=zipfile.ZIP_LZMA)
    assert refusal(content) == Fault(FaultCode.DAMAGED)


@pytest.mark.parametrize(
    "xml",
    [
        '<!DOCTYPE a [<!ENTITY b "cccc">]><worksheet>&b;</worksheet>',
        '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><worksheet>&b;</worksheet>',
        "<worksheet>",
        "no xml",
        sheet_xml('<row r="x"/>'),
        sheet_xml('<row r="1"><c r="A1" t="s"><v>9</v></c></row>'),
        sheet_xml(f'<row r="1"><c r="A1"><v>{"9" * 5000}</v></c></row>'),
        sheet_xml('<row r="1"><c r="?"><v>1</v></c></row>'),
    ],
)
def test_hostile_or_broken_xml_is_one_refusal(xml: str) -> None:
    assert refusal(with_sheet(xml)) == Fault(FaultCode.DAMAGED)


def test_missing_parts_are_one_refusal() -> None:
    for part in ("xl/workbook.xml", "xl/_rels/workbook.xml.rels", "xl/styles.xml", SHEET):
        out = io.BytesIO()
        with zipfile.ZipFile(io.BytesIO(SMALL)) as old, zipfile.ZipFile(out, "w") as new:
            for info in old.infolist():
                if info.filename != part:
                    new.writestr(info.filename, old.read(info))
        assert outcome(out.getvalue()) in {None, FaultCode.DAMAGED, FaultCode.EMPTY}


def test_a_truncated_file_is_one_refusal() -> None:
    for end in range(4, len(SMALL), 97):
        assert refusal(SMALL[:end]).code == FaultCode.DAMAGED


REFUSALS = {
    None,
    FaultCode.DAMAGED,
    FaultCode.EMPTY,
    FaultCode.ENCRYPTED,
    FaultCode.OLD_EXCEL,
    FaultCode.OTHER_FORMAT,
    FaultCode.TOO_MANY_COLUMNS,
    FaultCode.TOO_MANY_ROWS,
    FaultCode.UNPACKS_TOO_LARGE,
}
CHANGES = st.lists(st.tuples(st.floats(0, 1, exclude_max=True), st.integers(0, 255)), max_size=12)
PARTS = [info.filename for info in zipfile.ZipFile(io.BytesIO(SMALL)).infolist()]


@settings(max_examples=100, deadline=None)
@given(st.sampled_from([SMALL, sample("kisatulos-kaksi-rivia.xlsx")]), CHANGES)
def test_changed_bytes_of_a_package_are_read_or_refused(
    content: bytes, changes: list[tuple[float, int]]
) -> None:
    changed = bytearray(content)
    for where, value in changes:
        changed[int(where * len(changed))] = value
    assert outcome(bytes(changed)) in REFUSALS


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(PARTS), CHANGES, st.floats(0, 1), st.binary(max_size=8))
def test_changed_bytes_inside_a_package_are_read_or_refused(
    part: str, changes: list[tuple[float, int]], at: float, put: bytes
) -> None:
    with zipfile.ZipFile(io.BytesIO(SMALL)) as package:
        changed = bytearray(package.read(part))
    for where, value in changes:
        changed[int(where * len(changed))] = value
    position = int(at * len(changed))
    changed[position:position] = put
    assert outcome(repacked(SMALL, {part: bytes(changed)})) in REFUSALS


ATTRIBUTES = " 1 -1 1e999 nan true A1 A0 XFD9999999 s d e n b str inlineStr é ../../x 2026-13-45"
VALUES = st.sampled_from(re.split(" ", f"{ATTRIBUTES} {'9' * 30} xl/none.xml"))


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(PARTS), st.integers(0, 200), VALUES)
def test_changed_attributes_are_read_or_refused(part: str, which: int, value: str) -> None:
    with zipfile.ZipFile(io.BytesIO(SMALL)) as package:
        pieces = package.read(part).decode().split('"')
    attributes = range(1, len(pieces), 2)
    if attributes:
        pieces[attributes[which % len(attributes)]] = value
    assert outcome(repacked(SMALL, {part: '"'.join(pieces).encode()})) in REFUSALS
