"""Withdrawing a pair, annulling a match, and undoing either; what would follow is shown first."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from scoring.withdrawal import Choice
from tournaments.actions.annulling import annul_match, undo_annulling
from tournaments.actions.audit import Verb
from tournaments.actions.refusals import AlreadyDone, Refused
from tournaments.actions.withdrawals import undo_withdrawal, withdraw_pair
from tournaments.forms.withdrawals import AnnulForm, SeenForm, WithdrawForm
from tournaments.middleware import EventRequest
from tournaments.models import Match, Pair
from tournaments.permissions import Act
from tournaments.queries.withdrawals import (
    AnnulPicture,
    ReturnPicture,
    WithdrawalPicture,
    annul_picture,
    return_picture,
    undo_annulling_picture,
    withdrawal_picture,
)
from tournaments.views.answers import CONFLICT, UNPROCESSABLE, add_refusal, render_form
from tournaments.views.declared import page

Picture = WithdrawalPicture | ReturnPicture | AnnulPicture
PictureT = TypeVar("PictureT", WithdrawalPicture, ReturnPicture, AnnulPicture)


@page(Act.MANAGE_EVENT, "GET", "HEAD", "POST")
def withdraw(request: EventRequest, number: int) -> HttpResponse:
    """A pair withdraws: both choices with all that follows, then the one that is made."""

    def write(form: SeenForm) -> None:
        withdraw_pair(
            actor=request.actor,
            tournament=request.tournament,
            number=number,
            choice=Choice(form.cleaned_data["choice"]),
            **_sent(form),
        )
        messages.success(request, _("Pair %(number)d has withdrawn.") % {"number": number})

    form = WithdrawForm(request.POST if request.method == "POST" else None)
    status = _carry_out(request, form, write, Verb.WITHDRAW_PAIR, pair=number)
    if status is None:
        return redirect("pair", request.tournament.slug, number)
    picture = _found(withdrawal_picture(request.tournament, number))
    form.initial["choice"] = picture.default.value
    if "no-show" in request.GET:
        form.initial["reason"] = _("Did not come")
    return _shown(request, "manage/withdrawal.html", form, picture, status)


@page(Act.MANAGE_EVENT, "GET", "HEAD", "POST")
def undo_withdraw(request: EventRequest, number: int) -> HttpResponse:
    """A pair that withdrew comes back."""

    def write(form: SeenForm) -> None:
        undone = undo_withdrawal(
            actor=request.actor, tournament=request.tournament, number=number, **_sent(form)
        )
        messages.success(request, _("Pair %(number)d is in play again.") % {"number": number})
        if undone.left:
            messages.warning(
                request,
                _(
                    "These matches were left as they are, since their sheets were changed after "
                    "the forfeit: %(matches)s. Correct them by hand."
                )
                % {"matches": ", ".join(str(match) for match in undone.left)},
            )

    form = SeenForm(request.POST if request.method == "POST" else None)
    status = _carry_out(request, form, write, Verb.UNDO_WITHDRAWAL, pair=number)
    if status is None:
        return redirect("pair", request.tournament.slug, number)
    picture = _found(return_picture(request.tournament, number))
    return _shown(request, "manage/withdrawal_undo.html", form, picture, status)


@page(Act.MANAGE_EVENT, "GET", "HEAD", "POST")
def annul(request: EventRequest, number: int) -> HttpResponse:
    """One match is annulled by decision."""

    def write(form: SeenForm) -> None:
        annul_match(
            actor=request.actor, tournament=request.tournament, number=number, **_sent(form)
        )
        messages.success(request, _("Match %(number)d has been annulled.") % {"number": number})

    form = AnnulForm(request.POST if request.method == "POST" else None)
    status = _carry_out(request, form, write, Verb.ANNUL_MATCH, number=number)
    if status is None:
        return redirect("match", request.tournament.slug, number)
    picture = _found(annul_picture(request.tournament, number))
    return _shown(request, "manage/withdrawal_annul.html", form, picture, status)


@page(Act.MANAGE_EVENT, "GET", "HEAD", "POST")
def undo_annul(request: EventRequest, number: int) -> HttpResponse:
    """A match annulled by decision counts again."""

    def write(form: SeenForm) -> None:
        undo_annulling(
            actor=request.actor, tournament=request.tournament, number=number, **_sent(form)
        )
        messages.success(
            request, _("The annulling of match %(number)d is undone.") % {"number": number}
        )

    form = SeenForm(request.POST if request.method == "POST" else None)
    status = _carry_out(request, form, write, Verb.UNDO_ANNULLING, number=number)
    if status is None:
        return redirect("match", request.tournament.slug, number)
    picture = _found(undo_annulling_picture(request.tournament, number))
    return _shown(request, "manage/withdrawal_annul_undo.html", form, picture, status)


def _sent(form: SeenForm) -> dict[str, Any]:
    return {name: form.cleaned_data[name] for name in ("reason", "seen", "token")}


def _carry_out(
    request: EventRequest,
    form: SeenForm,
    write: Callable[[SeenForm], None],
    verb: Verb,
    **named: int,
) -> int | None:
    """Does what was sent, if anything was: None where it is done, else the status of the page.

    A form sent twice counts as done if the first one was about the same.
    """
    if request.method != "POST":
        return 200
    if not form.is_valid():
        return UNPROCESSABLE
    try:
        write(form)
    except AlreadyDone as done:
        earlier = done.record
        same_event = earlier.tournament_id == request.tournament.pk
        if same_event and earlier.verb == verb and named.items() <= earlier.details.items():
            return None
        form.add_error(
            None,
            _("This form was sent before, for something else. Look it over and send it again."),
        )
        return CONFLICT
    except (Pair.DoesNotExist, Match.DoesNotExist):
        raise Http404("no such pair or match") from None
    except Refused as refused:
        return add_refusal(form, refused)
    return None


def _found(picture: PictureT | None) -> PictureT:
    if picture is None:
        raise Http404("no such pair or match")
    return picture


def _shown(
    request: EventRequest, template: str, form: SeenForm, picture: Picture, status: int
) -> HttpResponse:
    """The page with what there is now; a form sent is shown as one about just that."""
    form.initial["seen"] = picture.seen
    form.show_anew(picture.seen)
    return render_form(
        request, template, {"section": "manage", "form": form, "picture": picture}, status
    )
