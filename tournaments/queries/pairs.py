"""The pairs of an event."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import OuterRef, Q, QuerySet, Subquery

from tournaments.models import Club, Pair, Tournament, Withdrawal
from tournaments.names import fold_name, sort_key


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
    return {pair.pk: _view(pair) for pair in _pairs(tournament).order_by("number")}


def pair_by_number(tournament: Tournament, number: int) -> PairView | None:
    """One pair of the event (two queries); None where there is no such number."""
    pair = _pairs(tournament).filter(number=number).first()
    return None if pair is None else _view(pair)


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


def known_clubs(tournament: Tournament) -> list[str]:
    """Clubs to choose from in Finnish order: those of this event and of public ones (one query)."""
    names = (
        Club.objects.filter(
            Q(appearances__tournament=tournament) | Q(appearances__tournament__is_public=True)
        )
        .values_list("name", flat=True)
        .distinct()
    )
    return sorted(names, key=lambda name: [sort_key(word) for word in name.split()])


def _pairs(tournament: Tournament) -> QuerySet[Pair]:
    """The event's pairs with their players and, as `withdrawn_at`, when they withdrew."""
    in_force = Withdrawal.objects.filter(pair=OuterRef("pk"), undone_at__isnull=True)
    return tournament.pairs.annotate(
        withdrawn_at=Subquery(in_force.values("made_at")[:1])
    ).prefetch_related("players")


def _view(pair: Pair) -> PairView:
    return PairView(
        pair.pk,
        pair.number,
        tuple(
            PlayerView(player.name, player.club_name, player.sort_key)
            for player in pair.players.all()
        ),
        pair.withdrawn_at,  # type: ignore[attr-defined]
    )
