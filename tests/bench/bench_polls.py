"""Polls with nothing new: queries and milliseconds of a 304, and of a whole page or file for
comparison.

python tests/bench/bench_polls.py [PAIRS]
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

POLLS = 300
PAGES = ("", "standings/", "schedule/", "matches/1/", "export/event.json", "export/deals.csv")


def main() -> None:
    pairs = int(sys.argv[1]) if len(sys.argv) > 1 else 64
    slug = make_played_event(make_event_maker(), pairs=pairs).slug
    client = Client(headers={"host": "127.0.0.1", "HX-Request": "true"})
    print(f"{'page':<18} {'fresh ms':>9} {'304 queries':>12} {'304 median ms':>14} {'p95 ms':>8}")
    for page in PAGES:
        address = f"/t/{slug}/{page}"
        client.get(address)
        began = time.perf_counter()
        etag = client.get(address)["ETag"]
        fresh = (time.perf_counter() - began) * 1000
        queries = 0

        def count(execute, *call):
            nonlocal queries
            queries += 1
            return execute(*call)

        with connection.execute_wrapper(count):
            assert client.get(address, headers={"If-None-Match": etag}).status_code == 304
        times = []
        for _poll in range(POLLS):
            began = time.perf_counter()
            client.get(address, headers={"If-None-Match": etag})
            times.append((time.perf_counter() - began) * 1000)
        print(
            f"{page or '(now)':<18} {fresh:>9.1f} {queries:>12} "
            f"{statistics.median(times):>14.1f} {statistics.quantiles(times, n=20)[-1]:>8.1f}"
        )


if __name__ == "__main__":
    main()
