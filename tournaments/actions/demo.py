"""Demo events, made by the same writes an organiser's clicks make."""

from __future__ import annotations

import json
import secrets
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from scoring.bracket import Order
from scoring.ledger import MatchState
from scoring.notation import parse_sheet
from tournaments.actions.advancing import set_advancing
from tournaments.actions.brackets import draw_knockout, publish_bracket
from tournaments.actions.confirming import confirm_many
from tournaments.actions.draws import make_draw, publish_draw
from tournaments.actions.entries import EnteredPair, EnteredPlayer, import_pairs
from tournaments.actions.events import DayPlan, EventSettings, make_event, show_event
from tournaments.actions.knockout_play import make_next_matches
from tournaments.actions.locked_fields import lock_field
from tournaments.actions.sheets import replace_sheet
from tournaments.advancing import advancement_of, numbers_of, pool_results_of
from tournaments.brackets import key_of, key_text
from tournaments.field_changes import fingerprint_of
from tournaments.ledger import format_of
from tournaments.models import Course, Match, Membership, Role, Tournament, User
from tournaments.permissions import Actor, actor_of
from tournaments.pool_ranking import LotsInForce

DEMO_FOLDER = Path(settings.BASE_DIR) / "fixtures" / "demo"


@dataclass(frozen=True)
class DemoAccount:
    username: str
    password: str


def load_demo_once(*, password: str = "") -> list[DemoAccount]:
    """Makes the demo accounts and events on a site that has nobody yet, in one transaction.

    `password` is given to both accounts; empty makes one for each. Returns the accounts made,
    none where the site has anybody already.
    """
    with transaction.atomic():
        if User.objects.exists():
            return []
        organiser, organiser_account = _make_user("organiser", password, may_make_events=True)
        referee, referee_account = _make_user("referee", password)
        for path in sorted(DEMO_FOLDER.glob("*.json")):
            event = json.loads(path.read_text(encoding="utf-8"))
            tournament = load_event(organiser, event, today=timezone.localdate())
            Membership.objects.create(tournament=tournament, user=referee, role=Role.REFEREE)
    return [organiser_account, referee_account]


def load_event(organiser: User, event: dict[str, Any], *, today: date) -> Tournament:
    """An event out of a demo file: its entries, its draw by seed, its sheets in short notation.

    Days are told as days from `today`. Sheets are keyed by match number, those of a `knockout` by
    round and number in it. Results are confirmed but those of the matches in `unconfirmed`.
    `course` and `advance` say what the event is made of where that is not the standard.
    """
    tournament = make_event(
        actor=actor_of(organiser),
        settings=EventSettings(
            name=event["name"],
            place=event["place"],
            table_count=event["table_count"],
            minutes_per_deal=event["minutes_per_deal"],
            days=[
                DayPlan(
                    today + timedelta(days=day["from_today"]),
                    time.fromisoformat(day["starts_at"]),
                    time.fromisoformat(day["ends_at"]),
                )
                for day in event["days"]
            ],
            course=Course(event.get("course", Course.POOLS_AND_KNOCKOUT)),
        ),
    )
    tournament.slug = event["slug"]
    tournament.save(update_fields=["slug"])
    actor = actor_of(organiser)
    import_pairs(
        actor=actor,
        tournament=tournament,
        entries=[
            EnteredPair(EnteredPlayer(*first), EnteredPlayer(*second), row=row)
            for row, (first, second) in enumerate(event["pairs"], start=1)
        ],
        source="demo",
    )
    if "draw" in event:
        draw = make_draw(
            actor=actor,
            tournament=tournament,
            pool_count=event["draw"]["pools"],
            seed=event["draw"]["seed"],
        )
        publish_draw(actor=actor, tournament=tournament, number=draw.number)
    else:
        show_event(actor=actor, tournament=tournament, public=True)
    if "advance" in event:
        _set_advancing(actor, tournament, event["advance"])
    sheets: dict[str, str] = event.get("sheets", {})
    for match in tournament.matches.live().order_by("number"):
        if notation := sheets.get(str(match.number)):
            _write_sheet(actor, match, notation)
    waiting = event.get("unconfirmed", [])
    finished = tournament.matches.live().filter(state=MatchState.FINISHED.value)
    confirmed = dict(finished.exclude(number__in=waiting).values_list("number", "revision"))
    if confirmed:
        confirm_many(actor=actor, tournament=tournament, seen=confirmed)
    if "knockout" in event:
        _play_knockout(actor, tournament, event["knockout"], today)
    return tournament


def _set_advancing(actor: Actor, tournament: Tournament, advance: dict[str, int]) -> None:
    tournament.refresh_from_db()
    set_advancing(
        actor=actor,
        tournament=tournament,
        first=advance.get("first"),
        size=advance.get("size"),
        seen_revision=tournament.revision,
    )


def _play_knockout(
    actor: Actor, tournament: Tournament, knockout: dict[str, Any], today: date
) -> None:
    """Locks who goes on, draws them and plays round by round as far as there are sheets."""
    tournament.refresh_from_db()
    results = pool_results_of(tournament)
    numbers = numbers_of(tournament, len(results))
    if numbers is None:
        raise ValueError(tournament.slug)
    found = advancement_of(results, numbers, LotsInForce(tournament.pk))
    lock_field(actor=actor, tournament=tournament, seen=fingerprint_of(found))
    bracket = draw_knockout(
        actor=actor,
        tournament=tournament,
        seed=knockout["seed"],
        order=Order(knockout["order"]),
        deals=knockout["deals"],
    )
    day = today + timedelta(days=knockout["from_today"])
    starts_at = datetime.combine(day, time.fromisoformat(knockout["starts_at"]))
    publish_bracket(
        actor=actor,
        tournament=tournament,
        number=bracket.number,
        starts_at=timezone.make_aware(starts_at),
    )
    for number in range(1, bracket.rounds + 1):
        seen = {}
        for match in tournament.matches.live().filter(bracket=bracket, round=number):
            if notation := knockout["sheets"].get(key_text(key_of(match))):
                _write_sheet(actor, match, notation)
                seen[match.number] = match.revision
        if seen:
            confirm_many(actor=actor, tournament=tournament, seen=seen)
        make_next_matches(actor=actor, tournament=tournament)


def _write_sheet(actor: Actor, match: Match, notation: str) -> None:
    replace_sheet(
        actor=actor,
        match=match,
        entries=parse_sheet(notation, format_of(match)),
        seen_revision=match.revision,
    )
    match.refresh_from_db()


def _make_user(username: str, password: str, **fields: Any) -> tuple[User, DemoAccount]:
    password = password or secrets.token_urlsafe(9)
    user = User.objects.create_user(username=username, password=password, **fields)
    return user, DemoAccount(username, password)
