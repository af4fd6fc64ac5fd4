"""Files of JSON."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone, translation

from scoring.draw import Entrant, draw_pools
from scoring.standings import PlayedMatch, rank
from tests.builders import make_drawn_tournament, make_tournament, play, win_for_a
from tests.tournaments.archive.sites import make_restless
from tests.tournaments.exports.eventful import NOTE, Eventful
from tests.tournaments.exports.odd_events import make_odd_event, odd_pair
from tests.tournaments.exports.reading import export
from tournaments import exports
from tournaments.actions.jury import decide_other
from tournaments.exports.registry import EXPORTS
from tournaments.models import JuryDecision, Ruling, Tournament, User
from tournaments.permissions import actor_of
from tournaments.queries.matches import schedule_of

NAMES = [name for name, kind in EXPORTS if kind == "json"]


def read(tournament: Tournament, name: str = "standings") -> dict[str, Any]:
    value = json.loads(export(tournament, name, "json"))
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
        "stage": "pool",
        "round": 1,
        "bracket_number": None,
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
        "confirmed": False,
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


def test_the_whole_event_holds_what_the_files_of_its_parts_hold(eventful: Eventful) -> None:
    tournament = eventful.tournament
    whole = read(tournament, "event")
    own = {"format": "tuppiliitto-event", "version": 1}
    assert {key: whole[key] for key in own} == own
    assert whole["days"] == [
        {"date": "2026-11-28", "first_cards": "11:15"},
        {"date": "2026-11-29", "first_cards": "09:00"},
    ]
    for name in NAMES:
        for key, part in read(tournament, name).items():
            if key == "pools":
                bare = [{k: pool[k] for k in pool if k != "matches"} for pool in part]
                assert whole[key] == bare
            elif key not in own:
                assert whole[key] == part


def test_the_records_of_matches_replay_to_the_results_beside_them(eventful: Eventful) -> None:
    matches = read(eventful.tournament, "matches")["matches"]
    lines = "".join(f"{json.dumps(match['sheet'])}\n" for match in matches)
    answer = subprocess.run(
        [sys.executable, "-m", "scoring", "replay", "-"],
        cwd=Path(settings.BASE_DIR),
        input=lines.encode(),
        capture_output=True,
        check=True,
    )
    ledgers = [json.loads(line) for line in answer.stdout.splitlines()]
    assert len(ledgers) == len(matches) == 10
    sides = {"A": "a", "B": "b", None: None}
    for match, ledger in zip(matches, ledgers, strict=True):
        if match["annulled"]:
            continue
        assert {key.lower(): ledger["total"][key] for key in "AB"} == {
            side: match["points"][side] - match["jury_points"][side] for side in "ab"
        }
        side = sides[ledger["winner"]]
        assert match["winner"] == (match[side] if side else None)
        assert match["decided_by"] == ledger["decided_by"]


def test_a_match_says_its_pool_and_who_sits_where(eventful: Eventful) -> None:
    matches = read(eventful.tournament, "matches")["matches"]
    assert {match["pool"] for match in matches} == {"A"}
    told = {match["match"]: match["seats"] for match in matches if match["seats"]}
    assert told == {eventful.ruled: {"left_of_a1": "B2", "first_dealer": "A2"}}


def test_the_schedule_tells_each_start_with_who_sits_out(organiser: User) -> None:
    tournament = make_drawn_tournament(organiser, pairs=5, pools=1)
    starts = read(tournament, "schedule")["starts"]
    slots = schedule_of(tournament)
    view = slots[0].matches[0]
    assert starts[0]["starts_at"] == "2026-11-28T11:15:00+02:00"
    assert starts[0]["matches"][0] == {
        "match": 1,
        "pool": "A",
        "stage": "pool",
        "round": 1,
        "table": 1,
        "a": view.a.number,
        "b": view.b.number,
        "annulled": False,
    }
    assert [start["sitting_out"] for start in starts] == [
        [pair.number for pair in slot.sitting_out] for slot in slots
    ]
    assert [start["rounds"] for start in starts] == [[1], [2], [3], [4], [5]]


def test_a_draw_can_be_made_again_from_what_the_file_tells(organiser: User) -> None:
    tournament = make_restless(organiser)
    counts, taken_back, unpublished = read(tournament, "draws")["draws"]
    assert (counts["draw"], counts["counts"], counts["clubs_apart"]) == (3, True, False)
    assert counts["seed"] == "ä 1"
    again = draw_pools(
        [Entrant(entrant["pair"], frozenset(entrant["clubs"])) for entrant in counts["entrants"]],
        counts["pool_count"],
        Random(counts["seed"]),
        keep_clubs_apart=counts["clubs_apart"],
    )
    assert [list(pool) for pool in again.pools] == [pool["pairs"] for pool in counts["pools"]]
    assert (taken_back["draw"], taken_back["counts"]) == (2, False)
    assert taken_back["published_at"]
    assert taken_back["pools"]
    # What was never published is the staff's.
    assert unpublished["seed"] == "52"
    assert (unpublished["entrants"], unpublished["pools"]) == (None, None)
    assert unpublished["published_at"] is None


def test_rulings_and_decisions_are_told_without_notes_for_the_staff(eventful: Eventful) -> None:
    value = read(eventful.tournament, "rulings")
    ruling = Ruling.objects.get(ruled_by="Tuula Tuomari")
    told = [each for each in value["rulings"] if each["match"] == eventful.ruled]
    assert told == [
        {
            "match": eventful.ruled,
            "line": 2,
            "deal": 2,
            "offence": "faulty_show",
            "against": eventful.view(eventful.ruled).b.number,
            "ruled_by": "Tuula Tuomari",
            "ruled_at": timezone.localtime(ruling.recorded.made_at).isoformat(timespec="seconds"),
        }
    ]
    second, first = value["decisions"]
    decision = JuryDecision.objects.get(number=1)
    assert first == {
        "decision": 1,
        "kind": "points",
        "match": eventful.jury,
        "pair": eventful.view(eventful.jury).a.number,
        "about": decision.subject,
        "about_match": None,
        "points": -8,
        "deal": None,
        "reason": "a deal was left out",
        "jury": [],
        "made_at": timezone.localtime(decision.made_at).isoformat(timespec="seconds"),
        "made_by": "olli",
        "undone_at": None,
        "undone_by": None,
        "undone_reason": None,
    }
    assert (second["decision"], second["points"]) == (2, 12)
    for name in NAMES:
        content = export(eventful.tournament, name, "json").decode()
        assert NOTE not in content
        assert "fever" not in content


def test_the_jury_and_an_undone_decision_are_told(organiser: User) -> None:
    value = read(make_restless(organiser), "rulings")
    assert value["jury"] == [
        {"name": "Maija Aho", "club": "Kemi"},
        {"name": "Eero Niemi", "club": None},
    ]
    undone = value["decisions"][0]
    assert (undone["undone_by"], undone["undone_reason"]) == ("olli", "Loud")
    assert undone["jury"] == value["jury"]


def test_odd_names_come_through_as_they_are(organiser: User) -> None:
    tournament = make_odd_event(organiser, pairs=5, pools=1)
    told = [[player["name"] for player in pair["players"]] for pair in read(tournament)["pairs"]]
    entered = [odd_pair(number) for number in range(1, 6)]
    assert told == [[pair.first.name, pair.second.name] for pair in entered]


@pytest.mark.parametrize("name", NAMES)
def test_every_file_and_key_is_described(organiser: User, name: str) -> None:
    value = read(make_restless(organiser), name)
    text = (Path(exports.__file__).parent / "FORMATS.md").read_text(encoding="utf-8")
    assert f"`{name}.json`: `tuppiliitto-{name}`, version {value['version']}" in text
    for match in value.get("matches", []):
        del match["sheet"]["entries"]  # described with the rules
    assert [key for key in sorted(keys_of(value)) if f"`{key}`" not in text] == []


@pytest.mark.parametrize("name", NAMES)
def test_a_file_is_the_same_in_every_language_and_at_every_time(
    eventful: Eventful, name: str
) -> None:
    first = export(eventful.tournament, name, "json")
    with translation.override("fi"):
        assert export(eventful.tournament, name, "json") == first


@pytest.mark.parametrize("pairs", [0, 1, 5])
def test_an_event_without_pools_has_an_empty_list_of_them(organiser: User, pairs: int) -> None:
    value = read(make_tournament(organiser, pairs=pairs))
    assert value["pools"] == []
    assert len(value["pairs"]) == pairs


@pytest.mark.parametrize(("pairs", "pools"), [(4, 1), (32, 8)])
def test_queries_do_not_grow(organiser: User, pairs: int, pools: int) -> None:
    tournament = make_drawn_tournament(organiser, pairs=pairs, pools=pools)
    for match in tournament.matches.all()[: pairs // 2]:
        play(organiser, match, "ra8 !b")
        decide_other(
            actor=actor_of(organiser), tournament=tournament, match_number=match.number, reason="x"
        )
    counted = {}
    for name in NAMES:
        with CaptureQueriesContext(connection) as queries:
            export(tournament, name, "json")
        counted[name] = len(queries)
    assert counted == {
        "standings": 6,
        "event": 12,
        "knockout": 5,
        "places": 6,
        "pairs": 3,
        "draws": 4,
        "schedule": 6,
        "matches": 5,
        "rulings": 8,
    }
