"""Moving a match by hand, and delaying a start."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import date, datetime
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from tournaments.actions.delays import MOST_MINUTES
from tournaments.forms.submissions import SubmissionForm


class MomentField(forms.Field):
    """A moment as the page itself wrote it; empty for None."""

    def to_python(self, value: Any) -> datetime | None:
        if value in self.empty_values:
            return None
        try:
            at = datetime.fromisoformat(str(value))
        except ValueError:
            at = None
        if at is None or at.tzinfo is None or not 2000 <= at.year <= 2100:
            raise forms.ValidationError(_("Choose a time that the page offers."))
        return at


class MoveForm(SubmissionForm):
    """A new place for a match: a table at a time, or another match to change places with."""

    starts_at = MomentField(widget=forms.HiddenInput)
    seen = forms.CharField(widget=forms.HiddenInput, max_length=64)
    table = forms.IntegerField(required=False, min_value=1, max_value=500)
    swap = forms.RegexField(regex=re.compile(r"^\d{1,5}-[0-9a-f]{1,64}\Z"), required=False)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if not self.errors and bool(cleaned.get("table")) == bool(cleaned.get("swap")):
            raise forms.ValidationError(_("Choose a table, or a match to change places with."))
        return cleaned

    @property
    def swap_with(self) -> tuple[int, str]:
        """The number of the other match, and the fingerprint of both; for a swap only."""
        number, _dash, seen = self.cleaned_data["swap"].partition("-")
        return int(number), seen


class OwnTimeForm(forms.Form):
    """A time that no match starts at yet. Asked by a link, so nothing is written."""

    time = forms.TimeField(
        label=_("Time"),
        input_formats=["%H:%M", "%H.%M"],
        widget=forms.TimeInput(format="%H:%M", attrs={"type": "time", "class": "short"}),
    )

    def __init__(self, data: Any, *, days: Iterable[date]) -> None:
        super().__init__(data)
        self.fields["day"] = forms.TypedChoiceField(
            label=_("Day"),
            coerce=date.fromisoformat,
            choices=[(day.isoformat(), date_format(day, "D j.n.")) for day in days],
        )

    @property
    def moment(self) -> datetime:
        """The time asked for; the form must be valid."""
        return datetime.combine(
            self.cleaned_data["day"],
            self.cleaned_data["time"],
            tzinfo=timezone.get_default_timezone(),
        )


class DelayForm(SubmissionForm):
    """Which start is late, and by how many minutes; `seen` once the consequences were shown."""

    minutes = forms.IntegerField(
        label=_("Minutes late"),
        min_value=1,
        max_value=MOST_MINUTES,
        widget=forms.NumberInput(attrs={"inputmode": "numeric", "class": "tiny"}),
    )
    seen = forms.CharField(widget=forms.HiddenInput, max_length=64, required=False)

    def __init__(self, data: Any, *, starts: Sequence[datetime], confirms: bool) -> None:
        super().__init__(data)
        self.fields["token"].required = confirms
        self.fields["start"] = forms.ChoiceField(
            label=_("Start"),
            choices=[
                (start.isoformat(), date_format(timezone.localtime(start), "D j.n. H.i"))
                for start in starts
            ],
        )
