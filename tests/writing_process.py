"""One process that writes lines on a score sheet: python -m tests.writing_process USER MATCH LINE…

Whoever is told that the sheet moved on looks again and tries again, as a person would.
"""

import os
import sys
from uuid import uuid4

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tuppiliitto.settings")
django.setup()

from scoring.notation import parse_sheet
from tournaments.actions.refusals import Stale
from tournaments.actions.sheets import append_entry
from tournaments.ledger import format_of
from tournaments.models import Match, User
from tournaments.permissions import actor_of

MOST_TRIES = 500


def write(username: str, match_key: int, lines: list[str]) -> None:
    actor = actor_of(User.objects.get(username=username))
    for line in lines:
        token = uuid4()
        for _try in range(MOST_TRIES):
            match = Match.objects.get(pk=match_key)
            [entry] = parse_sheet(line, format_of(match))
            try:
                append_entry(
                    actor=actor,
                    match=match,
                    entry=entry,
                    seen_revision=match.revision,
                    token=token,
                )
            except Stale:
                continue
            break
        else:
            sys.exit(f"{line} never landed")


if __name__ == "__main__":
    write(sys.argv[1], int(sys.argv[2]), sys.argv[3:])
