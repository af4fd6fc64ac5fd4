"""CSV files."""

from __future__ import annotations

import csv
from io import StringIO

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.builders import make_drawn_tournament, make_tournament, play
from tests.tournaments.exports.eventful import NOTE, Eventful
from tests.tournaments.exports.odd_events import make_odd_event
from tests.tournaments.exports.reading import export, table_of
from tournaments.exports.csv_dialects import Dialect
from tournaments.exports.csv_files import write_csv
from tournaments.exports.tables.standings import standings_table
from tournaments.exports.text import inert
from tournaments.models import Tournament, User, Withdrawal
from tournaments.queries.matches import matches_of
from tournaments.queries.standings import standings_of

NAMES = ("standings", "pairs", "schedule", "matches", "deals")


def read(tournament: Tournament, name: str = "standings") -> list[list[str]]:
    content = export(tournament, name, "csv")
    return list(csv.reader(StringIO(content.decode("utf-8"), newline="")))


def records(tournament: Tournament, name: str) -> list[dict[str, str]]:
    headings, *rows = read(tournament, name)
    return [dict(zip(headings, row, strict=True)) for row in rows]


def test_a_row_a_pair_under_the_headings(organiser: User) -> None:
    tournament = make_drawn_tournament(organiser, pairs=8, pools=2)
    for match in tournament.matches.all():
        play(organiser, match, "ra13 ra13")
    headings, *rows = read(tournament)
    table = standings_table(standings_of(tournament))
    assert headings == table.headings
    assert rows == [[str(cell) for cell in row] for row in table.rows]
    assert len(rows) == 8


def test_every_pair_is_entered_with_its_clubs_and_when_it_withdrew(eventful: Eventful) -> None:
    first, second, *_rest = records(eventful.tournament, "pairs")
    at = timezone.localtime(Withdrawal.objects.get().made_at)
    assert first == {
        "Pair number": "1",
        "Player 1": "Aino Ensi1",
        "Club 1": "Oulu",
        "Player 2": "Eero Toka1",
        "Club 2": "Oulu",
        "Withdrew": f"{at:%Y-%m-%d %H:%M:%S}",
    }
    assert second["Withdrew"] == ""


def test_the_schedule_tells_every_match_and_who_sits_out(organiser: User) -> None:
    tournament = make_drawn_tournament(organiser, pairs=5, pools=1)
    first, _second, idle, *_rest = records(tournament, "schedule")
    view = matches_of(tournament)[0]
    assert first == {
        "Starts": "2026-11-28 11:15:00",
        "Table": "1",
        "Match": "1",
        "Pool": "A",
        "Round": "1",
        "Pair A number": str(view.a.number),
        "Pair A": view.a.name,
        "Pair B number": str(view.b.number),
        "Pair B": view.b.name,
        "Remark": "",
    }
    assert (idle["Match"], idle["Table"], idle["Remark"]) == ("", "", "Sits out")
    assert len(read(tournament, "schedule")) == 1 + 10 + 5


def test_matches_and_deals_are_those_of_the_workbook(eventful: Eventful) -> None:
    for name, sheet in [("matches", "Matches"), ("deals", "Deals")]:
        written = table_of(export(eventful.tournament, "results", "xlsx"), sheet)
        assert len(written) > 3
        assert records(eventful.tournament, name) == [
            {key: as_csv(cell) for key, cell in row.items()} for row in written
        ]


def as_csv(cell: object) -> str:
    if isinstance(cell, str):
        return inert(cell)
    return "" if cell is None else str(cell)


@pytest.mark.parametrize("name", NAMES)
def test_nothing_in_any_file_is_a_formula(organiser: User, name: str) -> None:
    tournament = make_odd_event(organiser, pairs=5, pools=1)
    for match in tournament.matches.all():
        play(organiser, match, "=a:forfeit")
    rows = read(tournament, name)
    assert not [cell for row in rows for cell in row if cell.startswith(("=", "+", "-", "@"))]


@pytest.mark.parametrize("name", NAMES)
def test_no_note_for_the_staff_is_in_any_file(eventful: Eventful, name: str) -> None:
    assert NOTE not in export(eventful.tournament, name, "csv").decode("utf-8")


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
    tournament = make_tournament(organiser, pairs=pairs)
    for name in NAMES:
        assert len(read(tournament, name)) == 1 + (pairs if name == "pairs" else 0)


@pytest.mark.parametrize(("pairs", "pools"), [(4, 1), (32, 8)])
def test_queries_do_not_grow(organiser: User, pairs: int, pools: int) -> None:
    tournament = make_drawn_tournament(organiser, pairs=pairs, pools=pools)
    for match in tournament.matches.all()[: pairs // 2]:
        play(organiser, match, "ra8 !b")
    counted = {}
    for name in NAMES:
        with CaptureQueriesContext(connection) as queries:
            export(tournament, name, "csv")
        counted[name] = len(queries)
    assert counted == {"standings": 5, "pairs": 2, "schedule": 5, "matches": 3, "deals": 5}
