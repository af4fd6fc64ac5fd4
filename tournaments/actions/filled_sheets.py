"""Taking the score sheets of a filled workbook: all that were ticked, or none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.utils.translation import gettext as _

from scoring.ledger import Entry, Ledger, ResultEntry, replay
from scoring.notation import format_sheet
from tournaments.actions.audit import Verb, record, writing
from tournaments.actions.knockout_play import follow_knockout
from tournaments.actions.locking import locked_match
from tournaments.actions.refusals import Refused, RowsRefused, Stale
from tournaments.actions.sheets import replace_locked
from tournaments.ledger import format_of
from tournaments.models import Match, Stage, Tournament
from tournaments.permissions import Act, Actor


@dataclass(frozen=True)
class TakenSheet:
    """A match's sheet as it should stand.

    `seen_revision` is the revision of the sheet it was held against. `reason` is needed where
    lines that were saved go, and says then that a bare result before them was wrong, too.
    """

    match: Match
    entries: tuple[Entry, ...]
    seen_revision: int
    reason: str = ""


class SheetsStale(Stale):
    """Sheets have changed since they were looked at; `numbers` are their matches."""

    def __init__(self, numbers: Sequence[int]) -> None:
        super().__init__(
            _(
                "Nothing was taken: sheets have changed since this page was made, of the matches "
                "%(numbers)s. What is there now is shown; look it over and send it again."
            )
            % {"numbers": ", ".join(map(str, numbers))}
        )
        self.numbers = tuple(numbers)


def take_sheets(
    *,
    actor: Actor,
    tournament: Tournament,
    sheets: Sequence[TakenSheet],
    source: str,
    signed: bool = False,
    token: UUID | None = None,
) -> list[Ledger]:
    """Makes every sheet read as given, in one transaction; the ledgers in the order given.

    Each is recorded like a sheet typed at the desk, and the file once, under the `token`. `signed`
    confirms the results of those matches that are over, for both pairs. Raises Refused where there
    are none, SheetsStale naming every match that is not at the revision seen, RowsRefused naming
    every match that cannot be written so, AlreadyDone.
    """
    with writing(actor=actor, act=Act.USE_DESK, tournament=tournament, token=token) as locked:
        if not sheets:
            raise Refused(_("No match is ticked. Tick the matches to take."))
        matches: dict[int, Match] = {}
        stale = []
        # In one order always: two who take sheets at once never wait for each other's.
        for sheet in sorted(sheets, key=lambda sheet: sheet.match.pk):
            try:
                match = locked_match(sheet.match)
            except Stale:
                stale.append(sheet.match.number)
                continue
            matches[match.pk] = match
            if match.revision != sheet.seen_revision or match.tournament_id != locked.pk:
                stale.append(match.number)
        if stale:
            raise SheetsStale(sorted(stale))
        ledgers: list[Ledger] = []
        refused: list[tuple[int, str]] = []
        for sheet in sheets:
            try:
                ledgers.append(_replace(actor, matches[sheet.match.pk], sheet, signed=signed))
            except Refused as refusal:
                refused.append((sheet.match.number, refusal.message))
        if refused:
            raise RowsRefused(_("Nothing was taken: some sheets cannot be saved so."), refused)
        record(
            actor=actor,
            verb=Verb.TAKE_SHEETS,
            tournament=locked,
            token=token,
            source=source[:200],
            sheets=told(sheets),
        )
        if any(match.stage == Stage.KNOCKOUT for match in matches.values()):
            follow_knockout(actor, locked)
    return ledgers


def told(sheets: Sequence[TakenSheet]) -> list[list[object]]:
    """Sheets as the audit keeps them: each match's number and its sheet in the short form."""
    return [[sheet.match.number, format_sheet(sheet.entries)] for sheet in sheets]


def _replace(actor: Actor, match: Match, sheet: TakenSheet, *, signed: bool) -> Ledger:
    is_over = signed and replay(format_of(match), sheet.entries).is_finished
    is_bare = len(sheet.entries) == 1 and isinstance(sheet.entries[0], ResultEntry)
    return replace_locked(
        actor=actor,
        match=match,
        entries=sheet.entries,
        seen_revision=sheet.seen_revision,
        reason=sheet.reason,
        despite_result=bool(sheet.reason.strip()),
        signed=is_over,
        verb=Verb.ENTER_RESULT if is_bare and not match.entry_count else None,
    )
