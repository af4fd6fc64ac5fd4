"""The rules an event has otherwise than the standard."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from scoring.ruleset import STANDARD
from tournaments.actions.audit import Verb
from tournaments.actions.refusals import AlreadyDone, Stale
from tournaments.actions.rules import change_rules
from tournaments.forms.rules import RulesForm, initial_rules
from tournaments.ledger import ruleset_of
from tournaments.middleware import EventRequest
from tournaments.models import Tournament
from tournaments.permissions import Act
from tournaments.queries.rules import RankMove, digest_of, moves_under
from tournaments.rules_wording import RULES
from tournaments.views.answers import CONFLICT, UNPROCESSABLE, add_refusal, render_form
from tournaments.views.declared import page
from tournaments.views.manage.submissions import SENT_BEFORE, is_repeat, sent


@page(Act.MANAGE_EVENT, "GET", "HEAD", "POST")
def rules(request: EventRequest) -> HttpResponse:
    """One field a rule. Where saving would move places, they are shown before it is saved."""
    tournament = request.tournament
    now = ruleset_of(tournament)
    form = RulesForm(sent(request), now=now, initial=initial_rules(now, tournament.revision))
    moves: tuple[RankMove, ...] = ()
    status = there_now = None
    if request.method == "POST":
        status = UNPROCESSABLE
        if form.is_valid():
            moves = moves_under(tournament, form.rules)
            if digest_of(moves) != form.cleaned_data["seen_moves"]:
                form.renew(seen_moves=digest_of(moves))
                return _page(request, form, moves, status)
            try:
                change_rules(
                    actor=request.actor,
                    tournament=tournament,
                    rules=form.rules,
                    seen_revision=form.cleaned_data["revision"],
                    token=form.cleaned_data["token"],
                )
            except AlreadyDone as done:
                wanted = form.rules.to_record()
                if is_repeat(done, Verb.CHANGE_RULES, tournament, after=wanted):
                    return redirect("manage-rules", tournament.slug)
                form.renew()
                form.add_error(None, SENT_BEFORE)
                status = CONFLICT
            except Stale as stale:
                tournament.refresh_from_db()
                form.renew(revision=tournament.revision, seen_moves="")
                status, there_now = add_refusal(form, stale), _differing(form, tournament)
            else:
                messages.success(request, _("The rules of the event have been saved."))
                return redirect("manage-rules", tournament.slug)
    return _page(request, form, moves, status, there_now)


def _differing(form: RulesForm, tournament: Tournament) -> list[tuple[str, str]]:
    """The rules that hold now and are not what was filled in, in words."""
    now = ruleset_of(tournament)
    return [
        (str(wording.label), wording.value_words(getattr(now, name)))
        for name, wording in RULES.items()
        if getattr(now, name) != getattr(form.rules, name)
    ]


def _page(
    request: EventRequest,
    form: RulesForm,
    moves: tuple[RankMove, ...],
    status: int | None,
    there_now: list[tuple[str, str]] | None = None,
) -> HttpResponse:
    return render_form(
        request,
        "manage/rules.html",
        {
            "section": "manage",
            "here": "rules",
            "form": form,
            "moves": moves,
            "there_now": there_now,
            "is_standard": ruleset_of(request.tournament) == STANDARD,
        },
        status,
    )
