"""The pairs of an event."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, QuerySet

from tournaments.advancing import withdrawn_at
from tournaments.lots import EntryList, entered
from tournaments.models import Club, Match, Pair, PairPlayer, Tournament
from tournaments.names import fold_name, found_by, sort_key


@dataclass(frozen=True)
class PlayerView:
    """A player as entered. `club` is "" for none."""

    name: str
    club: str
    sort_key: str


@dataclass(frozen=True)
class PairView:
    """A pair as pages and files show it.

    `withdrawn_at` is None unless it has withdrawn (R27); the others tell since when it has paid,
    is in the hall, and that its entry was called off before the draw.
    """

    pk: int
    number: int
    players: tuple[PlayerView, ...]
    withdrawn_at: datetime | None = None
    paid_at: datetime | None = None
    present_at: datetime | None = None
    cancelled_at: datetime | None = None

    @property
    def withdrawn(self) -> bool:
        return self.withdrawn_at is not None

    @property
    def called_off(self) -> bool:
        return self.cancelled_at is not None

    @property
    def plays(self) -> bool:
        """Whether the pair is to play: neither called off nor withdrawn."""
        return not self.called_off and not self.withdrawn

    @property
    def absent(self) -> bool:
        """Whether the pair is to play and has not come."""
        return self.plays and self.present_at is None

    @property
    def unpaid(self) -> bool:
        """Whether the fee of a pair that is to play is missing."""
        return self.plays and self.paid_at is None

    @property
    def letters(self) -> str:
        """What the pair is found by: its number, names and clubs, without case and marks."""
        words = [player.name for player in self.players] + [player.club for player in self.players]
        return found_by(" ".join([str(self.number), *words]))

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
    return _views(tournament.pairs.all())


def pairs_of_match(match: Match) -> dict[int, PairView]:
    """A match's two pairs by key (two queries)."""
    return _views(Pair.objects.filter(pk__in=(match.pair_a_id, match.pair_b_id)))


def pairs_of_matches(matches: Iterable[Match]) -> dict[int, PairView]:
    """The pairs of some matches by key (two queries)."""
    keys = {key for match in matches for key in (match.pair_a_id, match.pair_b_id)}
    return _views(Pair.objects.filter(pk__in=keys))


def pair_by_number(tournament: Tournament, number: int) -> PairView | None:
    """One pair of the event (two queries); None where there is no such number."""
    return next(iter(_views(tournament.pairs.filter(number=number)).values()), None)


def pairs_by_name(tournament: Tournament) -> list[PairView]:
    """Every pair of the event in Finnish order of the first player's surname (two queries).

    Sorted here, since databases differ in how they order punctuation.
    """
    return sorted(pairs_by_key(tournament).values(), key=lambda p: (p.sort_key, p.number))


def entry_among(pairs: Mapping[int, PairView]) -> EntryList:
    """The list as a draw sees it, given every pair of the event (no query)."""
    return EntryList(
        tuple(
            entered(
                pair.number,
                (player.club for player in pair.players),
                present=pair.present_at is not None,
            )
            for pair in pairs.values()
            if not pair.called_off
        )
    )


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


def _views(pairs: QuerySet[Pair]) -> dict[int, PairView]:
    """These pairs by key, in order of their numbers (two queries).

    Read as plain values: an event's pairs are on nearly every page, and rows are dear to make.
    """
    rows = list(
        pairs.order_by("number")
        .annotate(withdrawn_at=withdrawn_at())
        .values_list("pk", "number", "withdrawn_at", "paid_at", "present_at", "cancelled_at")
    )
    players: dict[int, list[PlayerView]] = {key: [] for key, *_rest in rows}
    for key, *player in (
        PairPlayer.objects.filter(pair__in=list(players))
        .order_by("pair_id", "seat")
        .values_list("pair_id", "name", "club_name", "sort_key")
    ):
        players[key].append(PlayerView(*player))
    return {key: PairView(key, number, tuple(players[key]), *times) for key, number, *times in rows}
