"""How refusals of actions are answered: 422 for a refused form, 409 for a stale page."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.actions.refusals import Refused, Stale

UNPROCESSABLE = 422
CONFLICT = 409


def add_refusal(form: forms.Form, refused: Refused) -> int:
    """Puts a refusal on the form, at its field where it names one; returns the status to answer."""
    form.add_error(refused.field if refused.field in form.fields else None, refused.message)
    return status_of(refused)


def status_of(refused: Refused) -> int:
    """The status to answer a refusal with."""
    return CONFLICT if isinstance(refused, Stale) else UNPROCESSABLE


def render_form(
    request: HttpRequest, template: str, context: dict[str, Any], status: int | None = None
) -> HttpResponse:
    """The page of a form: 200 when fresh, 422 when what was sent has faults, or `status`."""
    if status is None:
        status = UNPROCESSABLE if context["form"].errors else 200
    return render(request, template, context, status=status)
