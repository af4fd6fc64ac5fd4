"""Entry lists: brought in, looked at, taken once they are confirmed."""

from __future__ import annotations

from urllib.parse import urlencode
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.actions.audit import Verb, refuse_repeat
from tournaments.actions.entries import (
    EnteredPair,
    EnteredPlayer,
    import_pairs,
    told,
)
from tournaments.actions.import_drafts import handle_rows, keep_list
from tournaments.actions.refusals import AlreadyDone, Refused, RowsRefused
from tournaments.drawn_pairs import has_draw
from tournaments.forms.imports import (
    ListForm,
    MendForm,
    Step,
    TakeForm,
    choices_after,
    naming_fields,
    reading_fields,
    shown_rows,
    step_from,
    ticked_rows,
)
from tournaments.imports.entries import EntryRow
from tournaments.imports.mending import MendedPair, as_kept
from tournaments.imports.previews import read_entries
from tournaments.imports.wording import fault_sentence
from tournaments.middleware import EventRequest
from tournaments.models import ImportDraft
from tournaments.permissions import Act
from tournaments.views.answers import CONFLICT, UNPROCESSABLE, render_form
from tournaments.views.declared import page
from tournaments.views.manage.import_reading import (
    Reading,
    kept_under,
    preview_page,
    read_draft,
)
from tournaments.views.manage.submissions import SENT_BEFORE, is_repeat, sent

GONE = 404


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
        return preview_page(request, draft, read_draft(request, draft), TakeForm())
    reading = read_draft(request, draft)
    if step := step_from(request.POST):
        return _carry_out(request, draft, reading, *step)
    form = TakeForm(request.POST)
    wanted = ticked_rows(request.POST)
    if not form.is_valid():
        form = TakeForm()
        messages.error(request, _("This page was not sent whole. Look at it and send it again."))
        return preview_page(request, draft, reading, form, wanted, UNPROCESSABLE)
    return _take(request, draft, reading, form, wanted)


def _take(
    request: EventRequest, draft: ImportDraft, reading: Reading, form: TakeForm, wanted: set[int]
) -> HttpResponse:
    tournament = request.tournament
    token = form.cleaned_data["token"]
    taken = [row for number, row in reading.takeable.items() if number in wanted]
    try:
        refuse_repeat(token)
        if not wanted:
            messages.error(request, _("No pair is ticked. Tick the pairs to take."))
            return preview_page(request, draft, reading, form, wanted, UNPROCESSABLE)
        if len(taken) < len(wanted):
            messages.error(
                request,
                _(
                    "Nothing was taken: the entries have changed since this page was made. "
                    "Look at the list again, then take it."
                ),
            )
            return preview_page(request, draft, reading, form, wanted, CONFLICT)
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
        return preview_page(request, draft, reading, form, wanted, CONFLICT)
    except Refused as refused:
        messages.error(request, refused.message)
        if isinstance(refused, RowsRefused):
            for number, message in refused.rows:
                messages.error(
                    request, _("Row %(row)d: %(fault)s") % {"row": number, "fault": message}
                )
        return preview_page(request, draft, reading, form, wanted, UNPROCESSABLE)
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


def _carry_out(
    request: EventRequest, draft: ImportDraft, reading: Reading, step: Step, row: int
) -> HttpResponse:
    """A step that takes nothing: what was done to the rows is kept, and the list read anew."""
    mended: dict[int, list[str] | None] = {}
    ticked = ticked_rows(request.POST)
    if step is Step.KEEP:
        form = MendForm(request.POST)
        if not form.is_valid():
            return preview_page(
                request, draft, reading, TakeForm(), ticked, UNPROCESSABLE, editing=row, mend=form
            )
        mended = {row: as_kept(_mended_pair(form))}
    elif step is Step.RESTORE:
        mended = {row: None}
    handle_rows(
        actor=request.actor,
        draft=draft,
        sheet=kept_under(reading.choices),
        ticked=ticked,
        shown=shown_rows(request.POST),
        mended=mended,
    )
    choices = choices_after(step, request.POST)
    query = reading_fields(choices) | naming_fields(choices)
    if step is Step.MEND:
        query["mend"] = str(row)
    return redirect(f"{request.path}?{urlencode(query)}{f'#row-{row}' if row else ''}")


def _mended_pair(form: MendForm) -> MendedPair:
    typed = form.cleaned_data
    return MendedPair(
        (typed["first_name"], typed["second_name"]), (typed["first_club"], typed["second_club"])
    )


def _took(done: AlreadyDone, reading: Reading, wanted: set[int]) -> bool:
    """Whether the earlier submission took just these rows, whatever of them is entered now."""
    pairs = [told(_entered(row)) for row in reading.entries.rows if row.row in wanted]
    return [players for _number, *players in done.record.details["pairs"]] == pairs


def _entered(row: EntryRow) -> EnteredPair:
    first, second = (
        EnteredPlayer(player.name, player.club or "") for player in (row.first, row.second)
    )
    return EnteredPair(first, second, row=row.row, paid=row.paid)


def _bring_page(request: EventRequest, form: ListForm, status: int | None = None) -> HttpResponse:
    tournament = request.tournament
    return render_form(
        request,
        "manage/import.html",
        {
            "section": "manage",
            "here": "pairs",
            "form": form,
            "is_drawn": has_draw(tournament),
            "page_width": "narrow",
        },
        status,
    )
