"""Files of final places."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.cup import CUP_POINTS
from tests.tournaments.exports.reading import (
    export,
    fonts_of,
    page_sizes,
    pdf_pages,
    squeezed,
    table_of,
    workbook,
)
from tests.tournaments.knockout import steps
from tests.tournaments.results.events import make_knockout_event, make_pools, open_matches
from tournaments.models import Course, Tournament, User
from tournaments.queries.places import PlacedPair, places_of


def read(tournament: Tournament, name: str = "places") -> dict[str, Any]:
    value = json.loads(export(tournament, name, "json"))
    assert isinstance(value, dict)
    return value


def csv_rows(tournament: Tournament) -> list[list[str]]:
    lines = export(tournament, "places", "csv").decode().splitlines()
    return [line.split(",") for line in lines]


def test_json_tells_every_place_in_codes(organiser: User) -> None:
    tournament = make_knockout_event(organiser, rounds=3)
    placed = places_of(tournament).pairs
    value = read(tournament)
    assert value["format"] == "tuppiliitto-places"
    assert value["places_missing"] is None
    assert [each["pair"] for each in value["places"]] == [each.pair.number for each in placed]
    assert [each["place"] for each in value["places"]] == [each.place for each in placed]
    assert [each["cup_points"] for each in value["places"]] == [
        CUP_POINTS[(each.place or 0) - 1] for each in placed
    ]
    fifth, row = placed[4], placed[4].row.standing
    assert value["places"][4] == {
        "pair": fifth.pair.number,
        "place": 5,
        "shared": False,
        "decided_by": "round_reached",
        "above": placed[3].pair.number,
        "round_reached": 1,
        "last_match": fifth.last.view.match.number,
        "pool": fifth.pool.label,
        "pool_place": row.place,
        "pool_matches": row.played,
        "pool_wins": row.wins,
        "pool_points": row.points,
        "lot": None,
        "cup_points": 16,
    }
    assert read(tournament, "event")["places"] == value["places"]


def test_while_the_knock_out_runs_those_are_told_who_have_a_place(organiser: User) -> None:
    tournament = make_knockout_event(organiser, rounds=1)
    value = read(tournament)
    assert value["places_missing"] == "knockout_running"
    assert [each["place"] for each in value["places"]] == [5, 6, 7, 8, 9, 10, 11, 12]
    assert {each["cup_points"] for each in value["places"]} == {None}
    assert len(value["pairs"]) == 12
    assert [row[0] for row in csv_rows(tournament)[1:]] == [str(n) for n in range(5, 13)]


def test_csv_has_a_row_a_pair_and_its_reason_in_words(organiser: User) -> None:
    tournament = make_knockout_event(organiser, pairs=8, pools=2, size=2, rounds=1)
    headings, first, second, *rest = csv_rows(tournament)
    assert headings[:3] == ["Place", "Shared place", "Pair number"]
    champion, loser = (placed.pair for placed in places_of(tournament).pairs[:2])
    assert first[:4] == ["1", "no", str(champion.number), f"Aino Ensi{champion.number}"]
    assert first[7] == "25"
    assert first[-1] == f"Won the final 56–0 against {loser.name}."
    assert second[-1] == f"Lost the final 0–56 to {champion.name}."
    assert len(rest) == 6


def by_two(rows: list[tuple[object, ...]]) -> list[tuple[object, object, object]]:
    """Place and points of both players of a pair out of the two rows it has in the form."""
    return [(one[0], one[3], two[3]) for one, two in zip(rows[::2], rows[1::2], strict=True)]


@pytest.mark.parametrize("kind", ["pools", "pools and knock-out", "knock-out"])
def test_the_federation_s_form_has_places_and_points_of_every_kind_of_event(
    organiser: User, kind: str
) -> None:
    match kind:
        case "pools":
            tournament = make_pools(organiser, course=Course.POOLS)
        case "knock-out":
            tournament = steps.drawn(organiser, 5)
            while open_matches(tournament):
                steps.play_round(organiser, tournament)
        case _:
            tournament = make_knockout_event(organiser, rounds=3)
    rows = list(workbook(export(tournament, "result-form", "xlsx")).active.values)
    assert rows[1] == (None,) * 4
    expected = []
    for placed in places_of(tournament).pairs:
        points = CUP_POINTS[placed.place - 1] if placed.place else None
        expected.append((placed.place, points, points))
    assert by_two(rows[3:]) == expected


def test_the_form_of_a_running_knock_out_gives_no_points_yet(organiser: User) -> None:
    rows = list(
        workbook(
            export(make_knockout_event(organiser, rounds=1), "result-form", "xlsx")
        ).active.values
    )
    assert rows[1][0] == "Place and points are empty. The knock-out is still being played."
    assert set(by_two(rows[3:])) == {(None, None, None)}


def test_the_workbook_has_places_and_records(organiser: User) -> None:
    tournament = make_knockout_event(organiser, pairs=8, pools=2, size=2, rounds=1)
    content = export(tournament, "workbook", "xlsx")
    places = table_of(content, "Places")
    assert [row["Place"] for row in places] == list(range(1, 9))
    assert [row["Pair number"] for row in places] == [
        placed.pair.number for placed in places_of(tournament).pairs
    ]
    records = table_of(content, "Records")
    assert {row["Record"] for row in records} >= {"Highest rise", "Most tuppis", "Longest match"}


def test_the_pdf_to_keep_tells_champions_places_and_last_matches(organiser: User) -> None:
    tournament = make_knockout_event(organiser, rounds=3)
    content = export(tournament, "final-results", "pdf")
    told = "".join(squeezed(page) for page in pdf_pages(content))
    champion, second, *rest = places_of(tournament).pairs

    def where(text: str) -> int:
        assert squeezed(text) in told, text
        return told.index(squeezed(text))

    order = [
        where("Champions"),
        where(f"Aino Ensi{champion.pair.number} Eero Toka{champion.pair.number}"),
        where(f"Won the final 56–0 against {second.pair.name}."),
        where(f"Lost the final 0–56 to {champion.pair.name}."),
        where("The knock-out"),
        where("Records of the event"),
    ]
    assert order == sorted(order)
    assert all(_named(placed, told) for placed in rest)
    assert all(fonts_of(content).values())
    assert page_sizes(content) == {(595, 842)}
    assert page_sizes(export(tournament, "final-results", "pdf", paper="a3")) == {(842, 1191)}


def _named(placed: PlacedPair, told: str) -> bool:
    return squeezed(placed.pair.name) in told


@pytest.mark.parametrize("rounds", [0, 2])
def test_the_pdf_before_the_end_says_what_is_missing(organiser: User, rounds: int) -> None:
    told = " ".join(
        pdf_pages(export(make_knockout_event(organiser, rounds=rounds), "final-results", "pdf"))
    )
    assert "Not all places are known yet" in told
    assert "The knock-out is still being played." in told
    assert "Champions" not in told


@pytest.mark.parametrize(
    ("name", "kind", "most"),
    [
        ("places", "csv", 7),
        ("places", "json", 8),
        ("final-results", "pdf", 9),
        ("result-form", "xlsx", 8),
        ("event", "json", 14),
        ("workbook", "xlsx", 15),
    ],
)
def test_queries_do_not_grow(organiser: User, name: str, kind: str, most: int) -> None:
    counts = set()
    for pairs, pools, size in ((8, 2, 2), (16, 4, 4)):
        tournament = make_knockout_event(organiser, pairs=pairs, pools=pools, size=size, rounds=1)
        with CaptureQueriesContext(connection) as queries:
            export(tournament, name, kind)
        counts.add(len(queries))
    assert max(counts) <= most
    # Whoever is level is asked for lots: one query more.
    assert max(counts) - min(counts) <= 1
