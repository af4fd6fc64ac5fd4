"""The entries: the list, adding, changing, removing."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.actions.audit import Verb
from tournaments.actions.entries import add_pair, change_pair, remove_pair, told
from tournaments.actions.refusals import AlreadyDone, Refused
from tournaments.forms.pairs import CLUB_LIST, PairForm, entry_from, initial_pair
from tournaments.middleware import EventRequest
from tournaments.models import Pair
from tournaments.permissions import Act
from tournaments.queries.pairs import known_clubs, pair_by_number, pairs_by_name
from tournaments.views.answers import CONFLICT, UNPROCESSABLE, add_refusal, render_form
from tournaments.views.declared import page
from tournaments.views.manage.submissions import SENT_BEFORE, is_repeat, sent


@page(Act.MANAGE_EVENT, "GET", "HEAD", "POST")
def pairs(request: EventRequest) -> HttpResponse:
    """The list by name, and the form for one more pair."""
    tournament = request.tournament
    form = PairForm(sent(request))
    status = None
    if request.method == "POST":
        status = UNPROCESSABLE
        if form.is_valid():
            entry = entry_from(form)
            # The page that comes next puts the cursor where the next pair is typed.
            added = redirect(reverse("manage-pairs", args=[tournament.slug]) + "?added=1")
            try:
                pair = add_pair(
                    actor=request.actor,
                    tournament=tournament,
                    entry=entry,
                    token=form.cleaned_data["token"],
                )
            except AlreadyDone as done:
                if is_repeat(done, Verb.ADD_PAIR, tournament, players=told(entry)):
                    return added
                form.renew()
                form.add_error(None, SENT_BEFORE)
                status = CONFLICT
            except Refused as refused:
                status = add_refusal(form, refused)
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
                return added
    if "added" in request.GET or form.errors:
        form.fields["first_name"].widget.attrs["autofocus"] = True
    return render_form(
        request,
        "manage/pairs.html",
        {
            "section": "manage",
            "here": "pairs",
            "form": form,
            "pairs": pairs_by_name(tournament),
            "clubs": known_clubs(tournament),
            "club_list": CLUB_LIST,
            "is_drawn": tournament.pools.live().exists(),
        },
        status,
    )


@page(Act.MANAGE_EVENT, "GET", "HEAD", "POST")
def pair(request: EventRequest, number: int) -> HttpResponse:
    """One pair: correcting names and clubs."""
    form = PairForm(sent(request))
    status = None
    if request.method == "POST":
        status = UNPROCESSABLE
        if form.is_valid():
            entry = entry_from(form)
            saved = redirect("manage-pairs", request.tournament.slug)
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
                    return saved
                form.renew()
                form.add_error(None, SENT_BEFORE)
                status = CONFLICT
            except Pair.DoesNotExist:
                raise Http404("no such pair") from None
            except Refused as refused:
                status = add_refusal(form, refused)
            else:
                messages.success(request, _("Pair %(number)d has been saved.") % {"number": number})
                return saved
    return _pair_page(request, number, form, status)


@page(Act.MANAGE_EVENT, "GET", "HEAD", "POST")
def remove(request: EventRequest, number: int) -> HttpResponse:
    if request.method != "POST":
        return redirect("manage-pair", request.tournament.slug, number)
    try:
        remove_pair(actor=request.actor, tournament=request.tournament, number=number)
    except Refused as refused:
        messages.error(request, refused.message)
        return _pair_page(request, number, PairForm(), UNPROCESSABLE)
    messages.success(request, _("Pair %(number)d has been removed.") % {"number": number})
    return redirect("manage-pairs", request.tournament.slug)


def _pair_page(
    request: EventRequest, number: int, form: PairForm, status: int | None
) -> HttpResponse:
    tournament = request.tournament
    shown = pair_by_number(tournament, number)
    if shown is None:
        raise Http404("no such pair")
    form.initial = initial_pair(shown)
    return render_form(
        request,
        "manage/pair.html",
        {
            "section": "manage",
            "here": "pairs",
            "form": form,
            "pair": shown,
            "clubs": known_clubs(tournament),
            "club_list": CLUB_LIST,
            "is_drawn": tournament.pools.live().exists(),
            "page_width": "narrow",
        },
        status,
    )
