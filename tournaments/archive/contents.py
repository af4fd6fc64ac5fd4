"""What an archive holds, for somebody about to take it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime

from tournaments.archive.shapes import read_moment
from tournaments.archive.text import Value


@dataclass(frozen=True)
class Contents:
    """The event of an archive by name, place and days, and how much there is of what.

    `last_write` is the time of the last record of its log; None where that is empty.
    """

    name: str
    place: str
    days: tuple[date, ...]
    is_public: bool
    pairs: int
    pools: int
    matches: int
    finished: int
    lines: int
    decisions: int
    records: int
    last_write: datetime | None


def contents_of(value: Value) -> Contents:
    """What a sound archive holds."""
    event, matches, log = value["event"], value["matches"], value["log"]
    return Contents(
        name=event["name"],
        place=event["place"],
        days=tuple(date.fromisoformat(day["date"]) for day in value["days"]),
        is_public=event["is_public"],
        pairs=len(value["pairs"]),
        pools=len(value["pools"]),
        matches=len(matches),
        finished=sum(match["outcome"]["state"] == "finished" for match in matches),
        lines=sum(len(match["sheet"]["entries"]) for match in matches),
        decisions=len(value["decisions"]),
        records=len(log),
        last_write=read_moment(log[-1]["at"]) if log else None,
    )
