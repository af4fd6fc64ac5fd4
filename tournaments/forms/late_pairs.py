"""Adding a pair to a pool after the draw, and taking that back."""

from __future__ import annotations

from django import forms

from tournaments.forms.submissions import SeenOnlyForm


class LatePairForm(SeenOnlyForm):
    """The pool chosen, sent with the fingerprint of what the page showed."""

    pool = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=32_767)
