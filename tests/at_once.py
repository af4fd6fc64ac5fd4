"""Works that begin at the same moment, each in a thread of its own on a real database."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import TypeVar, cast

from django.db import connection

T = TypeVar("T")

PATIENCE = 60
"""So many seconds are waited for a thread."""


def at_once(*works: Callable[[], object]) -> list[object]:
    """Runs the works in threads that start together; what each returned, or the refusal raised."""
    start = threading.Barrier(len(works))
    results: list[object] = [None] * len(works)

    def run(place: int, work: Callable[[], object]) -> None:
        try:
            start.wait(timeout=PATIENCE)
            results[place] = work()
        except Exception as raised:
            results[place] = raised
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(place, work)) for place, work in enumerate(works)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=PATIENCE)
    assert not any(thread.is_alive() for thread in threads)
    return results


def done_at_once(works: Sequence[Callable[[], T]]) -> list[T]:
    """The same for works none of which may fail: what each returned; what one raised is raised."""
    results = at_once(*works)
    for result in results:
        if isinstance(result, Exception):
            raise result
    return cast(list[T], results)
