"""A substitute as a form."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.actions.entries import EnteredPlayer
from tournaments.forms.fields import LineField, NameField
from tournaments.forms.pairs import CLUB_LIST
from tournaments.forms.submissions import SubmissionForm
from tournaments.models.draws import MAX_REASON
from tournaments.queries.pairs import PairView


class SubstituteForm(SubmissionForm):
    """Which of the two goes, and who comes in."""

    seat = forms.TypedChoiceField(label=_("Who goes"), coerce=int, widget=forms.RadioSelect)
    name = NameField(label=_("Who comes in"), widget=forms.TextInput(attrs={"autocomplete": "off"}))
    club = NameField(
        label=_("Club"),
        required=False,
        widget=forms.TextInput(attrs={"list": CLUB_LIST, "autocomplete": "off"}),
    )
    reason = LineField(
        label=_("Reason"),
        required=False,
        max_length=MAX_REASON,
        help_text=_("For the staff."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, *args: Any, pair: PairView, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [(seat, player.name) for seat, player in enumerate(pair.players, start=1)]
        self.fields["seat"].choices = choices  # type: ignore[attr-defined]

    @property
    def entry(self) -> EnteredPlayer:
        """Who comes in; the form must be valid."""
        return EnteredPlayer(self.cleaned_data["name"], self.cleaned_data["club"])
