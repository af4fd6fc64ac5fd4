"""Players known from earlier events, offered while a name is typed."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Q

from tournaments.models import PairPlayer, Player, Tournament
from tournaments.names import fold_name, sort_key

FEWEST_LETTERS = 2
MOST_OFFERED = 8


@dataclass(frozen=True)
class Offer:
    """A known player with the club of the latest entry, "" for none."""

    name: str
    club: str


def offered_players(tournament: Tournament, typed: str) -> list[Offer]:
    """Players of public events with every typed word at the beginning of a word of their name.

    In Finnish order, at most `MOST_OFFERED`; nobody for less than `FEWEST_LETTERS` letters. Those
    in this event already are left out. Two queries; sorted here, since databases differ in how
    they order punctuation.
    """
    words = fold_name(typed).split()
    if sum(map(len, words)) < FEWEST_LETTERS:
        return []
    fitting = Player.objects.filter(appearances__tournament__is_public=True).exclude(
        appearances__tournament=tournament
    )
    for word in words:
        fitting = fitting.filter(
            Q(folded__startswith=word)
            | Q(folded__contains=f" {word}")
            | Q(folded__contains=f"-{word}")
        )
    found = sorted(
        fitting.distinct().values_list("pk", "name"), key=lambda row: (sort_key(row[1]), row[0])
    )[:MOST_OFFERED]
    clubs: dict[int, str] = {}
    for player, club in (
        PairPlayer.objects.filter(
            player__in=[pk for pk, _name in found], tournament__is_public=True
        )
        .order_by("-pair__entered_at", "-id")
        .values_list("player_id", "club_name")
    ):
        clubs.setdefault(player, club)
    return [Offer(name, clubs.get(pk, "")) for pk, name in found]
