"""Requests that are under way when a test ends."""

from __future__ import annotations

from threading import Event, Thread
from typing import Any

import pytest

from tests.browser.door import Door


def nothing(*_said: Any) -> None: ...


def test_a_closing_door_waits_until_the_last_answer_is_closed() -> None:
    door = Door(lambda _environ, _start: [b"answer"])
    closing, closed = Event(), Event()

    def one_test() -> None:
        with door.open():
            opened.set()
            closing.wait()
        closed.set()

    opened = Event()
    thread = Thread(target=one_test)
    thread.start()
    opened.wait()
    answer = door({}, nothing)
    closing.set()

    # Once the door refuses others it is waiting for this one only.
    while list(other := door({}, nothing)):
        other.close()
    assert not closed.is_set()
    answer.close()
    thread.join()
    assert closed.is_set()


def test_a_request_before_the_next_test_never_reaches_the_site() -> None:
    came: list[str] = []
    door = Door(lambda _environ, _start: came.append("in") or [b"answer"])
    said: list[Any] = []
    with door.open():
        door({}, nothing).close()

    assert list(door({}, lambda *words: said.append(words[0]))) == []
    assert (came, said) == (["in"], ["503 Service Unavailable"])


def test_a_request_that_fails_is_not_waited_for() -> None:
    def broken(_environ: Any, _start: Any) -> list[bytes]:
        raise RuntimeError("broken")

    door = Door(broken)
    with door.open(), pytest.raises(RuntimeError, match="broken"):
        door({}, nothing)
