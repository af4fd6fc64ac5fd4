"""Signing up in public, and the organiser's settings for it."""

from __future__ import annotations

import time
from typing import Any

from django import forms
from django.core import signing
from django.utils.translation import gettext_lazy as _

from tournaments.actions.sign_ups import SignUpSettings
from tournaments.forms.fields import LineField
from tournaments.forms.pairs import PairForm
from tournaments.forms.submissions import SubmissionForm
from tournaments.models import SignUp, Tournament
from tournaments.models.entries import MAX_CONTACT

FEWEST_SECONDS = 3
"""Nobody types two names in less."""

MOST_SECONDS = 24 * 60 * 60

_SALT = "sign-up-opened"


def opened_now() -> str:
    """A signed text that says when a page with the form was made."""
    return signing.dumps(int(time.time()), salt=_SALT)


def _contact() -> LineField:
    return LineField(
        label=_("Phone or e-mail"),
        required=False,
        max_length=MAX_CONTACT,
        help_text=_("For the organisers only. It is never shown in public."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class SignUpChangeForm(PairForm):
    """What was signed up with, to be changed by whoever has the private link."""

    contact = _contact()
    revision = forms.IntegerField(widget=forms.HiddenInput)

    field_order = ("first_name", "first_club", "second_name", "second_club", "contact")


class SignUpForm(PairForm):
    """A pair that signs up. `website` is for machines: people do not see it and leave it empty;
    `opened` tells when the page was made."""

    contact = _contact()
    website = forms.CharField(
        label=_("Leave this empty"),
        required=False,
        max_length=200,
        widget=forms.TextInput(attrs={"tabindex": "-1", "autocomplete": "off"}),
    )
    opened = forms.CharField(widget=forms.HiddenInput, initial=opened_now, required=False)

    def clean(self) -> dict[str, Any]:
        typed = super().clean()
        if typed.get("website"):
            self.add_error(None, _("This looks like a machine's work. Leave the last field empty."))
        try:
            age = time.time() - signing.loads(typed.get("opened", ""), salt=_SALT)
        except (signing.BadSignature, TypeError):
            self._begin_anew(_("The page could not be read whole. Send it once more."))
            return typed
        if age > MOST_SECONDS:
            self._begin_anew(_("This page was open for more than a day. Send it once more."))
        elif age < FEWEST_SECONDS:
            # The same page once more, a moment later, goes through.
            self.add_error(None, _("That was very quick. Look at the names and send again."))
        return typed

    def _begin_anew(self, message: Any) -> None:
        self.add_error(None, message)
        self.renew(opened=opened_now())


class SignUpSettingsForm(SubmissionForm):
    """When people can sign up, and how many pairs the event takes."""

    revision = forms.IntegerField(widget=forms.HiddenInput)
    opens_at = forms.DateTimeField(
        label=_("Opens"),
        required=False,
        help_text=_("Left empty, nobody can sign up and you enter the pairs yourself."),
        input_formats=["%Y-%m-%dT%H:%M", "%d.%m.%Y %H.%M", "%d.%m.%Y %H:%M"],
        widget=forms.DateTimeInput(format="%Y-%m-%dT%H:%M", attrs={"type": "datetime-local"}),
    )
    closes_at = forms.DateTimeField(
        label=_("Closes"),
        required=False,
        help_text=_("Left empty, it closes when the draw is published."),
        input_formats=["%Y-%m-%dT%H:%M", "%d.%m.%Y %H.%M", "%d.%m.%Y %H:%M"],
        widget=forms.DateTimeInput(format="%Y-%m-%dT%H:%M", attrs={"type": "datetime-local"}),
    )
    limit = forms.IntegerField(
        label=_("Pairs at most"),
        required=False,
        min_value=2,
        max_value=400,
        help_text=_("Those who come later wait in the order they came."),
        widget=forms.NumberInput(attrs={"inputmode": "numeric", "class": "tiny"}),
    )

    @property
    def settings(self) -> SignUpSettings:
        """What was filled in; the form must be valid."""
        typed = self.cleaned_data
        return SignUpSettings(typed["opens_at"], typed["closes_at"], typed["limit"])


def initial_sign_up(found: SignUp) -> dict[str, Any]:
    """What the form of a private link is filled with."""
    names = ("first_name", "first_club", "second_name", "second_club", "contact", "revision")
    return {name: getattr(found, name) for name in names}


def initial_settings(tournament: Tournament) -> dict[str, Any]:
    """What the form of the settings is filled with."""
    return {
        "opens_at": tournament.sign_up_opens_at,
        "closes_at": tournament.sign_up_closes_at,
        "limit": tournament.sign_up_limit,
        "revision": tournament.revision,
    }
