"""What putting the knock-out right has changed, so that it can be taken back (R29).

Reads show it and the write goes by the very same, so both take it from here. Nothing here writes.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tournaments.brackets import BracketState, is_fixed, key_of, key_text
from tournaments.models import AuditRecord, Bracket, Match

PUT_RIGHT, UNDONE = "put_knockout_right", "undo_put_knockout_right"
"""What the audit calls putting right and taking that back (`tournaments.actions.audit.Verb`)."""

DECISIONS = ("decide_match", "let_result_stand")
"""What the audit calls a winner settled by decision."""

Told = dict[str, Any]
"""A match as it was: `number`, `key`, the numbers of its `pairs`, whether it was `kept` with its
sheet, and where a decision had settled it `annulled`: the reason and when."""


@dataclass(frozen=True)
class PutRight:
    """The knock-out as it was put right last, after the result of the match of this `number`.

    `before` are the matches it took out of play, `decided` the decisions it dropped, by key.
    """

    number: int
    reason: str
    by: str
    at: datetime
    before: tuple[Told, ...]
    decided: dict[str, int]


def told_before(gone: Iterable[Match], numbers: dict[int, int]) -> list[Told]:
    """Matches about to go, as the audit keeps them; `numbers` are those of the pairs by key."""
    return [
        {
            "number": match.number,
            "key": key_text(key_of(match)),
            "pairs": [numbers[match.pair_a_id], numbers[match.pair_b_id]],
            "kept": is_fixed(match),
            "annulled": [match.annulment_reason, match.annulled_at.isoformat()]
            if match.annulled and match.annulled_at
            else None,
        }
        for match in gone
    ]


def decisions_about(bracket: Bracket) -> tuple[AuditRecord, ...]:
    """What the audit tells of putting this knock-out right and of winners by decision, in the order
    it was done (one query)."""
    records = AuditRecord.objects.filter(
        tournament=bracket.tournament_id, verb__in=(PUT_RIGHT, UNDONE, *DECISIONS)
    )
    return tuple(
        record
        for record in records.order_by("pk")
        if record.details.get("bracket") == bracket.number
    )


def last_put_right(records: Iterable[AuditRecord]) -> PutRight | None:
    """The last time that the knock-out was put right and that was not taken back, by what
    `decisions_about` it tells.

    None where there is none, and for one so old that the audit does not tell what was before.
    """
    standing: list[AuditRecord] = []
    for record in records:
        if record.verb == PUT_RIGHT:
            standing.append(record)
        elif record.verb == UNDONE and standing:
            # They are taken back in order, the last one first.
            standing.pop()
    if not standing or "before" not in standing[-1].details:
        return None
    record = standing[-1]
    return PutRight(
        number=record.details["number"],
        reason=record.details["reason"],
        by=record.actor_name,
        at=record.at,
        before=tuple(record.details["before"]),
        decided=record.details["decided"],
    )


def made_since(state: BracketState, put_right: PutRight) -> list[Match]:
    """The matches in play that hang on the one whose result was followed: they were all made since,
    and go when that is taken back."""
    own = next(
        (key for key, match in state.matches.items() if match.number == put_right.number), None
    )
    if own is None:
        return []
    later = state.knockout.later(own)
    return [match for key, match in sorted(state.matches.items()) if key in later]


def built_on(state: BracketState, put_right: PutRight) -> list[Match]:
    """Those of them that have been called, written to or settled, so that they do not just go."""
    return [match for match in made_since(state, put_right) if is_fixed(match)]
