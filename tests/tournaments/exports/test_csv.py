"""CSV files."""

from __future__ import annotations

import csv
from io import StringIO

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.builders import make_drawn_tournament, make_tournament, play
from tests.tournaments.exports.odd_events import make_odd_event
from tests.tournaments.exports.reading import export
from tournaments.exports.csv_dialects import Dialect
from tournaments.exports.csv_files import write_csv
from tournaments.exports.standings_table import standings_headings, standings_rows
from tournaments.models import Tournament, User


def read(tournament: Tournament) -> list[list[str]]:
    content = export(tournament, "standings", "csv")
    return list(csv.reader(StringIO(content.decode("utf-8"), newline="")))


def test_a_row_a_pair_under_the_headings(organiser: User) -> None:
    tournament = make_drawn_tournament(organiser, pairs=8, pools=2)
    for match in tournament.matches.all():
        play(organiser, match, "ra13 ra13")
    headings, *rows = read(tournament)
    assert headings == standings_headings()
    assert rows == [[str(cell) for cell in row] for row in standings_rows(tournament)]
    assert len(rows) == 8


def test_it_is_utf_8_with_commas_and_no_byte_order_mark(organiser: User) -> None:
    tournament = make_odd_event(organiser, pairs=2, pools=1)
    content = export(tournament, "standings", "csv")
    assert content.startswith(b"Pool,Place,Shared place,")
    assert content.count(b"\r\n") == 3
    assert "Jáŋŋášbalsačuđđit Šiŧžaåöšž" in content.decode("utf-8")


def test_what_a_spreadsheet_would_compute_gets_an_apostrophe(organiser: User) -> None:
    tournament = make_odd_event(organiser, pairs=2, pools=1)
    rows = read(tournament)
    (odd,) = [row for row in rows if row[3] == "2"]
    assert odd[4:8] == [
        '\'=HYPERLINK("http://example.org") Aho2',
        "'@SUM(A1)",
        "<b>Áŋčđšŧž</b> & <para>Utsi2",
        "'-2+3",
    ]


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("=1+1", "'=1+1"),
        ("+358", "'+358"),
        ("-1", "'-1"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("\t=1", "' =1"),
        ("\r=1", "' =1"),
        ("Aho", "Aho"),
        ("A=1", "A=1"),
        ("A\x00\x0bB\nC", "A  B C"),
    ],
)
def test_text_is_made_inert(text: str, written: str) -> None:
    assert write_csv([[text]], Dialect(",", "utf-8")).decode() == f"{written}\r\n"


def test_another_dialect_is_another_delimiter_and_encoding() -> None:
    excel = Dialect(";", "utf-8-sig")
    assert write_csv([["ä", 1], ["b;c", 2]], excel) == (b'\xef\xbb\xbf\xc3\xa4;1\r\n"b;c";2\r\n')


@pytest.mark.parametrize("pairs", [0, 1, 5])
def test_an_event_without_pools_has_its_headings_only(organiser: User, pairs: int) -> None:
    assert read(make_tournament(organiser, pairs=pairs)) == [standings_headings()]


@pytest.mark.parametrize(("pairs", "pools"), [(4, 1), (32, 8)])
def test_queries_do_not_grow(organiser: User, pairs: int, pools: int) -> None:
    tournament = make_drawn_tournament(organiser, pairs=pairs, pools=pools)
    with CaptureQueriesContext(connection) as queries:
        export(tournament, "standings", "csv")
    assert len(queries) == 5
