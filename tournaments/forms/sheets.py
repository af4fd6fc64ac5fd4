"""Forms of the desk: one line, a whole sheet, taking a line back.

What is typed in the short form is read by the actions, under the match's lock, or by the views
that show it; a form only holds it.
"""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.submissions import SubmissionForm
from tournaments.models.draws import MAX_REASON

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


def signed_field(label: Any, key: str = "signed") -> forms.BooleanField:
    """The tick that confirms a result for both pairs as its paper is typed.

    Never ticked of itself: only where whoever types a pile ticked it for the result before. `key`
    is its own on a page of several forms.
    """
    return forms.BooleanField(
        label=label,
        required=False,
        widget=forms.CheckboxInput(attrs={"id": key}),
    )


class CorrectionForm(SheetForm):
    """A sheet as it should stand. `shown` names the change that was shown before it was saved;
    `despite_result` means that a result entered before the deals was wrong; `signed` that both
    pairs have signed the sheet, which confirms its result for both."""

    reason = forms.CharField(
        label=_("Why saved lines change"),
        required=False,
        max_length=MAX_REASON,
        help_text=_("Needed when lines change that were saved before; else it may be left empty."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "list": "reasons"}),
    )
    shown = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)
    despite_result = forms.BooleanField(required=False)
    signed = signed_field(_("Both pairs have signed this sheet: confirm the result for both"))


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
