"""Files that need not be fetched again, and who may keep and read them."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext

from scoring.withdrawal import Choice
from tests.builders import (
    actor,
    make_drawn_tournament,
    make_tournament,
    numbered_pair,
    play,
    signed_in,
)
from tests.tournaments.exports.eventful import give_points, rule, sit
from tests.tournaments.withdrawals.steps import annul, come_back, undo_annul, withdraw
from tournaments.actions.draws import make_draw, publish_draw, take_back_draw
from tournaments.actions.entries import change_pair
from tournaments.actions.events import show_event
from tournaments.actions.jury import name_jury, undo_decision
from tournaments.exports.registry import EXPORTS
from tournaments.models import AuditRecord, Club, Match, Player, Tournament, User
from tournaments.queries.versions import version_of

TOLD_APART = [key for key, export in EXPORTS.items() if export.version is not None]


def get(
    client: Client, tournament: Tournament, name: str = "event.json", etag: str = "", **query: str
) -> HttpResponse:
    headers = {"If-None-Match": etag} if etag else {}
    return client.get(f"/t/{tournament.slug}/export/{name}", query, headers=headers)


def test_every_csv_and_json_file_can_be_told_apart_and_no_other() -> None:
    assert {key for key in EXPORTS if key[1] in ("csv", "json")} == set(TOLD_APART)


@pytest.mark.parametrize(("name", "kind"), TOLD_APART)
def test_who_has_the_file_is_answered_304_by_two_queries(
    organiser: User, client: Client, name: str, kind: str
) -> None:
    tournament = make_drawn_tournament(organiser, pairs=4, pools=1)
    first = get(client, tournament, f"{name}.{kind}")
    assert first.status_code == 200
    with CaptureQueriesContext(connection) as queries:
        again = get(client, tournament, f"{name}.{kind}", first["ETag"])
    assert (again.status_code, again.content) == (304, b"")
    assert len(queries) == 2
    for header in ("Cache-Control", "Access-Control-Allow-Origin"):
        assert again[header] == first[header], header
    assert "Cookie" in again["Vary"]
    assert again["ETag"] == first["ETag"]
    assert set(first["Cache-Control"].split(", ")) == {"no-cache", "public"}
    assert "Cookie" in first["Vary"]
    head = client.head(f"/t/{tournament.slug}/export/{name}.{kind}")
    assert head["ETag"] == first["ETag"]


def test_a_file_that_was_packed_is_known_again(organiser: User, client: Client) -> None:
    tournament = make_drawn_tournament(organiser, pairs=8, pools=2)
    packed = client.get(
        f"/t/{tournament.slug}/export/event.json", headers={"Accept-Encoding": "gzip"}
    )
    assert packed["Content-Encoding"] == "gzip"
    assert get(client, tournament, etag=packed["ETag"]).status_code == 304


def test_etags_differ_by_file_dialect_and_language_of_words(
    organiser: User, client: Client
) -> None:
    tournament = make_drawn_tournament(organiser, pairs=4, pools=1)

    def etags() -> dict[str, str]:
        found = {f"{n}.{k}": get(client, tournament, f"{n}.{k}")["ETag"] for n, k in TOLD_APART}
        found["excel"] = get(client, tournament, "deals.csv", dialect="excel")["ETag"]
        return found

    english = etags()
    assert len(set(english.values())) == len(english)
    client.cookies["django_language"] = "fi"
    finnish = etags()
    assert {name for name in english if english[name] == finnish[name]} == {
        f"{name}.{kind}" for name, kind in TOLD_APART if kind == "json"
    }


def steps(organiser: User, tournament: Tournament) -> dict[str, Callable[[], object]]:
    """What changes an event, one after the other."""

    def match(number: int) -> Match:
        return tournament.matches.select_related("tournament").get(number=number)

    def name() -> None:
        tournament.refresh_from_db()
        name_jury(
            actor=actor(organiser),
            tournament=tournament,
            members=[("Maija Aho", "Kemi")],
            seen_revision=tournament.revision,
        )

    return {
        "a pair's names": lambda: change_pair(
            actor=actor(organiser), tournament=tournament, number=1, entry=numbered_pair(31)
        ),
        "a draw": lambda: make_draw(
            actor=actor(organiser), tournament=tournament, pool_count=1, seed="1"
        ),
        "its publishing": lambda: publish_draw(
            actor=actor(organiser), tournament=tournament, number=1
        ),
        "its taking back": lambda: take_back_draw(actor=actor(organiser), tournament=tournament),
        "another draw": lambda: make_draw(
            actor=actor(organiser), tournament=tournament, pool_count=1, seed="2"
        ),
        "publishing that": lambda: publish_draw(
            actor=actor(organiser), tournament=tournament, number=2
        ),
        "a deal": lambda: play(organiser, match(1), "ra8"),
        "its correction": lambda: play(organiser, match(1), "ra9", reason="typed wrong"),
        "seats": lambda: sit(organiser, match(1)),
        "a ruling": lambda: rule(organiser, match(1), "!b"),
        "the jury": name,
        "points of the jury": lambda: give_points(organiser, match(1), "A", 8),
        "undoing them": lambda: undo_decision(
            actor=actor(organiser), tournament=tournament, number=1, reason="wrong"
        ),
        "annulling": lambda: annul(organiser, match(2)),
        "undoing that": lambda: undo_annul(organiser, match(2)),
        "a withdrawal": lambda: withdraw(organiser, tournament, 2, Choice.ANNUL),
        "the return": lambda: come_back(organiser, tournament, 2),
        "hiding it": lambda: show_event(
            actor=actor(organiser), tournament=tournament, public=False
        ),
    }


def test_whatever_is_written_to_the_event_is_fetched_anew(organiser: User) -> None:
    tournament = make_tournament(organiser, pairs=4)
    client = signed_in(organiser)
    seen = {get(client, tournament)["ETag"]}
    content = get(client, tournament).content
    same = []
    for step, write in steps(organiser, tournament).items():
        write()
        answer = get(client, tournament)
        assert answer["ETag"] not in seen, step
        seen.add(answer["ETag"])
        if answer.content == content:
            same.append(step)
        content = answer.content
    # All but these change what the file holds.
    assert same == ["hiding it"]


def test_renaming_a_player_or_a_club_changes_no_file(organiser: User, client: Client) -> None:
    tournament = make_drawn_tournament(organiser, pairs=4, pools=1)
    before = get(client, tournament)
    Player.objects.update(name="Uusi Nimi")
    Club.objects.update(name="Uusi kerho")
    after = get(client, tournament)
    assert (after["ETag"], after.content) == (before["ETag"], before.content)


def test_another_site_may_read_a_public_event_and_no_draft(organiser: User) -> None:
    public = make_drawn_tournament(organiser, pairs=4, pools=1)
    draft = make_tournament(organiser, pairs=4, public=False, name="Luonnos")
    staff = signed_in(organiser)
    for name, kind in TOLD_APART:
        shown = get(staff, public, f"{name}.{kind}")
        assert shown["Access-Control-Allow-Origin"] == "*"
        hidden = get(staff, draft, f"{name}.{kind}")
        assert "Access-Control-Allow-Origin" not in hidden
        assert set(hidden["Cache-Control"].split(", ")) == {"no-cache", "private"}
        assert get(staff, draft, f"{name}.{kind}", hidden["ETag"]).status_code == 304
        assert get(Client(), draft, f"{name}.{kind}", hidden["ETag"]).status_code == 404
    for name, kind in set(EXPORTS) - set(TOLD_APART):
        answer = get(staff, public, f"{name}.{kind}")
        assert "ETag" not in answer
        assert "Access-Control-Allow-Origin" not in answer


def test_the_standings_page_names_the_files_of_json(organiser: User, client: Client) -> None:
    tournament = make_drawn_tournament(organiser, pairs=4, pools=1)
    page = client.get(f"/t/{tournament.slug}/standings/").content.decode()
    links = re.findall(r'<link rel="alternate" type="application/json" href="([^"]+)">', page)
    assert [client.get(link)["Content-Type"] for link in links] == ["application/json"] * 2


def test_the_same_keys_given_out_again_make_another_version(organiser: User) -> None:
    """As on a site that was restored from a backup, where other writes took the keys."""
    tournament = make_tournament(organiser, pairs=4)
    last = AuditRecord.objects.filter(tournament=tournament).latest("id")
    before = version_of(tournament)
    assert re.fullmatch(r"\d+\.\d+\.[0-9a-f]+", before)
    key = last.pk
    last.delete()
    again = AuditRecord.objects.create(
        pk=key, tournament=tournament, actor_name="olli", verb="show_event"
    )
    assert again.pk == key
    assert version_of(tournament) != before
