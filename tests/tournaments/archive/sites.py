"""Sites that archives come from and go to."""

from __future__ import annotations

import json
import re
from typing import Any

from django.test import Client

from scoring.withdrawal import Choice
from tests.builders import add_referee, make_tournament, numbered_pair, play
from tests.tournaments.exports.eventful import Eventful
from tests.tournaments.withdrawals.steps import annul, come_back, match_of, undo_annul, withdraw
from tournaments.actions.archive import import_event, read_archive
from tournaments.actions.draws import make_draw, publish_draw, take_back_draw
from tournaments.actions.entries import change_pair, import_pairs, remove_pair
from tournaments.actions.jury import decide_other, exclude, name_jury, undo_decision
from tournaments.actions.staff import invite, remove_from_staff
from tournaments.archive.text import digest_of, to_bytes
from tournaments.exports.registry import EXPORTS
from tournaments.models import (
    AuditRecord,
    Bracket,
    Club,
    Confirmation,
    ImportDraft,
    JuryDecision,
    LedgerEntry,
    LockedField,
    Lot,
    Match,
    Player,
    Role,
    Ruling,
    SheetRevision,
    Tournament,
    User,
    Withdrawal,
)
from tournaments.permissions import Actor, actor_of

TERMINAL = Actor(name="manage.py import_event", may_make_events=True)


def make_restless(organiser: User) -> Tournament:
    """An event in which much was undone: draws taken back, a pair that came back and was removed,
    sheets corrected, annullings and decisions undone, staff that left."""
    tournament = make_tournament(organiser, pairs=7, tables=3)
    actor = actor_of(organiser)
    referee = add_referee(tournament)
    referee.first_name, referee.last_name = "Reetta", "Tuomari"
    referee.save()
    for seed in ("52", "13"):
        draw = make_draw(actor=actor, tournament=tournament, pool_count=1, seed=seed)
    publish_draw(actor=actor, tournament=tournament, number=draw.number)
    withdraw(organiser, tournament, 7, Choice.ANNUL)
    come_back(organiser, tournament, 7)
    exclude(actor=actor, tournament=tournament, pair_number=7, reason="Rude", note="very")
    take_back_draw(actor=actor, tournament=tournament)
    remove_pair(actor=actor, tournament=tournament, number=7)
    import_pairs(
        actor=actor, tournament=tournament, entries=[numbered_pair(9, "Äkäslompolo")], source="x"
    )
    change_pair(actor=actor, tournament=tournament, number=2, entry=numbered_pair(22, "KEMI"))
    draw = make_draw(actor=actor, tournament=tournament, pool_count=1, apart=False, seed="ä 1")
    publish_draw(actor=actor, tournament=tournament, number=draw.number)
    tournament.refresh_from_db()
    name_jury(
        actor=actor,
        tournament=tournament,
        members=[("Maija Aho", "Kemi"), ("Eero Niemi", "")],
        seen_revision=tournament.revision,
    )
    one, two, three = (match_of(tournament, 1, other) for other in (2, 3, 4))
    play(referee, one, "ra8 na6 ra3-2!b:revoke !b")
    play(organiser, one, "ra9 na6 ra3-2!b:revoke !b", reason="typed wrong\nthe first line")
    play(organiser, one, "ra9 na6 ra3-2!b:revoke", reason="one too many")
    play(referee, two, "b76-24t")
    annul(organiser, three)
    undo_annul(organiser, three)
    withdraw(organiser, tournament, 5, Choice.STAND)
    come_back(organiser, tournament, 5)
    withdraw(organiser, tournament, 6, Choice.STAND, reason="left")
    decide_other(actor=actor, tournament=tournament, match_number=1, reason="Quiet")
    number = JuryDecision.objects.filter(tournament=tournament).count()
    undo_decision(actor=actor, tournament=tournament, number=number, reason="Loud")
    invite(actor=actor, tournament=tournament, role=Role.REFEREE, meant_for="Rauha")
    remove_from_staff(actor=actor, tournament=tournament, username=referee.username)
    tournament.refresh_from_db()
    return tournament


def empty_the_site() -> None:
    """No event, person or club is left. The site itself deletes nothing that has results."""
    for model in (
        Ruling,
        LedgerEntry,
        AuditRecord,
        JuryDecision,
        Withdrawal,
        Confirmation,
        SheetRevision,
        Match,
        Bracket,
        LockedField,
        Lot,
        ImportDraft,
    ):
        model.objects.all().delete()
    for tournament in Tournament.objects.all():
        tournament.pools.all().delete()
        tournament.delete()
    Player.objects.all().delete()
    Club.objects.all().delete()
    User.objects.all().delete()


def taken(content: bytes, *, slug: str = "") -> Tournament:
    """The event of an archive, taken at the terminal."""
    return import_event(actor=TERMINAL, value=read_archive(content), slug=slug)


def resealed(value: dict[str, Any]) -> bytes:
    """The file of an archive somebody changed, with the seal it would have."""
    bare = {key: each for key, each in value.items() if key != "sha256"}
    return to_bytes({**bare, "sha256": digest_of(bare)})


def opened(content: bytes) -> dict[str, Any]:
    value = json.loads(content)
    assert isinstance(value, dict)
    return value


def public_pages(tournament: Tournament) -> dict[str, str]:
    """Every public page of an event by address, as anybody sees it."""
    client = Client()
    addresses = [
        "",
        "standings/",
        "knockout/",
        "results/",
        "schedule/",
        "draw/",
        "pairs/",
        "jury/",
        *(f"pairs/{pair.number}/" for pair in tournament.pairs.order_by("number")),
        *(f"matches/{match.number}/" for match in tournament.matches.order_by("number")),
    ]
    pages = {}
    for address in addresses:
        response = client.get(f"/t/{tournament.slug}/{address}")
        assert response.status_code == 200, address
        pages[address] = _timeless(response.content.decode())
    return pages


def _timeless(page: str) -> str:
    """The page without what differs from one visit to the next: a token against forgery, when the
    page was made, and the count of writes it was made from."""
    page = re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", page)
    page = re.sub(r"<time [^>]+>[^<]+</time>\s*<span class=.not-heard", "", page)
    return re.sub(r"hx-headers='[^']+'", "", page)


def public_files(eventful: Eventful | Tournament) -> dict[str, bytes]:
    """The public CSV and JSON files of an event by name."""
    tournament = eventful.tournament if isinstance(eventful, Eventful) else eventful
    files = {}
    for name, kind in EXPORTS:
        if kind in ("csv", "json"):
            response = Client().get(f"/t/{tournament.slug}/export/{name}.{kind}")
            assert response.status_code == 200
            files[f"{name}.{kind}"] = response.content
    return files
