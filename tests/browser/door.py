"""Lets requests in only while a test has its database.

A browser that is closed leaves its last requests on their way. One that is answered while the
database is emptied, or after it was taken away, fails, and may make the emptying fail (PostgreSQL
calls the two a deadlock); the next test would then be blamed for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from threading import Condition
from typing import Any

Start = Callable[..., Any]
Application = Callable[[dict[str, Any], Start], Iterable[bytes]]

PATIENCE = 60.0
"""How long requests under way are waited for, in seconds."""


class Door:
    """A WSGI application that stands before the site's own and knows what is under way in it."""

    def __init__(self, site: Application) -> None:
        self._site = site
        self._changed = Condition()
        self._inside = 0
        self._is_open = False

    @contextmanager
    def open(self) -> Iterator[None]:
        """Requests come in meanwhile; afterwards the last of them has been answered.

        Raises `TimeoutError` if one is not answered within `PATIENCE`.
        """
        with self._changed:
            self._is_open = True
        try:
            yield
        finally:
            with self._changed:
                self._is_open = False
                if not self._changed.wait_for(lambda: self._inside == 0, PATIENCE):
                    raise TimeoutError(f"{self._inside} requests were not answered")

    def __call__(self, environ: dict[str, Any], start: Start) -> Iterable[bytes]:
        with self._changed:
            if not self._is_open:
                start("503 Service Unavailable", [("Content-Length", "0")])
                return []
            self._inside += 1
        try:
            return _Answer(self._site(environ, start), self._left)
        except BaseException:
            self._left()
            raise

    def _left(self) -> None:
        with self._changed:
            self._inside -= 1
            self._changed.notify_all()


class _Answer:
    """An answer that tells when the server is done with it; servers close each of theirs."""

    def __init__(self, parts: Iterable[bytes], done: Callable[[], None]) -> None:
        self._parts = parts
        self._done = done

    def __iter__(self) -> Iterator[bytes]:
        return iter(self._parts)

    def close(self) -> None:
        try:
            if hasattr(self._parts, "close"):
                self._parts.close()
        finally:
            self._done()
