"""A revision of a score sheet, written to a match that is held: what every write to a sheet is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from scoring.ledger import AwardEntry, Entry, Ledger, replay
from scoring.records import write_entry
from tournaments.actions.audit import Verb, record
from tournaments.actions.confirmations import BOTH, confirm_signed, mark_confirmed
from tournaments.actions.reasons import refuse_long_reason
from tournaments.actions.refusals import Refused, Stale
from tournaments.ledger import format_of, write_entries
from tournaments.models import Match, SheetRevision
from tournaments.permissions import Actor
from tournaments.ruling_facts import RuledBy

MAX_ENTRIES = 300
"""The longest sheet taken. A match to a tuppi has no end of its own."""


def refuse_too_long(entry_count: int) -> None:
    """Raises Refused for a sheet of more entries than are taken."""
    if entry_count > MAX_ENTRIES:
        raise Refused(
            _("A sheet holds at most %(most)d lines. Nothing was saved.") % {"most": MAX_ENTRIES}
        )


def refuse_annulled(match: Match) -> None:
    """Raises Refused for an annulled match."""
    if match.annulled:
        raise Refused(
            _(
                "This match has been annulled, so its sheet stays as it is. Nothing was saved. "
                "An organiser can undo the annulling; then the sheet can be written again."
            )
        )


def refuse_stale(match: Match, seen_revision: int | None) -> None:
    """Raises Stale where the sheet is not at `seen_revision`; None is no revision of it."""
    if match.revision != seen_revision:
        raise Stale(
            _(
                "The sheet changed while you had it open. What is there now is shown; "
                "nothing of yours was saved. Check the sheet and enter the deal again if it "
                "is missing."
            )
        )


def write_revision(
    *,
    actor: Actor,
    match: Match,
    kept: tuple[Entry, ...],
    new: tuple[Entry, ...],
    ended: int = 0,
    ruled: RuledBy | None = None,
    signed: bool = False,
    token: UUID | None = None,
    reason: str,
    replayed_deal: int | None = None,
    verb: Verb | None = None,
    details: Mapping[str, Any] | None = None,
) -> Ledger:
    """One revision of a sheet: `kept` stays, behind it `ended` entries end and `new` ones begin.

    The caller holds the match locked, has asked for the permission and gives the entries as they
    are; the match may be an annulled one. `match.tournament` should be loaded. `ruled` tells whose
    ruling it is, `signed` that both pairs have signed it on paper; `verb` overrules what the audit
    says, `details` it keeps besides. Raises Refused for a sheet or a reason too long, and for a
    signed one that is not over.
    """
    refuse_too_long(len(kept) + len(new))
    refuse_long_reason(reason)
    ledger = replay(format_of(match), (*kept, *new))
    revision = SheetRevision.objects.create(
        match=match,
        number=match.revision + 1,
        made_by_id=actor.user_id,
        made_by_name=actor.name,
        made_at_table=actor.at_table.table if actor.at_table else None,
        reason=reason,
        corrects=ended > 0,
        replayed_deal=replayed_deal,
    )
    write_entries(
        match=match, kept=len(kept), new=new, revision=revision, ledger=ledger, ruled=ruled
    )
    if verb is None:
        verb = Verb.CORRECT_SHEET if ended else Verb.WRITE_SHEET
    record(
        actor=actor,
        verb=Verb.RECORD_RULING if ruled else verb,
        tournament=match.tournament,
        match=match,
        token=token,
        revision=revision.number,
        first=len(kept) + 1,
        ended=ended,
        added=[write_entry(entry) for entry in new],
        reason=reason,
        **(details or {}),
        **({"replayed_deal": replayed_deal} if replayed_deal is not None else {}),
        **({"ruled_by": ruled.name} if ruled else {}),
    )
    if signed:
        confirm_signed(actor=actor, match=match)
    elif any(isinstance(entry, AwardEntry) for entry in new) and actor.is_signed_in:
        # Whoever gives a match away at the desk has said its result; nobody need say it again.
        mark_confirmed(actor=actor, match=match, sides=BOTH)
    return ledger
