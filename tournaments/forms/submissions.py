"""Forms that count once however often they are sent."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from django import forms


class SubmissionForm(forms.Form):
    """A form with a token made when the page was; sent twice, the write happens once."""

    token = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)

    def valid(self, *names: str) -> dict[str, Any]:
        """What was sent in these fields; nothing where the form is fresh or has faults."""
        return {name: self.cleaned_data[name] for name in names} if self.is_valid() else {}

    def fill_in(self, **values: object) -> None:
        """Fills in what the page itself says, in a fresh form and in one that was sent."""
        self.initial.update(values)
        if self.is_bound:
            self.renew(**values)

    def renew(self, **values: object) -> None:
        """Makes what was sent a submission of its own: it is shown again with a new token.

        `values` take the place of what was sent in the fields they name.
        """
        changed = {"token": uuid4(), **values}
        self.data = {
            **{name: self.data[name] for name in self.data},
            **{self.add_prefix(name): str(value) for name, value in changed.items()},
        }


class SeenOnlyForm(SubmissionForm):
    """A step sent with the fingerprint of what the page showed."""

    seen = forms.CharField(widget=forms.HiddenInput, max_length=64)
