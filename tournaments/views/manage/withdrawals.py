"""Withdrawing a pair, annulling a match, and undoing either; what would follow is shown first."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from scoring.withdrawal import Choice
from tournaments.actions.annulling import annul_match, undo_annulling
from tournaments.actions.audit import Verb
from tournaments.actions.withdrawals import undo_withdrawal, withdraw_pair
from tournaments.forms.withdrawals import AnnulForm, SeenForm, WithdrawForm
from tournaments.middleware import EventRequest
from tournaments.models import Match, Pair
from tournaments.permissions import Act
from tournaments.queries.knockout_decisions import latest_match_of
from tournaments.queries.withdrawals import (
    AnnulPicture,
    ReturnPicture,
    WithdrawalPicture,
    annul_picture,
    return_picture,
    undo_annulling_picture,
    withdrawal_picture,
)
from tournaments.views.answers import render_form
from tournaments.views.declared import page
from tournaments.views.manage.submissions import carried_out, sent

Picture = WithdrawalPicture | ReturnPicture | AnnulPicture
PictureT = TypeVar("PictureT", WithdrawalPicture, ReturnPicture, AnnulPicture)


@page(Act.MANAGE_EVENT, "GET", "HEAD", "POST")
def withdraw(request: EventRequest, number: int) -> HttpResponse:
    """A pair withdraws: both choices with all that follows, then the one that is made."""

    def write() -> None:
        withdraw_pair(
            actor=request.actor,
            tournament=request.tournament,
            number=number,
            choice=Choice(form.cleaned_data["choice"]),
            **form.valid("reason", "seen", "token"),
        )
        messages.success(request, _("Pair %(number)d has withdrawn.") % {"number": number})

    form = WithdrawForm(sent(request))
    asked = form.valid("choice") | {"pair": number}
    status = _carried_out(request, form, write, Verb.WITHDRAW_PAIR, **asked)
    if status is None:
        return redirect("pair", request.tournament.slug, number)
    picture = _found(withdrawal_picture(request.tournament, number))
    form.initial["choice"] = picture.default.value
    if "no-show" in request.GET:
        form.initial["reason"] = _("Did not come")
    return _shown(
        request,
        "manage/withdrawal.html",
        form,
        picture,
        status,
        in_knockout=latest_match_of(request.tournament, picture.pair.pk),
    )


@page(Act.MANAGE_EVENT, "GET", "HEAD", "POST")
def undo_withdraw(request: EventRequest, number: int) -> HttpResponse:
    """A pair that withdrew comes back."""

    def write() -> None:
        undone = undo_withdrawal(
            actor=request.actor,
            tournament=request.tournament,
            number=number,
            **form.valid("reason", "seen", "token"),
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

    form = SeenForm(sent(request))
    status = _carried_out(request, form, write, Verb.UNDO_WITHDRAWAL, pair=number)
    if status is None:
        return redirect("pair", request.tournament.slug, number)
    picture = _found(return_picture(request.tournament, number))
    return _shown(request, "manage/withdrawal_undo.html", form, picture, status)


@page(Act.MANAGE_EVENT, "GET", "HEAD", "POST")
def annul(request: EventRequest, number: int) -> HttpResponse:
    """One match is annulled by decision."""

    def write() -> None:
        annul_match(
            actor=request.actor,
            tournament=request.tournament,
            number=number,
            **form.valid("reason", "seen", "token"),
        )
        messages.success(request, _("Match %(number)d has been annulled.") % {"number": number})

    form = AnnulForm(sent(request))
    status = _carried_out(request, form, write, Verb.ANNUL_MATCH, number=number)
    if status is None:
        return redirect("match", request.tournament.slug, number)
    picture = _found(annul_picture(request.tournament, number))
    return _shown(request, "manage/withdrawal_annul.html", form, picture, status)


@page(Act.MANAGE_EVENT, "GET", "HEAD", "POST")
def undo_annul(request: EventRequest, number: int) -> HttpResponse:
    """A match annulled by decision counts again."""

    def write() -> None:
        undo_annulling(
            actor=request.actor,
            tournament=request.tournament,
            number=number,
            **form.valid("reason", "seen", "token"),
        )
        messages.success(
            request, _("The annulling of match %(number)d is undone.") % {"number": number}
        )

    form = SeenForm(sent(request))
    status = _carried_out(request, form, write, Verb.UNDO_ANNULLING, number=number)
    if status is None:
        return redirect("match", request.tournament.slug, number)
    picture = _found(undo_annulling_picture(request.tournament, number))
    return _shown(request, "manage/withdrawal_annul_undo.html", form, picture, status)


def _carried_out(
    request: EventRequest, form: SeenForm, write: Callable[[], None], verb: Verb, **asked: object
) -> int | None:
    return carried_out(
        request,
        form,
        write,
        verb,
        missing=(Pair.DoesNotExist, Match.DoesNotExist),
        otherwise=_(
            "This form was sent before, for something else. Look it over and send it again."
        ),
        **asked,
    )


def _found(picture: PictureT | None) -> PictureT:
    if picture is None:
        raise Http404("no such pair or match")
    return picture


def _shown(
    request: EventRequest,
    template: str,
    form: SeenForm,
    picture: Picture,
    status: int,
    **context: object,
) -> HttpResponse:
    """The page with what there is now; a form sent is shown as one about just that."""
    form.fill_in(seen=picture.seen)
    return render_form(
        request,
        template,
        {"section": "manage", "form": form, "picture": picture, **context},
        status,
    )
