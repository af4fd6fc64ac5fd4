"""Pages as an organiser reads and sends them."""

from __future__ import annotations

import html
import re
from uuid import uuid4

from django.http import HttpResponse


def text(response: HttpResponse) -> str:
    """What a page says: its words, with single spaces."""
    words = re.sub(r"<[^>]+>", " ", response.content.decode())
    return " ".join(html.unescape(words).split())


def token() -> str:
    return str(uuid4())


def settings_form(
    *days: tuple[str, str, str], rows: int | None = None, **changed: object
) -> dict[str, object]:
    """An event's settings as a browser sends them, with a token of its own."""
    days = days or (("2026-11-28", "11:15", "21:00"),)
    fields: dict[str, object] = {
        "token": token(),
        "name": "Kylän tuppi",
        "place": "Kylätalo",
        "course": "pools_and_knockout",
        "table_count": 8,
        "minutes_per_deal": 5,
        "days-TOTAL_FORMS": len(days) if rows is None else rows,
        "days-INITIAL_FORMS": 0,
    }
    for number, (date, starts, ends) in enumerate(days):
        fields[f"days-{number}-date"] = date
        fields[f"days-{number}-starts_at"] = starts
        fields[f"days-{number}-ends_at"] = ends
    return fields | changed


def pair_form(first: str, second: str, **changed: object) -> dict[str, object]:
    """A pair as a browser sends it: names with clubs after a slash, and a token of its own."""
    fields: dict[str, object] = {"token": token()}
    for seat, typed in (("first", first), ("second", second)):
        name, _slash, club = typed.partition("/")
        fields[f"{seat}_name"] = name
        fields[f"{seat}_club"] = club
    return fields | changed
