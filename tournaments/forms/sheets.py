"""Forms of the desk: one line, a whole sheet, taking a line back.

What is typed in the short form is read by the actions, under the match's lock, or by the views
that show it; a form only holds it.
"""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.actions.sheets import MAX_REASON
from tournaments.forms.submissions import SubmissionForm

MOST_LETTERS_IN_LINE = 80
MOST_LETTERS_IN_SEARCH = 80


class SheetForm(SubmissionForm):
    """A write to a sheet: it names the revision of the sheet it was made from."""

    revision = forms.IntegerField(widget=forms.HiddenInput, min_value=0)


class EntryForm(SheetForm):
    """One more line, in the short form."""

    entry = forms.CharField(max_length=MOST_LETTERS_IN_LINE, widget=forms.HiddenInput)


class TakeBackForm(SheetForm):
    """Taking back the last line."""

    reason = forms.CharField(
        label=_("Why it is taken back"),
        max_length=MAX_REASON,
        initial=_("Typed wrong"),
        widget=forms.TextInput(attrs={"autocomplete": "off", "list": "reasons"}),
    )


class CorrectionForm(SheetForm):
    """A sheet as it should stand. `shown` names the change that was shown before it was saved;
    `despite_result` means that a result entered before the deals was wrong."""

    reason = forms.CharField(
        label=_("Why saved lines change"),
        required=False,
        max_length=MAX_REASON,
        help_text=_("Needed when lines that were saved before change."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "list": "reasons"}),
    )
    shown = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)
    despite_result = forms.BooleanField(required=False)


class WholeSheetForm(CorrectionForm):
    """A whole sheet in the short form."""

    notation = forms.CharField(
        label=_("The whole sheet"),
        required=False,
        widget=forms.Textarea(
            attrs={
                "class": "notation",
                "rows": 4,
                "autocomplete": "off",
                "autocapitalize": "none",
                "autocorrect": "off",
                "spellcheck": "false",
                "aria-describedby": "checked notation-help",
            }
        ),
    )
