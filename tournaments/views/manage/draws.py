"""The draw: choosing a split, drawing, publishing, taking back."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tournaments.actions.audit import Verb
from tournaments.actions.draws import make_draw, publish_draw, take_back_draw
from tournaments.actions.refusals import Refused
from tournaments.forms.draws import DrawForm, read_numbers, write_numbers
from tournaments.lots import EntryList, changes_since, entry_of
from tournaments.middleware import EventRequest
from tournaments.models import Course, Draw
from tournaments.permissions import Act
from tournaments.queries.draws import DrawView, draws_of
from tournaments.queries.pairs import PairView, pairs_by_key
from tournaments.queries.splits import proposals_of
from tournaments.views.answers import render_form, status_of
from tournaments.views.declared import page
from tournaments.views.manage.drawing import asked_for, counting_of, say_made, seen_counting
from tournaments.views.manage.submissions import carried_out, sent

SHOWN_AT_FIRST = 6
"""So many splits are seen at once; the rest are farther from the recommended one."""


@page(Act.MANAGE_EVENT, "GET", "HEAD", "POST")
def draw(request: EventRequest) -> HttpResponse:
    """The splits to choose from and the draws made; a POST draws."""
    form = DrawForm(sent(request))

    def write() -> None:
        made = make_draw(actor=request.actor, tournament=request.tournament, **form.cleaned_data)
        say_made(request, made.number)

    asked = asked_for(form, "pool_count", "apart", "include_absent", "seeded", "kept_apart")
    status = carried_out(request, form, write, Verb.DRAW_POOLS, **asked)
    if status is None:
        return redirect("manage-draw", request.tournament.slug)
    return _draw_page(request, form, status)


@page(Act.MANAGE_EVENT, "GET", "HEAD", "POST")
def publish(request: EventRequest, number: int) -> HttpResponse:
    if request.method != "POST":
        return redirect("manage-draw", request.tournament.slug)
    try:
        publish_draw(
            actor=request.actor,
            tournament=request.tournament,
            number=number,
            seen_counting=seen_counting(request),
            leaving_out=_leaving_out(request),
        )
    except Draw.DoesNotExist:
        raise Http404("no such draw") from None
    except Refused as refused:
        messages.error(request, refused.message)
        return _draw_page(request, DrawForm(), status_of(refused))
    messages.success(
        request,
        _("Draw %(number)d counts now. The schedule is made and everybody can see the event.")
        % {"number": number},
    )
    return redirect("manage-draw", request.tournament.slug)


@page(Act.MANAGE_EVENT, "GET", "HEAD", "POST")
def take_back(request: EventRequest) -> HttpResponse:
    if request.method != "POST":
        return redirect("manage-draw", request.tournament.slug)
    try:
        take_back_draw(
            actor=request.actor,
            tournament=request.tournament,
            seen_counting=seen_counting(request),
        )
    except Refused as refused:
        messages.error(request, refused.message)
        return _draw_page(request, DrawForm(), status_of(refused))
    messages.success(
        request, _("No draw counts now. Pairs can be added and removed; draw again after that.")
    )
    return redirect("manage-draw", request.tournament.slug)


def _leaving_out(request: EventRequest) -> list[int]:
    """The pairs that the page told would stay out of the draw though they have come."""
    try:
        return read_numbers(request.POST.get("leaving_out", ""))
    except ValueError:
        return []


def _draw_page(request: EventRequest, form: DrawForm, status: int) -> HttpResponse:
    tournament = request.tournament
    entry = entry_of(tournament)
    pairs = pairs_by_key(tournament)
    draws = draws_of(tournament, pairs)
    counting = counting_of(draws)
    newest = draws[0] if draws else None
    include_absent = (
        bool(form["include_absent"].value())
        if form.is_bound
        else request.GET.get("absent") == "drawn"
    )
    drawn = entry.drawn(include_absent=include_absent)
    offers_draw = counting is None or bool(form.errors)
    proposals = proposals_of(tournament, len(drawn)) if offers_draw else []
    if not form.is_bound:
        form.initial = {
            **_kept(newest, {int(each.id) for each in drawn}),
            "include_absent": include_absent,
        }
    splits = [each.split.pools for each in proposals]
    before = [newest.draw.pool_count] if newest and newest.draw.pool_count in splits else []
    chosen = form["pool_count"].value() or next(iter([*before, *splits]), None)
    by_number = {pair.number: pair for pair in pairs.values()}
    matches = list(tournament.matches.live())
    return render_form(
        request,
        "manage/draw.html",
        {
            "section": "manage",
            "here": "draw",
            "form": form,
            "pair_count": len(drawn),
            "drawn_pairs": [by_number[int(each.id)] for each in drawn if each.id in by_number],
            "include_absent": include_absent,
            **_presence(entry, by_number),
            "has_begun": any(match.was_written or match.annulled for match in matches),
            "proposals": proposals[:SHOWN_AT_FIRST],
            "more_proposals": proposals[SHOWN_AT_FIRST:],
            "more_chosen": str(chosen)
            in [str(each.split.pools) for each in proposals[SHOWN_AT_FIRST:]],
            "chosen": str(chosen),
            "counting": counting,
            "offers_draw": offers_draw,
            "has_pools": tournament.course != Course.KNOCKOUT,
            "newest": newest,
            **(_changes(newest, entry, by_number) if newest else {}),
            "older": [view for view in draws if view not in (newest, counting)],
        },
        status,
    )


def _kept(newest: DrawView | None, drawn: set[int]) -> dict[str, str]:
    """The seeded pairs and the groups of the draw before, as far as they are drawn again."""
    if newest is None:
        return {}
    groups = ([n for n in group if n in drawn] for group in newest.draw.kept_apart)
    return {
        "seeded": write_numbers([n for n in newest.draw.seeded if n in drawn]),
        "kept_apart": "\n".join(write_numbers(group) for group in groups if len(group) > 1),
    }


def _presence(entry: EntryList, by_number: dict[int, PairView]) -> dict[str, Any]:
    return {
        "anybody_present": entry.anybody_present,
        "absent": [by_number[number] for number in entry.absent if number in by_number],
        "entered_count": len(entry.pairs),
    }


def _changes(newest: DrawView, entry: EntryList, by_number: dict[int, PairView]) -> dict[str, Any]:
    """What has changed since the newest draw, to be told before it is published."""
    changes = changes_since(newest.draw, entry)
    return {
        "is_old": bool(changes.altered),
        "altered": changes.altered,
        "come": [by_number[number] for number in changes.come if number in by_number],
        "leaving_out": write_numbers(changes.come),
        "gone": [by_number[number] for number in changes.gone if number in by_number],
    }
