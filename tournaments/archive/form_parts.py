"""What the forms of an archive are made of, and how much of each thing is taken at most."""

from __future__ import annotations

from tournaments.archive.shapes import MAX_WHOLE, Check, keyed, maybe, moment, text, whole
from tournaments.models.draws import MAX_REASON

MAX_PERSON = 160
"""The longest name of whoever wrote something, in characters."""

MAX_LINES = 1000
"""Lines of a score sheet at most, far more than are taken at the desk."""

MOST_POINTS = 1_000_000
"""Match points that one decision of the jury adds or takes at most."""

PLACES = 400
"""Pairs of an event at most."""

MOST_POOLS = 10_000
"""Pools of an event at most, those of annulled draws among them."""

MOST_SIGN_UPS = 100_000
"""Sign-ups to an event at most."""

Form = dict[str, Check]


def longest(model: type, field: str) -> int:
    """How many characters a column takes."""
    most = model._meta.get_field(field).max_length  # type: ignore[attr-defined]
    return int(most)


def codes(kind: type) -> list[str]:
    return [code.value for code in kind]  # type: ignore[attr-defined]


person = text(MAX_PERSON)
number = whole()
points = whole(0, MAX_WHOLE)
undone = maybe(keyed({"at": moment, "by": person, "reason": text(MAX_REASON)}))
"""Null, or when, by whom and why something was taken back."""
