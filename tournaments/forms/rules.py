"""The rules of an event as a form: one field a rule, filled in with what holds now."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.ruleset import LIMITS, STANDARD, Ruleset
from tournaments.forms.submissions import SubmissionForm
from tournaments.rules_wording import RULES, RuleWording

YES, NO = "yes", "no"


class RulesForm(SubmissionForm):
    """`seen_moves` names the moves of places that were shown as what saving would bring."""

    revision = forms.IntegerField(widget=forms.HiddenInput)
    seen_moves = forms.CharField(widget=forms.HiddenInput, required=False, max_length=64)

    def __init__(self, *args: Any, now: Ruleset = STANDARD, **kwargs: Any) -> None:
        self.now = now
        super().__init__(*args, **kwargs)
        for name, wording in RULES.items():
            self.fields[name] = _number(name, wording) if name in LIMITS else _choice(name, wording)

    def clean(self) -> dict[str, Any]:
        typed: dict[str, Any] = super().clean() or self.cleaned_data
        eight, sixteen = typed.get("eight_pools_from"), typed.get("sixteen_pools_from")
        if eight is not None and sixteen is not None and eight >= sixteen:
            self.add_error(
                "sixteen_pools_from",
                _("This must be more than the number for eight pools. Correct one of the two."),
            )
        return typed

    @property
    def rules(self) -> Ruleset:
        """What was filled in; it must be valid."""
        typed = self.cleaned_data
        return replace(
            self.now,
            **{name: typed[name] if name in LIMITS else typed[name] == YES for name in RULES},
        )


def initial_rules(rules: Ruleset, revision: int) -> dict[str, Any]:
    """What the form is filled with."""
    values: dict[str, Any] = {"revision": revision}
    for name in RULES:
        value = getattr(rules, name)
        values[name] = value if name in LIMITS else YES if value else NO
    return values


def _number(name: str, wording: RuleWording) -> forms.IntegerField:
    least, most = LIMITS[name]
    return forms.IntegerField(
        label=wording.label,
        help_text=wording.help_text,
        min_value=least,
        max_value=most,
        widget=forms.NumberInput(attrs={"inputmode": "numeric", "class": "tiny"}),
    )


def _choice(name: str, wording: RuleWording) -> forms.ChoiceField:
    choices = [(YES, wording.yes), (NO, wording.no)]
    return forms.ChoiceField(
        label=wording.label,
        help_text=wording.help_text,
        # The standard comes first.
        choices=choices if getattr(STANDARD, name) else choices[::-1],
        widget=forms.RadioSelect,
    )
