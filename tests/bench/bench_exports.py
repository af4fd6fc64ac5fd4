"""How long the print run and every file of a large event take.

Run: python tests/bench/bench_exports.py

Makes a database of its own in a temporary folder: 64 pairs in sixteen pools, every match played
to its end.
"""

import os
import sys
import tempfile
import time
from pathlib import Path
from random import Random

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

SHEETS = 100
ROUNDS = 3


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        os.environ["DATA_DIR"] = folder
        os.environ["DATABASE_URL"] = f"sqlite:///{folder}/bench.sqlite3"
        os.environ["DJANGO_SETTINGS_MODULE"] = "tuppiliitto.settings"
        import django

        django.setup()
        measure()


def measure() -> None:
    from django.core.management import call_command

    from tests.builders import make_drawn_tournament, make_event_maker, play
    from tournaments.exports.event_head import event_head
    from tournaments.exports.options import FileOptions
    from tournaments.exports.pdf.cutting import WHOLE, cut_document
    from tournaments.exports.pdf.sheet_form import form_to_play
    from tournaments.exports.pdf.sheet_pages import sheet_faces
    from tournaments.exports.pdf.wall import WALL_PAPERS
    from tournaments.exports.registry import EXPORTS, STAFF_EXPORTS
    from tournaments.queries.matches import matches_of

    call_command("migrate", verbosity=0)
    organiser = make_event_maker()
    tournament = make_drawn_tournament(organiser, pairs=64, pools=16, tables=32)
    random = Random(52)
    for match in tournament.matches.all():
        play(organiser, match, long_sheet(random, match.deals))

    def hundred_sheets() -> bytes:
        head = event_head(tournament)
        views = matches_of(tournament)
        chosen = (views * (SHEETS // len(views) + 1))[:SHEETS]

        faces = [face for view in chosen for face in sheet_faces(head, form_to_play(view))]
        return cut_document("bench", faces, WHOLE)

    report(f"{SHEETS} score sheets", hundred_sheets)
    walls = ("entries", "draw", "schedule", "schedule-by-table", "standings")
    for paper in WALL_PAPERS:
        report(
            f"all wall lists of 64 pairs on {paper.upper()}",
            lambda paper=paper: b"".join(
                EXPORTS[(name, "pdf")].make(tournament, FileOptions(paper=paper)).content
                for name in walls
            ),
        )
    for (name, kind), export in (EXPORTS | STAFF_EXPORTS).items():
        for options in [FileOptions(paper=paper) for paper in export.papers] or [FileOptions()]:
            report(
                f"{name}.{kind} of 64 pairs, {options.paper}",
                lambda export=export, options=options: export.make(tournament, options).content,
            )


def long_sheet(random: Random, deals: int) -> str:
    """A whole sheet without a tuppi: rises of one deal that fall in the next."""
    pairs = []
    for _ in range(deals // 2):
        winner, loser = random.choice([("a", "b"), ("b", "a")])
        pairs.append(f"r{winner}{random.randint(7, 13)} n{loser}{random.randint(0, 6)}")
    return " ".join(pairs)


def report(name: str, make: object) -> None:
    seconds = []
    size = 0
    for _ in range(ROUNDS):
        start = time.perf_counter()
        size = len(make())
        seconds.append(time.perf_counter() - start)
    print(f"{name}: first {seconds[0]:.2f} s, best {min(seconds):.2f} s, {size / 1024:,.0f} KiB")


if __name__ == "__main__":
    main()
