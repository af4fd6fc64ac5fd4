"""What the pages of the draw and those of the knock-out's draw have in common."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from django.contrib import messages
from django.http import Http404
from django.utils.translation import gettext as _

from tournaments.forms.submissions import SubmissionForm
from tournaments.middleware import EventRequest
from tournaments.queries.brackets import BracketDrawView
from tournaments.queries.draws import DrawView

View = TypeVar("View", DrawView, BracketDrawView)


def found(draws: Sequence[View], number: int) -> View:
    """The draw of this number. Raises Http404."""
    view = next((each for each in draws if each.draw.number == number), None)
    if view is None:
        raise Http404("no such draw")
    return view


def counting_of(draws: Sequence[View]) -> View | None:
    """The draw that counts; None for none."""
    return next((each for each in draws if each.draw.counts), None)


def seen_counting(request: EventRequest) -> int | None:
    """The draw that counted when the page was made, 0 for none; None where the page did not say."""
    said = request.POST.get("counting", "")
    return int(said) if said.isascii() and said.isdecimal() and len(said) < 9 else None


def asked_for(form: SubmissionForm, *names: str) -> dict[str, Any]:
    """What was asked for in these fields, as the audit keeps it, and the seed where one was called
    out; nothing where the form is fresh or has faults."""
    asked = form.valid(*names, "seed")
    return {name: value for name, value in asked.items() if name != "seed" or value}


def say_made(request: EventRequest, number: int) -> None:
    messages.success(
        request,
        _("Draw %(number)d has been made. Look at it, then publish it.") % {"number": number},
    )


def say_annulled(request: EventRequest, number: int) -> None:
    messages.success(
        request,
        _("Draw %(number)d is annulled. Nothing played was deleted. Draw again now.")
        % {"number": number},
    )


def say_counts_again(request: EventRequest, number: int) -> None:
    messages.success(request, _("Draw %(number)d counts again.") % {"number": number})
