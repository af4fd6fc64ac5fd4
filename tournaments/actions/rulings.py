"""Writing rulings: a line of the sheet, with who gave it (R15-R18, R20)."""

from __future__ import annotations

from uuid import UUID

from scoring.ledger import Entry, Ledger
from tournaments.actions.sheets import append_entry
from tournaments.models import Match
from tournaments.permissions import Actor
from tournaments.ruling_facts import RuledBy, offence_of


def record_ruling(
    *,
    actor: Actor,
    match: Match,
    entry: Entry,
    ruled: RuledBy,
    seen_revision: int,
    token: UUID | None = None,
) -> Ledger:
    """Books a ruling at the end of the sheet, keeps who gave it, and returns the new ledger.

    `entry` must be a ruling, else ValueError. Raises what `append_entry` raises: Stale,
    AlreadyDone, `scoring.faults.Fault`; nothing is kept then.
    """
    if offence_of(entry) is None:
        raise ValueError("not a ruling")
    return append_entry(
        actor=actor,
        match=match,
        entry=entry,
        seen_revision=seen_revision,
        ruled=ruled,
        token=token,
    )
