"""The knock-out: drawing, publishing, taking back."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.bracket import Order
from scoring.field import LARGEST_FIELD, SMALLEST_FIELD
from tournaments.actions.audit import Verb
from tournaments.actions.brackets import draw_knockout, publish_bracket, take_back_bracket
from tournaments.actions.refusals import Refused
from tournaments.bracket_lots import Field, changes_since, field_of, goes_by_pools
from tournaments.forms.draws import write_numbers
from tournaments.forms.knockout import KnockoutDrawForm, PublishBracketForm
from tournaments.forms.timetables import OwnTimeForm
from tournaments.ledger import ruleset_of
from tournaments.middleware import EventRequest
from tournaments.models import Bracket, Course
from tournaments.permissions import Act
from tournaments.queries.brackets import BracketDrawView, bracket_draws_of
from tournaments.queries.knockout import knockout_of
from tournaments.queries.knockout_decisions import corrections_of, put_right_of, undecided_ties
from tournaments.queries.knockout_plans import plan_picture
from tournaments.queries.pairs import PairView, entry_among, pairs_by_key
from tournaments.stage_wording import round_names
from tournaments.views.answers import render_form, status_of
from tournaments.views.declared import page
from tournaments.views.manage.drawing import asked_for, counting_of, found, say_made, seen_counting
from tournaments.views.manage.submissions import carried_out, sent


@page(Act.MANAGE_EVENT, "GET", "HEAD", "POST")
def knockout(request: EventRequest) -> HttpResponse:
    """The draws of the knock-out made and what goes on in it; a POST draws."""
    pairs = pairs_by_key(request.tournament)
    field = field_of(
        request.tournament, include_absent=_includes_absent(request), entry=entry_among(pairs)
    )
    form = _draw_form(request, field)

    def write() -> None:
        made = draw_knockout(
            actor=request.actor,
            tournament=request.tournament,
            deals=form.deals,
            order=Order(form.cleaned_data.get("order") or Order.BY_LOT),
            byes=Order(form.cleaned_data.get("byes") or Order.BY_SEEDS),
            **form.valid("apart", "include_absent", "seed", "token"),
        )
        say_made(request, made.number)

    asked = asked_for(form, "apart", "include_absent")
    if asked:
        asked["deals"] = form.deals
    status = carried_out(request, form, write, Verb.DRAW_KNOCKOUT, **asked)
    if status is None:
        return redirect("manage-knockout", request.tournament.slug)
    return _knockout_page(request, pairs, field, form, status)


@page(Act.MANAGE_EVENT, "GET", "HEAD", "POST")
def publish(request: EventRequest, number: int) -> HttpResponse:
    """When the rounds would be played; a POST publishes the draw so."""
    tournament = request.tournament
    days = [day.date for day in tournament.days.order_by("date")]
    form = PublishBracketForm(sent(request))
    own_time = OwnTimeForm(request.GET if "time" in request.GET else None, days=days)

    def write() -> None:
        publish_bracket(
            actor=request.actor,
            tournament=tournament,
            number=number,
            seen_counting=form.cleaned_data["counting"],
            **form.valid("starts_at", "leaving_out", "token"),
        )
        messages.success(
            request,
            _("Draw %(number)d of the knock-out counts now. Its first matches are made.")
            % {"number": number},
        )

    status = carried_out(
        request,
        form,
        write,
        Verb.PUBLISH_BRACKET,
        missing=(Bracket.DoesNotExist,),
        bracket=number,
    )
    if status is None:
        return redirect("manage-knockout", tournament.slug)
    pairs = pairs_by_key(tournament)
    draws = bracket_draws_of(tournament, pairs, with_matches=False)
    view = found(draws, number)
    counting = counting_of(draws)
    picture = plan_picture(tournament, view.draw, _start(form, own_time), timezone.now())
    changes = changes_since(view.draw, field_of(tournament, entry=entry_among(pairs)))
    form.fill_in(
        starts_at=picture.start.isoformat(),
        counting=counting.draw.number if counting else 0,
        leaving_out=write_numbers(changes.come),
    )
    if not own_time.is_bound:
        at = timezone.localtime(picture.start)
        own_time.initial = {"day": at.date().isoformat(), "time": at.time()}
    return render_form(
        request,
        "manage/knockout_publish.html",
        {
            "section": "manage",
            "here": "knockout",
            "form": form,
            "own_time": own_time,
            "view": view,
            "picture": picture,
            "changes": changes,
            "now": timezone.localtime(),
        },
        status,
    )


@page(Act.MANAGE_EVENT, "GET", "HEAD", "POST")
def take_back(request: EventRequest) -> HttpResponse:
    """The draw that counts does so no more."""
    if request.method != "POST":
        return redirect("manage-knockout", request.tournament.slug)
    try:
        take_back_bracket(
            actor=request.actor,
            tournament=request.tournament,
            seen_counting=seen_counting(request),
        )
    except Refused as refused:
        messages.error(request, refused.message)
        pairs = pairs_by_key(request.tournament)
        field = field_of(request.tournament, entry=entry_among(pairs))
        form = _draw_form(request, field, fresh=True)
        return _knockout_page(request, pairs, field, form, status_of(refused))
    messages.success(request, _("No draw of the knock-out counts now. It can be drawn again."))
    return redirect("manage-knockout", request.tournament.slug)


def _start(form: PublishBracketForm, own_time: OwnTimeForm) -> datetime | None:
    """The start whose plan is to be shown; None for the one proposed."""
    if form.is_bound:
        at: datetime | None = form.cleaned_data.get("starts_at")
        return at
    return own_time.moment if own_time.is_bound and own_time.is_valid() else None


def _includes_absent(request: EventRequest) -> bool:
    if request.method == "POST":
        return request.POST.get("include_absent") in ("True", "on")
    return request.GET.get("absent") == "drawn"


def _draw_form(request: EventRequest, field: Field, *, fresh: bool = False) -> KnockoutDrawForm:
    count = len(field.contenders)
    rules = ruleset_of(request.tournament)
    form = KnockoutDrawForm(
        None if fresh else sent(request),
        rounds=round_names(count),
        deals=rules.deals_in_knockout,
        has_byes=count & (count - 1) != 0,
        has_order=goes_by_pools(request.tournament),
    )
    form.initial["include_absent"] = _includes_absent(request)
    return form


def _knockout_page(
    request: EventRequest,
    pairs: dict[int, PairView],
    field: Field,
    form: KnockoutDrawForm,
    status: int,
) -> HttpResponse:
    tournament = request.tournament
    draws = bracket_draws_of(tournament, pairs, with_matches=False)
    counting = counting_of(draws)
    newest = draws[0] if draws else None
    # Drawn again, the rounds keep the deals that the draw before gave them.
    if newest and len(newest.draw.deals) == len(form.deals_names):
        form.initial.update(zip(form.deals_names, newest.draw.deals, strict=True))
    by_number = {pair.number: pair for pair in pairs.values()}
    straight = not goes_by_pools(tournament)
    count = len(field.contenders)
    knockout = knockout_of(tournament, pairs, bracket=counting.draw) if counting else None
    return render_form(
        request,
        "manage/knockout.html",
        {
            "section": "manage",
            "here": "knockout",
            "form": form,
            "has_knockout": tournament.course != Course.POOLS,
            "straight": straight,
            "locked": field.locked,
            "pair_count": count,
            "too_many": count > LARGEST_FIELD,
            "most": LARGEST_FIELD,
            "bye_count": (1 << (count - 1).bit_length()) - count if count else 0,
            "can_draw": SMALLEST_FIELD <= count <= LARGEST_FIELD,
            "third_place": ruleset_of(tournament).third_place_match,
            "contenders": [by_number[number] for number in field.numbers if number in by_number],
            "include_absent": _includes_absent(request),
            "anybody_present": field.entry.anybody_present,
            "entered_count": len(field.entry.pairs) if straight else 0,
            "absent": [by_number[number] for number in field.entry.absent if number in by_number],
            "counting": counting,
            "knockout": knockout,
            "corrections": corrections_of(knockout) if knockout else [],
            "undecided": undecided_ties(knockout) if knockout else [],
            "put_right": put_right_of(knockout) if knockout else None,
            "newest": newest,
            "offers_draw": counting is None or bool(form.errors),
            **_since(newest, field, by_number),
            "older": [view for view in draws if view not in (newest, counting)],
        },
        status,
    )


def _since(
    newest: BracketDrawView | None, field: Field, by_number: dict[int, Any]
) -> dict[str, Any]:
    """What has changed since the newest draw, to be told before it is published."""
    if newest is None:
        return {}
    changes = changes_since(newest.draw, field)
    return {
        "is_old": bool(changes.altered),
        "come": [by_number[number] for number in changes.come if number in by_number],
    }
