"""Forms that count once however often they are sent."""

from __future__ import annotations

from uuid import uuid4

from django import forms


class SubmissionForm(forms.Form):
    """A form with a token made when the page was; sent twice, the write happens once."""

    token = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)

    def renew(self, **values: object) -> None:
        """Makes what was sent a submission of its own: it is shown again with a new token.

        `values` take the place of what was sent in the fields they name.
        """
        changed = {"token": uuid4(), **values}
        self.data = {
            **{name: self.data[name] for name in self.data},
            **{self.add_prefix(name): str(value) for name, value in changed.items()},
        }
