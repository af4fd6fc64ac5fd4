"""An event goes into its archive and comes out of it as it was."""

from __future__ import annotations

import json
import subprocess
import sys
from datetime import date
from pathlib import Path

import pytest
from django.conf import settings
from django.core.exceptions import PermissionDenied
from pytest_django import DjangoAssertNumQueries

from scoring.records import replay_record, write_ledger
from scoring.withdrawal import Choice
from tests.builders import add_referee, make_drawn_tournament, make_tournament, make_user, play
from tests.tournaments.archive.evenings import go_on, make_evening
from tests.tournaments.archive.mornings import make_morning
from tests.tournaments.archive.sites import (
    empty_the_site,
    make_restless,
    opened,
    public_files,
    public_pages,
    taken,
)
from tests.tournaments.exports.eventful import Eventful, make_eventful
from tests.tournaments.exports.odd_events import make_odd_event
from tests.tournaments.knockout.test_deciding import make_disputed
from tests.tournaments.late.steps import enter, join
from tests.tournaments.withdrawals.steps import withdraw
from tournaments.actions.archive import import_event, keep_archive, read_archive
from tournaments.actions.demo import DEMO_FOLDER, load_event
from tournaments.actions.ledgers import find_differences
from tournaments.archive.writing import archive_bytes
from tournaments.models import (
    AuditRecord,
    JuryDecision,
    Match,
    Membership,
    SheetRevision,
    Tournament,
    User,
    Withdrawal,
)
from tournaments.permissions import actor_of

EVENTS = [
    "eventful",
    "eventful, results stand",
    "restless",
    "morning",
    "evening",
    "evening of that morning",
    "odd names",
    "a late pair",
    "before the draw",
    "a demo with a champion",
    "a disputed knock-out",
]


def make_joined(organiser: User) -> Tournament:
    """A pool that two pairs joined late: one before the first deal, one after a pair had left."""
    tournament = make_drawn_tournament(organiser, pairs=8, pools=2, tables=4)
    enter(organiser, tournament, 9)
    new = join(organiser, tournament, 9)
    play(organiser, new[0], "rb0")
    withdraw(organiser, tournament, 1, Choice.STAND)
    enter(organiser, tournament, 10)
    join(organiser, tournament, 10)
    return tournament


def make(name: str, organiser: User) -> Tournament:
    match name:
        case "eventful":
            return make_eventful(organiser).tournament
        case "eventful, results stand":
            return make_eventful(organiser, Choice.STAND).tournament
        case "restless":
            return make_restless(organiser)
        case "morning":
            return make_morning(organiser)
        case "evening":
            return make_evening(organiser)
        case "evening of that morning":
            tournament = make_morning(organiser)
            go_on(organiser, tournament)
            return tournament
        case "odd names":
            return make_odd_event(organiser, pairs=9, pools=2)
        case "a demo with a champion":
            told = json.loads((DEMO_FOLDER / "demo-champion.json").read_text(encoding="utf-8"))
            return load_event(organiser, told, today=date(2026, 11, 30))
        case "a disputed knock-out":
            return make_disputed(organiser)
        case "a late pair":
            return make_joined(organiser)
    return make_tournament(organiser, pairs=3)


@pytest.mark.parametrize("name", EVENTS)
def test_an_empty_site_gives_the_same_archive_again(organiser: User, name: str) -> None:
    before = archive_bytes(make(name, organiser))
    assert archive_bytes(taken(before, slug="uusi")) != before
    empty_the_site()
    assert archive_bytes(taken(before)) == before


@pytest.mark.parametrize("name", EVENTS)
def test_public_pages_and_files_are_the_same(organiser: User, name: str) -> None:
    tournament = make(name, organiser)
    pages, files, content = (
        public_pages(tournament),
        public_files(tournament),
        archive_bytes(tournament),
    )
    empty_the_site()
    again = taken(content)
    assert public_pages(again) == pages
    assert public_files(again) == files


def test_the_same_event_gives_the_same_bytes(eventful: Eventful) -> None:
    first = archive_bytes(eventful.tournament)
    assert archive_bytes(Tournament.objects.get()) == first
    assert list(opened(first)) == sorted(opened(first))


def test_an_event_under_way_goes_on_where_it_was(organiser: User) -> None:
    content = archive_bytes(make_eventful(organiser).tournament)
    again = taken(content, slug="uusi")
    Membership.objects.create(tournament=again, user=organiser, role="organiser")
    match = again.matches.filter(state="playing", annulment="").exclude(entry_count=0).first()
    assert match is not None
    play(organiser, match, "ra8 !b na4")
    assert not find_differences().is_bad
    told = opened(archive_bytes(again))["matches"][match.number - 1]
    assert [each["made_by"] for each in told["revisions"]] == ["olli"] * 3


def test_people_are_names_and_no_accounts(organiser: User) -> None:
    tournament = make_restless(organiser)
    content = archive_bytes(tournament)
    assert "Reetta Tuomari" in content.decode()
    assert '"reetta"' not in content.decode()
    assert "password" not in content.decode()
    again = taken(content, slug="uusi")
    assert not Membership.objects.filter(tournament=again).exists()
    assert not AuditRecord.objects.filter(tournament=again, user__isnull=False).exists()
    for rows in (
        SheetRevision.objects.filter(match__tournament=again, made_by__isnull=False),
        JuryDecision.objects.filter(tournament=again, made_by__isnull=False),
        Withdrawal.objects.filter(tournament=again, made_by__isnull=False),
        again.draws.filter(drawn_by__isnull=False),
    ):
        assert not rows.exists()


def test_players_and_clubs_already_there_are_the_same_people(organiser: User) -> None:
    tournament = make_eventful(organiser).tournament
    again = taken(archive_bytes(tournament), slug="uusi")
    assert [
        [(player.player_id, player.club_id) for player in pair.players.all()]
        for pair in again.pairs.all()
    ] == [
        [(player.player_id, player.club_id) for player in pair.players.all()]
        for pair in tournament.pairs.all()
    ]


def test_taking_an_archive_is_told_in_the_log_but_in_no_archive(organiser: User) -> None:
    content = archive_bytes(make_eventful(organiser).tournament)
    again = taken(content, slug="uusi")
    told = AuditRecord.objects.filter(tournament=again).latest("id")
    assert (told.verb, told.actor_name) == ("import_event", "manage.py import_event")
    assert told.details == {
        "name": "Testituppi",
        "slug": "uusi",
        "sha256": opened(content)["sha256"],
    }
    assert opened(archive_bytes(again))["log"] == opened(content)["log"]


def test_only_those_who_make_events_take_one(organiser: User) -> None:
    content = archive_bytes(make_eventful(organiser).tournament)
    for user in (make_user("satu"), add_referee(Tournament.objects.get())):
        with pytest.raises(PermissionDenied):
            import_event(actor=actor_of(user), value=read_archive(content), slug="uusi")
        with pytest.raises(PermissionDenied):
            keep_archive(actor=actor_of(user), content=content)
    assert Tournament.objects.count() == 1


def test_the_match_records_inside_are_those_of_the_rules(eventful: Eventful) -> None:
    matches = opened(archive_bytes(eventful.tournament))["matches"]
    lines = "".join(f"{json.dumps(match['sheet'])}\n" for match in matches)
    answer = subprocess.run(
        [sys.executable, "-m", "scoring", "replay", "-"],
        cwd=Path(settings.BASE_DIR),
        input=lines.encode(),
        capture_output=True,
        check=True,
    )
    ledgers = [json.loads(line) for line in answer.stdout.splitlines()]
    assert ledgers == [write_ledger(replay_record(match["sheet"])) for match in matches]
    assert [ledger["total"] for ledger in ledgers] == [
        {"A": match.total_a, "B": match.total_b} for match in Match.objects.order_by("number")
    ]


def test_every_revision_of_a_sheet_is_inside(organiser: User) -> None:
    tournament = make_drawn_tournament(organiser, pairs=3, pools=1)
    match = Match.objects.get(tournament=tournament, number=1)
    for notation, reason in [("ra8", ""), ("ra8 na4 !b", ""), ("ra9 !b", "typed wrong")]:
        play(organiser, match, notation, reason)
    told = opened(archive_bytes(tournament))["matches"][0]
    nine = {"kind": "deal", "game": "rami", "declarer": "A", "tricks_a": 9}
    penalty = {"kind": "penalty", "offence": "faulty_show", "against": "B"}
    ruling = {"recorded": 2, "ruled_by": "olli", "note": ""}
    assert [
        {key: each[key] for key in ("revision", "reason", "kept", "added", "rulings")}
        for each in told["revisions"]
    ] == [
        {
            "revision": 1,
            "reason": "",
            "kept": 0,
            "added": [{**nine, "tricks_a": 8}],
            "rulings": [],
        },
        {
            "revision": 2,
            "reason": "",
            "kept": 1,
            "added": [{"kind": "deal", "game": "nolo", "tricks_a": 4}, penalty],
            "rulings": [{**ruling, "line": 3}],
        },
        {
            "revision": 3,
            "reason": "typed wrong",
            "kept": 0,
            "added": [nine, penalty],
            "rulings": [{**ruling, "line": 2}],
        },
    ]
    assert told["sheet"] == {"format": "fixed", "deals": 16, "entries": [nine, penalty]}


@pytest.mark.parametrize("pairs, pools", [(4, 1), (16, 4)])
def test_an_archive_takes_the_same_few_queries_however_large(
    organiser: User,
    django_assert_num_queries: DjangoAssertNumQueries,
    pairs: int,
    pools: int,
) -> None:
    tournament = make_drawn_tournament(organiser, pairs=pairs, pools=pools)
    for match in Match.objects.filter(tournament=tournament).order_by("number")[: pairs // 2]:
        play(organiser, match, "ra8 !b na4")
    with django_assert_num_queries(22):
        archive_bytes(tournament)
