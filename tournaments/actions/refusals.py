"""Why a write was not made, in words for the person who asked for it."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.models import AuditRecord


class Refused(Exception):
    """The write cannot be made. `message` says what happened and what to do; nothing was kept.

    `field` names the form field at fault, None where the whole form is.
    """

    def __init__(self, message: str, *, field: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.field = field


class Stale(Refused):
    """The page was made from an older state than the one there is now."""


class AlreadyDone(Exception):
    """This very submission was carried out before; `record` is what it left in the audit."""

    def __init__(self, record: AuditRecord) -> None:
        super().__init__(record.verb)
        self.record = record


class RowsRefused(Refused):
    """Some rows of a list cannot be taken; `rows` pairs each row's number with its message."""

    def __init__(self, message: str, rows: Sequence[tuple[int, str]]) -> None:
        super().__init__(message)
        self.rows = tuple(rows)
