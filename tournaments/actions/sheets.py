"""Writing score sheets: one entry more, a whole sheet as it should stand, one entry less, a bare
result in place of a missing sheet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from scoring.diagnosis import disagreements
from scoring.ledger import Entry, Ledger, ResultEntry, replay
from scoring.notation import format_sheet, parse_sheet
from tournaments.actions.audit import Verb, refuse_repeat
from tournaments.actions.confirmations import confirm_signed
from tournaments.actions.knockout_play import (
    follow_award,
    follow_result,
    hold_event_for_award,
    hold_event_for_result,
)
from tournaments.actions.locking import locked_match
from tournaments.actions.refusals import Refused
from tournaments.actions.sheet_revisions import refuse_annulled, refuse_stale, write_revision
from tournaments.ledger import common_beginning, entries_of, format_of
from tournaments.models import Match
from tournaments.permissions import Act, Actor, require
from tournaments.ruling_facts import RuledBy


@dataclass(frozen=True)
class Written:
    """A match, at the revision that a write has made of its sheet, with what stands on it then."""

    match: Match
    entries: tuple[Entry, ...]
    ledger: Ledger


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
        hold_event_for_award(match, [entry])
        locked = _locked(actor, match, token)
        refuse_stale(locked, seen_revision)
        entries = entries_of(locked)
        ledger = write_revision(
            actor=actor,
            match=locked,
            kept=entries,
            new=(entry,),
            ruled=ruled,
            token=token,
            reason="",
        )
        follow_award(actor, locked, [entry])
        return ledger


def append_notation(
    *,
    actor: Actor,
    match: Match,
    notation: str,
    seen_revision: int,
    token: UUID | None = None,
) -> Written:
    """Books one more entry, typed in the short form, and returns the sheet as it is then.

    It is read under the match's lock, since who won a deal that was cut short depends on the
    sheet before it. Raises what `append_entry` raises, Refused unless `notation` is one entry,
    and `scoring.notation.NotationFault` where it cannot be read or breaks a rule; its `index` is
    then the entry's place on the sheet. Nothing is kept then.
    """
    with transaction.atomic():
        hold_event_for_result(match)  # the line may give the match to a pair
        locked = _locked(actor, match, token)
        refuse_stale(locked, seen_revision)
        entries = entries_of(locked)
        new = next_entry(locked, entries, notation)
        ledger = write_revision(
            actor=actor, match=locked, kept=entries, new=(new,), token=token, reason=""
        )
        follow_award(actor, locked, [new])
    return Written(locked, (*entries, new), ledger)


def next_entry(match: Match, entries: Sequence[Entry], notation: str) -> Entry:
    """The entry that `notation` means behind `entries`, all that the sheet holds.

    Raises Refused unless it is one entry, and NotationFault as `append_notation` does.
    """
    typed = f"{format_sheet(entries)} {notation}"
    new = parse_sheet(typed, format_of(match))[len(entries) :]
    if len(new) != 1:
        raise Refused(_("Write one line at a time. Nothing was saved."), field="entry")
    return new[0]


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
        refuse_stale(locked, seen_revision)
        entries = entries_of(locked)
        if not entries:
            raise Refused(_("The sheet is empty: there is no line to take back."))
        if not reason.strip():
            raise Refused(_("Write why the line is taken back."), field="reason")
        return write_revision(
            actor=actor,
            match=locked,
            kept=entries[:-1],
            new=(),
            ended=1,
            token=token,
            reason=reason.strip(),
        )


def enter_result(
    *,
    actor: Actor,
    match: Match,
    result: ResultEntry,
    signed: bool = False,
    token: UUID | None = None,
) -> Ledger:
    """Writes the bare result of a match whose sheet is missing and returns the ledger.

    It counts until the deals are typed, which replace it. `signed` confirms it for both pairs.
    Raises SheetNotEmpty where the sheet has
    any line, AlreadyDone for a token seen before, and `scoring.faults.Fault` for a result that the
    match cannot have.
    """
    with transaction.atomic():
        if signed:
            hold_event_for_result(match)
        locked = _locked(actor, match, token)
        if locked.entry_count:
            raise SheetNotEmpty(locked.number)
        ledger = write_revision(
            actor=actor,
            match=locked,
            kept=(),
            new=(result,),
            signed=signed,
            token=token,
            reason="",
            verb=Verb.ENTER_RESULT,
        )
        if signed:
            follow_result(actor, locked)
        return ledger


def replace_sheet(
    *,
    actor: Actor,
    match: Match,
    entries: Sequence[Entry],
    seen_revision: int,
    reason: str = "",
    despite_result: bool = False,
    replayed_deal: int | None = None,
    signed: bool = False,
    token: UUID | None = None,
) -> Ledger:
    """Makes the sheet read `entries` and returns the new ledger.

    What the sheet and `entries` begin with alike stays as it is; from the first difference on the
    old entries are ended and the new ones added, in one revision. Ending any needs a `reason`.
    Raises what `append_entry` raises, and Refused where the reason is missing, or where deals
    would replace a bare result that they do not agree with, unless `despite_result` says that
    this is meant. `replayed_deal` is the deal the jury has played again, where this is why; it is
    kept beside the reason. `signed`: both pairs have signed the sheet on paper, so that its result
    is confirmed for both, by a referee, in the same write; raises Refused where the match is not
    over. Entries that are already there change nothing.
    """
    with transaction.atomic():
        if signed:
            hold_event_for_result(match)
        hold_event_for_award(match, entries)
        locked = _locked(actor, match, token)
        ledger = replace_locked(
            actor=actor,
            match=locked,
            entries=entries,
            seen_revision=seen_revision,
            reason=reason,
            despite_result=despite_result,
            replayed_deal=replayed_deal,
            signed=signed,
            token=token,
        )
        follow_award(actor, locked, entries)
        if signed:
            follow_result(actor, locked)
        return ledger


def replace_locked(
    *,
    actor: Actor,
    match: Match,
    entries: Sequence[Entry],
    seen_revision: int,
    reason: str = "",
    despite_result: bool = False,
    replayed_deal: int | None = None,
    signed: bool = False,
    token: UUID | None = None,
    verb: Verb | None = None,
) -> Ledger:
    """What `replace_sheet` does, as part of a larger write; `verb` overrules what is recorded.

    The caller holds the match locked and has asked for the permission. Raises what
    `replace_sheet` raises but AlreadyDone.
    """
    refuse_annulled(match)
    refuse_stale(match, seen_revision)
    old = entries_of(match)
    kept = common_beginning(old, entries)
    if kept == len(old) == len(entries):
        if signed:
            confirm_signed(actor=actor, match=match, token=token)
        return replay(format_of(match), old)
    if kept < len(old) and not reason.strip():
        raise Refused(
            _("This changes what was saved before. Write why, then save again."),
            field="reason",
        )
    differs = _refuse_disagreement(match, old, entries, despite_result)
    return write_revision(
        actor=actor,
        match=match,
        kept=old[:kept],
        new=tuple(entries[kept:]),
        ended=len(old) - kept,
        signed=signed,
        token=token,
        reason=reason.strip(),
        replayed_deal=replayed_deal,
        verb=verb,
        details={"differs_from_result": differs} if differs else {},
    )


def _locked(actor: Actor, match: Match, token: UUID | None) -> Match:
    locked = locked_match(match)
    require(actor, Act.USE_DESK, locked.tournament)
    refuse_repeat(token)
    refuse_annulled(locked)
    return locked


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
