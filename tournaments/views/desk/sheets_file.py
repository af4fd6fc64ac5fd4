"""A workbook of filled score sheets: brought in, looked at, taken once it is confirmed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.actions.audit import Verb, refuse_repeat
from tournaments.actions.filled_sheets import SheetsStale, TakenSheet, take_sheets, told
from tournaments.actions.import_drafts import keep_sheets
from tournaments.actions.refusals import AlreadyDone, Refused, RowsRefused
from tournaments.forms.sheets_file import (
    SheetsFileForm,
    TakeSheetsForm,
    reasons_given,
    ticked_matches,
)
from tournaments.imports.faults import UnreadableFile
from tournaments.imports.filled_faults import UnfitFile
from tournaments.imports.filled_sheets import FilledFile, read_filled
from tournaments.imports.filled_wording import file_sentence, filled_sentence
from tournaments.middleware import EventRequest
from tournaments.models import ImportDraft
from tournaments.models.draws import MAX_REASON
from tournaments.permissions import Act
from tournaments.views.answers import CONFLICT, UNPROCESSABLE, render_form
from tournaments.views.declared import page
from tournaments.views.desk.filled_matches import Kind, MatchOfFile, judge, of_kinds
from tournaments.views.manage.submissions import SENT_BEFORE, is_repeat, sent

GONE = 404


@dataclass
class _Preview:
    """A kept workbook held against the event, and what was sent about it.

    `ticked` is None for a page asked for the first time; `reasons` and `problems` are by match.
    A match in `stale` is ticked or not as on a fresh page.
    """

    draft: ImportDraft
    file: FilledFile
    matches: list[MatchOfFile]
    ticked: Mapping[int, int] | None = None
    reasons: Mapping[int, str] = field(default_factory=dict)
    problems: Mapping[int, str] = field(default_factory=dict)
    stale: frozenset[int] = frozenset()

    def is_ticked(self, match: MatchOfFile) -> bool:
        if self.ticked is None or match.number in self.stale:
            return match.kind in (Kind.NEW, Kind.RESULT)
        return match.number in self.ticked

    def sheets(self) -> list[TakenSheet]:
        """The sheets ticked, of matches that could be read."""
        ticked = self.ticked or {}
        return [
            TakenSheet(
                match.view.match,
                match.sheet.entries,
                ticked[match.number],
                _("Sheet arrived")
                if match.kind is Kind.RESULT
                else self.reasons.get(match.number, ""),
            )
            for match in self.matches
            if match.number in ticked and match.view and match.kind is not Kind.FAULTY
        ]

    def changed_since(self) -> list[int]:
        """The matches ticked that are not as they were on the page that was sent."""
        takeable = {match.tick for match in self.matches if match.can_be_taken}
        ticked = self.ticked or {}
        return sorted(n for n, revision in ticked.items() if f"{n}:{revision}" not in takeable)

    def reason_problems(self) -> dict[int, str]:
        """What is wrong with the reasons of the matches ticked, by match."""
        found = {}
        for match in self.matches:
            if not match.needs_reason or match.number not in (self.ticked or {}):
                continue
            reason = self.reasons.get(match.number, "")
            if not reason:
                found[match.number] = _("Write why the saved sheet changes, or untick the match.")
            elif len(reason) > MAX_REASON:
                found[match.number] = _("Give the reason in at most %(most)d characters.") % {
                    "most": MAX_REASON
                }
        return found


@page(Act.USE_DESK, "GET", "HEAD", "POST")
def bring(request: EventRequest) -> HttpResponse:
    """A workbook; nothing is taken here, a preview comes next."""
    tournament = request.tournament
    form = SheetsFileForm(sent(request), request.FILES or None)
    if form.is_valid():
        given = form.cleaned_data["file"]
        content = given.read()
        try:
            read_filled(content, tournament.slug)
        except UnreadableFile as refused:
            form.add_error("file", str(file_sentence(refused.fault)))
        except UnfitFile as refused:
            form.add_error("file", str(filled_sentence(refused.fault)))
        else:
            draft = keep_sheets(
                actor=request.actor, tournament=tournament, content=content, file_name=given.name
            )
            return redirect("desk-file-preview", tournament.slug, draft.token)
    return _bring_page(request, form)


@page(Act.USE_DESK, "GET", "HEAD", "POST")
def preview(request: EventRequest, token: UUID) -> HttpResponse:
    """What each sheet comes to; a POST takes the matches ticked."""
    draft = ImportDraft.objects.filter(
        tournament=request.tournament, token=token, purpose=ImportDraft.Purpose.SHEETS
    ).first()
    if draft is None:
        messages.warning(
            request,
            _("This workbook is no longer kept: files are kept for a day. Bring it again."),
        )
        return _bring_page(request, SheetsFileForm(), GONE)
    try:
        file = read_filled(bytes(draft.content), request.tournament.slug)
    except (UnreadableFile, UnfitFile):  # kept by an older version, or the event has moved since
        messages.error(request, _("This workbook cannot be read any more. Take a new one."))
        return _bring_page(request, SheetsFileForm(), UNPROCESSABLE)
    shown = _Preview(draft, file, judge(file, request.tournament))
    if request.method != "POST":
        return _preview_page(request, shown, TakeSheetsForm())
    form = TakeSheetsForm(request.POST)
    shown.ticked = ticked_matches(request.POST)
    shown.reasons = reasons_given(request.POST.dict(), shown.ticked)
    if not form.is_valid():
        messages.error(request, _("This page was not sent whole. Look at it and send it again."))
        return _preview_page(request, shown, TakeSheetsForm(), UNPROCESSABLE)
    return _take(request, shown, form)


def _take(request: EventRequest, shown: _Preview, form: TakeSheetsForm) -> HttpResponse:
    tournament = request.tournament
    sheets = shown.sheets()
    try:
        refuse_repeat(form.cleaned_data["token"])
        if changed := shown.changed_since():
            raise SheetsStale(changed)
        shown.problems = shown.reason_problems()
        if shown.problems:
            messages.error(request, _("Nothing was taken: a reason is missing or too long."))
            return _preview_page(request, shown, form, UNPROCESSABLE)
        take_sheets(
            actor=request.actor,
            tournament=tournament,
            sheets=sheets,
            source=shown.draft.file_name,
            signed=form.cleaned_data["signed"],
            token=form.cleaned_data["token"],
        )
    except AlreadyDone as done:
        if is_repeat(done, Verb.TAKE_SHEETS, tournament, sheets=told(sheets)):
            return redirect("desk", tournament.slug)
        form.renew()
        messages.error(request, SENT_BEFORE)
        return _preview_page(request, shown, form, CONFLICT)
    except SheetsStale as stale:
        shown.matches = judge(shown.file, tournament)
        shown.stale = frozenset(stale.numbers)
        form.renew()
        messages.error(request, stale.message)
        return _preview_page(request, shown, form, CONFLICT)
    except Refused as refused:
        messages.error(request, refused.message)
        if isinstance(refused, RowsRefused):
            shown.problems = dict(refused.rows)
        return _preview_page(request, shown, form, UNPROCESSABLE)
    messages.success(
        request,
        ngettext(
            "The sheet of %(count)d match has been saved.",
            "The sheets of %(count)d matches have been saved.",
            len(sheets),
        )
        % {"count": len(sheets)},
    )
    return redirect("desk", tournament.slug)


def _bring_page(
    request: EventRequest, form: SheetsFileForm, status: int | None = None
) -> HttpResponse:
    context = {"section": "desk", "form": form, "page_width": "narrow"}
    return render_form(request, "desk/sheets_file.html", context, status)


def _preview_page(
    request: EventRequest, shown: _Preview, form: TakeSheetsForm, status: int = 200
) -> HttpResponse:
    def rows(*kinds: Kind) -> list[dict[str, object]]:
        return [
            {
                "match": match,
                "is_ticked": shown.is_ticked(match),
                "reason": shown.reasons.get(match.number, ""),
                "problem": shown.problems.get(match.number, ""),
                "is_stale": match.number in shown.stale,
            }
            for match in of_kinds(shown.matches, *kinds)
        ]

    differing, takeable = rows(Kind.DIFFERS), rows(Kind.NEW, Kind.RESULT)
    return render(
        request,
        "desk/sheets_file_preview.html",
        {
            "section": "desk",
            "page_width": "wide",
            "draft": shown.draft,
            "file": shown.file,
            "faults": [filled_sentence(fault) for fault in shown.file.faults],
            "takeable": takeable,
            "differing": differing,
            "faulty": rows(Kind.FAULTY),
            "same": rows(Kind.SAME, Kind.BEHIND),
            "longest_reason": MAX_REASON,
            "form": form,
        },
        status=status,
    )
