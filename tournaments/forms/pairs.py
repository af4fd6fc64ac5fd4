"""A pair as a form: two names, and the club of each."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.actions.entries import EnteredPair, EnteredPlayer
from tournaments.forms.fields import NameField
from tournaments.forms.submissions import SubmissionForm
from tournaments.names import fold_name
from tournaments.queries.pairs import PairView

CLUB_LIST = "known-clubs"
"""The id of the page's list of clubs to choose from."""


def _name(label: Any) -> NameField:
    return NameField(label=label, widget=forms.TextInput(attrs={"autocomplete": "off"}))


def _club(label: Any) -> NameField:
    return NameField(
        label=label,
        required=False,
        widget=forms.TextInput(attrs={"list": CLUB_LIST, "autocomplete": "off"}),
    )


class PairFields(forms.Form):
    """Two players. Their clubs may be left empty."""

    first_name = _name(_("Player 1"))
    first_club = _club(_("Club of player 1"))
    second_name = _name(_("Player 2"))
    second_club = _club(_("Club of player 2"))

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        first, second = cleaned.get("first_name"), cleaned.get("second_name")
        if first and second and fold_name(first) == fold_name(second):
            self.add_error(
                "second_name", _("The same player stands here twice. Write the other player.")
            )
        return cleaned


class PairForm(PairFields, SubmissionForm):
    """A pair to be written: the fields and a token."""


def entry_from(form: PairFields) -> EnteredPair:
    """What was filled in, as values. The form must be valid."""
    filled = form.cleaned_data
    return EnteredPair(
        EnteredPlayer(filled["first_name"], filled["first_club"]),
        EnteredPlayer(filled["second_name"], filled["second_club"]),
    )


def initial_pair(pair: PairView) -> dict[str, str]:
    first, second = pair.players
    return {
        "first_name": first.name,
        "first_club": first.club,
        "second_name": second.name,
        "second_club": second.club,
    }
