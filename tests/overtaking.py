"""Somebody else writes at the worst moment: between two readings of one page."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from django.db import connection
from django.db.models import Model

from tournaments.models import LedgerEntry


class BeforeReading:
    """Does something by another connection once, right before rows of this model are read.

    Hand it to `connection.execute_wrapper`; `done` tells whether its moment came.
    """

    def __init__(self, model: type[Model], work: Callable[[], object]) -> None:
        self.table = model._meta.db_table
        self.work = work
        self.done = False

    def __call__(self, execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        if not self.done and f'FROM "{self.table}"' in sql:
            self.done = True
            with ThreadPoolExecutor(1) as pool:
                pool.submit(self._work).result()
        return execute(sql, *rest)

    def _work(self) -> None:
        try:
            self.work()
        finally:
            connection.close()


class BeforeSheetsAreRead(BeforeReading):
    """Between the matches of a page and their sheets."""

    def __init__(self, work: Callable[[], object]) -> None:
        super().__init__(LedgerEntry, work)
