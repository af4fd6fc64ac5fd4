"""A pair as a form: two names, and the club of each; who is meant where a name is known."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.actions.entries import EnteredPair, EnteredPlayer
from tournaments.forms.fields import NameField
from tournaments.forms.submissions import SubmissionForm
from tournaments.names import fold_name
from tournaments.queries.pairs import PairView
from tournaments.same_names import WhichOne

CLUB_LIST = "known-clubs"
"""The id of the page's list of clubs to choose from."""

ANOTHER = "another"
"""The answer that somebody else of the same name is meant; any other answer is a player's key."""

SEATS = {1: "first", 2: "second"}


def _name(label: Any) -> NameField:
    return NameField(label=label, widget=forms.TextInput(attrs={"autocomplete": "off"}))


def _club(label: Any) -> NameField:
    return NameField(
        label=label,
        required=False,
        widget=forms.TextInput(attrs={"list": CLUB_LIST, "autocomplete": "off"}),
    )


def _answer() -> forms.CharField:
    return forms.CharField(required=False, max_length=400, widget=forms.HiddenInput)


class PairFields(forms.Form):
    """Two players. Their clubs may be left empty."""

    first_name = _name(_("Player 1"))
    first_club = _club(_("Club of player 1"))
    second_name = _name(_("Player 2"))
    second_club = _club(_("Club of player 2"))

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        first, second = cleaned.get("first_name"), cleaned.get("second_name")
        if first and second and fold_name(first) == fold_name(second):
            self.add_error(
                "second_name", _("The same player stands here twice. Write the other player.")
            )
        return cleaned

    @property
    def seats(self) -> list[dict[str, Any]]:
        """The fields seat by seat, for the template."""
        return [
            {"name": self[f"{seat}_name"], "club": self[f"{seat}_club"]} for seat in SEATS.values()
        ]

    @property
    def kept(self) -> list[forms.BoundField]:
        """The fields nobody sees, those of a seat left out."""
        return [
            field for field in self.hidden_fields() if not field.name.endswith(("_who", "_asked"))
        ]


class PairForm(PairFields, SubmissionForm):
    """A pair to be written: the fields and a token."""


class EntryForm(PairForm):
    """A pair as organisers enter it: they are asked who is meant by a name that is known.

    `…_who` answers it, and `…_asked` says for which name: an answer given for a name that was
    changed afterwards is none.
    """

    first_who = _answer()
    first_asked = _answer()
    second_who = _answer()
    second_asked = _answer()

    questions: Mapping[int, WhichOne] = {}

    def ask(self, questions: Mapping[int, WhichOne]) -> None:
        """Asks who is meant in these seats, each beside its name."""
        self.questions = questions

    @property
    def seats(self) -> list[dict[str, Any]]:
        return [
            {
                **fields,
                "who": self[f"{seat}_who"],
                "asked": self[f"{seat}_asked"],
                "question": self.questions.get(number),
            }
            for fields, (number, seat) in zip(super().seats, SEATS.items(), strict=True)
        ]


def _answer_of(form: PairFields, seat: str) -> str:
    """Who is meant in a seat: a player's key, ANOTHER, or "" where nobody said."""
    filled = form.cleaned_data
    asked = fold_name(filled.get(f"{seat}_asked", ""))
    return filled[f"{seat}_who"] if asked and asked == fold_name(filled[f"{seat}_name"]) else ""


def entry_from(form: PairFields) -> EnteredPair:
    """What was filled in, as values. The form must be valid."""
    return EnteredPair(_player(form, "first"), _player(form, "second"))


def _player(form: PairFields, seat: str) -> EnteredPlayer:
    who = _answer_of(form, seat)
    return EnteredPlayer(
        form.cleaned_data[f"{seat}_name"],
        form.cleaned_data[f"{seat}_club"],
        player_id=int(who) if who.isdecimal() and who.isascii() else None,
        is_another=who == ANOTHER,
    )


def initial_pair(pair: PairView) -> dict[str, str]:
    first, second = pair.players
    return {
        "first_name": first.name,
        "first_club": first.club,
        "second_name": second.name,
        "second_club": second.club,
    }
