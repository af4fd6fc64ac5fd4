"""Writing a score sheet at its table, by link and without an account: deals, the last one back.

Rulings are the referee's. What a table writes is held to the same revision, token and audit as
what the desk writes.
"""

from __future__ import annotations

from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from scoring.ledger import DealEntry, Entry, PlayRuling
from tournaments.actions.audit import Verb
from tournaments.actions.locking import locked_at_table
from tournaments.actions.refusals import Refused
from tournaments.actions.sheet_revisions import refuse_annulled, refuse_stale, write_revision
from tournaments.actions.sheets import Written, next_entry
from tournaments.ledger import entries_of
from tournaments.models import AuditRecord, Match
from tournaments.permissions import Actor


class Confirmed(Refused):
    """Both pairs have confirmed the result, so the table writes no more."""

    def __init__(self) -> None:
        super().__init__(
            _(
                "Both pairs have confirmed the result of this match, so nothing more is written "
                "at the table. Nothing was saved. If the sheet is wrong, call a referee."
            )
        )


def write_deal(
    *,
    actor: Actor,
    match: Match,
    notation: str,
    seen_revision: int | None,
    follows: UUID | None = None,
    token: UUID | None = None,
) -> Written:
    """Books one more deal, in the short form, and returns the sheet as it is then.

    With `follows`, the token of an earlier submission, the sheet must be just as that submission
    left it; without, at `seen_revision`. Raises Stale where it is not, AlreadyDone for a token
    seen before, Confirmed, Refused for a ruling, more than one line or an annulled match, and
    `scoring.notation.NotationFault` where the line cannot be read or breaks a rule. Nothing is
    kept then.
    """
    with transaction.atomic():
        locked = _locked(actor, match, token)
        refuse_stale(locked, _left_by(locked, follows) if follows else seen_revision)
        entries = entries_of(locked)
        new = next_entry(locked, entries, notation)
        refuse_ruling(new)
        ledger = write_revision(
            actor=actor, match=locked, kept=entries, new=(new,), ended=0, reason="", token=token
        )
    return Written(locked, (*entries, new), ledger)


def take_back_deal(
    *, actor: Actor, match: Match, seen_revision: int, token: UUID | None = None
) -> Match:
    """Ends the deal that was written last, at the table, and returns the match as it is then.

    Raises Stale, AlreadyDone, Confirmed, and Refused where the last write to the sheet was no deal
    written at a table: older ones are a referee's to change.
    """
    with transaction.atomic():
        locked = _locked(actor, match, token)
        refuse_stale(locked, seen_revision)
        if not may_take_back(locked):
            raise Refused(
                _(
                    "At the table only the deal written last can be taken back, and only where it "
                    "was written at the table. Nothing was changed. Call a referee."
                )
            )
        write_revision(
            actor=actor,
            match=locked,
            kept=entries_of(locked)[:-1],
            new=(),
            ended=1,
            reason="",
            token=token,
            verb=Verb.TAKE_BACK_DEAL,
        )
    return locked


def may_take_back(match: Match) -> bool:
    """Whether the last write to the sheet was a deal, written at a table, that still may be taken
    back there (one query; none for a sheet that is empty, confirmed or annulled)."""
    if not match.is_started or match.annulled or match.is_confirmed:
        return False
    return match.entries.filter(
        ended__isnull=True,
        position=match.entry_count,
        added__number=match.revision,
        added__made_at_table__isnull=False,
    ).exists()


def refuse_settled(match: Match) -> None:
    """Raises Refused for an annulled match, Confirmed for one whose result both have confirmed."""
    refuse_annulled(match)
    if match.is_confirmed:
        raise Confirmed


def refuse_ruling(entry: Entry) -> None:
    """Raises Refused for an entry that a referee writes."""
    if not isinstance(entry, DealEntry) or isinstance(entry.outcome, PlayRuling):
        raise Refused(
            _("Rulings are written by a referee. Nothing was saved. Call a referee."),
            field="entry",
        )


def _locked(actor: Actor, match: Match, token: UUID | None) -> Match:
    locked = locked_at_table(actor, match, token)
    refuse_settled(locked)
    return locked


def _left_by(match: Match, follows: UUID) -> int | None:
    """The revision that the submission of this token made of the match's sheet; None where it
    made none."""
    earlier = AuditRecord.objects.filter(
        token=follows, match=match, verb=Verb.WRITE_SHEET.value
    ).first()
    return earlier.details.get("revision") if earlier else None
