"""What the keys of a deal show, at the desk and at a table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _

from scoring.notation import NotationCode, NotationFault, format_entry, format_sheet, parse_sheet
from tournaments.forms.sheets import MOST_LETTERS_IN_LINE, EntryForm
from tournaments.ledger import format_of
from tournaments.queries.matches import MatchView
from tournaments.queries.sheets import SheetView, sheet_from
from tournaments.queries.turns import turn_of
from tournaments.views.deal_steps import (
    NOTHING_CHOSEN,
    Choice,
    cut_short_choice,
    key_groups,
    read_choice,
)


def chosen_at(query: Mapping[str, str], revision: int) -> tuple[Choice, str]:
    """What an address chooses on a sheet at `revision`, and what is wrong with it, "" for
    nothing."""
    choice, understood = read_choice(query)
    problem = "" if understood else _("The address could not be read. Choose again below.")
    if len(choice.entry) > MOST_LETTERS_IN_LINE:
        choice, problem = choice.without_entry, _("Write one line at a time.")
    if choice.entry and choice.at not in (None, revision):
        choice = NOTHING_CHOSEN
        problem = _(
            "The sheet has changed since this line was chosen; perhaps the line is on it already. "
            "Look at the sheet, then choose again."
        )
    return replace(choice, at=revision), problem


def keys_of(view: MatchView, sheet: SheetView, choice: Choice) -> dict[str, Any]:
    """What templates/keys/steps.html shows: the step, its keys, what would be written or why it
    cannot be."""
    match_format = format_of(view.match)
    fault = preview = None
    typed = entry = choice.entry
    if choice.entry and not sheet.ledger.is_finished:
        try:
            preview = _with_entry(sheet, choice.entry)
            entry = format_entry(preview.entries[-1])
        except NotationFault as found:
            fault = found
    if preview is None:
        choice = choice.without_entry
    return {
        "choice": choice,
        "step": choice.step.value,
        "groups": key_groups(choice, sheet.ledger, match_format),
        "cut_short": cut_short_choice(choice, sheet.ledger, match_format),
        "preview": preview,
        "line": preview.lines[-1] if preview else None,
        "fault": fault,
        "typed": typed,
        "turn": turn_of(view, sheet.ledger),
        "form": EntryForm(initial={"revision": view.match.revision, "entry": entry}),
    }


def _with_entry(sheet: SheetView, notation: str) -> SheetView:
    """The sheet with one more line. Raises NotationFault, also for more than one line."""
    typed = f"{format_sheet(sheet.entries)} {notation}"
    entries = parse_sheet(typed, format_of(sheet.view.match))
    if len(entries) != len(sheet.entries) + 1:
        raise NotationFault(NotationCode.UNREADABLE, len(sheet.entries), notation)
    return sheet_from(sheet.view, entries)
