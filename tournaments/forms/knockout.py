"""The knock-out as forms: drawing it, publishing it, decisions about it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.bracket import Order
from scoring.ruleset import LIMITS
from tournaments.forms.draws import NumbersField, SeedField
from tournaments.forms.submissions import SubmissionForm
from tournaments.forms.timetables import MomentField
from tournaments.forms.withdrawals import SeenForm
from tournaments.models.draws import MAX_REASON

_LEAST, _MOST = LIMITS["deals_in_knockout"]


class KnockoutDrawForm(SubmissionForm):
    """How the knock-out is drawn. `rounds` are the names of the rounds to be played.

    Without pools nothing is known of who is better, so order and byes are not asked.
    """

    order = forms.ChoiceField(
        label=_("Who meets whom"),
        choices=[
            (Order.BY_LOT.value, _("By lot")),
            (Order.BY_SEEDS.value, _("By the places in the pools: the best two meet last")),
        ],
        initial=Order.BY_LOT.value,
        widget=forms.RadioSelect,
    )
    byes = forms.ChoiceField(
        label=_("Who goes on without a match"),
        choices=[
            (Order.BY_SEEDS.value, _("The best of the pools")),
            (Order.BY_LOT.value, _("By lot")),
        ],
        initial=Order.BY_SEEDS.value,
        widget=forms.RadioSelect,
    )
    include_absent = forms.BooleanField(required=False, widget=forms.HiddenInput)
    apart = forms.BooleanField(
        label=_("Clubmates do not meet in the first round, as far as it can be done"),
        required=False,
        initial=True,
    )
    seed = SeedField()

    def __init__(
        self, data: Any, *, rounds: Sequence[str], deals: int, has_byes: bool, has_order: bool
    ) -> None:
        super().__init__(data)
        if not has_order:
            del self.fields["order"]
        if not (has_order and has_byes):
            del self.fields["byes"]
        self.deals_names = [f"deals_{number}" for number in range(1, len(rounds) + 1)]
        for name, label in zip(self.deals_names, rounds, strict=True):
            self.fields[name] = forms.IntegerField(
                label=label,
                min_value=_LEAST,
                max_value=_MOST,
                initial=deals,
                widget=forms.NumberInput(attrs={"inputmode": "numeric", "class": "tiny"}),
            )

    @property
    def deals_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.deals_names]

    @property
    def deals(self) -> list[int]:
        """The deals of a match round by round; the form must be valid."""
        return [self.cleaned_data[name] for name in self.deals_names]


class PublishBracketForm(SubmissionForm):
    """Publishing a draw of the knock-out from a start that was shown."""

    starts_at = MomentField(widget=forms.HiddenInput)
    counting = forms.IntegerField(widget=forms.HiddenInput, min_value=0)
    leaving_out = NumbersField(widget=forms.HiddenInput, required=False, max_length=2000)


class CorrectionForm(SeenForm):
    """What becomes of the matches after a corrected result."""

    PUT_RIGHT = "put_right"
    LET_STAND = "let_stand"

    choice = forms.ChoiceField(
        label=_("What follows"),
        choices=[
            (PUT_RIGHT, _("Put the knock-out right")),
            (LET_STAND, _("Let it go on as played")),
        ],
        error_messages={"required": _("Choose one of the two.")},
    )
    # Whether one is needed is the action's question: not where nothing has begun.
    reason = forms.CharField(
        label=_("Reason"),
        required=False,
        max_length=MAX_REASON,
        help_text=_("Shown to everybody."),
        widget=forms.Textarea(attrs={"rows": 2}),
    )


class DecideForm(SeenForm):
    """Who goes on from a match without a result."""

    field_order = ["pair", "reason"]

    pair = forms.TypedChoiceField(
        label=_("Who goes on"), coerce=int, choices=(), widget=forms.RadioSelect
    )
    reason = forms.CharField(
        label=_("Reason"),
        max_length=MAX_REASON,
        help_text=_("Shown to everybody with the match."),
        widget=forms.Textarea(attrs={"rows": 2}),
    )

    def __init__(self, data: Any, *, pairs: Sequence[tuple[int, str]]) -> None:
        super().__init__(data)
        self.fields["pair"].choices = pairs  # type: ignore[attr-defined]
