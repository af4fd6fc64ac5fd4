"""Queries and milliseconds of every public and staff page at 16, 64 and 256 pairs.

    python tests/bench/bench_pages.py [PAIRS …]

Answers are made in this process, so the figures leave out the web server and the network.
"""

import statistics
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.bench.site import make_played_event, start_site

start_site()

from django.db import connection
from django.test import Client

from tests.builders import make_event_maker

ROUNDS = 20
PUBLIC = ("", "standings/", "schedule/", "draw/", "pairs/", "pairs/1/", "matches/1/", "screen/")
STAFF = ("manage/", "manage/pairs/", "manage/draw/", "desk/", "desk/matches/1/")


def measure(client: Client, address: str) -> tuple[int, float, float]:
    """Queries, median and 95th percentile in milliseconds."""
    queries = 0

    def count(execute, *call):
        nonlocal queries
        queries += 1
        return execute(*call)

    with connection.execute_wrapper(count):
        response = client.get(address, headers={"host": "127.0.0.1"})
        assert response.status_code == 200, (address, response.status_code)
    times = []
    for _round in range(ROUNDS):
        began = time.perf_counter()
        client.get(address, headers={"host": "127.0.0.1"})
        times.append((time.perf_counter() - began) * 1000)
    return queries, statistics.median(times), statistics.quantiles(times, n=20)[-1]


def main() -> None:
    sizes = [int(size) for size in sys.argv[1:]] or [16, 64, 256]
    organiser = make_event_maker()
    visitor, staff = Client(), Client()
    staff.force_login(organiser)
    print(f"{'pairs':>5}  {'page':<20} {'queries':>7} {'median ms':>10} {'p95 ms':>8}")
    for pairs in sizes:
        slug = make_played_event(organiser, pairs=pairs).slug
        for client, pages in ((visitor, PUBLIC), (staff, STAFF)):
            for page in pages:
                queries, median, p95 = measure(client, f"/t/{slug}/{page}")
                print(f"{pairs:>5}  {page or '(now)':<20} {queries:>7} {median:>10.1f} {p95:>8.1f}")


if __name__ == "__main__":
    main()
