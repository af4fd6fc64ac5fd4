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


class PairForm(SubmissionForm):
    """Two players. Their clubs may be left empty.

    `…_who` answers who is meant by a name, and `…_asked` says by which one: an answer given for a
    name that was changed afterwards is none.
    """

    first_name = _name(_("Player 1"))
    first_club = _club(_("Club of player 1"))
    first_who = _answer()
    first_asked = _answer()
    second_name = _name(_("Player 2"))
    second_club = _club(_("Club of player 2"))
    second_who = _answer()
    second_asked = _answer()

    questions: Mapping[int, WhichOne] = {}

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        first, second = cleaned.get("first_name"), cleaned.get("second_name")
        if first and second and fold_name(first) == fold_name(second):
            self.add_error(
                "second_name", _("The same player stands here twice. Write the other player.")
            )
        return cleaned

    def ask(self, questions: Mapping[int, WhichOne]) -> None:
        """Asks who is meant in these seats, each beside its name."""
        self.questions = questions

    @property
    def seats(self) -> list[dict[str, Any]]:
        """The fields seat by seat, for the template."""
        return [
            {
                "name": self[f"{seat}_name"],
                "club": self[f"{seat}_club"],
                "who": self[f"{seat}_who"],
                "asked": self[f"{seat}_asked"],
                "question": self.questions.get(number),
            }
            for number, seat in SEATS.items()
        ]


def entry_from(form: PairForm) -> EnteredPair:
    """What was filled in, as values. The form must be valid."""
    return EnteredPair(_player(form, "first"), _player(form, "second"))


def _player(form: PairForm, seat: str) -> EnteredPlayer:
    filled = form.cleaned_data
    name, who = filled[f"{seat}_name"], filled[f"{seat}_who"]
    if fold_name(filled[f"{seat}_asked"]) != fold_name(name):
        who = ""
    return EnteredPlayer(
        name,
        filled[f"{seat}_club"],
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
