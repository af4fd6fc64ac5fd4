"""The jury of an event and its decisions."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from tournaments.models import JuryDecision, Match, Tournament
from tournaments.models.rulings import JURY_SEATS
from tournaments.names import fold_name


class JuryFault(StrEnum):
    """What a jury is short of; it may decide all the same (R20a)."""

    TOO_FEW = "too_few"
    CLUB_MISSING = "club_missing"
    SAME_CLUB = "same_club"


@dataclass(frozen=True)
class JuryView:
    """The jury: name and club ("" for none) of each member, in the order named."""

    members: tuple[tuple[str, str], ...]

    @property
    def faults(self) -> tuple[JuryFault, ...]:
        """Why it is not three people from three clubs; empty where it is."""
        clubs = [fold_name(club) for _name, club in self.members if club]
        faults = []
        if len(self.members) < JURY_SEATS:
            faults.append(JuryFault.TOO_FEW)
        if len(clubs) < len(self.members):
            faults.append(JuryFault.CLUB_MISSING)
        if len(set(clubs)) < len(clubs):
            faults.append(JuryFault.SAME_CLUB)
        return tuple(faults)


def jury_of(tournament: Tournament) -> JuryView:
    """The jury as named now (one query)."""
    members = tournament.jury.order_by("seat").values_list("name", "club_name")
    return JuryView(tuple(members))


def decisions_of(tournament: Tournament) -> list[JuryDecision]:
    """Every decision of the event's jury, the latest first, with match and pair (one query)."""
    return list(tournament.decisions.select_related("match", "pair").order_by("-number"))


def decisions_about(match: Match) -> list[JuryDecision]:
    """The decisions about one match in the order they were made (one query)."""
    return list(match.jury_decisions.select_related("match", "pair").order_by("number"))
