"""The result form as the federation keeps it."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from tests.builders import make_drawn_tournament, make_tournament, play, win_for_a
from tests.tournaments.exports.odd_events import make_odd_event
from tests.tournaments.exports.reading import export, workbook
from tests.tournaments.imports.building import pairs as pairs_read
from tests.tournaments.imports.building import sample
from tests.tournaments.imports.building import warnings as warnings_read
from tests.tournaments.results.events import confirm_all, make_pools
from tests.tournaments.withdrawals.steps import win
from tournaments.imports.previews import read_entries
from tournaments.imports.sources import Choices
from tournaments.models import Course, Tournament, User
from tournaments.queries.places import PlacedPair, places_of


def finished(organiser: User, pairs: int) -> Tournament:
    tournament = make_drawn_tournament(organiser, pairs=pairs, pools=1)
    for match in tournament.matches.all():
        play(organiser, match, "ra13 ra13" if match.number % 3 else win_for_a(match.deals))
    confirm_all(tournament)
    return tournament


def as_read(placed: PlacedPair) -> tuple[str, str | None, str, str | None]:
    first, second = placed.pair.players
    return (first.name, first.club or None, second.name, second.club or None)


def test_the_form_has_two_rows_a_pair_with_points_for_each_player(organiser: User) -> None:
    tournament = finished(organiser, 5)
    sheet = workbook(export(tournament, "result-form", "xlsx")).active
    assert sheet.title == "Kylätalo"
    rows = list(sheet.values)
    assert rows[0][0] == "Testituppi, Kylätalo, 28.11.–29.11.2026"
    assert rows[1] == (None,) * 4
    assert rows[2] == ("Place", "Player", "Club", "Points")
    expected = []
    for placed, points in zip(places_of(tournament).pairs, (25, 22, 20, 18, 16), strict=True):
        first, second = placed.pair.players
        expected.append((placed.place, first.name, first.club or None, points))
        expected.append((None, second.name, second.club or None, points))
    assert rows[3:] == expected


@pytest.mark.parametrize("language", ["fi", "en"])
def test_our_own_import_reads_it_like_the_federations(organiser: User, language: str) -> None:
    tournament = finished(organiser, 6)
    with translation.override(language):
        entries = read_entries(export(tournament, "result-form", "xlsx"))
    theirs = read_entries(sample("kisatulos-kaksi-rivia.xlsx"), Choices(sheet="Kemi"))
    assert entries.source is not None
    assert theirs.source is not None
    assert entries.source.header_row == theirs.source.header_row
    assert [c.role for c in entries.source.columns] == [c.role for c in theirs.source.columns]
    assert entries.faults == entries.warnings == ()
    placed = places_of(tournament).pairs
    assert [row.place for row in entries.takeable] == [each.place for each in placed]
    assert pairs_read(entries) == [as_read(each) for each in placed]


def test_the_place_is_merged_over_both_rows_as_in_the_federations(organiser: User) -> None:
    ours = workbook(export(finished(organiser, 5), "result-form", "xlsx")).active
    theirs = workbook(sample("kisatulos-kaksi-rivia.xlsx"))["Kemi"]
    merged = {str(cells) for cells in ours.merged_cells.ranges if cells.min_row > 3}
    assert merged == {f"A{row}:A{row + 1}" for row in range(4, 14, 2)}
    assert merged <= {str(cells) for cells in theirs.merged_cells.ranges}


def test_a_shared_place_gives_its_points_to_all_who_share_it(organiser: User) -> None:
    tournament = make_drawn_tournament(organiser, pairs=4, pools=1)
    for winner, loser in [(1, 2), (2, 3), (3, 1), (1, 4), (2, 4), (3, 4)]:
        win(organiser, tournament, winner, loser)
    confirm_all(tournament)
    content = export(tournament, "result-form", "xlsx")
    rows = list(workbook(content).active.values)[3:]
    assert [(row[0], row[3]) for row in rows] == [
        *[(1, 25), (None, 25)] * 3,
        *[(4, 18), (None, 18)],
    ]
    assert [row.place for row in read_entries(content).takeable] == [1, 1, 1, 4]


def test_places_beyond_the_sixteenth_get_no_points(organiser: User) -> None:
    tournament = finished(organiser, 17)
    rows = list(workbook(export(tournament, "result-form", "xlsx")).active.values)[3:]
    beyond = [row for row in rows[::2] if row[0] > 16]
    assert beyond
    assert {row[3] for row in beyond} == {0}


def test_pools_before_their_knock_out_leave_places_and_points_empty(organiser: User) -> None:
    tournament = make_pools(organiser, course=Course.POOLS_AND_KNOCKOUT)
    content = export(tournament, "result-form", "xlsx")
    sheet = workbook(content).active
    assert sheet["A2"].value == (
        "Place and points are empty. What decides the places is the knock-out, which has not been "
        "drawn yet."
    )
    rows = list(sheet.values)[3:]
    assert {(row[0], row[3]) for row in rows} == {(None, None)}
    entries = read_entries(content)
    assert entries.faults == entries.warnings == ()
    assert pairs_read(entries) == [as_read(each) for each in places_of(tournament).pairs]


def test_a_form_before_the_end_says_what_it_waits_for(organiser: User) -> None:
    drawn = make_drawn_tournament(organiser, pairs=4, pools=1)
    told = workbook(export(drawn, "result-form", "xlsx")).active["A2"].value
    assert told == (
        "Place and points are empty. 6 matches of the pools are still to be played to their end."
    )
    entered = make_tournament(organiser, pairs=3, name="Toinen")
    told = workbook(export(entered, "result-form", "xlsx")).active["A2"].value
    assert told == "Place and points are empty. The draw has not been published yet."


def test_odd_names_stay_text_and_come_back_as_they_are(organiser: User) -> None:
    tournament = make_odd_event(organiser, pairs=5, pools=1, name="=1+1")
    content = export(tournament, "result-form", "xlsx")
    sheet = workbook(content).active
    assert {cell.data_type for row in sheet.iter_rows() for cell in row} == {"s", "n"}
    assert warnings_read(read_entries(content)) == []
    assert pairs_read(read_entries(content)) == [
        as_read(each) for each in places_of(tournament).pairs
    ]


def test_it_prints_on_upright_pages_under_its_headings(organiser: User) -> None:
    sheet = workbook(export(finished(organiser, 4), "result-form", "xlsx")).active
    assert sheet.freeze_panes == "A4"
    assert sheet.print_title_rows == "$3:$3"
    assert (sheet.page_setup.orientation, sheet.page_setup.paperSize) == ("portrait", 9)
    assert (sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight) == (1, 0)


@pytest.mark.parametrize(("pairs", "pools"), [(4, 1), (32, 8)])
def test_queries_do_not_grow(organiser: User, pairs: int, pools: int) -> None:
    tournament = make_drawn_tournament(organiser, pairs=pairs, pools=pools)
    with CaptureQueriesContext(connection) as queries:
        export(tournament, "result-form", "xlsx")
    assert len(queries) == 6
