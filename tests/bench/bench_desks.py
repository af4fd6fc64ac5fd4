"""Thirty-two desks send a deal each at the same moment, over HTTP to gunicorn.

    python tests/bench/bench_desks.py [DESKS [ROUNDS]]

Prints the times of the answers and whether every deal landed once. Loopback only.
"""

import http.client
import os
import re
import socket
import statistics
import subprocess
import sys
import threading
import time
import urllib.parse
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.bench.site import ROOT, make_played_event, start_site

FOLDER = start_site()

from django.conf import settings
from django.test import Client

from tests.builders import make_event_maker
from tournaments.actions.ledgers import find_differences
from tournaments.models import LedgerEntry

LIMIT_MS = 300


class Desk(threading.Thread):
    """One referee at one match: opens the sheet's confirm step and sends the deal when told."""

    def __init__(
        self, port: int, cookie: str, address: str, line: str, gate: threading.Barrier
    ) -> None:
        super().__init__()
        self.port, self.cookie, self.address = port, cookie, address
        self.line, self.gate = line, gate
        self.milliseconds: float = 0
        self.status = 0

    def ask(self, method: str, address: str, body: str = "") -> tuple[int, str]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        headers = {"Cookie": self.cookie}
        if body:
            headers |= {"Content-Type": "application/x-www-form-urlencoded"}
        connection.request(method, address, body, headers)
        response = connection.getresponse()
        for sent in response.headers.get_all("Set-Cookie") or []:
            self.cookie += "; " + sent.split(";")[0]
        text = response.read().decode()
        connection.close()
        return response.status, text

    def run(self) -> None:
        _status, page = self.ask("GET", f"{self.address}?entry={self.line}")
        form = page[page.index('class="write"') :]
        fields = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', form))
        self.gate.wait()
        began = time.perf_counter()
        self.status, _text = self.ask("POST", self.address, urllib.parse.urlencode(fields))
        self.milliseconds = (time.perf_counter() - began) * 1000


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def main() -> None:
    desks = int(sys.argv[1]) if len(sys.argv) > 1 else 32
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 4
    organiser = make_event_maker()
    tournament = make_played_event(organiser, pairs=2 * desks, played=False)
    client = Client()
    client.force_login(organiser)
    cookie = f"{settings.SESSION_COOKIE_NAME}={client.cookies[settings.SESSION_COOKIE_NAME].value}"
    port = free_port()
    server = subprocess.Popen(
        [sys.executable, "manage.py", "serve"],
        cwd=ROOT,
        env=os.environ | {"PORT": str(port), "DATA_DIR": str(FOLDER), "DEMO": "0"},
        stderr=subprocess.PIPE,
        text=True,
    )
    assert server.stderr is not None
    for line in server.stderr:
        if "Booting worker" in line:
            break
    numbers = list(tournament.matches.order_by("number").values_list("number", flat=True)[:desks])
    times: list[float] = []
    try:
        for played in range(rounds):
            gate = threading.Barrier(desks)
            workers = [
                Desk(
                    port,
                    cookie,
                    f"/t/{tournament.slug}/desk/matches/{number}/",
                    ("na6", "nb6")[played % 2],
                    gate,
                )
                for number in numbers
            ]
            for worker in workers:
                worker.start()
            for worker in workers:
                worker.join()
            refused = [worker.status for worker in workers if worker.status != 302]
            assert not refused, refused
            times += [worker.milliseconds for worker in workers]
    finally:
        server.terminate()
        server.wait(timeout=30)
    landed = LedgerEntry.objects.filter(match__tournament=tournament, ended=None).count()
    p95 = statistics.quantiles(times, n=20)[-1]
    print(f"{desks} desks, {rounds} rounds: {landed} of {desks * rounds} deals landed")
    print(
        f"median {statistics.median(times):.0f} ms, p95 {p95:.0f} ms (aim {LIMIT_MS}), "
        f"most {max(times):.0f} ms"
    )
    print("ledgers differ" if find_differences().is_bad else "check_ledgers finds nothing")


if __name__ == "__main__":
    main()
