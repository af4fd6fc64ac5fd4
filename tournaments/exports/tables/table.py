"""A table as spreadsheets and CSV hold it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _

Cell = str | int | datetime | None
"""A datetime is local and naive: a sheet knows no time zones. Nothing is None or ""."""


@dataclass(frozen=True)
class Table:
    """Rows under their headings. Where there are none, `empty` says why."""

    title: str
    headings: Sequence[str]
    rows: Sequence[Sequence[Cell]]
    empty: str


def local(moment: datetime) -> datetime:
    """The moment as a cell: local time to the second."""
    return timezone.localtime(moment).replace(tzinfo=None, microsecond=0)


def yes_or_no(is_so: bool) -> str:
    return _("yes") if is_so else _("no")
