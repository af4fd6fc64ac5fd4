"""What an archive holds, for somebody about to take it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime

from tournaments.archive.shapes import read_moment
from tournaments.archive.text import Value


@dataclass(frozen=True)
class Contents:
    """The event of an archive by name, place and days, and how much there is of what.

    Pools, matches and lines are of the draw that counts; lots and brackets are all that were
    drawn. `contacts` counts the sign-ups that say
    how to reach somebody. `last_write` is the time of the last record of its log; None where that
    is empty.
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
    annulled_draws: int
    lots: int
    brackets: int
    sign_ups: int
    substitutions: int
    contacts: int
    decisions: int
    records: int
    last_write: datetime | None


def contents_of(value: Value) -> Contents:
    """What a sound archive holds."""
    event, log = value["event"], value["log"]
    matches = [match for match in value["matches"] if match["live"]]
    return Contents(
        name=event["name"],
        place=event["place"],
        days=tuple(date.fromisoformat(day["date"]) for day in value["days"]),
        is_public=event["is_public"],
        pairs=len(value["pairs"]),
        pools=sum(pool["live"] for pool in value["pools"]),
        matches=len(matches),
        finished=sum(match["outcome"]["state"] == "finished" for match in matches),
        lines=sum(len(match["sheet"]["entries"]) for match in matches),
        annulled_draws=sum(draw["annulled"] is not None for draw in value["draws"]),
        lots=len(value["lots"]),
        brackets=len(value["brackets"]),
        sign_ups=len(value["sign_ups"]),
        substitutions=len(value["substitutions"]),
        contacts=sum(bool(sign_up["contact"]) for sign_up in value["sign_ups"]),
        decisions=len(value["decisions"]),
        records=len(log),
        last_write=read_moment(log[-1]["at"]) if log else None,
    )
