"""What every file says of its event."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournaments.models import Tournament
from tournaments.wording import days_text


@dataclass(frozen=True)
class EventHead:
    """An event's name, place and days in short, and when the file was made (local time)."""

    name: str
    place: str
    days: str
    made_at: datetime

    @property
    def where_and_when(self) -> str:
        return ", ".join(part for part in (self.place, self.days) if part)

    @property
    def printed(self) -> str:
        return _("Printed %(time)s") % {"time": date_format(self.made_at, "j.n.Y H.i")}


def event_head(tournament: Tournament) -> EventHead:
    """The head of a file made now (one query)."""
    return EventHead(
        name=tournament.name,
        place=tournament.place,
        days=days_text(day.date for day in tournament.days.all()),
        made_at=timezone.localtime(),
    )


def start_text(starts_at: datetime) -> str:
    """A starting time as pages show it, in local time: la 28.11. 11.15."""
    return date_format(timezone.localtime(starts_at), "D j.n. H.i")
