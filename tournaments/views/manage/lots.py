"""Lots between level pairs: drawn here or by hand, undone. Pages that part pairs share these.

?pairs=3,7     the level pairs, by number
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tournaments.actions.audit import Verb
from tournaments.actions.lots import draw_lot, enter_lot, undo_lot
from tournaments.forms.advancing import HandLotForm, LotForm, PublicReasonForm
from tournaments.forms.draws import read_numbers
from tournaments.forms.submissions import SubmissionForm
from tournaments.middleware import EventRequest
from tournaments.models import Lot
from tournaments.permissions import Act
from tournaments.queries.lots import LotView, lots_of
from tournaments.queries.pairs import PairView, pairs_by_key
from tournaments.views.answers import render_form
from tournaments.views.declared import page
from tournaments.views.manage.submissions import carried_out, sent


@page(Act.MANAGE_EVENT, "GET", "HEAD", "POST")
def lot_undo(request: EventRequest, number: int) -> HttpResponse:
    """A lot counts no more."""
    form = PublicReasonForm(sent(request))
    view = _lot(request, number)
    of_places = view.lot.scope == Lot.Scope.PLACES
    home = "manage-places" if of_places else "manage-advancing"

    def write() -> None:
        undo_lot(
            actor=request.actor, tournament=request.tournament, number=number, **form.cleaned_data
        )
        messages.success(request, _("Lot %(lot)d counts no more.") % {"lot": number})

    status = carried_out(request, form, write, Verb.UNDO_LOT, lot=number)
    if status is None:
        return redirect(home, request.tournament.slug)
    if form.is_bound:
        view = _lot(request, number)
    context = {
        "section": "manage",
        "here": "places" if of_places else "advancing",
        "form": form,
        "view": view,
        "home": home,
    }
    return render_form(request, "manage/lot_undo.html", context, status)


def lot_forms(
    request: EventRequest, numbers: list[int], level: Sequence[PairView]
) -> dict[str, SubmissionForm]:
    """The forms of a lot by the way they go; one is what was sent.

    `level` are the pairs with these `numbers`; none where they are level no more, as after a form
    that came twice.
    """
    way, data = request.POST.get("way"), sent(request)
    named = [(pair.number, pair.name) for pair in level] or [(each, str(each)) for each in numbers]
    return {
        "lot": LotForm(data if way == "lot" else None),
        "hand": HandLotForm(data if way == "hand" else None, pairs=named),
    }


def part_by_lot(
    request: EventRequest, form: SubmissionForm, numbers: list[int], *, for_places: bool = False
) -> int | None:
    """A lot drawn or entered as was sent in one of `lot_forms`: None where it is done, else the
    status of the page."""

    def write() -> None:
        told = {
            "actor": request.actor,
            "tournament": request.tournament,
            "for_places": for_places,
            "token": form.cleaned_data["token"],
        }
        if isinstance(form, HandLotForm):
            witnesses = [form.cleaned_data[f"witness_{number}"] for number in (1, 2)]
            lot = enter_lot(order=form.order, witnesses=witnesses, **told)
        else:
            lot = draw_lot(pairs=numbers, seed=form.cleaned_data["seed"], **told)
        order = ", ".join(map(str, lot.order))
        messages.success(
            request,
            _("Lot %(lot)d counts. Its order, by pair: %(order)s.")
            % {"lot": lot.number, "order": order},
        )

    asked: dict[str, Any] = {}
    if not isinstance(form, HandLotForm):
        # Without a seed of its own the site chose one.
        asked = {name: seed for name, seed in form.valid("seed").items() if seed}
        return carried_out(request, form, write, Verb.DRAW_LOT, **asked)
    if witnesses := form.valid("witness_1", "witness_2"):
        asked = {"order": form.order, "witnesses": list(witnesses.values())}
    return carried_out(request, form, write, Verb.ENTER_LOT, **asked)


def pairs_asked(request: EventRequest) -> list[int]:
    """The pairs that the address names; none where it names them wrongly."""
    try:
        return read_numbers(request.GET.get("pairs", "")[:400])
    except ValueError:
        return []


def _lot(request: EventRequest, number: int) -> LotView:
    lots = lots_of(request.tournament, pairs_by_key(request.tournament))
    view = next((each for each in lots if each.lot.number == number), None)
    if view is None:
        raise Http404("no such lot")
    return view
