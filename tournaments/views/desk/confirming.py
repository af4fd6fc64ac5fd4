"""Results confirmed at the desk: one by one on the match's page, or a pile of signed sheets at
once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.deals import Side
from tournaments.actions.audit import Verb
from tournaments.actions.confirming import (
    ResultsStale,
    confirm_for,
    confirm_many,
    withdraw_confirmation,
)
from tournaments.actions.pair_codes import lift_code_lock
from tournaments.actions.refusals import AlreadyDone, Refused
from tournaments.forms.confirming import ConfirmForForm, LiftLockForm, WithdrawConfirmationForm
from tournaments.forms.sheets_file import ticked_matches
from tournaments.forms.submissions import SubmissionForm
from tournaments.middleware import EventRequest
from tournaments.models import RefereeCall
from tournaments.permissions import Act
from tournaments.queries.confirmations import open_calls, unconfirmed_results
from tournaments.queries.matches import MatchView, matches_of
from tournaments.views.answers import CONFLICT, UNPROCESSABLE, status_of
from tournaments.views.declared import page
from tournaments.views.desk.entry import match_page
from tournaments.views.desk.lookup import (
    is_confirmed_before,
    match_or_404,
    match_row_or_404,
    tell_repeated,
)
from tournaments.views.manage.submissions import SENT_BEFORE, is_repeat

TICK = "tick"
ALL = "all"


@dataclass(frozen=True)
class _Row:
    """A result that waits for confirmation. `dispute` is a pair's word that it is wrong."""

    view: MatchView
    dispute: RefereeCall | None
    is_ticked: bool
    is_stale: bool

    @property
    def tick(self) -> str:
        """What a tick sends: the match and the revision of its sheet that is shown."""
        return f"{self.view.match.number}:{self.view.match.revision}"


@dataclass(frozen=True)
class _Pile:
    """The results of one start, as a referee has their sheets in his hand."""

    slot: int
    rows: tuple[_Row, ...]


@page(Act.USE_DESK, "GET", "HEAD", "POST")
def confirm_list(request: EventRequest) -> HttpResponse:
    """All results that wait for confirmation, each with a tick; POST confirms the ticked ones."""
    if request.method != "POST":
        return _list_page(request)
    tournament = request.tournament
    form, ticked = SubmissionForm(request.POST), ticked_matches(request.POST)
    if not form.is_valid():
        messages.error(request, _("This page was not sent whole. Look at it and send it again."))
        return _list_page(request, ticked=ticked, status=UNPROCESSABLE)
    try:
        matches = confirm_many(
            actor=request.actor,
            tournament=tournament,
            seen=ticked,
            token=form.cleaned_data["token"],
        )
    except AlreadyDone as done:
        earlier = done.record.details.get("matches", [])
        if is_repeat(done, Verb.CONFIRM_RESULTS, tournament) and set(earlier) <= set(ticked):
            tell_repeated(request)
            return redirect("desk-confirm", tournament.slug)
        messages.error(request, SENT_BEFORE)
        return _list_page(request, ticked=ticked, status=CONFLICT)
    except ResultsStale as stale:
        messages.error(request, stale.message)
        return _list_page(request, ticked=ticked, stale=stale.numbers, status=CONFLICT)
    except Refused as refused:
        messages.error(request, refused.message)
        return _list_page(request, ticked=ticked, status=status_of(refused))
    messages.success(
        request,
        ngettext(
            "%(count)d result is confirmed for both pairs.",
            "%(count)d results are confirmed for both pairs.",
            len(matches),
        )
        % {"count": len(matches)},
    )
    return redirect("desk-confirm", tournament.slug)


@page(Act.USE_DESK, "GET", "HEAD", "POST")
def confirm(request: EventRequest, number: int) -> HttpResponse:
    """Confirms one result for the pairs that the pressed key names."""
    if request.method != "POST":
        return redirect("desk-match", request.tournament.slug, number)
    match = match_row_or_404(request, number)
    form = ConfirmForForm(request.POST)
    if not form.is_valid():
        problem = _("Nothing was confirmed: the form came incomplete. Try again.")
        return _match_again(request, number, problem, UNPROCESSABLE)
    try:
        confirmed = confirm_for(
            actor=request.actor,
            match=match,
            sides=form.chosen,
            seen_revision=form.cleaned_data["revision"],
            token=form.cleaned_data["token"],
        )
    except AlreadyDone as done:
        if not is_confirmed_before(done, match, form.chosen):
            return _match_again(request, number, str(SENT_BEFORE), CONFLICT)
        tell_repeated(request)
    except Refused as refused:
        return _match_again(request, number, refused.message, status_of(refused))
    else:
        told = {"side": form.chosen[0].value}
        if len(form.chosen) == len(Side):
            text = _("The result is confirmed for both pairs.")
        elif confirmed.is_confirmed:
            text = _("The result is confirmed for pair %(side)s. With that both sides have it.")
        else:
            text = _("The result is confirmed for pair %(side)s.")
        messages.success(request, text % told)
    return redirect("desk-match", request.tournament.slug, number)


@page(Act.USE_DESK, "GET", "HEAD", "POST")
def lift_lock(request: EventRequest, number: int) -> HttpResponse:
    """Lets the pair that the pressed key names use its code again."""
    if request.method != "POST":
        return redirect("desk-match", request.tournament.slug, number)
    match = match_row_or_404(request, number)
    form = LiftLockForm(request.POST)
    if not form.is_valid():
        problem = _("Nothing was done: the form came incomplete. Try again.")
        return _match_again(request, number, problem, UNPROCESSABLE)
    side = Side(form.cleaned_data["side"])
    try:
        lift_code_lock(
            actor=request.actor, match=match, side=side, token=form.cleaned_data["token"]
        )
    except AlreadyDone as done:
        if not is_repeat(done, Verb.LIFT_CODE_LOCK, request.tournament, side=side.value):
            return _match_again(request, number, str(SENT_BEFORE), CONFLICT)
        tell_repeated(request)
    else:
        messages.success(request, _("Pair %(side)s can use its code again.") % {"side": side.value})
    return redirect("desk-match", request.tournament.slug, number)


@page(Act.USE_DESK, "GET", "HEAD", "POST")
def withdraw(request: EventRequest, number: int) -> HttpResponse:
    """Withdraws what was confirmed of one result, with a reason."""
    if request.method != "POST":
        return redirect("desk-match", request.tournament.slug, number)
    match = match_row_or_404(request, number)
    form = WithdrawConfirmationForm(request.POST)
    if not form.is_valid():
        return _match_again(request, number, "", UNPROCESSABLE, withdraw_form=form)
    try:
        withdraw_confirmation(
            actor=request.actor,
            match=match,
            reason=form.cleaned_data["reason"],
            seen_revision=form.cleaned_data["revision"],
            token=form.cleaned_data["token"],
        )
    except AlreadyDone as done:
        verb, reason = Verb.WITHDRAW_CONFIRMATION, form.cleaned_data["reason"]
        if not is_repeat(done, verb, request.tournament, reason=reason):
            form.renew()
            form.add_error(None, SENT_BEFORE)
            return _match_again(request, number, "", CONFLICT, withdraw_form=form)
        tell_repeated(request)
    except Refused as refused:
        return _match_again(request, number, refused.message, status_of(refused))
    else:
        messages.success(request, _("The confirmation is withdrawn. The sheet stays as it is."))
    return redirect("desk-match", request.tournament.slug, number)


def _match_again(
    request: EventRequest,
    number: int,
    problem: str,
    status: int,
    *,
    withdraw_form: WithdrawConfirmationForm | None = None,
) -> HttpResponse:
    view = match_or_404(request, number)
    return match_page(request, view, problem=problem, withdraw_form=withdraw_form, status=status)


def _list_page(
    request: EventRequest,
    *,
    ticked: Mapping[int, int] | None = None,
    stale: tuple[int, ...] = (),
    status: int = 200,
) -> HttpResponse:
    """The page with the ticks that were sent, or those that its address asks for.

    One that has changed since is never ticked: it is to be looked at.
    """
    tournament = request.tournament
    views = matches_of(tournament)
    disputes = {
        call.call.match_id: call.call
        for call in open_calls(tournament, views)
        if call.call.is_dispute
    }
    asked = request.GET.get(TICK, "") if ticked is None else ""
    piles: dict[int, list[_Row]] = {}
    for view in unconfirmed_results(views):
        match = view.match
        is_ticked = (
            asked in (ALL, str(match.slot)) or (ticked or {}).get(match.number) == match.revision
        )
        dispute = disputes.get(match.pk)
        piles.setdefault(match.slot, []).append(
            _Row(view, dispute, is_ticked and dispute is None, match.number in stale)
        )
    return render(
        request,
        "desk/confirm_list.html",
        {
            "section": "desk",
            "page_width": "wide desk-page",
            "form": SubmissionForm(),
            "piles": [_Pile(slot, tuple(rows)) for slot, rows in piles.items()],
            "waiting_count": sum(len(rows) for rows in piles.values()),
            "finished_count": sum(1 for view in views if view.match.counts),
            "has_ticks": any(row.is_ticked for rows in piles.values() for row in rows),
        },
        status=status,
    )
