"""Forms at the tables: a deal, the last one back, who sits where."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _

from tournaments.forms.sheets import MOST_LETTERS_IN_LINE, SheetForm
from tournaments.forms.sheets_seats import SeatsForm
from tournaments.forms.submissions import SubmissionForm
from tournaments.queries.matches import MatchView


class DealForm(SubmissionForm):
    """One deal in the short form, behind the sheet that was seen (`revision`) or behind what an
    earlier submission wrote (`follows`, its token)."""

    entry = forms.CharField(max_length=MOST_LETTERS_IN_LINE)
    revision = forms.IntegerField(required=False, min_value=0)
    follows = forms.UUIDField(required=False)

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        if (cleaned.get("revision") is None) == (cleaned.get("follows") is None):
            raise forms.ValidationError(_("Send either the revision or what it follows."))
        return cleaned


class TableSeatsForm(SeatsForm):
    """Seats chosen by keys. At the table they are known: nothing stands for "not known"."""

    left_of_a1 = forms.ChoiceField(required=False, widget=forms.RadioSelect)
    first_dealer = forms.ChoiceField(required=False, widget=forms.RadioSelect)

    def __init__(self, view: MatchView, *args: Any, **kwargs: Any) -> None:
        super().__init__(view, *args, **kwargs)
        for name in ("left_of_a1", "first_dealer"):
            field: Any = self.fields[name]
            field.choices = [choice for choice in field.choices if choice[0]]


class DealBackForm(SheetForm):
    """Taking back the deal written last; the reason is known."""
