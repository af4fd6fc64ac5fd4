"""Who sits where at a match and who deals first."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from tournaments.actions.audit import Verb
from tournaments.actions.refusals import AlreadyDone, Stale
from tournaments.actions.seats import set_seats, told
from tournaments.forms.sheets_seats import SeatsForm, seats_form
from tournaments.middleware import EventRequest
from tournaments.permissions import Act
from tournaments.queries.matches import MatchView
from tournaments.views.answers import CONFLICT, UNPROCESSABLE
from tournaments.views.declared import page
from tournaments.views.desk.lookup import match_or_404, tell_repeated
from tournaments.views.manage.submissions import SENT_BEFORE, is_repeat


@page(Act.USE_DESK, "GET", "HEAD", "POST")
def seats(request: EventRequest, number: int) -> HttpResponse:
    """The form alone; POST says the seats and goes back to the match."""
    view = match_or_404(request, number)
    if request.method != "POST":
        return _seats_page(request, view, seats_form(view))
    form = SeatsForm(view, request.POST)
    if not form.is_valid():
        return _seats_page(request, view, form, status=UNPROCESSABLE)
    try:
        set_seats(
            actor=request.actor,
            match=view.match,
            seating=form.seating,
            seen_revision=form.cleaned_data["seats_revision"],
            token=form.cleaned_data["token"],
        )
    except AlreadyDone as done:
        if not is_repeat(done, Verb.SET_SEATS, request.tournament, after=told(form.seating)):
            form.renew()
            problem = str(SENT_BEFORE)
            return _seats_page(request, view, form, problem=problem, status=CONFLICT)
        tell_repeated(request)
    except Stale as stale:
        fresh = match_or_404(request, number)
        form.renew(seats_revision=fresh.match.seats_revision)
        return _seats_page(request, fresh, form, problem=stale.message, status=CONFLICT)
    else:
        messages.success(
            request,
            _("The seats and the first dealer have been saved.")
            if form.seating
            else _("Nobody's seat is known now."),
        )
    return redirect("desk-match", request.tournament.slug, number)


def _seats_page(
    request: EventRequest,
    view: MatchView,
    form: SeatsForm,
    *,
    problem: str = "",
    status: int = 200,
) -> HttpResponse:
    return render(
        request,
        "desk/seats_page.html",
        {
            "section": "desk",
            "page_width": "narrow desk-page",
            "view": view,
            "seats_form": form,
            "saved": seats_form(view),
            "problem": problem,
        },
        status=status,
    )
