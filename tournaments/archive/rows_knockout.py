"""Calls for a referee, lots, locked fields and brackets of an archive -> rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tournaments.archive.making import create, read_maybe
from tournaments.archive.shapes import read_moment
from tournaments.archive.text import Value
from tournaments.models import Bracket, LockedField, Lot, Match, Pool, RefereeCall, Tournament

PoolsNamed = Mapping[tuple[int, int], Pool]
"""Pools by the number of their draw and their own in it."""


def write_brackets(tournament: Tournament, value: Value) -> dict[int, Bracket]:
    """The locked fields, and the brackets by number."""
    fields = [
        LockedField(
            tournament=tournament,
            first=each["first"],
            size=each["size"],
            rows=each["rows"],
            kept_despite=each["kept_despite"],
            locked_by_name=each["locked_by"],
            **undone(each["undone"]),
        )
        for each in value["fields"]
    ]
    create(fields, "locked_at", [each["locked_at"] for each in value["fields"]])
    told = value["brackets"]
    brackets = [
        Bracket(
            tournament=tournament,
            number=each["bracket"],
            field=None if each["field"] is None else fields[each["field"] - 1],
            drawn_by_name=each["drawn_by"],
            published_at=read_maybe(each["published_at"]),
            annulled_at=read_maybe(each["annulled"] and each["annulled"]["at"]),
            annulled_by_name=each["annulled"]["by"] if each["annulled"] else "",
            annulled_reason=each["annulled"]["reason"] if each["annulled"] else "",
            **{
                kept: each[kept]
                for kept in (
                    "seed",
                    "order",
                    "byes",
                    "apart",
                    "third_place",
                    "contenders",
                    "slots",
                    "from_one_pool",
                    "clashes",
                    "deals",
                    "plan",
                    "decided",
                    "counts",
                )
            },
        )
        for each in told
    ]
    create(brackets, "drawn_at", [each["drawn_at"] for each in told])
    return {bracket.number: bracket for bracket in brackets}


def write_lots(tournament: Tournament, told: Sequence[Value], pools: PoolsNamed) -> None:
    lots = [
        Lot(
            tournament=tournament,
            number=each["lot"],
            scope=each["scope"],
            pool=pools[each["pool"]["draw"], each["pool"]["pool"]] if each["pool"] else None,
            pairs=each["pairs"],
            order=each["order"],
            seed=each["seed"],
            witnesses=each["witnesses"],
            made_by_name=each["made_by"],
            **undone(each["undone"]),
        )
        for each in told
    ]
    create(lots, "made_at", [each["made_at"] for each in told])


def write_calls(
    tournament: Tournament, told: Sequence[Value], matches: Mapping[int, Match]
) -> None:
    calls = [
        RefereeCall(
            tournament=tournament,
            table=each["table"],
            match=None if each["match"] is None else matches[each["match"]],
            kind=each["kind"],
            side=each["side"] or "",
            revision=each["revision"],
            reason=each["reason"],
            coming_at=read_maybe(each["coming"] and each["coming"]["at"]),
            coming_by_name=each["coming"]["by"] if each["coming"] else "",
            answered_at=read_maybe(each["answered"] and each["answered"]["at"]),
            answered_by_name=each["answered"]["by"] if each["answered"] else "",
            answer=each["answered"]["answer"] if each["answered"] else "",
            outcome=(each["answered"] and each["answered"]["outcome"]) or "",
            answered_revision=each["answered"] and each["answered"]["revision"],
        )
        for each in told
    ]
    create(calls, "made_at", [each["made_at"] for each in told])


def undone(told: Value | None) -> dict[str, Any]:
    """When, by whom and why something was taken back, by field; nothing where it stands."""
    if told is None:
        return {}
    return {
        "undone_at": read_moment(told["at"]),
        "undone_by_name": told["by"],
        "undone_reason": told["reason"],
    }
