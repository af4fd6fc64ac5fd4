"""Fields for what is kept, printed and exported: names, one-line texts, sums of money."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.money import cents_of, money
from tournaments.names import MAX_NAME, NameFault, clean_name, name_faults

NAME_FAULTS = {
    NameFault.LINE_BREAK: _("Write it on one line."),
    NameFault.CONTROL_CHARACTER: _("It holds a character that cannot be seen. Type it anew."),
    NameFault.MARKUP: _("Write it without < and >."),
    NameFault.PHONE_NUMBER: _("This looks like a phone number. Write a name."),
    NameFault.FORMULA: _("It cannot begin with =, +, - or @. Write it without."),
    NameFault.NO_LETTERS: _("There are no letters in it. Write a name."),
    NameFault.TOO_LONG: _("It is longer than %(most)d characters. Shorten it."),
}
_UNFIT_FOR_ANY_TEXT = frozenset({NameFault.LINE_BREAK, NameFault.CONTROL_CHARACTER})


class LineField(forms.CharField):
    """One line of text as people type it, without characters that cannot be seen.

    The value is trimmed, with single spaces and composed letters; "" where nothing was typed.
    """

    faults_told = _UNFIT_FOR_ANY_TEXT

    def clean(self, value: Any) -> str:
        text: str = super().clean(value)
        faults = [fault for fault in name_faults(text) if fault in self.faults_told]
        if faults:
            raise forms.ValidationError([self._told(fault) for fault in faults])
        cleaned = clean_name(text)
        if self.required and not cleaned:
            raise forms.ValidationError(self.error_messages["required"], code="required")
        return cleaned

    def _told(self, fault: NameFault) -> forms.ValidationError:
        return forms.ValidationError(NAME_FAULTS[fault], code=fault, params={"most": MAX_NAME})


class NameField(LineField):
    """The name of a player or a club; every fault of it is told."""

    faults_told = frozenset(NameFault)


class MoneyField(forms.CharField):
    """A sum in euros as people type it: 20, 20,00 or 20 €. Its value is in cents, 0 for nothing."""

    def __init__(self, *, most: int, **options: Any) -> None:
        attributes = {"inputmode": "decimal", "class": "short", "autocomplete": "off"}
        super().__init__(max_length=20, widget=forms.TextInput(attrs=attributes), **options)
        self.most = most

    def clean(self, value: Any) -> int:
        text = super().clean(value)
        cents = cents_of(text) if text else 0
        if cents is None:
            raise forms.ValidationError(_("Write the sum in euros, such as 20 or 20,00."))
        if cents > self.most:
            raise forms.ValidationError(
                _("The sum is at most %(most)s. Correct it."), params={"most": money(self.most)}
            )
        return cents
