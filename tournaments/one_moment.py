"""Reading everything of a page or a file as it was at one moment."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

from django.db import connection, transaction

WRITES = ("INSERT", "UPDATE", "DELETE", "REPLACE")


class WrittenWhileReading(RuntimeError):
    """Something that only reads tried to write: a mistake of the code."""


@contextmanager
def one_moment() -> Iterator[None]:
    """Everything read inside is as it was when the first of it was read.

    What others commit meanwhile is not seen, so no two readings disagree: no result without its
    pair, no list of standings half before a withdrawal. Nobody waits for it and it waits for
    nobody. Inside a transaction it adds nothing but the refusal: a write raises
    WrittenWhileReading.
    """
    with ExitStack() as held:
        held.enter_context(connection.execute_wrapper(_refuse_writing))
        if not connection.in_atomic_block:
            held.enter_context(_snapshot())
        yield


@contextmanager
def _snapshot() -> Iterator[None]:
    with ExitStack() as held:
        with _beginning_without_lock():
            held.enter_context(transaction.atomic())
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        yield


@contextmanager
def _beginning_without_lock() -> Iterator[None]:
    """On SQLite, where transactions begin as writes do, lets one begin that only reads."""
    if connection.vendor != "sqlite":
        yield
        return
    connection.ensure_connection()
    mode = connection.transaction_mode  # type: ignore[attr-defined]
    connection.transaction_mode = "DEFERRED"  # type: ignore[attr-defined]
    try:
        yield
    finally:
        connection.transaction_mode = mode  # type: ignore[attr-defined]


def _refuse_writing(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
    if sql.lstrip().upper().startswith(WRITES):
        raise WrittenWhileReading(sql)
    return execute(sql, *rest)
