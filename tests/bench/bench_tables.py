"""Thirty-two tables keep score at once, over HTTP to gunicorn, as phones on a bad network do.

    python tests/bench/bench_tables.py [TABLES [DEALS [KILLS]]]

Robots send deals twice, from stale pages, on connections they cut, and while workers are killed;
then both pairs confirm. Afterwards every sheet must read what its robot was told is saved.
`DATABASE_URL` plays on that database, which must be empty; without it on SQLite. Loopback only.
"""

import os
import statistics
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.robots.proof import play_hall


def main() -> None:
    numbers = [int(word) for word in sys.argv[1:]]
    tables, deals, kills = (*numbers, *(32, 16, 5)[len(numbers) :])
    with tempfile.TemporaryDirectory(prefix="tuppiliitto-robots-") as folder:
        environment = {**os.environ, "DATA_DIR": folder}
        proof = play_hall(environment, tables=tables, deals=deals, kills=kills, seed=52)
    print(
        f"{proof.tables} tables: {proof.deals_saved} deals in {proof.seconds:.0f} s; "
        f"{proof.stale_refused} stale ones refused, {proof.sent_again} sent again, "
        f"{proof.workers_killed} workers killed"
    )
    p95 = statistics.quantiles(proof.milliseconds, n=20)[-1]
    print(f"an answer: median {statistics.median(proof.milliseconds):.0f} ms, p95 {p95:.0f} ms")
    for wrong in proof.wrong:
        print(f"WRONG: {wrong}")
    print("every sheet is what was told" if not proof.wrong else f"{len(proof.wrong)} wrong")
    sys.exit(bool(proof.wrong))


if __name__ == "__main__":
    main()
