"""A draw as a form: the split, who is spread or kept apart, the seed; annulling one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.fields import LineField
from tournaments.forms.submissions import SubmissionForm
from tournaments.forms.withdrawals import SeenForm
from tournaments.models.draws import MAX_REASON
from tournaments.models.knockout import MAX_SEED

MAX_NUMBERS = 2000
"""The longest list of pair numbers taken, in characters."""

_NO_NUMBERS = _("Write pair numbers parted by commas, for example 3, 17, 22.")


def read_numbers(typed: str) -> list[int]:
    """Pair numbers parted by commas, semicolons or blanks. Raises ValueError for anything else."""
    words = re.split(r"[\s,;]+", typed.strip(" \t,;"))
    if any(not (word.isascii() and word.isdecimal() and len(word) < 6) for word in words if word):
        raise ValueError(typed)
    return [int(word) for word in words if word]


def write_numbers(numbers: Sequence[int]) -> str:
    """Pair numbers as `read_numbers` takes them."""
    return ", ".join(map(str, numbers))


class NumbersField(LineField):
    """Pair numbers on one line; the value is a list."""

    def clean(self, value: Any) -> list[int]:  # type: ignore[override]
        try:
            return read_numbers(super().clean(value))
        except ValueError:
            raise forms.ValidationError(_NO_NUMBERS) from None


class GroupsField(forms.CharField):
    """Groups of pair numbers, one a line; the value is a list of lists."""

    def clean(self, value: Any) -> list[list[int]]:
        try:
            groups = [read_numbers(line) for line in super().clean(value).splitlines()]
        except ValueError:
            raise forms.ValidationError(_NO_NUMBERS) from None
        return [group for group in groups if group]


class SeedField(LineField):
    """A seed called out in the hall; empty for one picked by chance."""

    def __init__(self) -> None:
        super().__init__(
            label=_("Seed"),
            required=False,
            max_length=MAX_SEED,
            help_text=_(
                "A number called out in the hall, so that everybody can check the draw. "
                "Left empty, one is picked by chance."
            ),
            widget=forms.TextInput(attrs={"class": "short", "autocomplete": "off"}),
        )


class DrawForm(SubmissionForm):
    """Which split, and how it is drawn. Whether the split is offered is the action's question."""

    pool_count = forms.IntegerField(
        label=_("Pools"), error_messages={"required": _("Choose one of the splits.")}
    )
    include_absent = forms.BooleanField(required=False, widget=forms.HiddenInput)
    apart = forms.BooleanField(
        label=_("Keep clubmates in different pools as far as it can be done"),
        required=False,
        initial=True,
    )
    seeded = NumbersField(
        label=_("Seeded pairs"),
        required=False,
        max_length=MAX_NUMBERS,
        help_text=_(
            "Their numbers, best first: 3, 17, 22. Each heads a pool of its own, the first pool A. "
            "The others are drawn."
        ),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    kept_apart = GroupsField(
        label=_("Pairs kept apart"),
        required=False,
        max_length=MAX_NUMBERS,
        help_text=_(
            "The numbers of pairs that should not meet in a pool: 3, 17. Each group on its own "
            "line."
        ),
        widget=forms.Textarea(attrs={"rows": 2, "autocomplete": "off"}),
    )
    seed = SeedField()


class AnnulDrawForm(SeenForm):
    """Annulling the draw that counts: its reason is told in public."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=MAX_REASON,
        help_text=_("Shown to everybody with the draw and with each of its matches."),
        widget=forms.Textarea(attrs={"rows": 2}),
    )
