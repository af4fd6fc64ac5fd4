"""The entries: the list, adding, changing in place, calling off, removing."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.actions.audit import Verb
from tournaments.actions.check_in import bring_back_entry, call_off_entry
from tournaments.actions.entries import add_pair, change_pair, remove_pair, told
from tournaments.actions.refusals import AlreadyDone, Refused
from tournaments.actions.who_plays import WhichPlayer
from tournaments.drawn_pairs import has_draw, numbers_in_bracket, why_none_can_join
from tournaments.forms.entries import MOST_LETTERS, read_looking
from tournaments.forms.pairs import CLUB_LIST, EntryForm, entry_from, initial_pair
from tournaments.middleware import EventRequest
from tournaments.models import Pair
from tournaments.permissions import Act
from tournaments.queries.entries import EntryRow, Shown, entry_list
from tournaments.queries.late_pairs import place_of_pair
from tournaments.queries.pairs import PairView, known_clubs, pair_by_number
from tournaments.views.answers import CONFLICT, UNPROCESSABLE, add_refusal, render_form
from tournaments.views.declared import page
from tournaments.views.desk.lookup import told_apart, wants_fragment
from tournaments.views.manage.submissions import SENT_BEFORE, is_repeat, sent


@page(Act.MANAGE_EVENT, "GET", "HEAD", "POST")
def pairs(request: EventRequest) -> HttpResponse:
    """The list by name, and the form for one more pair."""
    tournament = request.tournament
    form = EntryForm(sent(request))
    status = None
    if request.method == "POST":
        status = UNPROCESSABLE
        if form.is_valid():
            entry = entry_from(form)
            is_late = "late" in request.POST
            try:
                pair = add_pair(
                    actor=request.actor,
                    tournament=tournament,
                    entry=entry,
                    after_draw=is_late,
                    token=form.cleaned_data["token"],
                )
            except AlreadyDone as done:
                if is_repeat(done, Verb.ADD_PAIR, tournament, players=told(entry)):
                    return _after_adding(request, done.record.details["pair"], late=is_late)
                form.renew()
                form.add_error(None, SENT_BEFORE)
                status = CONFLICT
            except Refused as refused:
                status = _refuse(form, refused)
            else:
                messages.success(
                    request,
                    _("Pair %(number)d has been added: %(first)s – %(second)s.")
                    % {
                        "number": pair.number,
                        "first": entry.first.name,
                        "second": entry.second.name,
                    },
                )
                return _after_adding(request, pair.number, late=is_late)
    is_adding = "added" in request.GET or bool(form.errors)
    if is_adding:
        form.fields["first_name"].widget.attrs["autofocus"] = True
    looking = read_looking(request.GET.dict(), Shown.ALL)
    entries = entry_list(tournament, looking.shown, looking.sought)
    return render_form(
        request,
        "manage/pairs.html",
        {
            "section": "manage",
            "here": "pairs",
            "form": form,
            "is_adding": is_adding,
            "entries": entries,
            "shown": looking.shown.value,
            "sought": looking.sought,
            "most_letters": MOST_LETTERS,
            "list_address": reverse("manage-pairs", args=[tournament.slug]),
            "clubs": known_clubs(tournament),
            "club_list": CLUB_LIST,
            "is_drawn": entries.is_drawn,
            "why_closed": why_none_can_join(tournament),
        },
        status,
    )


def _after_adding(request: EventRequest, number: int, *, late: bool) -> HttpResponse:
    """A pair that came after the draw has its pool chosen next. Else the list comes again, with
    the cursor where the next pair is typed."""
    slug = request.tournament.slug
    if late:
        return redirect("manage-late-pair", slug, number)
    return redirect(reverse("manage-pairs", args=[slug]) + "?added=1")


@page(Act.MANAGE_EVENT, "GET", "HEAD", "POST")
def pair(request: EventRequest, number: int) -> HttpResponse:
    """One pair: correcting names and clubs, on a page of its own or in its row of the list."""
    prefix = f"pair{number}-%s" if wants_fragment(request) else "id_%s"
    form = EntryForm(sent(request), auto_id=prefix)
    status = None
    if request.method == "POST":
        status = UNPROCESSABLE
        if form.is_valid():
            entry = entry_from(form)
            try:
                change_pair(
                    actor=request.actor,
                    tournament=request.tournament,
                    number=number,
                    entry=entry,
                    token=form.cleaned_data["token"],
                )
            except AlreadyDone as done:
                if is_repeat(
                    done, Verb.CHANGE_PAIR, request.tournament, pair=number, after=told(entry)
                ):
                    return _saved(request, number)
                form.renew()
                form.add_error(None, SENT_BEFORE)
                status = CONFLICT
            except Pair.DoesNotExist:
                raise Http404("no such pair") from None
            except Refused as refused:
                status = _refuse(form, refused)
            else:
                if not wants_fragment(request):
                    messages.success(
                        request, _("Pair %(number)d has been saved.") % {"number": number}
                    )
                return _saved(request, number)
    elif wants_fragment(request) and "row" in request.GET:
        return _row(request, number)
    return _pair_page(request, number, form, status)


@page(Act.MANAGE_EVENT, "GET", "HEAD", "POST")
def call_off(request: EventRequest, number: int) -> HttpResponse:
    """Calls an entry off before the draw, or brings it back."""
    slug = request.tournament.slug
    if request.method != "POST":
        return redirect("manage-pair", slug, number)
    who: dict[str, Any] = {"actor": request.actor, "tournament": request.tournament}
    off = request.POST.get("off") == "yes"
    try:
        (call_off_entry if off else bring_back_entry)(**who, number=number)
    except Pair.DoesNotExist:
        raise Http404("no such pair") from None
    except Refused as refused:
        if wants_fragment(request):
            return _row(request, number, refused.message)
        messages.error(request, refused.message)
        return _pair_page(request, number, EntryForm(), UNPROCESSABLE)
    if wants_fragment(request):
        return _row(request, number)
    said = (
        _("The entry of pair %(number)d has been called off. It can be brought back.")
        if off
        else _("The entry of pair %(number)d has been brought back.")
    )
    messages.success(request, said % {"number": number})
    return redirect("manage-pairs", slug)


@page(Act.MANAGE_EVENT, "GET", "HEAD", "POST")
def remove(request: EventRequest, number: int) -> HttpResponse:
    if request.method != "POST":
        return redirect("manage-pair", request.tournament.slug, number)
    try:
        remove_pair(actor=request.actor, tournament=request.tournament, number=number)
    except Refused as refused:
        messages.error(request, refused.message)
        return _pair_page(request, number, EntryForm(), UNPROCESSABLE)
    messages.success(request, _("Pair %(number)d has been removed.") % {"number": number})
    return redirect("manage-pairs", request.tournament.slug)


def _refuse(form: EntryForm, refused: Refused) -> int:
    if isinstance(refused, WhichPlayer):
        form.ask(refused.questions)
    return add_refusal(form, refused)


def _is_drawn(request: EventRequest) -> bool:
    return has_draw(request.tournament)


def _saved(request: EventRequest, number: int) -> HttpResponse:
    if wants_fragment(request):
        return _row(request, number)
    return redirect("manage-pairs", request.tournament.slug)


def _row(request: EventRequest, number: int, problem: str = "") -> HttpResponse:
    """A pair's row of the list as it is now, with the counts above the list."""
    entries = entry_list(request.tournament)
    row = next((row for row in entries.rows if row.pair.number == number), None)
    if row is None:
        raise Http404("no such pair")
    return told_apart(
        render(
            request,
            "manage/pieces/entry_answer.html",
            {
                "entries": entries,
                "row": EntryRow(row.pair, without_pool=row.without_pool),
                "problem": problem,
                "why_closed": why_none_can_join(request.tournament),
            },
            status=UNPROCESSABLE if problem else 200,
        )
    )


def _pair_page(
    request: EventRequest, number: int, form: EntryForm, status: int | None
) -> HttpResponse:
    tournament = request.tournament
    shown: PairView | None = pair_by_number(tournament, number)
    if shown is None:
        raise Http404("no such pair")
    form.initial = initial_pair(shown)
    place = place_of_pair(tournament, number)
    in_draw = place is not None or number in numbers_in_bracket(tournament)
    context = {
        "section": "manage",
        "here": "pairs",
        "form": form,
        "pair": shown,
        "clubs": known_clubs(tournament),
        "club_list": CLUB_LIST,
        "is_drawn": _is_drawn(request),
        "place": place,
        "in_draw": in_draw,
        "why_closed": "" if in_draw else why_none_can_join(tournament),
        "page_width": "narrow",
    }
    if wants_fragment(request):
        form.fields["first_name"].widget.attrs["autofocus"] = True
        return told_apart(render_form(request, "manage/pieces/entry_form.html", context, status))
    return told_apart(render_form(request, "manage/pair.html", context, status))
