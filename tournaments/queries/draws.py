"""Draws as everybody can check them, and what annulling one would take away."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from scoring.draw import meetings_left
from tournaments.fates import fingerprint, in_force
from tournaments.lots import entrants_kept, written_as_python
from tournaments.models import Draw, PoolPlace, Tournament
from tournaments.names import fold_name
from tournaments.queries.matches import MatchView, matches_of, matches_of_annulled_draws
from tournaments.queries.pairs import PairView, pairs_by_key

Numbered = tuple[int, PairView | None]
"""A pair by its number; None where it has left the list since."""


@dataclass(frozen=True)
class MeetingView:
    """Pairs of pool `pool`, counted from 1, that were to be kept apart and could not.

    `club` is what they share, "" for pairs of a group named.
    """

    pool: int
    pairs: tuple[Numbered, ...]
    club: str


@dataclass(frozen=True)
class JoinedView:
    """A pair that joined pool `pool`, counted from 1, after the draw, and when."""

    pool: int
    pairs: tuple[Numbered, ...]
    at: datetime


@dataclass(frozen=True)
class DrawView:
    """A draw with its pools as pairs. A pair that has left the list since is None.

    `matches` are those kept of it where it was annulled, `joined` the pairs that came later.
    """

    draw: Draw
    pools: tuple[tuple[Numbered, ...], ...]
    seeded: tuple[Numbered, ...] = ()
    kept_apart: tuple[tuple[Numbered, ...], ...] = ()
    meetings: tuple[MeetingView, ...] = ()
    matches: tuple[MatchView, ...] = ()
    joined: tuple[JoinedView, ...] = ()

    @property
    def anchor(self) -> str:
        """Where it stands on the public page."""
        return f"draw-{self.draw.number}"

    @property
    def was_published(self) -> bool:
        return self.draw.published_at is not None

    @property
    def is_annulled(self) -> bool:
        return self.draw.annulled_at is not None

    @property
    def begun(self) -> tuple[MatchView, ...]:
        """Those of the kept matches that were ever written to."""
        return tuple(view for view in self.matches if view.match.was_written)

    @property
    def come_back(self) -> int:
        """How many matches would be in play again, were the annulling undone."""
        return len(self.matches)

    @property
    def as_python(self) -> str:
        """The lines of Python that draw it again."""
        return written_as_python(self.draw)


@dataclass(frozen=True)
class AnnulDrawPicture:
    """The draw that counts, about to be annulled; None where none does.

    `begun` are its matches that were ever written to, `seen` is what the write must name.
    `withdrawn` are pairs whose withdrawals have to be undone first.
    """

    draw: Draw | None
    match_count: int
    begun: tuple[MatchView, ...]
    withdrawn: tuple[PairView, ...]
    seen: str

    @property
    def has_begun(self) -> bool:
        return bool(self.begun)


def draws_of(tournament: Tournament, pairs: dict[int, PairView] | None = None) -> list[DrawView]:
    """Every draw of the event, the latest first (one query, two more where `pairs` is not given).

    A draw that was annulled comes with its matches (one query more where there is any).
    """
    pairs = pairs_by_key(tournament) if pairs is None else pairs
    draws = list(Draw.objects.filter(tournament=tournament).order_by("-number"))
    kept = (
        matches_of_annulled_draws(tournament, pairs)
        if any(draw.annulled_at for draw in draws)
        else {}
    )
    by_number = {pair.number: pair for pair in pairs.values()}
    return [draw_view(draw, by_number, kept.get(draw.number, ())) for draw in draws]


def with_joined(
    views: Sequence[DrawView], tournament: Tournament, pairs: Mapping[int, PairView]
) -> list[DrawView]:
    """The draws with the pairs that joined their pools later (one query); `pairs` are all of the
    event by key."""
    joined = _joined(tournament, pairs)
    return [
        replace(
            view,
            # Pools of an old archive do not name their draw; only the one that counts had any.
            joined=(
                *joined.get(view.draw.pk, ()),
                *(joined.get(None, ()) if view.draw.counts else ()),
            ),
        )
        for view in views
    ]


def _joined(
    tournament: Tournament, pairs: Mapping[int, PairView]
) -> dict[int | None, list[JoinedView]]:
    """The pairs that joined a pool after its draw, by the key of the draw, in the order they came
    (one query)."""
    joined: dict[int | None, list[JoinedView]] = {}
    for place in (
        PoolPlace.objects.filter(pool__tournament=tournament, added_at__isnull=False)
        .select_related("pool")
        .order_by("added_at", "pk")
    ):
        if place.added_at is not None:
            pair = pairs[place.pair_id]
            view = JoinedView(place.pool.number, ((pair.number, pair),), place.added_at)
            joined.setdefault(place.pool.draw_id, []).append(view)
    return joined


def draw_by_number(tournament: Tournament, number: int) -> DrawView | None:
    """One draw of the event (three queries); None where there is no such number."""
    draw = Draw.objects.filter(tournament=tournament, number=number).first()
    if draw is None:
        return None
    return draw_view(draw, {pair.number: pair for pair in pairs_by_key(tournament).values()})


def draw_view(
    draw: Draw, by_number: Mapping[int, PairView], matches: Sequence[MatchView] = ()
) -> DrawView:
    """A draw with its pairs, given all of the event by number (no query)."""

    def numbered(numbers: Sequence[int]) -> tuple[Numbered, ...]:
        return tuple((number, by_number.get(number)) for number in numbers)

    left = meetings_left(
        draw.pools,
        entrants_kept(draw),
        keep_clubs_apart=draw.apart,
        groups=draw.kept_apart,
    )
    return DrawView(
        draw,
        pools=tuple(numbered(pool) for pool in draw.pools),
        seeded=numbered(draw.seeded),
        kept_apart=tuple(numbered(group) for group in draw.kept_apart),
        meetings=tuple(
            MeetingView(
                each.pool + 1,
                met := numbered([int(pair) for pair in each.pairs]),
                _club_as_entered(each.club, met) if each.club else "",
            )
            for each in left
        ),
        matches=tuple(matches),
    )


def annul_draw_picture(tournament: Tournament) -> AnnulDrawPicture:
    """What annulling the draw that counts would take away (five queries)."""
    pairs = pairs_by_key(tournament)
    views = matches_of(tournament, pairs)
    withdrawn = in_force(tournament)
    return AnnulDrawPicture(
        draw=Draw.objects.filter(tournament=tournament, counts=True).first(),
        match_count=len(views),
        begun=tuple(view for view in views if view.match.was_written or view.match.annulled),
        withdrawn=tuple(pairs[key] for key in withdrawn if key in pairs),
        seen=fingerprint([view.match for view in views], withdrawn),
    )


def _club_as_entered(folded: str, met: Sequence[Numbered]) -> str:
    """A club's name as it stands with the pairs now; as the draw keeps it where none has it."""
    names = (player.club for _number, pair in met if pair for player in pair.players)
    return next((name for name in names if fold_name(name) == folded), folded)
