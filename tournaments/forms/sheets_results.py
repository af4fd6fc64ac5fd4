"""Results without their sheets: one line for each, or fields.

12 b76-24t       match 12: B won by a tuppi, B 76 and A 24
p5 b76-24        the match at table 5; t5 says the same
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.deals import Side
from scoring.ledger import ResultEntry
from scoring.notation import NotationFault, parse_token
from tournaments.codes_in_words import HINTS
from tournaments.forms.sheets import signed_field
from tournaments.forms.submissions import SubmissionForm

MOST_LETTERS_IN_RESULT = 40
LARGEST_TOTAL = 9996

SIGNED = gettext_lazy("Both pairs have signed it: confirm the result for both")

_WHERE = re.compile(r"([tp])?\s*([0-9]{1,5})\.?", re.IGNORECASE)


@dataclass(frozen=True)
class Where:
    """A match by its number, or the one at a table."""

    number: int
    is_table: bool


def read_where(text: str) -> Where:
    """A match's number, or t or p and a table's; raises ValidationError."""
    found = _WHERE.fullmatch(text.strip()) if text.isascii() else None
    if found is None:
        raise forms.ValidationError(
            _("Write the number of the match, for example 12, or of the table: t5.")
        )
    return Where(int(found[2]), is_table=found[1] is not None)


class ResultLineForm(SubmissionForm):
    """A result in one line. `cleaned_data` gets `where` and `result`."""

    line = forms.CharField(
        label=gettext_lazy("Match and result in one line"),
        max_length=MOST_LETTERS_IN_RESULT,
        help_text=gettext_lazy(
            "12 b76-24t: match 12, B won by a tuppi, B 76 and A 24: the winner's points come "
            "first. Without t on points. t5 in place of 12: the match at table 5."
        ),
        widget=forms.TextInput(
            attrs={
                "class": "notation short",
                "autocomplete": "off",
                "autocapitalize": "none",
                "autocorrect": "off",
                "spellcheck": "false",
                "enterkeyhint": "done",
            }
        ),
    )

    signed = signed_field(SIGNED)

    def clean_line(self) -> str:
        line: str = self.cleaned_data["line"]
        where, _blank, result = line.strip().rpartition(" ")
        if not where:
            raise forms.ValidationError(
                _("Write the match, a blank and the result, for example 12 b76-24t.")
            )
        self.cleaned_data["where"] = read_where(where)
        try:
            entry = parse_token(result, None)
        except NotationFault:
            entry = None
        if not isinstance(entry, ResultEntry):
            raise forms.ValidationError(f"{HINTS['a']} {HINTS['b']}")
        self.cleaned_data["result"] = entry
        return line


def _total() -> forms.IntegerField:
    return forms.IntegerField(
        min_value=0,
        max_value=LARGEST_TOTAL,
        widget=forms.NumberInput(
            attrs={"class": "tiny", "inputmode": "numeric", "step": 4, "autocomplete": "off"}
        ),
    )


class ResultFieldsForm(SubmissionForm):
    """A result in fields. `cleaned_data` gets `result`, and `where` as a `Where`."""

    where = forms.CharField(
        label=gettext_lazy("Match"),
        max_length=MOST_LETTERS_IN_RESULT,
        help_text=gettext_lazy("Its number, or t5 for table 5"),
        widget=forms.TextInput(attrs={"class": "tiny", "autocomplete": "off"}),
    )
    winner = forms.ChoiceField(
        label=gettext_lazy("Winner"),
        choices=[(side.value, side.value) for side in Side],
        widget=forms.RadioSelect,
    )
    total_a = _total()
    total_b = _total()
    tuppi = forms.BooleanField(label=gettext_lazy("by a tuppi"), required=False)
    signed = signed_field(SIGNED, key="signed-in-fields")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["total_a"].label = _("A's match points")
        self.fields["total_b"].label = _("B's match points")

    def clean_where(self) -> Where:
        return read_where(self.cleaned_data["where"])

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        if not self.errors:
            cleaned["result"] = ResultEntry(
                Side(cleaned["winner"]), cleaned["total_a"], cleaned["total_b"], cleaned["tuppi"]
            )
        return cleaned
