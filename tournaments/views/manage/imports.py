"""Entry lists: brought in, looked at, taken once they are confirmed."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.actions.audit import Verb, refuse_repeat
from tournaments.actions.entries import (
    MAX_PAIRS,
    EnteredPair,
    EnteredPlayer,
    import_pairs,
    told,
)
from tournaments.actions.import_drafts import keep_list
from tournaments.actions.refusals import AlreadyDone, Refused, RowsRefused
from tournaments.forms.imports import (
    ColumnsForm,
    ListForm,
    ReadingForm,
    TakeForm,
    choices_from,
    naming_fields,
    reading_fields,
    ticked_rows,
)
from tournaments.imports.entries import EntryRow
from tournaments.imports.faults import FaultCode
from tournaments.imports.previews import EntryList, read_entries
from tournaments.imports.sources import Choices, read_table
from tournaments.imports.wording import fault_sentence
from tournaments.middleware import EventRequest
from tournaments.models import ImportDraft
from tournaments.permissions import Act
from tournaments.queries.pairs import entered_players
from tournaments.views.answers import CONFLICT, UNPROCESSABLE, render_form
from tournaments.views.declared import page
from tournaments.views.manage.submissions import SENT_BEFORE, is_repeat, sent

GONE = 404


@dataclass(frozen=True)
class _Reading:
    """A kept list as it reads with these choices, held against the event's entries."""

    content: bytes | str
    choices: Choices
    entries: EntryList

    @property
    def takeable(self) -> dict[int, EntryRow]:
        return {row.row: row for row in self.entries.takeable}


@page(Act.MANAGE_EVENT, "GET", "HEAD", "POST")
def bring(request: EventRequest) -> HttpResponse:
    """A file or pasted rows; nothing is taken here, a preview comes next."""
    tournament = request.tournament
    form = ListForm(sent(request), request.FILES or None)
    if form.is_valid():
        field = form.source_field
        given = form.cleaned_data[field]
        content = given.read() if field == "file" else given
        entries = read_entries(content)
        if entries.source is None:
            for fault in entries.faults:
                form.add_error(field, fault_sentence(fault))
        else:
            draft = keep_list(
                actor=request.actor,
                tournament=tournament,
                content=content if isinstance(content, bytes) else content.encode(),
                pasted=field == "rows",
                file_name=given.name if field == "file" else "",
            )
            return redirect("manage-import-preview", tournament.slug, draft.token)
    return _bring_page(request, form)


@page(Act.MANAGE_EVENT, "GET", "HEAD", "POST")
def preview(request: EventRequest, token: UUID) -> HttpResponse:
    """What was understood of a list; a POST takes the rows ticked."""
    draft = ImportDraft.objects.filter(
        tournament=request.tournament, token=token, purpose=ImportDraft.Purpose.PAIRS
    ).first()
    if draft is None:
        messages.warning(
            request, _("This list is no longer kept: lists are kept for a day. Bring it again.")
        )
        return _bring_page(request, ListForm(), GONE)
    if request.method != "POST":
        return _preview_page(request, draft, _read(request, draft), TakeForm())
    form = TakeForm(request.POST)
    reading = _read(request, draft)
    wanted = ticked_rows(request.POST)
    if not form.is_valid():
        form = TakeForm()
        messages.error(request, _("This page was not sent whole. Look at it and send it again."))
        return _preview_page(request, draft, reading, form, wanted, UNPROCESSABLE)
    return _take(request, draft, reading, form, wanted)


def _take(
    request: EventRequest, draft: ImportDraft, reading: _Reading, form: TakeForm, wanted: set[int]
) -> HttpResponse:
    tournament = request.tournament
    token = form.cleaned_data["token"]
    taken = [row for number, row in reading.takeable.items() if number in wanted]
    try:
        refuse_repeat(token)
        if not wanted:
            messages.error(request, _("No pair is ticked. Tick the pairs to take."))
            return _preview_page(request, draft, reading, form, wanted, UNPROCESSABLE)
        if len(taken) < len(wanted):
            messages.error(
                request,
                _(
                    "Nothing was taken: the entries have changed since this page was made. "
                    "Look at the list again, then take it."
                ),
            )
            return _preview_page(request, draft, reading, form, wanted, CONFLICT)
        pairs = import_pairs(
            actor=request.actor,
            tournament=tournament,
            entries=[_entered(row) for row in taken],
            source=draft.file_name or "pasted",
            token=token,
        )
    except AlreadyDone as done:
        if is_repeat(done, Verb.IMPORT_PAIRS, tournament) and _took(done, reading, wanted):
            return redirect("manage-pairs", tournament.slug)
        form.renew()
        messages.error(request, SENT_BEFORE)
        return _preview_page(request, draft, reading, form, wanted, CONFLICT)
    except Refused as refused:
        messages.error(request, refused.message)
        if isinstance(refused, RowsRefused):
            for number, message in refused.rows:
                messages.error(
                    request, _("Row %(row)d: %(fault)s") % {"row": number, "fault": message}
                )
        return _preview_page(request, draft, reading, form, wanted, UNPROCESSABLE)
    messages.success(
        request,
        ngettext(
            "%(count)d pair has been taken. Draw when everybody is on the list.",
            "%(count)d pairs have been taken. Draw when everybody is on the list.",
            len(pairs),
        )
        % {"count": len(pairs)},
    )
    return redirect("manage-pairs", tournament.slug)


def _took(done: AlreadyDone, reading: _Reading, wanted: set[int]) -> bool:
    """Whether the earlier submission took just these rows, whatever of them is entered now."""
    pairs = [told(_entered(row)) for row in reading.entries.rows if row.row in wanted]
    return [players for _number, *players in done.record.details["pairs"]] == pairs


def _read(request: EventRequest, draft: ImportDraft) -> _Reading:
    choices = choices_from(request.POST if request.method == "POST" else request.GET)
    content: bytes | str = bytes(draft.content)
    if draft.pasted:
        content = bytes(draft.content).decode()
    entries = read_entries(content, choices, entered_players(request.tournament))
    return _Reading(content, choices, entries)


def _entered(row: EntryRow) -> EnteredPair:
    first, second = (
        EnteredPlayer(player.name, player.club or "") for player in (row.first, row.second)
    )
    return EnteredPair(first, second, row=row.row)


def _bring_page(request: EventRequest, form: ListForm, status: int | None = None) -> HttpResponse:
    tournament = request.tournament
    return render_form(
        request,
        "manage/import.html",
        {
            "section": "manage",
            "here": "pairs",
            "form": form,
            "is_drawn": tournament.pools.exists(),
            "page_width": "narrow",
        },
        status,
    )


def _preview_page(
    request: EventRequest,
    draft: ImportDraft,
    reading: _Reading,
    form: TakeForm,
    wanted: set[int] | None = None,
    status: int = 200,
) -> HttpResponse:
    tournament = request.tournament
    entries, choices = reading.entries, reading.choices
    reading_form = columns_form = None
    if entries.source is not None:
        table = read_table(reading.content, choices)
        reading_form = ReadingForm(entries.source, choices, table)
        columns_form = ColumnsForm(entries.source, table)
    room = MAX_PAIRS - tournament.pairs.count()
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
                    wanted is None or row.row in wanted,
                )
                for row in entries.takeable
            ],
            "may_turn_names": any(
                fault.code is FaultCode.SURNAME_FIRST_SUGGESTED for fault in entries.warnings
            ),
            "form": form,
            "reading_form": reading_form,
            "columns_form": columns_form,
            "reading_fields": reading_fields(choices),
            "naming_fields": naming_fields(choices),
            "room": room,
            "most": MAX_PAIRS,
            "is_too_long": len(entries.takeable) > room,
            "is_drawn": tournament.pools.exists(),
        },
        status=status if not entries.faults or entries.source else UNPROCESSABLE,
    )
