"""Text to a table: encodings, delimiters, quotation marks, limits."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.imports.faults import Fault, FaultCode, UnreadableFile
from tournaments.imports.tables import (
    MAX_BYTES,
    MAX_COLUMNS,
    MAX_ROWS,
    Delimiter,
    Encoding,
    SourceTable,
)
from tournaments.imports.text_tables import read_pasted, read_text


def texts(table: SourceTable) -> list[list[str]]:
    return [[cell.text for cell in row.cells] for row in table.rows]


def refusal(content: bytes, encoding: Encoding | None = None) -> Fault:
    with pytest.raises(UnreadableFile) as refused:
        read_text(content, encoding)
    return refused.value.fault


@pytest.mark.parametrize(
    ("content", "encoding", "guessed"),
    [
        ("Åke;Čájá".encode(), Encoding.UTF_8, False),
        ("Åke;Čájá".encode("utf-8-sig"), Encoding.UTF_8, False),
        ("Åke;Čájá".encode("utf-16"), Encoding.UTF_16, False),
        (b"\xfe\xff" + "Åke;Čájá".encode("utf-16-be"), Encoding.UTF_16, False),
        ("Åke;Čájá".replace("Č", "Š").encode("cp1252"), Encoding.WINDOWS_1252, True),
    ],
)
def test_the_encoding_is_found_and_told(content: bytes, encoding: Encoding, guessed: bool) -> None:
    table = read_text(content)
    assert texts(table) == [["Åke", "Šájá" if guessed else "Čájá"]]
    assert (table.encoding, table.encoding_guessed) == (encoding, guessed)


def test_the_encoding_can_be_overruled() -> None:
    content = "Näätä;Åke".encode("mac-roman")
    assert texts(read_text(content, Encoding.MAC_ROMAN)) == [["Näätä", "Åke"]]
    assert texts(read_text("Åke;B".encode("utf-16-le"), Encoding.UTF_16)) == [["Åke", "B"]]
    assert refusal(content, Encoding.UTF_8) == Fault(FaultCode.WRONG_ENCODING, text="utf-8")


@pytest.mark.parametrize(
    ("text", "delimiter", "rows"),
    [
        ("A\tB\nC\tD", Delimiter.TAB, [["A", "B"], ["C", "D"]]),
        ("A;B,C\r\nD;E\r\n", Delimiter.SEMICOLON, [["A", "B,C"], ["D", "E"]]),
        ("A, B\rC,D", Delimiter.COMMA, [["A", " B"], ["C", "D"]]),
        ("A / B\nC / D", Delimiter.NONE, [["A / B"], ["C / D"]]),
        ("Title\n\nA;B\nC;D", Delimiter.SEMICOLON, [["Title"], [""], ["A", "B"], ["C", "D"]]),
        ("A / B\nC, jr / D\nE / F", Delimiter.NONE, [["A / B"], ["C, jr / D"], ["E / F"]]),
        ("A;B;\n", Delimiter.SEMICOLON, [["A", "B", ""]]),
        ("A;B;", Delimiter.SEMICOLON, [["A", "B", ""]]),
    ],
)
def test_the_delimiter_is_found(text: str, delimiter: Delimiter, rows: list[list[str]]) -> None:
    table = read_pasted(text)
    assert (table.delimiter, texts(table)) == (delimiter, rows)


def test_the_delimiter_can_be_overruled() -> None:
    assert texts(read_pasted("A;B,C", Delimiter.COMMA)) == [["A;B", "C"]]
    assert texts(read_pasted("A;B,C", Delimiter.NONE)) == [["A;B,C"]]


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ('"A;1";B\nC;D', [["A;1", "B"], ["C", "D"]]),
        ('"A\r\n1";B\r\nC;D', [["A\r\n1", "B"], ["C", "D"]]),
        ('"A ""Pate"" B";C', [['A "Pate" B', "C"]]),
        ('"";B\n ;"D"', [["", "B"], [" ", "D"]]),
        ('A;"B" \n "C";D', [["A", "B"], ["C", "D"]]),
        ('"Pate" A;B\nC;D', [['"Pate" A', "B"], ["C", "D"]]),
        ('A "Pate" B;C\nD;E', [['A "Pate" B', "C"], ["D", "E"]]),
    ],
)
def test_quotation_marks_enclose_whole_fields_only(text: str, rows: list[list[str]]) -> None:
    assert texts(read_pasted(text, Delimiter.SEMICOLON)) == rows


def test_a_quotation_mark_left_open_swallows_no_rows() -> None:
    assert texts(read_pasted('"A;B\nC;D\nE;F')) == [['"A', "B"], ["C", "D"], ["E", "F"]]


def test_rows_are_numbered_as_a_spreadsheet_numbers_them() -> None:
    table = read_pasted('\n"A\n1";B\n\nC;D\n;\n\n')
    assert [(row.number, row.is_blank) for row in table.rows] == [
        (1, True),
        (2, False),
        (3, True),
        (4, False),
    ]


def test_control_characters_are_kept_for_the_report() -> None:
    assert (
        texts(read_text(b"Reijo\x07Kello;Ville\x00Nolla\n" * 2))
        == [["Reijo\x07Kello", "Ville\x00Nolla"]] * 2
    )


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", FaultCode.EMPTY),
        (b"\xef\xbb\xbf", FaultCode.EMPTY),
        (b" \r\n\t\r\n", FaultCode.EMPTY),
        (b"%PDF-1.7 \n...", FaultCode.NOT_TEXT),
        (b"\x89PNG\r\n", FaultCode.NOT_TEXT),
        (bytes(range(256)) * 4, FaultCode.NOT_TEXT),
        (bytes(1000), FaultCode.NOT_TEXT),
        ("A;B\n".encode("utf-16-le"), FaultCode.NOT_TEXT),
    ],
)
def test_what_is_no_text_is_refused(content: bytes, code: FaultCode) -> None:
    assert refusal(content).code == code


def test_size_rows_and_columns_have_limits() -> None:
    assert refusal(b"a" * (MAX_BYTES + 1)) == Fault(FaultCode.TOO_LARGE, number=2)
    assert len(read_text(b"A;B\n" * MAX_ROWS).rows) == MAX_ROWS
    assert refusal(b"A;B\n" * (MAX_ROWS + 1)) == Fault(FaultCode.TOO_MANY_ROWS, number=MAX_ROWS)
    assert len(read_text(b"A;B\n" + b";\n" * 5000).rows) == 1
    assert len(read_text(b";".join([b"A"] * MAX_COLUMNS)).rows[0].cells) == MAX_COLUMNS
    assert refusal(b";".join([b"A"] * (MAX_COLUMNS + 1))) == Fault(
        FaultCode.TOO_MANY_COLUMNS, number=MAX_COLUMNS
    )
    with pytest.raises(UnreadableFile):
        read_pasted("a" * (MAX_BYTES + 1))


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("\n" * 10_000 + "A", FaultCode.TOO_MANY_ROWS),
        ("\n" * 100_000 + "A", FaultCode.TOO_MANY_ROWS),
        (";" * 100_000 + "A", FaultCode.TOO_MANY_COLUMNS),
        ("A;" * 100_000, FaultCode.TOO_MANY_COLUMNS),
        ('"A;' * 100_000, FaultCode.TOO_MANY_COLUMNS),
    ],
)
def test_endless_rows_and_columns_are_refused(text: str, code: FaultCode) -> None:
    assert refusal(text.encode()).code == code


FIELDS = st.text(alphabet='ab "\n\r\t;,=', max_size=6)


@given(st.lists(st.lists(FIELDS, min_size=1, max_size=5), min_size=1, max_size=6))
def test_what_a_spreadsheet_writes_is_read_back(rows: list[list[str]]) -> None:
    written = "\r\n".join(
        ";".join('"' + field.replace('"', '""') + '"' for field in row) for row in rows
    )
    while rows and not "".join(rows[-1]).strip():
        rows.pop()
    if rows:
        assert texts(read_pasted(written, Delimiter.SEMICOLON)) == rows


@given(st.text(alphabet='ab"; \t,\r\n', max_size=60), st.sampled_from(Delimiter))
def test_no_letter_is_lost_whatever_the_quotation_marks(text: str, delimiter: Delimiter) -> None:
    try:
        table = read_pasted(text, delimiter)
    except UnreadableFile:
        assert not text.strip()
        return
    read = "".join(cell for row in texts(table) for cell in row)
    assert [c for c in read if c in "ab"] == [c for c in text if c in "ab"]


@given(st.binary(max_size=300))
def test_any_bytes_are_read_or_refused(content: bytes) -> None:
    code = None
    try:
        read_text(content)
    except UnreadableFile as refused:
        code = refused.fault.code
    assert code in {None, FaultCode.EMPTY, FaultCode.NOT_TEXT}
