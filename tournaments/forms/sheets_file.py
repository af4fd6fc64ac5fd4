"""Bringing in a workbook of filled score sheets, and taking the matches ticked."""

from __future__ import annotations

from collections.abc import Mapping

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from tournaments.forms.sheets import signed_field
from tournaments.forms.submissions import SubmissionForm
from tournaments.imports.faults import Fault, FaultCode
from tournaments.imports.filled_wording import file_sentence
from tournaments.imports.tables import MAX_BYTES
from tournaments.models.draws import MAX_REASON


class SheetsFileForm(forms.Form):
    """The filled workbook. One that is too large is refused by its size, unread."""

    file = forms.FileField(
        label=_("Workbook"),
        allow_empty_file=True,
        help_text=_("The Excel workbook (.xlsx) of score sheets that was filled in."),
        widget=forms.FileInput(attrs={"accept": ".xlsx"}),
    )

    def clean_file(self) -> object:
        file = self.cleaned_data["file"]
        if file.size > MAX_BYTES:
            fault = Fault(FaultCode.TOO_LARGE, number=MAX_BYTES // 1024 // 1024)
            raise forms.ValidationError(str(file_sentence(fault)))
        return file


class TakeSheetsForm(SubmissionForm):
    """Taking matches. Beside it stand the ticks, `match`, each a match's number and the revision
    of its sheet that was shown, "12:5", and the reasons, `reason-12`. `signed` confirms the results
    of all that are taken."""

    signed = signed_field(
        _("Both pairs have signed the sheets taken: confirm the results of finished matches")
    )


def ticked_matches(sent: QueryDict) -> dict[int, int]:
    """The matches ticked, each with the revision of its sheet that was shown."""
    found = {}
    for value in sent.getlist("match"):
        number, _colon, revision = value.partition(":")
        if _is_number(number) and _is_number(revision):
            found[int(number)] = int(revision)
    return found


def reasons_given(sent: Mapping[str, str], numbers: Mapping[int, object]) -> dict[int, str]:
    """The reasons typed for these matches; a longer one than is kept stays as typed."""
    return {
        number: sent.get(f"reason-{number}", "").strip()[: MAX_REASON + 1] for number in numbers
    }


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= 9
