"""Draws of the knock-out as everybody can check them, and what annulling one would take away."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring.knockout import Knockout
from tournaments.bracket_lots import written_as_python
from tournaments.brackets import drawn_of, fingerprint, state_of
from tournaments.models import Annulment, Bracket, Tournament
from tournaments.queries.draws import Numbered
from tournaments.queries.matches import MatchView, knockout_matches_of, matches_of_annulled_brackets
from tournaments.queries.pairs import PairView, pairs_by_key


@dataclass(frozen=True)
class FirstMatch:
    """A match of the first round as drawn; a bye has one side only, as `a`."""

    number: int
    a: Numbered
    b: Numbered | None


@dataclass(frozen=True)
class BracketDrawView:
    """A draw of the knock-out, its first round as pairs.

    `contenders` came in this order, best first, each with its pool from 1 (None without pools).
    `matches` are those kept of it where it was annulled.
    """

    draw: Bracket
    first_round: tuple[FirstMatch, ...]
    contenders: tuple[tuple[Numbered, int | None], ...]
    matches: tuple[MatchView, ...] = ()

    @property
    def anchor(self) -> str:
        """Where it stands on the public page."""
        return f"knockout-draw-{self.draw.number}"

    @property
    def was_published(self) -> bool:
        return self.draw.published_at is not None

    @property
    def is_annulled(self) -> bool:
        return self.draw.annulled_at is not None

    @property
    def follows_pools(self) -> bool:
        return self.draw.field_id is not None

    @property
    def has_byes(self) -> bool:
        return any(match.b is None for match in self.first_round)

    @property
    def has_third_place(self) -> bool:
        return Knockout.of(drawn_of(self.draw), {}).third_place is not None

    @property
    def deals(self) -> tuple[tuple[int, int], ...]:
        """Rounds from 1 with the deals of their matches."""
        return tuple(enumerate(self.draw.deals, start=1))

    @property
    def same_deals(self) -> int | None:
        """The deals of every match; None where rounds differ."""
        return self.draw.deals[0] if len(set(self.draw.deals)) == 1 else None

    @property
    def begun(self) -> tuple[MatchView, ...]:
        """Those of the kept matches that were ever written to."""
        return tuple(view for view in self.matches if view.match.was_written)

    @property
    def come_back(self) -> int:
        """How many matches would be in play again, were the annulling undone; at the least."""
        return sum(view.match.annulment == Annulment.DRAW for view in self.matches)

    @property
    def as_python(self) -> str:
        """The lines of Python that draw it again."""
        return written_as_python(self.draw)


@dataclass(frozen=True)
class AnnulBracketPicture:
    """The bracket that counts, about to be annulled; None where none does.

    `begun` are its matches that were ever written to; `has_begun` also where one was called alone.
    `seen` is what the write must name.
    """

    draw: Bracket | None
    match_count: int
    begun: tuple[MatchView, ...]
    has_begun: bool
    seen: str


def bracket_draws_of(
    tournament: Tournament,
    pairs: Mapping[int, PairView] | None = None,
    *,
    with_matches: bool = True,
) -> list[BracketDrawView]:
    """Every draw of the knock-out, the latest first (one query, two more where `pairs` is not
    given). One that was annulled comes with its matches, unless the caller has no use for them (one
    query more where there is any)."""
    pairs = pairs_by_key(tournament) if pairs is None else pairs
    draws = list(Bracket.objects.filter(tournament=tournament).order_by("-number"))
    kept = (
        matches_of_annulled_brackets(tournament, pairs)
        if with_matches and any(draw.annulled_at for draw in draws)
        else {}
    )
    by_number = {pair.number: pair for pair in pairs.values()}
    return [bracket_draw_view(draw, by_number, kept.get(draw.number, ())) for draw in draws]


def bracket_draw_view(
    draw: Bracket, by_number: Mapping[int, PairView], matches: Sequence[MatchView] = ()
) -> BracketDrawView:
    """A draw with its pairs, given all of the event by number (no query)."""

    def numbered(number: int) -> Numbered:
        return number, by_number.get(number)

    first_round = []
    for index, (a, b) in enumerate(drawn_of(draw).first_round):
        pairs = [numbered(int(pair)) for pair in (a, b) if pair is not None]
        first_round.append(FirstMatch(index, pairs[0], pairs[1] if len(pairs) > 1 else None))
    return BracketDrawView(
        draw,
        first_round=tuple(first_round),
        contenders=tuple((numbered(number), pool) for number, pool, _clubs in draw.contenders),
        matches=tuple(matches),
    )


def annul_bracket_picture(tournament: Tournament) -> AnnulBracketPicture:
    """What annulling the bracket that counts would take away (four queries)."""
    bracket = Bracket.objects.filter(tournament=tournament, counts=True).first()
    if bracket is None:
        return AnnulBracketPicture(None, 0, (), has_begun=False, seen="")
    pairs = pairs_by_key(tournament)
    views = knockout_matches_of(bracket, pairs)
    numbers = {key: pair.number for key, pair in pairs.items()}
    state = state_of(bracket, [view.match for view in views], numbers)
    return AnnulBracketPicture(
        draw=bracket,
        match_count=len(views),
        begun=tuple(view for view in views if view.match.was_written or view.match.annulled),
        has_begun=state.has_begun,
        seen=fingerprint(state),
    )
