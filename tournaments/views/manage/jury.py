"""Naming the jury of an event."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tournaments.actions.audit import Verb
from tournaments.actions.jury import name_jury
from tournaments.actions.refusals import AlreadyDone, Refused, Stale
from tournaments.forms.rulings import JuryForm, initial_jury
from tournaments.middleware import EventRequest
from tournaments.permissions import Act
from tournaments.queries.jury import jury_of
from tournaments.queries.pairs import known_clubs
from tournaments.views.answers import CONFLICT, UNPROCESSABLE, add_refusal, render_form
from tournaments.views.declared import page
from tournaments.views.manage.submissions import SENT_BEFORE, is_repeat, sent


@page(Act.MANAGE_EVENT, "GET", "HEAD", "POST")
def jury(request: EventRequest) -> HttpResponse:
    """The three names with their clubs; a jury that is short of something is told so, and kept."""
    tournament = request.tournament
    now = jury_of(tournament)
    form = JuryForm(sent(request), initial=initial_jury(tournament, list(now.members)))
    status = None
    if request.method == "POST":
        status = UNPROCESSABLE
        if form.is_valid():
            members = form.members
            try:
                name_jury(
                    actor=request.actor,
                    tournament=tournament,
                    members=members,
                    seen_revision=form.cleaned_data["revision"],
                    token=form.cleaned_data["token"],
                )
            except AlreadyDone as done:
                after = [list(member) for member in members]
                if is_repeat(done, Verb.NAME_JURY, tournament, after=after):
                    return redirect("manage-jury", tournament.slug)
                form.renew(revision=tournament.revision)
                form.add_error(None, SENT_BEFORE)
                status = CONFLICT
            except Stale as stale:
                tournament.refresh_from_db()
                now = jury_of(tournament)
                form.renew(revision=tournament.revision)
                status = add_refusal(form, stale)
            except Refused as refused:
                status = add_refusal(form, refused)
            else:
                messages.success(request, _("The jury has been saved."))
                return redirect("manage-jury", tournament.slug)
    return render_form(
        request,
        "manage/jury.html",
        {
            "section": "manage",
            "here": "jury",
            "form": form,
            "jury": now,
            "is_stale": status == CONFLICT,
            "clubs": known_clubs(tournament),
        },
        status,
    )
