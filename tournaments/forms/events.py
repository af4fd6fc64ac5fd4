"""An event's settings as a form with its days."""

from __future__ import annotations

import datetime as dt
from datetime import date, time
from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.actions.events import MAX_DAYS, DayPlan, EventSettings
from tournaments.forms.fields import LineField, MoneyField
from tournaments.forms.submissions import SubmissionForm
from tournaments.models import Course, Tournament
from tournaments.models.event import MAX_FEE_CENTS
from tournaments.money import as_typed

SPARE_DAYS = 2
"""Empty rows for days in a form that has none filled in yet."""

FIRST_DATE, LAST_DATE = date(2000, 1, 1), date(2100, 12, 31)
"""Dates outside these are slips of the finger, and times near the calendar's ends overflow."""


class EventForm(SubmissionForm):
    """Name, place, what is played, tables, minutes and entry fee. Its days are in a `DayFormSet`
    beside it."""

    name = LineField(label=_("Name"), max_length=120)
    place = LineField(label=_("Place"), max_length=120)
    course = forms.ChoiceField(
        label=_("The event is made of"),
        choices=Course.choices,
        initial=Course.POOLS_AND_KNOCKOUT,
        widget=forms.RadioSelect,
    )
    table_count = forms.IntegerField(
        label=_("Number of tables"),
        min_value=1,
        max_value=500,
        help_text=_("How many matches can be played at the same time."),
        widget=forms.NumberInput(attrs={"inputmode": "numeric", "class": "tiny"}),
    )
    minutes_per_deal = forms.IntegerField(
        label=_("Minutes a deal"),
        min_value=1,
        max_value=60,
        initial=5,
        help_text=_("For estimating times. Five is usual."),
        widget=forms.NumberInput(attrs={"inputmode": "numeric", "class": "tiny"}),
    )
    entry_fee = MoneyField(
        label=_("Entry fee, € a pair"),
        required=False,
        most=MAX_FEE_CENTS,
        help_text=_("For counting at check-in. 20 or 20,00; empty where nothing is paid."),
    )


class NewEventForm(EventForm):
    """A new event; `like` is the address of an earlier one whose rules it takes, "" for none."""

    like = forms.SlugField(widget=forms.HiddenInput, required=False, allow_unicode=False)


class SettingsForm(EventForm):
    """An event's settings with the revision they were read at."""

    revision = forms.IntegerField(widget=forms.HiddenInput)


class DayForm(forms.Form):
    """A day of play. A row left empty is no day."""

    date = forms.DateField(
        label=_("Date"),
        input_formats=["%Y-%m-%d", "%d.%m.%Y"],
        widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date", "class": "short"}),
    )
    starts_at = forms.TimeField(
        label=_("First cards at"),
        input_formats=["%H:%M", "%H.%M"],
        widget=forms.TimeInput(format="%H:%M", attrs={"type": "time", "class": "short"}),
        initial=time(11, 15),
    )
    ends_at = forms.TimeField(
        label=_("Play ends by"),
        input_formats=["%H:%M", "%H.%M"],
        widget=forms.TimeInput(format="%H:%M", attrs={"type": "time", "class": "short"}),
        initial=time(21, 0),
    )

    break_starts_at = forms.TimeField(
        label=_("Break from"),
        required=False,
        input_formats=["%H:%M", "%H.%M"],
        widget=forms.TimeInput(format="%H:%M", attrs={"type": "time", "class": "short"}),
    )
    break_ends_at = forms.TimeField(
        label=_("Break until"),
        required=False,
        input_formats=["%H:%M", "%H.%M"],
        widget=forms.TimeInput(format="%H:%M", attrs={"type": "time", "class": "short"}),
    )

    def clean_date(self) -> dt.date:
        day: dt.date = self.cleaned_data["date"]
        if not FIRST_DATE <= day <= LAST_DATE:
            raise forms.ValidationError(
                _("The year must be between %(first)d and %(last)d. Correct the date."),
                params={"first": FIRST_DATE.year, "last": LAST_DATE.year},
            )
        return day

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        start, end = cleaned.get("starts_at"), cleaned.get("ends_at")
        if start and end and end <= start:
            self.add_error("ends_at", _("The day must end later than it starts."))
        elif start and end:
            self._check_break(start, end, cleaned)
        return cleaned

    def _check_break(self, start: time, end: time, cleaned: dict[str, Any]) -> None:
        if {"break_starts_at", "break_ends_at"} & set(self.errors):
            return
        since, until = cleaned.get("break_starts_at"), cleaned.get("break_ends_at")
        if (since is None) != (until is None):
            missing = "break_starts_at" if since is None else "break_ends_at"
            self.add_error(missing, _("Give both times of the break, or neither."))
        elif since and until and not since < until:
            self.add_error("break_ends_at", _("The break must end later than it starts."))
        elif since and until and not start <= since < until <= end:
            self.add_error("break_starts_at", _("The break must lie within the day of play."))

    def has_changed(self) -> bool:
        # The times are filled in beforehand: a row counts once it has a date.
        return bool(self["date"].value())


if TYPE_CHECKING:
    DayRows = forms.BaseFormSet[DayForm]
else:  # the class takes no parameter at run time
    DayRows = forms.BaseFormSet


class BaseDayFormSet(DayRows):
    """The days of an event; emptying the date of a row takes the day away."""

    def get_form_kwargs(self, index: int | None) -> dict[str, Any]:
        kwargs = super().get_form_kwargs(index)
        # The spare row Django makes for scripts brings this of itself.
        return kwargs if index is None else {**kwargs, "empty_permitted": True}

    def clean(self) -> None:
        seen: set[date] = set()
        for row in self.forms:
            day = row.cleaned_data.get("date") if row.is_valid() else None
            if day in seen:
                row.add_error("date", _("The same date stands twice. Give each day once."))
            elif day:
                seen.add(day)


DayFormSet = forms.formset_factory(
    DayForm,
    formset=BaseDayFormSet,
    extra=SPARE_DAYS,
    max_num=MAX_DAYS,
    validate_max=True,
    absolute_max=MAX_DAYS + 5,
)


def settings_from(form: EventForm, days: forms.BaseFormSet[DayForm]) -> EventSettings:
    """What was filled in, as values. Both must be valid."""
    return EventSettings(
        name=form.cleaned_data["name"],
        place=form.cleaned_data["place"],
        table_count=form.cleaned_data["table_count"],
        minutes_per_deal=form.cleaned_data["minutes_per_deal"],
        entry_fee_cents=form.cleaned_data["entry_fee"],
        course=Course(form.cleaned_data["course"]),
        days=[
            DayPlan(
                row["date"],
                row["starts_at"],
                row["ends_at"],
                row.get("break_starts_at"),
                row.get("break_ends_at"),
            )
            for row in (day.cleaned_data for day in days)
            if row.get("date")
        ],
    )


def initial_settings(tournament: Tournament) -> dict[str, Any]:
    return {
        "name": tournament.name,
        "place": tournament.place,
        "course": tournament.course,
        "table_count": tournament.table_count,
        "minutes_per_deal": tournament.minutes_per_deal,
        "entry_fee": as_typed(tournament.entry_fee_cents),
        "revision": tournament.revision,
    }


def copied_settings(tournament: Tournament) -> dict[str, Any]:
    """What the form of a new event is filled with where an earlier one is copied."""
    values = initial_settings(tournament)
    return {**values, "like": tournament.slug}


def copied_days(tournament: Tournament) -> list[dict[str, date | time | None]]:
    """The days of an earlier event with their times and without their dates."""
    return [{**day, "date": None} for day in initial_days(tournament)]


def initial_days(tournament: Tournament) -> list[dict[str, date | time | None]]:
    return [
        {
            "date": day.date,
            "starts_at": day.starts_at,
            "ends_at": day.ends_at,
            "break_starts_at": day.break_starts_at,
            "break_ends_at": day.break_ends_at,
        }
        for day in tournament.days.order_by("date")
    ]
