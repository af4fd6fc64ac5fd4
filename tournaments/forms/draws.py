"""A draw as a form: the split, clubmates, the seed."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.actions.draws import MAX_SEED
from tournaments.forms.fields import LineField
from tournaments.forms.submissions import SubmissionForm


class DrawForm(SubmissionForm):
    """Which split, and how it is drawn. Whether the split is offered is the action's question."""

    pool_count = forms.IntegerField(
        label=_("Pools"), error_messages={"required": _("Choose one of the splits.")}
    )
    apart = forms.BooleanField(
        label=_("Keep clubmates in different pools as far as it can be done"),
        required=False,
        initial=True,
    )
    seed = LineField(
        label=_("Seed"),
        required=False,
        max_length=MAX_SEED,
        help_text=_(
            "A number called out in the hall, so that everybody can check the draw. "
            "Left empty, one is picked by chance."
        ),
        widget=forms.TextInput(attrs={"class": "short", "autocomplete": "off"}),
    )
