"""The archive of an event: taken away by its organisers, brought in by those who make events."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _

from tournaments.actions.archive import import_event, keep_archive, read_archive
from tournaments.actions.audit import Verb, refuse_repeat
from tournaments.actions.refusals import AlreadyDone, Refused
from tournaments.archive.contents import contents_of
from tournaments.archive.faults import ArchiveFault
from tournaments.archive.text import Value
from tournaments.archive.writing import archive_bytes
from tournaments.forms.archives import ArchiveForm, TakeArchiveForm
from tournaments.middleware import EventRequest
from tournaments.models import ImportDraft
from tournaments.permissions import Act
from tournaments.views.answers import CONFLICT, UNPROCESSABLE, add_refusal, render_form
from tournaments.views.declared import page
from tournaments.views.manage.submissions import SENT_BEFORE, is_repeat, sent

GONE = 404


@page(Act.MANAGE_EVENT)
def download(request: EventRequest) -> HttpResponse:
    """The file, notes for the staff included, contacts where `?contacts=1` asks for them: for this
    organiser, and kept by nobody between."""
    slug = request.tournament.slug
    return HttpResponse(
        archive_bytes(request.tournament, contacts=request.GET.get("contacts") == "1"),
        content_type="application/json",
        headers={
            "Content-Disposition": content_disposition_header(True, f"{slug}-archive.json") or "",
            "Cache-Control": "private, no-store",
        },
    )


@page(Act.MAKE_EVENTS, "GET", "HEAD", "POST")
def bring(request: EventRequest) -> HttpResponse:
    """A file; nothing is taken here, what it holds is shown next."""
    form = ArchiveForm(sent(request), request.FILES or None)
    if form.is_valid():
        file = form.cleaned_data["file"]
        try:
            draft = keep_archive(actor=request.actor, content=file.read(), file_name=file.name)
        except ArchiveFault as fault:
            form.add_error("file", fault.sentence)
        else:
            return redirect("event-archive-preview", draft.token)
    return _bring_page(request, form)


@page(Act.MAKE_EVENTS, "GET", "HEAD", "POST")
def preview(request: EventRequest, token: UUID) -> HttpResponse:
    """What an archive holds; a POST takes it."""
    form = TakeArchiveForm(sent(request))
    if form.is_valid():
        try:
            refuse_repeat(form.cleaned_data["token"])
        except AlreadyDone as done:
            if is_repeat(done, Verb.IMPORT_EVENT, slug=form.cleaned_data["slug"]):
                return redirect("manage", done.record.details["slug"])
    draft = ImportDraft.objects.filter(
        tournament=None, user=request.actor.user_id, token=token
    ).first()
    if draft is None:
        messages.warning(
            request,
            _("This archive is no longer kept: archives are kept for a day. Bring it again."),
        )
        return _bring_page(request, ArchiveForm(), GONE)
    try:
        value = read_archive(bytes(draft.content))
    except ArchiveFault as fault:  # kept by an older version that took it
        messages.error(request, fault.sentence)
        return _bring_page(request, ArchiveForm(), UNPROCESSABLE)
    if request.method != "POST":
        form = TakeArchiveForm(initial={"slug": value["event"]["slug"]})
    elif form.is_valid():
        return _take(request, value, form)
    return _preview_page(request, value, form)


def _take(request: EventRequest, value: Value, form: TakeArchiveForm) -> HttpResponse:
    try:
        tournament = import_event(
            actor=request.actor,
            value=value,
            slug=form.cleaned_data["slug"],
            token=form.cleaned_data["token"],
        )
    except AlreadyDone:
        form.renew()
        form.add_error(None, SENT_BEFORE)
        return _preview_page(request, value, form, CONFLICT)
    except Refused as refused:
        return _preview_page(request, value, form, add_refusal(form, refused))
    except ArchiveFault as fault:
        form.add_error(None, fault.sentence)
        return _preview_page(request, value, form)
    messages.success(request, _("The event has been taken from the archive. You organise it here."))
    return redirect("manage", tournament.slug)


def _bring_page(
    request: EventRequest, form: ArchiveForm, status: int | None = None
) -> HttpResponse:
    return render_form(
        request, "manage/archive.html", {"form": form, "page_width": "narrow"}, status
    )


def _preview_page(
    request: EventRequest, value: Value, form: TakeArchiveForm, status: int | None = None
) -> HttpResponse:
    return render_form(
        request,
        "manage/archive.html",
        {"form": form, "contents": contents_of(value), "page_width": "narrow"},
        status,
    )
