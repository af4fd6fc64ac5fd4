"""What of an event's log is asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models.play import LARGEST_NUMBER


class LogFilterForm(forms.Form):
    """A person, a match, a kind, each or none. What cannot be meant is passed over."""

    person = forms.ChoiceField(label=_("Person"), required=False)
    match = forms.IntegerField(
        label=_("Match number"),
        required=False,
        min_value=1,
        max_value=LARGEST_NUMBER,
        widget=forms.NumberInput(attrs={"class": "tiny", "inputmode": "numeric"}),
    )
    kind = forms.ChoiceField(label=_("What about"), required=False)

    def __init__(
        self,
        *args: Any,
        people: Sequence[tuple[str, str]],
        kinds: Sequence[tuple[str, Any]],
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        everybody: tuple[str, Any] = ("", _("Everybody"))
        everything: tuple[str, Any] = ("", _("Everything"))
        self.fields["person"].choices = [everybody, *people]  # type: ignore[attr-defined]
        self.fields["kind"].choices = [everything, *kinds]  # type: ignore[attr-defined]

    def wanted(self) -> Mapping[str, Any]:
        """The filters that could be meant, by field; the others are not there."""
        self.is_valid()
        return {name: value for name, value in self.cleaned_data.items() if value not in (None, "")}
