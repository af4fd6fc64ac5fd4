"""Forms that count once however often they are sent."""

from __future__ import annotations

from uuid import uuid4

from django import forms


class SubmissionForm(forms.Form):
    """A form with a token made when the page was; sent twice, the write happens once."""

    token = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)
