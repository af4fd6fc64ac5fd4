"""Forms of what both pairs confirm: with a code at the table, by a referee at the desk."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from scoring.deals import Side
from tournaments.access import CODE_DIGITS
from tournaments.forms.sheets import SheetForm
from tournaments.forms.submissions import SubmissionForm
from tournaments.models import RefereeCall
from tournaments.models.draws import MAX_REASON
from tournaments.queries.matches import MatchView

MOST_LETTERS_IN_CODE = 20
"""Blanks between the digits are passed over."""

_SIDES = [(side.value, side.value) for side in Side]
_BOTH = "AB"


def _code() -> forms.CharField:
    return forms.CharField(
        label=gettext_lazy("Code of the pair"),
        max_length=MOST_LETTERS_IN_CODE,
        error_messages={"required": gettext_lazy("Write the five digits on the pair's own card.")},
        widget=forms.TextInput(
            attrs={
                "class": "code",
                "inputmode": "numeric",
                "autocomplete": "off",
                # What was typed stays while the page tells what another phone did meanwhile.
                "hx-preserve": "true",
                "size": CODE_DIGITS + 2,
            }
        ),
    )


class CodeForm(SheetForm):
    """A pair confirms the result with its code. `side` says which."""

    side = forms.ChoiceField(choices=_SIDES, widget=forms.HiddenInput)
    code = _code()


def code_forms(view: MatchView, sent: CodeForm | None = None) -> dict[str, CodeForm]:
    """A form for each pair, by its letter, made from the sheet as it is now; `sent` in the place of
    its pair's."""
    forms_by_side = {
        side.value: CodeForm(
            initial={"revision": view.match.revision, "side": side.value},
            auto_id=f"{side.value}-{view.match.revision}-%s",
        )
        for side in Side
    }
    if sent is not None and sent.data.get("side") in forms_by_side:
        forms_by_side[sent.data["side"]] = sent
    return forms_by_side


class DisputeForm(SheetForm):
    """A pair says, with its code, that the result is wrong."""

    side = forms.ChoiceField(
        label=gettext_lazy("Which pair says so?"), choices=_SIDES, widget=forms.RadioSelect
    )
    code = _code()
    reason = forms.CharField(
        label=gettext_lazy("What is wrong?"),
        max_length=MAX_REASON,
        help_text=gettext_lazy("A few words for the referee, for example: deal 7 was ours."),
        widget=forms.Textarea(attrs={"rows": 3, "autocomplete": "off"}),
    )

    def __init__(self, *args: Any, view: MatchView, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        sides: Any = self.fields["side"]
        sides.choices = [("A", f"A {view.a.name}"), ("B", f"B {view.b.name}")]


class ConfirmForForm(SheetForm):
    """A referee confirms for one pair or for both."""

    sides = forms.ChoiceField(choices=[*_SIDES, (_BOTH, _BOTH)])

    @property
    def chosen(self) -> list[Side]:
        """The pairs that are confirmed for; the form must be valid."""
        return [Side(letter) for letter in self.cleaned_data["sides"]]


class LiftLockForm(SubmissionForm):
    """A referee lets a pair use its code again."""

    side = forms.ChoiceField(choices=_SIDES)


class WithdrawConfirmationForm(SheetForm):
    """Withdrawing what was confirmed."""

    reason = forms.CharField(
        label=gettext_lazy("Why it is withdrawn"),
        max_length=MAX_REASON,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class AnswerForm(forms.Form):
    """What became of a dispute; a note for the staff."""

    outcome = forms.TypedChoiceField(
        choices=RefereeCall.Outcome.choices,
        coerce=RefereeCall.Outcome,
        empty_value=None,
        required=False,
    )
    answer = forms.CharField(
        label=gettext_lazy("Note for the staff"),
        required=False,
        max_length=MAX_REASON,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
