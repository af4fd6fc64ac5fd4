"""The event the robots play, made and looked at in a process of its own.

python -m tests.robots.hall prepare TABLES DEALS    the links of its tables, as JSON
python -m tests.robots.hall look                    its sheets and what is wrong, as JSON
"""

from __future__ import annotations

import json
import os
import sys
from dataclasses import replace
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tuppiliitto.settings")
django.setup()

from django.core.management import call_command

from tests.builders import draw_and_publish, make_event_maker, make_tournament, sheet_in_short
from tournaments.access import pair_code, table_secret
from tournaments.actions.ledgers import find_differences
from tournaments.actions.rules import change_rules
from tournaments.ledger import ruleset_of
from tournaments.models import AuditRecord, Match, SheetRevision, Tournament
from tournaments.permissions import actor_of


def prepare(tables: int, deals: int) -> list[dict[str, Any]]:
    """An event with a match of so many deals at each table: its number, link and codes."""
    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    organiser = make_event_maker()
    tournament = make_tournament(organiser, pairs=2 * tables, tables=tables, name="Robottituppi")
    _set_deals(organiser, tournament, deals)
    draw_and_publish(organiser, tournament, max(1, 2 * tables // 4))
    first = tournament.matches.filter(slot=0).select_related("pair_a", "pair_b").order_by("table")
    return [
        {
            "match": match.number,
            "deals": match.deals,
            "address": f"/t/{tournament.slug}/table/{match.table}/"
            f"{table_secret(tournament, match.table)}/",
            "code_a": pair_code(tournament, match.pair_a),
            "code_b": pair_code(tournament, match.pair_b),
        }
        for match in first
    ]


def look() -> dict[str, Any]:
    """Every sheet that was written on, and all that is wrong with them."""
    wrong: list[str] = []
    if find_differences().is_bad:
        wrong.append("check_ledgers finds differences")
    sheets = {}
    for match in Match.objects.filter(entry_count__gt=0):
        sheets[str(match.number)] = sheet_in_short(match)
        revisions = SheetRevision.objects.filter(match=match).count()
        records = AuditRecord.objects.filter(match=match, verb="write_sheet").count()
        if not revisions == records == match.revision - match.first_revision:
            wrong.append(f"match {match.number}: {revisions} revisions, {records} records")
    confirmed = [match.number for match in Match.objects.all() if match.is_confirmed]
    return {"sheets": sheets, "wrong": wrong, "confirmed": confirmed}


def _set_deals(organiser: Any, tournament: Tournament, deals: int) -> None:
    change_rules(
        actor=actor_of(organiser),
        tournament=tournament,
        rules=replace(ruleset_of(tournament), deals_in_small_pool=deals, deals_in_large_pool=deals),
        seen_revision=tournament.revision,
    )
    tournament.refresh_from_db()


if __name__ == "__main__":
    asked = sys.argv[1:]
    told = look() if asked == ["look"] else prepare(int(asked[1]), int(asked[2]))
    print(json.dumps(told))
