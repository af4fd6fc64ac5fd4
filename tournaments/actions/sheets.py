"""Writing score sheets: one entry more, a whole sheet as it should stand, one entry less, a bare
result in place of a missing sheet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from scoring.diagnosis import disagreements
from scoring.ledger import Entry, Ledger, ResultEntry, replay
from scoring.notation import format_sheet, parse_sheet
from scoring.records import write_entry
from tournaments.actions.audit import Verb, record, refuse_repeat
from tournaments.actions.locking import locked_match
from tournaments.actions.refusals import Refused, Stale
from tournaments.ledger import common_beginning, entries_of, format_of, write_entries
from tournaments.models import Match, SheetRevision
from tournaments.permissions import Act, Actor, require
from tournaments.ruling_facts import RuledBy

MAX_ENTRIES = 300
"""The longest sheet taken. A match to a tuppi has no end of its own."""

MAX_REASON = 300
"""The longest reason for a correction, in characters."""


class SheetNotEmpty(Refused):
    """The match has lines on its sheet already; `number` is the match."""

    def __init__(self, number: int) -> None:
        super().__init__(
            _(
                "Match %(number)d has lines on its sheet already. Nothing was saved; "
                "look at the sheet and correct it there."
            )
            % {"number": number}
        )
        self.number = number


def append_entry(
    *,
    actor: Actor,
    match: Match,
    entry: Entry,
    seen_revision: int,
    ruled: RuledBy | None = None,
    token: UUID | None = None,
) -> Ledger:
    """Books one more entry at the end of the sheet and returns the new ledger.

    `ruled` says who gave the ruling that the entry is; whoever writes it where it is None.
    Raises Stale where the sheet is not at `seen_revision` any more, AlreadyDone for a token seen
    before, and `scoring.faults.Fault` where the rules refuse the entry. Nothing is kept then.
    """
    with transaction.atomic():
        locked = _locked(actor, match, token)
        _refuse_stale(locked, seen_revision)
        entries = entries_of(locked)
        return _write(
            actor=actor,
            match=locked,
            kept=entries,
            new=(entry,),
            ruled=ruled,
            token=token,
            reason="",
        )


def append_notation(
    *,
    actor: Actor,
    match: Match,
    notation: str,
    seen_revision: int,
    token: UUID | None = None,
) -> Ledger:
    """Books one more entry, typed in the short form, and returns the new ledger.

    It is read under the match's lock, since who won a deal that was cut short depends on the
    sheet before it. Raises what `append_entry` raises, Refused unless `notation` is one entry,
    and `scoring.notation.NotationFault` where it cannot be read or breaks a rule; its `index` is
    then the entry's place on the sheet. Nothing is kept then.
    """
    with transaction.atomic():
        locked = _locked(actor, match, token)
        _refuse_stale(locked, seen_revision)
        entries = entries_of(locked)
        typed = f"{format_sheet(entries)} {notation}"
        new = parse_sheet(typed, format_of(locked))[len(entries) :]
        if len(new) != 1:
            raise Refused(_("Write one line at a time. Nothing was saved."), field="entry")
        return _write(actor=actor, match=locked, kept=entries, new=new, token=token, reason="")


def take_back_last(
    *,
    actor: Actor,
    match: Match,
    reason: str,
    seen_revision: int,
    token: UUID | None = None,
) -> Ledger:
    """Ends the last entry of the sheet, a correction like any other, and returns the new ledger.

    Raises Stale, AlreadyDone, and Refused where the sheet is empty or the `reason` is missing.
    """
    with transaction.atomic():
        locked = _locked(actor, match, token)
        _refuse_stale(locked, seen_revision)
        entries = entries_of(locked)
        if not entries:
            raise Refused(_("The sheet is empty: there is no line to take back."))
        if not reason.strip():
            raise Refused(_("Write why the line is taken back."), field="reason")
        return _write(
            actor=actor,
            match=locked,
            kept=entries[:-1],
            new=(),
            ended=1,
            token=token,
            reason=reason.strip(),
        )


def enter_result(
    *, actor: Actor, match: Match, result: ResultEntry, token: UUID | None = None
) -> Ledger:
    """Writes the bare result of a match whose sheet is missing and returns the ledger.

    It counts until the deals are typed, which replace it. Raises SheetNotEmpty where the sheet has
    any line, AlreadyDone for a token seen before, and `scoring.faults.Fault` for a result that the
    match cannot have.
    """
    with transaction.atomic():
        locked = _locked(actor, match, token)
        if locked.entry_count:
            raise SheetNotEmpty(locked.number)
        return _write(
            actor=actor,
            match=locked,
            kept=(),
            new=(result,),
            token=token,
            reason="",
            verb=Verb.ENTER_RESULT,
        )


def replace_sheet(
    *,
    actor: Actor,
    match: Match,
    entries: Sequence[Entry],
    seen_revision: int,
    reason: str = "",
    despite_result: bool = False,
    replayed_deal: int | None = None,
    token: UUID | None = None,
) -> Ledger:
    """Makes the sheet read `entries` and returns the new ledger.

    What the sheet and `entries` begin with alike stays as it is; from the first difference on the
    old entries are ended and the new ones added, in one revision. Ending any needs a `reason`.
    Raises what `append_entry` raises, and Refused where the reason is missing, or where deals
    would replace a bare result that they do not agree with, unless `despite_result` says that
    this is meant. `replayed_deal` is the deal the jury has played again, where this is why; it is
    kept beside the reason. Entries that are already there change nothing.
    """
    with transaction.atomic():
        return replace_locked(
            actor=actor,
            match=_locked(actor, match, token),
            entries=entries,
            seen_revision=seen_revision,
            reason=reason,
            despite_result=despite_result,
            replayed_deal=replayed_deal,
            token=token,
        )


def replace_locked(
    *,
    actor: Actor,
    match: Match,
    entries: Sequence[Entry],
    seen_revision: int,
    reason: str = "",
    despite_result: bool = False,
    replayed_deal: int | None = None,
    token: UUID | None = None,
    verb: Verb | None = None,
) -> Ledger:
    """What `replace_sheet` does, as part of a larger write; `verb` overrules what is recorded.

    The caller holds the match locked and has asked for the permission. Raises what
    `replace_sheet` raises but AlreadyDone.
    """
    _refuse_annulled(match)
    _refuse_stale(match, seen_revision)
    old = entries_of(match)
    kept = common_beginning(old, entries)
    if kept == len(old) == len(entries):
        return replay(format_of(match), old)
    if kept < len(old) and not reason.strip():
        raise Refused(
            _("This changes what was saved before. Write why, then save again."),
            field="reason",
        )
    differs = _refuse_disagreement(match, old, entries, despite_result)
    return _write(
        actor=actor,
        match=match,
        kept=old[:kept],
        new=tuple(entries[kept:]),
        ended=len(old) - kept,
        token=token,
        reason=reason.strip(),
        replayed_deal=replayed_deal,
        verb=verb,
        details={"differs_from_result": differs} if differs else {},
    )


def write_locked(
    *,
    actor: Actor,
    match: Match,
    kept: tuple[Entry, ...],
    new: tuple[Entry, ...],
    ended: int,
    reason: str,
) -> Ledger:
    """One revision of a sheet as part of a larger write, of an annulled match too.

    The caller holds the match locked, has asked for the permission, and gives the entries as they
    are: `kept` and behind them `ended` that end. `match.tournament` should be loaded.
    """
    return _write(
        actor=actor, match=match, kept=kept, new=new, ended=ended, token=None, reason=reason
    )


def refuse_too_long(entry_count: int) -> None:
    """Raises Refused for a sheet of more entries than are taken."""
    if entry_count > MAX_ENTRIES:
        raise Refused(
            _("A sheet holds at most %(most)d lines. Nothing was saved.") % {"most": MAX_ENTRIES}
        )


def _locked(actor: Actor, match: Match, token: UUID | None) -> Match:
    locked = locked_match(match)
    require(actor, Act.USE_DESK, locked.tournament)
    refuse_repeat(token)
    _refuse_annulled(locked)
    return locked


def _refuse_annulled(match: Match) -> None:
    if match.annulled:
        raise Refused(
            _(
                "This match has been annulled, so its sheet stays as it is. Nothing was saved. "
                "An organiser can undo the annulling; then the sheet can be written again."
            )
        )


def _refuse_stale(match: Match, seen_revision: int) -> None:
    if match.revision != seen_revision:
        raise Stale(
            _(
                "The sheet changed while you had it open. What is there now is shown; "
                "nothing of yours was saved. Check the sheet and enter the deal again if it "
                "is missing."
            )
        )


def _refuse_disagreement(
    match: Match, old: Sequence[Entry], new: Sequence[Entry], despite_result: bool
) -> list[str]:
    """Where lines that replace a bare result differ from it; raises Refused unless it is meant."""
    result = old[0] if old else None
    if not isinstance(result, ResultEntry) or any(isinstance(e, ResultEntry) for e in new):
        return []
    found = disagreements(result, replay(format_of(match), new))
    if found and not despite_result:
        raise Refused(
            _(
                "These lines do not agree with the result entered before. See where, correct "
                "them, or tick that the result was wrong, then save again."
            ),
            field="despite_result",
        )
    return [each.value for each in found]


def _write(
    *,
    actor: Actor,
    match: Match,
    kept: tuple[Entry, ...],
    new: tuple[Entry, ...],
    ended: int = 0,
    ruled: RuledBy | None = None,
    token: UUID | None,
    reason: str,
    replayed_deal: int | None = None,
    verb: Verb | None = None,
    details: Mapping[str, Any] | None = None,
) -> Ledger:
    refuse_too_long(len(kept) + len(new))
    if len(reason) > MAX_REASON:
        raise Refused(
            _("Give the reason in at most %(most)d characters.") % {"most": MAX_REASON},
            field="reason",
        )
    ledger = replay(format_of(match), (*kept, *new))
    revision = SheetRevision.objects.create(
        match=match,
        number=match.revision + 1,
        made_by_id=actor.user_id,
        made_by_name=actor.name,
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
    return ledger
