"""A kept entry list as it reads, and the page that shows it."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpResponse
from django.shortcuts import render

from tournaments.actions.entries import MAX_PAIRS
from tournaments.drawn_pairs import has_draw
from tournaments.forms.imports import (
    ColumnsForm,
    MendForm,
    ReadingForm,
    TakeForm,
    choices_from,
    naming_fields,
    reading_fields,
    row_asked,
)
from tournaments.forms.pairs import CLUB_LIST
from tournaments.imports.entries import EntryRow
from tournaments.imports.faults import FaultCode
from tournaments.imports.mending import from_kept
from tournaments.imports.previews import EntryList, read_entries
from tournaments.imports.sources import Choices, read_table
from tournaments.imports.wording import fault_sentence
from tournaments.middleware import EventRequest
from tournaments.models import ImportDraft
from tournaments.queries.pairs import entered_players, known_clubs
from tournaments.views.answers import UNPROCESSABLE


@dataclass(frozen=True)
class Reading:
    """A kept list as it reads with these choices, held against the event's entries.

    `left_out`: the rows that were unticked before on this sheet.
    """

    content: bytes | str
    choices: Choices
    entries: EntryList
    left_out: frozenset[int]

    @property
    def takeable(self) -> dict[int, EntryRow]:
        return {row.row: row for row in self.entries.takeable}


def read_draft(request: EventRequest, draft: ImportDraft) -> Reading:
    choices = choices_from(request.POST if request.method == "POST" else request.GET)
    content: bytes | str = bytes(draft.content)
    if draft.pasted:
        content = bytes(draft.content).decode()
    handled = draft.handled.get(kept_under(choices), {})
    entries = read_entries(
        content,
        choices,
        entered_players(request.tournament),
        from_kept(handled.get("mended", {})),
    )
    return Reading(content, choices, entries, frozenset(handled.get("left_out", ())))


def kept_under(choices: Choices) -> str:
    """The name under which a draft keeps what was done to the rows read with these choices."""
    return choices.sheet or ""


def preview_page(
    request: EventRequest,
    draft: ImportDraft,
    reading: Reading,
    form: TakeForm,
    wanted: set[int] | None = None,
    status: int = 200,
    *,
    editing: int = 0,
    mend: MendForm | None = None,
) -> HttpResponse:
    """The list as it reads; `wanted` are the rows ticked where it was sent, `editing` the row
    being typed anew, with its form `mend` where that was sent."""
    tournament = request.tournament
    entries, choices = reading.entries, reading.choices
    reading_form = columns_form = None
    if entries.source is not None:
        table = read_table(reading.content, choices)
        reading_form = ReadingForm(entries.source, choices, table)
        columns_form = ColumnsForm(entries.source, table)
    room = MAX_PAIRS - tournament.pairs.count()
    if mend is None and request.method != "POST":
        editing = row_asked(request.GET)
        mend = _mend_form(entries, editing)
    return render(
        request,
        "manage/import_preview.html",
        {
            "section": "manage",
            "here": "pairs",
            "draft": draft,
            "entries": entries,
            "faults": [fault_sentence(fault) for fault in entries.faults],
            "warnings": [fault_sentence(fault) for fault in entries.warnings],
            "faulty": [
                (row, [fault_sentence(fault) for fault in row.faults]) for row in entries.faulty
            ],
            "takeable": [
                (
                    row,
                    [fault_sentence(warning) for warning in row.warnings],
                    row.row not in reading.left_out if wanted is None else row.row in wanted,
                )
                for row in entries.takeable
            ],
            "shown": ",".join(map(str, reading.takeable)),
            "has_facts": any(row.number or row.place or row.paid for row in entries.takeable),
            "may_turn_names": any(
                fault.code is FaultCode.SURNAME_FIRST_SUGGESTED for fault in entries.warnings
            ),
            "form": form,
            "editing": editing if mend is not None else 0,
            "mend_form": mend,
            "clubs": known_clubs(tournament) if mend is not None else [],
            "club_list": CLUB_LIST,
            "reading_form": reading_form,
            "columns_form": columns_form,
            "reading_fields": reading_fields(choices),
            "naming_fields": naming_fields(choices),
            "room": room,
            "most": MAX_PAIRS,
            "is_too_long": len(entries.takeable) > room,
            "is_drawn": has_draw(tournament),
        },
        status=status if not entries.faults or entries.source else UNPROCESSABLE,
    )


def _mend_form(entries: EntryList, number: int) -> MendForm | None:
    """The form of a row of the list, as it reads now; None for a row there is not."""
    row = next((row for row in entries.rows if row.row == number), None)
    if row is None or row.already_entered is not None:
        return None
    return MendForm(
        initial={
            "first_name": row.first.name,
            "first_club": row.first.club or "",
            "second_name": row.second.name,
            "second_club": row.second.club or "",
        }
    )
