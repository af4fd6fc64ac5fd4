"""The standings as JSON."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from scoring.standings import PlayedMatch, rank
from tests.builders import make_drawn_tournament, make_tournament, play, win_for_a
from tests.tournaments.exports.odd_events import make_odd_event, odd_pair
from tests.tournaments.exports.reading import export
from tournaments import exports
from tournaments.models import Tournament, User


def read(tournament: Tournament) -> dict[str, Any]:
    value = json.loads(export(tournament, "standings", "json"))
    assert isinstance(value, dict)
    return value


def keys_of(value: object) -> set[str]:
    if isinstance(value, dict):
        return set(value).union(*(keys_of(inner) for inner in value.values()))
    if isinstance(value, list):
        return set().union(*(keys_of(inner) for inner in value))
    return set()


def test_the_file_says_what_it_is_and_of_which_event(organiser: User) -> None:
    tournament = make_drawn_tournament(organiser, pairs=4, pools=1)
    value = read(tournament)
    assert (value["format"], value["version"]) == ("tuppiliitto-standings", 1)
    assert value["event"] == {
        "slug": "testituppi-2026",
        "name": "Testituppi",
        "place": "Kylätalo",
        "days": ["2026-11-28", "2026-11-29"],
    }
    assert value["pairs"][0] == {
        "pair": 1,
        "players": [
            {"name": "Aino Ensi1", "club": "Oulu"},
            {"name": "Eero Toka1", "club": "Oulu"},
        ],
        "withdrawn_at": None,
    }


def test_a_match_is_told_in_codes_and_numbers(organiser: User) -> None:
    tournament = make_drawn_tournament(organiser, pairs=4, pools=1)
    play(organiser, tournament.matches.get(number=1), "rb0")
    play(organiser, tournament.matches.get(number=2), "ra8")
    first, second, third, *_rest = read(tournament)["pools"][0]["matches"]
    assert first == {
        "match": 1,
        "round": 1,
        "table": 1,
        "starts_at": "2026-11-28T11:15:00+02:00",
        "a": first["a"],
        "b": first["b"],
        "state": "finished",
        "annulled": False,
        "annulled_by": None,
        "annulled_reason": None,
        "winner": first["a"],
        "decided_by": "tuppi",
        "points": {"a": 56, "b": 0},
        "jury_points": {"a": 0, "b": 0},
        "tuppi": True,
        "nalsy": True,
        "sheet_missing": False,
    }
    assert (second["state"], second["winner"], second["points"]) == (
        "playing",
        None,
        {"a": 8, "b": 0},
    )
    assert third["state"] == "not_started"


def test_the_places_follow_from_the_matches_in_the_file(organiser: User) -> None:
    tournament = make_drawn_tournament(organiser, pairs=9, pools=2)
    for match in tournament.matches.all():
        play(organiser, match, "ra13 ra13" if match.number % 3 else win_for_a(match.deals))
    for pool in read(tournament)["pools"]:
        ranked = rank(
            [str(row["pair"]) for row in pool["standings"]],
            [
                PlayedMatch(
                    str(match["a"]),
                    str(match["b"]),
                    str(match["winner"]),
                    match["points"]["a"],
                    match["points"]["b"],
                )
                for match in pool["matches"]
            ],
        )
        assert [
            (
                row["pair"],
                row["place"],
                row["shared"],
                row["played"],
                row["wins"],
                row["losses"],
                row["points"],
                row["points_against"],
                row["decided_by"],
            )
            for row in pool["standings"]
        ] == [
            (
                int(one.pair),
                one.place,
                one.shared,
                one.played,
                one.wins,
                one.losses,
                one.points,
                one.points_against,
                one.decided_by,
            )
            for one in ranked
        ]
        assert pool["finished"] is True


def test_odd_names_come_through_as_they_are(organiser: User) -> None:
    tournament = make_odd_event(organiser, pairs=5, pools=1)
    told = [[player["name"] for player in pair["players"]] for pair in read(tournament)["pairs"]]
    entered = [odd_pair(number) for number in range(1, 6)]
    assert told == [[pair.first.name, pair.second.name] for pair in entered]


def test_every_key_is_described(organiser: User) -> None:
    tournament = make_drawn_tournament(organiser, pairs=4, pools=1)
    text = (Path(exports.__file__).parent / "FORMATS.md").read_text(encoding="utf-8")
    assert [key for key in sorted(keys_of(read(tournament))) if f"`{key}`" not in text] == []


def test_the_file_is_the_same_in_every_language_and_at_every_time(organiser: User) -> None:
    tournament = make_drawn_tournament(organiser, pairs=4, pools=1)
    first = export(tournament, "standings", "json")
    with translation.override("fi"):
        assert export(tournament, "standings", "json") == first


@pytest.mark.parametrize("pairs", [0, 1, 5])
def test_an_event_without_pools_has_an_empty_list_of_them(organiser: User, pairs: int) -> None:
    value = read(make_tournament(organiser, pairs=pairs))
    assert value["pools"] == []
    assert len(value["pairs"]) == pairs


@pytest.mark.parametrize(("pairs", "pools"), [(4, 1), (32, 8)])
def test_queries_do_not_grow(organiser: User, pairs: int, pools: int) -> None:
    tournament = make_drawn_tournament(organiser, pairs=pairs, pools=pools)
    with CaptureQueriesContext(connection) as queries:
        export(tournament, "standings", "json")
    assert len(queries) == 6
