"""Demo events, made by the same writes an organiser's clicks make."""

from __future__ import annotations

import json
import secrets
from dataclasses import dataclass
from datetime import date, time, timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from scoring.notation import parse_sheet
from tournaments.actions.draws import make_draw, publish_draw
from tournaments.actions.entries import EnteredPair, EnteredPlayer, import_pairs
from tournaments.actions.events import DayPlan, EventSettings, make_event, show_event
from tournaments.actions.sheets import replace_sheet
from tournaments.ledger import format_of
from tournaments.models import Membership, Role, Tournament, User
from tournaments.permissions import actor_of

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

    Days are told as days from `today`. Sheets are keyed by match number.
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
    sheets: dict[str, str] = event.get("sheets", {})
    for match in tournament.matches.live().order_by("number"):
        if notation := sheets.get(str(match.number)):
            replace_sheet(
                actor=actor,
                match=match,
                entries=parse_sheet(notation, format_of(match)),
                seen_revision=match.revision,
            )
    return tournament


def _make_user(username: str, password: str, **fields: Any) -> tuple[User, DemoAccount]:
    password = password or secrets.token_urlsafe(9)
    user = User.objects.create_user(username=username, password=password, **fields)
    return user, DemoAccount(username, password)
