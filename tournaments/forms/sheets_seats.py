"""The form of who sits where at a match and who deals first."""

from __future__ import annotations

from typing import Any, TypeVar

from django import forms
from django.utils.translation import gettext as _

from scoring.turns import Seat, Seating
from tournaments.forms.submissions import SubmissionForm
from tournaments.queries.matches import MatchView
from tournaments.queries.turns import player_at


class SeatsForm(SubmissionForm):
    """Both or neither. `seats_revision` names the seats it was made from."""

    seats_revision = forms.IntegerField(widget=forms.HiddenInput, min_value=0)
    left_of_a1 = forms.ChoiceField(required=False)
    first_dealer = forms.ChoiceField(required=False)

    def __init__(self, view: MatchView, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        empty = ("", _("not known"))
        names = {seat: player_at(view, seat) for seat in Seat}
        left, dealer = self.fields["left_of_a1"], self.fields["first_dealer"]
        left.label = _("Who sits on the left of %(player)s?") % {"player": names[Seat.A1]}
        left.help_text = _("Partners sit opposite each other.")
        left.choices = [empty, *((s.value, names[s]) for s in (Seat.B1, Seat.B2))]  # type: ignore[attr-defined]
        dealer.label = _("First dealer")
        dealer.help_text = _("Who was dealt the first jack.")
        dealer.choices = [empty, *((seat.value, names[seat]) for seat in Seat)]  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        left, dealer = cleaned.get("left_of_a1"), cleaned.get("first_dealer")
        if left and not dealer:
            self.add_error("first_dealer", _("Choose the first dealer too, or leave both out."))
        if dealer and not left:
            self.add_error("left_of_a1", _("Choose who sits there too, or leave both out."))
        return cleaned

    @property
    def seating(self) -> Seating | None:
        """The seats chosen, of a valid form; None for none."""
        if not self.cleaned_data["first_dealer"]:
            return None
        return Seating(
            Seat(self.cleaned_data["left_of_a1"]), Seat(self.cleaned_data["first_dealer"])
        )


_Form = TypeVar("_Form", bound=SeatsForm)


def seats_form(view: MatchView, kind: type[_Form] = SeatsForm) -> _Form:  # type: ignore[assignment]
    """The form, of this kind, filled in with the seats there are."""
    match = view.match
    return kind(
        view,
        initial={
            "seats_revision": match.seats_revision,
            "left_of_a1": match.left_of_a1,
            "first_dealer": match.first_dealer,
        },
    )
