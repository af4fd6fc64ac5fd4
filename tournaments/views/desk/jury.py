"""The jury's free decisions: the list, recording one, undoing one.

?kind=replay&match=12             which line of its sheet
  &line=5                         what the sheet is without it; the form
?kind=points&match=12             the form
?kind=exclusion, ?kind=other      the form
  &late                           asked from the page of late pairs, which comes next
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.faults import Fault
from tournaments.actions.audit import Verb
from tournaments.actions.jury import (
    change_points,
    decide_other,
    exclude,
    replay_deal,
    undo_decision,
)
from tournaments.actions.refusals import AlreadyDone, Refused, Stale
from tournaments.codes_in_words import FAULTS
from tournaments.forms.rulings import (
    DecisionForm,
    ExclusionForm,
    OtherForm,
    PointsForm,
    ReplayForm,
    UndoForm,
)
from tournaments.forms.sheets import MOST_LETTERS_IN_SEARCH
from tournaments.jury_wording import KINDS
from tournaments.middleware import EventRequest
from tournaments.models import JuryDecision
from tournaments.models.play import LARGEST_NUMBER
from tournaments.permissions import Act
from tournaments.queries.desk import find_matches
from tournaments.queries.differences import SheetDifference, difference_between
from tournaments.queries.jury import decisions_of, jury_of
from tournaments.queries.matches import MatchView, match_by_number, matches_of
from tournaments.queries.pairs import pairs_by_key, pairs_by_name
from tournaments.queries.sheets import SheetView, sheet_from, sheet_of
from tournaments.views.answers import CONFLICT, UNPROCESSABLE, add_refusal
from tournaments.views.declared import page
from tournaments.views.desk.lookup import tell_repeated
from tournaments.views.manage.submissions import SENT_BEFORE, is_repeat, sent

Kind = JuryDecision.Kind
ABOUT_A_MATCH = frozenset({Kind.REPLAY.value, Kind.POINTS.value})


@page(Act.USE_DESK)
def decisions(request: EventRequest) -> HttpResponse:
    """Every decision, the latest first, with its note; and what can be recorded."""
    return render(
        request,
        "desk/jury.html",
        {
            "section": "desk",
            "jury": jury_of(request.tournament),
            "decisions": decisions_of(request.tournament),
            "kinds": KINDS,
        },
    )


@dataclass(frozen=True)
class Asked:
    """What the address asks to decide: the kind, the match and the line of its sheet."""

    kind: str
    view: MatchView | None = None
    sheet: SheetView | None = None
    position: int | None = None

    @property
    def revision(self) -> int | None:
        return self.view.match.revision if self.view else None


@page(Act.USE_DESK, "GET", "HEAD", "POST")
def new(request: EventRequest) -> HttpResponse:
    """The steps of a decision; the address says what was chosen so far, POST records it."""
    asked = _asked(request)
    if asked.kind not in KINDS:
        return redirect("desk-jury", request.tournament.slug)
    if asked.kind in ABOUT_A_MATCH and asked.view is None:
        return _match_to_choose(request, asked)
    if asked.kind == Kind.REPLAY and asked.position is None:
        return _step(request, asked, {"step": "line"})
    form = _form(request, asked)
    if request.method != "POST":
        return _step(request, asked, {"step": "form", "form": form})
    status = UNPROCESSABLE
    if form.is_valid():
        try:
            decision = _record(request, asked, form)
        except AlreadyDone as done:
            if is_repeat(
                done,
                Verb.RECORD_DECISION,
                request.tournament,
                kind=asked.kind,
                reason=form.cleaned_data["reason"],
            ):
                tell_repeated(request)
                return redirect("desk-jury", request.tournament.slug)
            form.renew()
            form.add_error(None, SENT_BEFORE)
            status = CONFLICT
        except Stale as stale:
            asked = _asked(request)
            form.renew(revision=asked.revision)
            status = add_refusal(form, stale)
        except Refused as refused:
            status = add_refusal(form, refused)
        else:
            messages.success(request, _("The decision has been recorded."))
            if asked.kind == Kind.REPLAY and asked.view:
                return redirect("desk-match", request.tournament.slug, asked.view.match.number)
            if "late" in request.GET:
                return redirect("desk-late", request.tournament.slug)
            return redirect(
                f"{reverse('desk-jury', args=[request.tournament.slug])}#decision-{decision.number}"
            )
    return _step(request, asked, {"step": "form", "form": form}, status)


@page(Act.USE_DESK, "GET", "HEAD", "POST")
def undo(request: EventRequest, number: int) -> HttpResponse:
    """Undoes a decision, with a reason that is shown in public."""
    tournament = request.tournament
    decision = (
        tournament.decisions.select_related("match", "pair").filter(number=number).first()
        if number <= LARGEST_NUMBER
        else None
    )
    if decision is None:
        raise Http404("no such decision")
    form = UndoForm(sent(request))
    status = 200
    if request.method == "POST":
        status = UNPROCESSABLE
        if form.is_valid():
            try:
                undo_decision(
                    actor=request.actor,
                    tournament=tournament,
                    number=number,
                    reason=form.cleaned_data["reason"],
                    token=form.cleaned_data["token"],
                )
            except AlreadyDone:
                tell_repeated(request)
                return redirect("desk-jury", tournament.slug)
            except Refused as refused:
                status = add_refusal(form, refused)
            else:
                messages.success(request, _("The decision has been undone. It stays listed."))
                return redirect("desk-jury", tournament.slug)
    return render(
        request,
        "desk/jury_undo.html",
        {"section": "desk", "page_width": "narrow", "decision": decision, "form": form},
        status=status,
    )


def _asked(request: EventRequest) -> Asked:
    """What the address asks, as far as it can be read; the match is read as it is now."""
    kind = request.GET.get("kind", "")
    if kind not in ABOUT_A_MATCH:
        return Asked(kind)
    number = _number(request.GET.get("match", ""))
    view = match_by_number(request.tournament, number) if number else None
    if view is None:
        return Asked(kind)
    sheet = sheet_of(view)
    position = _number(request.GET.get("line", ""))
    if position is None or position > len(sheet.lines):
        return Asked(kind, view, sheet)
    line = sheet.lines[position - 1]
    return Asked(kind, view, sheet, position if line.row.deal is not None else None)


def _number(text: str) -> int | None:
    if not text.isascii() or not text.isdecimal() or len(text) > 5:
        return None
    return number if 0 < (number := int(text)) <= LARGEST_NUMBER else None


def _match_to_choose(request: EventRequest, asked: Asked) -> HttpResponse:
    sought = " ".join(request.GET.get("q", "")[:MOST_LETTERS_IN_SEARCH].replace("\0", "").split())
    views = [view for view in matches_of(request.tournament) if view.match.is_started]
    return _step(
        request,
        asked,
        {
            "step": "match",
            "sought": sought,
            "found": find_matches(views, sought) if sought else views,
            "most_letters": MOST_LETTERS_IN_SEARCH,
        },
    )


def _form(request: EventRequest, asked: Asked) -> DecisionForm:
    data = sent(request)
    match asked.kind:
        case Kind.REPLAY:
            return ReplayForm(data, initial={"revision": asked.revision})
        case Kind.POINTS:
            form = PointsForm(data, initial={"revision": asked.revision})
            if asked.view:
                form.name_pairs(asked.view.a.name, asked.view.b.name)
            return form
        case Kind.EXCLUSION:
            pairs = [(pair.number, pair.name) for pair in pairs_by_name(request.tournament)]
            return ExclusionForm(data, pairs=pairs, initial={"pair": request.GET.get("pair", "")})
        case _:
            return OtherForm(data, initial={"match": request.GET.get("match", "")[:5]})


def _record(request: EventRequest, asked: Asked, form: DecisionForm) -> JuryDecision:
    typed = form.cleaned_data
    common: dict[str, Any] = {
        "actor": request.actor,
        "reason": typed["reason"],
        "note": typed["note"],
        "token": typed["token"],
    }
    if isinstance(form, (ReplayForm, PointsForm)) and asked.view:
        common |= {"match": asked.view.match, "seen_revision": typed["revision"]}
        if isinstance(form, PointsForm):
            return change_points(side=typed["side"], points=form.signed_points, **common)
        return replay_deal(position=asked.position or 0, **common)
    common["tournament"] = request.tournament
    if isinstance(form, ExclusionForm):
        seat = None if typed["whom"] == "both" else int(typed["whom"])
        return exclude(pair_number=int(typed["pair"]), seat=seat, **common)
    return decide_other(match_number=typed["match"], **common)


def _step(
    request: EventRequest, asked: Asked, context: dict[str, Any], status: int = 200
) -> HttpResponse:
    difference, problem = _without_line(request, asked)
    return render(
        request,
        "desk/jury_new.html",
        {
            "section": "desk",
            "asked": asked,
            "view": asked.view,
            "sheet": asked.sheet,
            "difference": difference,
            "problem": problem,
            "kind_title": KINDS[asked.kind],
            **context,
        },
        status=status,
    )


def _without_line(request: EventRequest, asked: Asked) -> tuple[SheetDifference | None, str]:
    """What the sheet is without the deal to be played again, or why it cannot be."""
    if asked.position is None or asked.sheet is None:
        return None, ""
    entries = asked.sheet.entries
    try:
        after = sheet_from(
            asked.sheet.view, (*entries[: asked.position - 1], *entries[asked.position :])
        )
    except Fault as fault:
        problem = _("Without this deal, line %(line)d of the sheet no longer stands: %(fault)s") % {
            "line": (fault.entry or 0) + 2,
            "fault": FAULTS[fault.code.value],
        }
        return None, problem
    return difference_between(asked.sheet, after, pairs_by_key(request.tournament)), ""
