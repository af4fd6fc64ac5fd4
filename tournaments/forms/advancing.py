"""Going on from the pools as forms: how many, the locked list, play-offs and lots."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.field import LARGEST_FIELD, FieldProposal
from tournaments.forms.fields import NameField
from tournaments.forms.submissions import SeenOnlyForm, SubmissionForm
from tournaments.forms.withdrawals import SeenForm
from tournaments.models import Tournament
from tournaments.models.draws import MAX_REASON
from tournaments.models.knockout import MAX_SEED

BY_RULES, OWN = "rules", "own"
_SIZES = [2, 4, 8, 16, 32, 64, LARGEST_FIELD]


def proposal_code(first: int | None, size: int | None) -> str:
    """A proposal as the form sends it."""
    return BY_RULES if first is None and size is None else f"{first}:{size}"


class AdvancingForm(SubmissionForm):
    """How many go on: by the rules, as proposed, or own numbers."""

    revision = forms.IntegerField(widget=forms.HiddenInput)
    numbers = forms.CharField(required=False, max_length=10)
    first = forms.IntegerField(
        label=_("Of each pool go on"),
        required=False,
        min_value=0,
        max_value=LARGEST_FIELD,
        widget=forms.NumberInput(attrs={"inputmode": "numeric", "class": "tiny"}),
    )
    size = forms.TypedChoiceField(
        label=_("Pairs in the knock-out"),
        required=False,
        coerce=int,
        empty_value=None,
        choices=[("", _("as few as have room")), *((size, str(size)) for size in _SIZES)],
    )

    def clean(self) -> dict[str, Any]:
        typed: dict[str, Any] = super().clean() or self.cleaned_data
        chosen = typed.get("numbers") or OWN
        if chosen == BY_RULES:
            typed["first"] = typed["size"] = None
        elif chosen != OWN:
            first, _colon, size = chosen.partition(":")
            if not (first.isascii() and first.isdecimal() and size.isascii() and size.isdecimal()):
                self.add_error("numbers", _("Choose one of these."))
                return typed
            typed["first"], typed["size"] = int(first), int(size)
        elif typed.get("first") is None and typed.get("size") is None and not self.errors:
            self.add_error("first", _("Write how many of each pool go on, or choose the size."))
        return typed


def initial_numbers(tournament: Tournament, proposals: Sequence[FieldProposal]) -> dict[str, Any]:
    """What the form is filled with."""
    first, size = tournament.advance_first, tournament.advance_size
    code = proposal_code(first, size)
    offered = {BY_RULES, *(proposal_code(each.first, each.size) for each in proposals)}
    return {
        "revision": tournament.revision,
        "numbers": code if code in offered else OWN,
        "first": first,
        "size": size,
    }


class LockForm(SeenOnlyForm):
    """Locking the list."""


class FieldReasonForm(SeenForm):
    """A decision about the locked list: its reason is kept in the log."""


class PublicReasonForm(SubmissionForm):
    """Undoing a lot: its reason is told in public."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=MAX_REASON,
        help_text=_("Shown to everybody with the lot."),
        widget=forms.Textarea(attrs={"rows": 2}),
    )


class PlayOffForm(SeenOnlyForm):
    """A play-off between the level pairs shown."""


class LotForm(SubmissionForm):
    """A lot drawn on the server."""

    seed = forms.CharField(
        label=_("Seed"),
        required=False,
        max_length=MAX_SEED,
        help_text=_(
            "A number called out in the hall, so that everybody can check the lot. "
            "Left empty, one is picked by chance."
        ),
        widget=forms.TextInput(attrs={"class": "short", "autocomplete": "off"}),
    )


class HandLotForm(SubmissionForm):
    """A lot drawn by hand: a place for each of the level pairs, and who saw it."""

    def __init__(self, *args: Any, pairs: Sequence[tuple[int, str]] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.pairs = pairs
        for number, name in pairs:
            self.fields[f"place_{number}"] = forms.IntegerField(
                label=name,
                min_value=1,
                max_value=len(pairs),
                widget=forms.NumberInput(attrs={"inputmode": "numeric", "class": "tiny"}),
            )
        self.fields["witness_1"] = NameField(label=_("First witness"))
        self.fields["witness_2"] = NameField(label=_("Second witness"))

    def clean(self) -> dict[str, Any]:
        typed: dict[str, Any] = super().clean() or self.cleaned_data
        places = [typed.get(f"place_{number}") for number, _name in self.pairs]
        if None not in places and set(places) != set(range(1, len(places) + 1)):
            self.add_error(None, _("Give every pair a place of its own, from 1 on."))
        return typed

    @property
    def order(self) -> list[int]:
        """The pair numbers, the best first."""
        return sorted(
            (number for number, _name in self.pairs),
            key=lambda number: self.cleaned_data[f"place_{number}"],
        )

    @property
    def place_fields(self) -> list[forms.BoundField]:
        return [self[f"place_{number}"] for number, _name in self.pairs]
