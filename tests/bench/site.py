"""A site of its own for a benchmark: a fresh database in a folder that goes away."""

from __future__ import annotations

import os
import random
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tournaments.models import Tournament, User

ROOT = Path(__file__).resolve().parents[2]


def start_site() -> Path:
    """Sets Django up on a migrated database in a new folder, and returns the folder."""
    folder = Path(tempfile.mkdtemp(prefix="tuppiliitto-bench-"))
    os.environ |= {"DATA_DIR": str(folder), "DJANGO_SETTINGS_MODULE": "tuppiliitto.settings"}
    if str(ROOT) not in sys.path:
        sys.path.insert(0, str(ROOT))
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    return folder


def make_played_event(organiser: User, *, pairs: int, played: bool = True) -> Tournament:
    """An event of this many pairs in the recommended pools, every match played by chance."""
    from scoring.draw import propose_splits
    from tests.builders import draw_and_publish, make_tournament, play
    from tournaments.models import Match

    tables = max(1, pairs // 2)
    split = next(s for s in propose_splits(pairs, tables, 5) if s.recommended)
    tournament = draw_and_publish(
        organiser,
        make_tournament(organiser, pairs=pairs, tables=tables, name=f"Tuppi {pairs}"),
        split.pools,
    )
    chance = random.Random(52)
    if played:
        for match in Match.objects.filter(tournament=tournament):
            play(organiser, match, chance_sheet(chance, match.deals or 12))
    return tournament


def chance_sheet(chance: random.Random, deals: int) -> str:
    """A whole sheet in short notation: every rise falls at the next deal, so no tuppi comes."""
    tokens = []
    for _deal in range(deals // 2):
        winner, loser = chance.sample("ab", 2)
        tokens += [f"n{winner}{chance.randint(1, 6)}", f"r{loser}{chance.randint(7, 10)}"]
    tokens[-2:] = ["na1", "rb7"]
    return " ".join([*tokens, *(["na6"] if deals % 2 else [])])
