"""Forms of rulings, of the jury and of its decisions."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.fields import LineField, NameField
from tournaments.forms.sheets import SheetForm
from tournaments.forms.submissions import SubmissionForm
from tournaments.models import Tournament
from tournaments.models.rulings import (
    JURY_SEATS,
    MAX_DECISION_REASON,
    MAX_NOTE,
    MAX_RULED_BY,
)
from tournaments.names import MAX_NAME, fold_name

MOST_POINTS = 999
"""The most match points that one decision of the jury adds or takes away."""


def _note() -> forms.CharField:
    return forms.CharField(
        label=_("Note for the staff"),
        required=False,
        max_length=MAX_NOTE,
        help_text=_("Never shown in public."),
        widget=forms.Textarea(attrs={"rows": 2}),
    )


def _reason() -> LineField:
    return LineField(
        label=_("Reason"),
        max_length=MAX_DECISION_REASON,
        help_text=_("Shown in public with the decision."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class RulingForm(SheetForm):
    """Who gave the ruling that the address of the page names, and a note."""

    ruled_by = LineField(
        label=_("Who ruled"),
        max_length=MAX_RULED_BY,
        widget=forms.TextInput(attrs={"autocomplete": "off", "class": "short"}),
    )
    note = _note()


class JuryForm(SubmissionForm):
    """The three members of the jury with their clubs; every row may be left empty."""

    revision = forms.IntegerField(widget=forms.HiddenInput, min_value=0)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for seat in range(1, JURY_SEATS + 1):
            self.fields[f"name_{seat}"] = NameField(
                label=_("Name"), max_length=MAX_NAME, required=False
            )
            self.fields[f"club_{seat}"] = NameField(
                label=_("Club"),
                max_length=MAX_NAME,
                required=False,
                widget=forms.TextInput(attrs={"list": "clubs", "autocomplete": "off"}),
            )

    @property
    def rows(self) -> list[tuple[int, forms.BoundField, forms.BoundField]]:
        """Seat, name and club of each member."""
        return [
            (seat, self[f"name_{seat}"], self[f"club_{seat}"]) for seat in range(1, JURY_SEATS + 1)
        ]

    @property
    def members(self) -> list[tuple[str, str]]:
        """Names with clubs as filled in, empty rows left out; the form must be valid."""
        typed = self.cleaned_data
        rows = [(typed[f"name_{seat}"], typed[f"club_{seat}"]) for seat in range(1, JURY_SEATS + 1)]
        return [row for row in rows if row[0]]

    def clean(self) -> dict[str, Any]:
        typed: dict[str, Any] = super().clean() or self.cleaned_data
        seen: set[str] = set()
        for seat in range(1, JURY_SEATS + 1):
            name, club = typed.get(f"name_{seat}", ""), typed.get(f"club_{seat}", "")
            if club and not name and f"name_{seat}" not in self.errors:
                self.add_error(f"name_{seat}", _("A club stands here without a name."))
            if name and fold_name(name) in seen:
                self.add_error(f"name_{seat}", _("The same person stands here twice."))
            seen.add(fold_name(name))
        return typed


class DecisionForm(SubmissionForm):
    """What every decision of the jury has: a public reason and a note for the staff."""

    reason = _reason()
    note = _note()


class ReplayForm(DecisionForm):
    """A deal is played again; which one is in the page's address."""

    revision = forms.IntegerField(widget=forms.HiddenInput, min_value=0)


class PointsForm(DecisionForm):
    """Match points added to a pair or taken from it."""

    revision = forms.IntegerField(widget=forms.HiddenInput, min_value=0)
    side = forms.ChoiceField(
        label=_("Pair"), choices=(("A", "A"), ("B", "B")), widget=forms.RadioSelect
    )
    sign = forms.ChoiceField(
        label=_("What is done"),
        choices=(("take", _("points are taken")), ("add", _("points are added"))),
        widget=forms.RadioSelect,
    )
    points = forms.IntegerField(
        label=_("Match points"),
        min_value=1,
        max_value=MOST_POINTS,
        widget=forms.NumberInput(attrs={"inputmode": "numeric", "class": "tiny"}),
    )

    field_order = ("token", "revision", "side", "sign", "points", "reason", "note")

    def name_pairs(self, a: str, b: str) -> None:
        """Shows both pairs by name."""
        choices = [("A", f"A  {a}"), ("B", f"B  {b}")]
        self.fields["side"].choices = choices  # type: ignore[attr-defined]

    @property
    def signed_points(self) -> int:
        """The points as they change the total; the form must be valid."""
        points: int = self.cleaned_data["points"]
        return points if self.cleaned_data["sign"] == "add" else -points


class ExclusionForm(DecisionForm):
    """A pair or one of its players barred from the event (R19)."""

    pair = forms.ChoiceField(label=_("Pair"))
    whom = forms.ChoiceField(
        label=_("Who is barred"),
        choices=(
            ("both", _("both players")),
            ("1", _("the first player only")),
            ("2", _("the second player only")),
        ),
        widget=forms.RadioSelect,
        initial="both",
    )

    field_order = ("token", "pair", "whom", "reason", "note")

    def __init__(self, *args: Any, pairs: list[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [("", "–"), *((str(number), f"{number}. {name}") for number, name in pairs)]
        self.fields["pair"].choices = choices  # type: ignore[attr-defined]


class OtherForm(DecisionForm):
    """Anything else the jury decided, in its own words; about a match or about none."""

    match = forms.IntegerField(
        label=_("Match number"),
        required=False,
        min_value=1,
        max_value=32_767,
        widget=forms.NumberInput(attrs={"inputmode": "numeric", "class": "tiny"}),
    )
    reason = LineField(
        label=_("What was decided, and why"),
        max_length=MAX_DECISION_REASON,
        help_text=_("Shown in public."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    field_order = ("token", "match", "reason", "note")


class UndoForm(SubmissionForm):
    """Undoing a decision, openly."""

    reason = LineField(
        label=_("Why it is undone"),
        max_length=MAX_DECISION_REASON,
        help_text=_("Shown in public with the decision."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


def initial_jury(tournament: Tournament, members: list[tuple[str, str]]) -> dict[str, Any]:
    """What the form of the jury is filled with."""
    values: dict[str, Any] = {"revision": tournament.revision}
    for seat, (name, club) in enumerate(members, start=1):
        values |= {f"name_{seat}": name, f"club_{seat}": club}
    return values
