"""The pairs of an event."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import OuterRef, Subquery

from tournaments.models import Tournament, Withdrawal
from tournaments.names import fold_name


@dataclass(frozen=True)
class PlayerView:
    """A player as entered. `club` is "" for none."""

    name: str
    club: str
    sort_key: str


@dataclass(frozen=True)
class PairView:
    """A pair as pages and files show it. `withdrawn_at` is None unless it has withdrawn (R27)."""

    pk: int
    number: int
    players: tuple[PlayerView, ...]
    withdrawn_at: datetime | None = None

    @property
    def withdrawn(self) -> bool:
        return self.withdrawn_at is not None

    @property
    def name(self) -> str:
        """Both names; never inflected."""
        return " – ".join(player.name for player in self.players)

    @property
    def clubs(self) -> str:
        """The clubs of both, a shared one once; "" where neither has any."""
        named = {fold_name(p.club): p.club for p in reversed(self.players) if p.club}
        return ", ".join(reversed(named.values()))

    @property
    def sort_key(self) -> tuple[str, ...]:
        return tuple(player.sort_key for player in self.players)


def pairs_by_key(tournament: Tournament) -> dict[int, PairView]:
    """Every pair of the event by its key, in the order of pair numbers (two queries)."""
    in_force = Withdrawal.objects.filter(pair=OuterRef("pk"), undone_at__isnull=True)
    return {
        pair.pk: PairView(
            pair.pk,
            pair.number,
            tuple(
                PlayerView(player.name, player.club_name, player.sort_key)
                for player in pair.players.all()
            ),
            pair.withdrawn_at,
        )
        for pair in tournament.pairs.order_by("number")
        .annotate(withdrawn_at=Subquery(in_force.values("made_at")[:1]))
        .prefetch_related("players")
    }


def pairs_by_name(tournament: Tournament) -> list[PairView]:
    """Every pair of the event in Finnish order of the first player's surname (two queries).

    Sorted here, since databases differ in how they order punctuation.
    """
    return sorted(pairs_by_key(tournament).values(), key=lambda p: (p.sort_key, p.number))


def entered_players(tournament: Tournament) -> dict[str, int]:
    """The folded names of every player entered, with their pair's number (two queries)."""
    return {
        fold_name(player.name): pair.number
        for pair in pairs_by_key(tournament).values()
        for player in pair.players
    }
