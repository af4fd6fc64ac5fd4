"""The form of values in an archive: each check takes a value and its place, and raises
ArchiveFault where the value has not the form."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from datetime import UTC, date, datetime, time
from typing import Any

from tournaments.archive.faults import ArchiveFault, FaultCode
from tournaments.names import MAX_NAME, clean_name, unfit_character

Check = Callable[[object, str], None]

MAX_SMALL = 32_767
MAX_WHOLE = 2_147_483_647
"""What the databases keep in a small and in an ordinary column of whole numbers."""

_YEARS = range(1970, 2200)
"""Years in which every local time can be reckoned."""


def malformed(where: str) -> ArchiveFault:
    return ArchiveFault(FaultCode.MALFORMED, where)


def whole(least: int = 1, most: int = MAX_SMALL) -> Check:
    def check(value: object, where: str) -> None:
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise malformed(where)

    return check


def flag(value: object, where: str) -> None:
    if not isinstance(value, bool):
        raise malformed(where)


def text(most: int, least: int = 0) -> Check:
    """A text of so many characters."""

    def check(value: object, where: str) -> None:
        if not isinstance(value, str) or not least <= len(value) <= most:
            raise malformed(where)

    return check


def name(value: object, where: str) -> None:
    """A name of a player or a club as it is kept: cleaned, not empty."""
    text(MAX_NAME, 1)(value, where)
    assert isinstance(value, str)  # noqa: S101 - just checked
    if clean_name(value) != value or unfit_character(value) is not None:
        raise malformed(where)


def matching(pattern: str, most: int) -> Check:
    """A text of at most so many characters that is wholly what `pattern` says."""

    def check(value: object, where: str) -> None:
        text(most, 1)(value, where)
        if not re.fullmatch(pattern, str(value), re.ASCII):
            raise malformed(where)

    return check


def one_of(codes: Collection[str]) -> Check:
    def check(value: object, where: str) -> None:
        if not isinstance(value, str) or value not in codes:
            raise malformed(where)

    return check


def maybe(inner: Check) -> Check:
    """Null, or what `inner` says."""

    def check(value: object, where: str) -> None:
        if value is not None:
            inner(value, where)

    return check


def listed(inner: Check, *, least: int = 0, most: int = 10**6) -> Check:
    def check(value: object, where: str) -> None:
        if not isinstance(value, list) or not least <= len(value) <= most:
            raise malformed(where)
        for index, each in enumerate(value):
            inner(each, f"{where}[{index}]")

    return check


def together(*inner: Check) -> Check:
    """A list of just these, one after the other."""

    def check(value: object, where: str) -> None:
        if not isinstance(value, list) or len(value) != len(inner):
            raise malformed(where)
        for index, (each, own) in enumerate(zip(value, inner, strict=True)):
            own(each, f"{where}[{index}]")

    return check


def keyed(keys: Mapping[str, Check]) -> Check:
    """An object of just these keys."""

    def check(value: object, where: str) -> None:
        if not isinstance(value, dict) or value.keys() != keys.keys():
            raise malformed(where)
        for key, inner in keys.items():
            inner(value[key], f"{where}.{key}" if where else key)

    return check


def mapped(pattern: str, inner: Check) -> Check:
    """An object of any keys that are wholly what `pattern` says."""

    def check(value: object, where: str) -> None:
        if not isinstance(value, dict):
            raise malformed(where)
        for key, each in value.items():
            if not re.fullmatch(pattern, key, re.ASCII):
                raise malformed(where)
            inner(each, f"{where}.{key}")

    return check


def anything(value: object, where: str) -> None:
    """Any JSON; its depth and its size are bounded with the whole file."""


def some_object(value: object, where: str) -> None:
    if not isinstance(value, dict):
        raise malformed(where)


def moment(value: object, where: str) -> None:
    """A time as `write_moment` writes it."""
    _same(value, where, lambda told: write_moment(read_moment(told)))
    _year(value, where)


def zoned(value: object, where: str) -> None:
    """A time with its offset, as Python writes one: 2026-11-29T09:00:00+00:00."""
    _same(value, where, lambda told: datetime.fromisoformat(told).isoformat())
    _year(value, where)
    if datetime.fromisoformat(str(value)).tzinfo is None:
        raise malformed(where)


def day(value: object, where: str) -> None:
    _same(value, where, lambda told: date.fromisoformat(told).isoformat())
    _year(value, where)


def clock(value: object, where: str) -> None:
    """A local time of day, without an offset."""
    _same(value, where, lambda told: time.fromisoformat(told).replace(tzinfo=None).isoformat())


def write_moment(at: datetime) -> str:
    """A time in UTC to the microsecond: 2026-11-28T09:15:00.000000Z."""
    return f"{at.astimezone(UTC).replace(tzinfo=None).isoformat(timespec='microseconds')}Z"


def write_maybe(at: datetime | None) -> str | None:
    return write_moment(at) if at else None


def read_moment(told: str) -> datetime:
    """The time `write_moment` wrote. Raises ValueError."""
    if not told.endswith("Z"):
        raise ValueError("not in UTC")
    return datetime.fromisoformat(told[:-1]).replace(tzinfo=UTC)


def _same(value: object, where: str, again: Callable[[str], str]) -> None:
    """Raises ArchiveFault unless `again` reads the text and writes the very same."""
    if not isinstance(value, str):
        raise malformed(where)
    try:
        written = again(value)
    except (ValueError, OverflowError):
        raise malformed(where) from None
    if written != value:
        raise malformed(where)


def _year(value: Any, where: str) -> None:
    if int(value[:4]) not in _YEARS:
        raise malformed(where)
