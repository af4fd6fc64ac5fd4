"""Withdrawing, annulling, undoing: a reason, and what was shown before."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.withdrawal import Choice
from tournaments.forms.submissions import SeenOnlyForm
from tournaments.models.draws import MAX_REASON


class SeenForm(SeenOnlyForm):
    """A reason, sent with the fingerprint of what the page showed."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=MAX_REASON,
        help_text=_("Kept in the log. Only the staff see it."),
        widget=forms.Textarea(attrs={"rows": 2}),
    )


class WithdrawForm(SeenForm):
    """Withdrawing, with one of the two choices of R27."""

    choice = forms.ChoiceField(
        label=_("What becomes of its matches"),
        choices=[
            (Choice.STAND.value, _("Results stand, the rest are forfeits")),
            (Choice.ANNUL.value, _("All its matches are annulled")),
        ],
        error_messages={"required": _("Choose one of the two.")},
    )


class AnnulForm(SeenForm):
    """Annulling a match: its reason is told in public."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=MAX_REASON,
        help_text=_("Shown to everybody with the match."),
        widget=forms.Textarea(attrs={"rows": 2}),
    )
