"""Links of tables and score sheets, codes of pairs."""

from __future__ import annotations

from enum import StrEnum

from django import forms

from tournaments.forms.submissions import SubmissionForm

MOST_RENEWALS = 32_767


class LinkTask(StrEnum):
    """What a key on the page of a table's link does."""

    RENEW = "renew"
    REVOKE = "revoke"
    BRING_BACK = "bring-back"


class RenewForm(SubmissionForm):
    """A link or code made anew; `seen` is how often it was before the page was made."""

    seen = forms.IntegerField(min_value=0, max_value=MOST_RENEWALS - 1, widget=forms.HiddenInput)


class TableLinkForm(RenewForm):
    """A table's link made anew, revoked or brought back."""

    task = forms.TypedChoiceField(choices=[(task, task) for task in LinkTask], coerce=LinkTask)
