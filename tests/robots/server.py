"""The site served for robots: by gunicorn, as `manage.py serve` starts it, on a database of its
own, and its workers killed now and then."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
STARTED = "Booting worker"


@dataclass(frozen=True)
class Server:
    """A site that is served: where, by which process, with which settings."""

    port: int
    process: subprocess.Popen[str]
    environment: Mapping[str, str]
    log: Path

    def kill_a_worker(self) -> None:
        """Kills one worker on the spot, whatever it is writing; the server starts another."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        workers = children.read_text().split()
        if workers:
            os.kill(int(workers[0]), signal.SIGKILL)

    @property
    def booted(self) -> int:
        """How many workers were started so far."""
        return self.log.read_text().count(STARTED)


def ask_hall(environment: Mapping[str, str], *words: str) -> Any:
    """What a process of `tests.robots.hall` answers."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.robots.hall", *words],
        cwd=ROOT,
        env=dict(environment),
        check=True,
        capture_output=True,
        text=True,
    )
    return json.loads(done.stdout)


@contextmanager
def served(environment: Mapping[str, str]) -> Iterator[Server]:
    """The site of this environment, which names its DATA_DIR and maybe a DATABASE_URL."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    with tempfile.NamedTemporaryFile("w+", suffix=".log") as log:
        process = subprocess.Popen(
            [sys.executable, "manage.py", "serve"],
            cwd=ROOT,
            env={**environment, "PORT": str(port), "DEMO": "0"},
            stdout=log,
            stderr=subprocess.STDOUT,
            text=True,
        )
        server = Server(port, process, environment, Path(log.name))
        try:
            _wait_until_it_answers(server)
            yield server
        finally:
            process.terminate()
            process.wait(timeout=30)


def _wait_until_it_answers(server: Server) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        try:
            with socket.create_connection(("127.0.0.1", server.port), timeout=1) as found:
                found.sendall(b"HEAD /sign-in/ HTTP/1.0\r\n\r\n")
                if found.recv(8):
                    return
        except OSError:
            time.sleep(0.1)
    raise AssertionError(server.log.read_text())
