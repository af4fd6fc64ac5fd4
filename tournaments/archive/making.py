"""Rows made at a time of long ago."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import models

from tournaments.archive.shapes import read_moment


def create(rows: Sequence[Any], kept: str, moments: Sequence[str]) -> None:
    """Makes the rows, and sets the time of making that each had instead of now."""
    if not rows:
        return
    model: type[models.Model] = type(rows[0])
    model._default_manager.bulk_create(rows)
    for row, moment in zip(rows, moments, strict=True):
        setattr(row, kept, read_moment(moment))
    model._default_manager.bulk_update(rows, [kept], batch_size=300)


def read_maybe(told: str | None) -> datetime | None:
    return read_moment(told) if told else None
