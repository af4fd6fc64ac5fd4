"""The knock-out as everybody sees it: round by round who plays whom, when, and who has gone on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from scoring.knockout import KnockoutMatch, MatchKey, Stage
from tournaments.bracket_plans import Planned, deals_of, plan_now
from tournaments.brackets import (
    BracketState,
    Correction,
    fingerprint,
    is_fixed,
    key_of,
    key_text,
    state_of,
)
from tournaments.models import AuditRecord, Bracket, PlayingDay, Tournament
from tournaments.pool_ranking import is_unsettled
from tournaments.put_right import DECISIONS, decisions_about
from tournaments.queries.matches import MatchView, matches_of, with_estimates
from tournaments.queries.pairs import PairView, pairs_by_key


@dataclass(frozen=True)
class TieSide:
    """One side of a match: its pair, or None with the match whose winner it will be.

    `of_loser`: it will be that match's loser. `points` are its match points, None before the first
    deal.
    """

    pair: PairView | None
    feed: MatchKey | None = None
    of_loser: bool = False
    points: int | None = None
    won: bool = False


@dataclass(frozen=True)
class Decided:
    """A winner by an organiser's decision. What is not known any more is empty."""

    pair: PairView | None
    reason: str
    by: str
    at: datetime | None


@dataclass(frozen=True)
class Tie:
    """A match of the bracket as it stands; `view` is its row, None while it is not made.

    `planned` tells when and where one not made yet is to be played. A bye has its pair as `a`.
    `corrected`: it is to be decided what follows from its corrected result.
    """

    key: MatchKey
    stage: Stage
    a: TieSide
    b: TieSide
    deals: int
    is_third_place: bool = False
    view: MatchView | None = None
    planned: Planned | None = None
    decided: Decided | None = None
    corrected: bool = False

    @property
    def is_bye(self) -> bool:
        return self.stage is Stage.BYE

    @property
    def is_finished(self) -> bool:
        return self.stage is Stage.FINISHED

    @property
    def awaits_confirmation(self) -> bool:
        """Whether there is a result that sends nobody on yet."""
        return self.view is not None and is_unsettled(self.view.match) and not self.is_finished

    @property
    def sides(self) -> tuple[TieSide, ...]:
        """Both sides; of a bye the one there is."""
        return (self.a,) if self.is_bye else (self.a, self.b)


@dataclass(frozen=True)
class RoundView:
    """A round from 1 with its matches in the order of the bracket."""

    number: int
    ties: tuple[Tie, ...]

    @property
    def is_finished(self) -> bool:
        return all(tie.is_finished or tie.is_bye for tie in self.ties)


@dataclass(frozen=True)
class KnockoutView:
    """A knock-out that counts. `third_place` is its match where there is one.

    `log` is what the log tells of decisions about it; None where that was not read.
    """

    bracket: Bracket
    state: BracketState
    rounds: tuple[RoundView, ...]
    third_place: Tie | None
    by_number: Mapping[int, PairView]
    log: tuple[AuditRecord, ...] | None = None

    @property
    def champion(self) -> PairView | None:
        """Who has won it all; None too while a corrected result is to be decided about, since the
        final hangs on every match."""
        if self.corrections:
            return None
        return self._pair(self.state.knockout.champion)

    @property
    def second(self) -> PairView | None:
        return self._pair(self.state.knockout.final.loser)

    @property
    def third(self) -> tuple[PairView, ...]:
        """Third by the match for it, or by losing a semi-final where there is none; nobody while a
        corrected result is to be decided about."""
        if self.corrections:
            return ()
        if self.third_place is not None:
            third = self.state.knockout.third_place
            winner = self._pair(third.winner) if third else None
            return (winner,) if winner else ()
        last = self.state.knockout.bracket.rounds
        lost = [
            self._pair(match.loser)
            for match in self.state.knockout.matches
            if match.key.round == last - 1
        ]
        return tuple(pair for pair in lost if pair is not None)

    @property
    def current(self) -> int:
        """The first round not over yet; the last where all are."""
        return next(
            (each.number for each in self.rounds if not each.is_finished), self.rounds[-1].number
        )

    @property
    def to_make(self) -> int:
        """How many matches could be made now and are not."""
        return len(self.state.to_make)

    @property
    def unconfirmed(self) -> tuple[Tie, ...]:
        return tuple(tie for tie in self.ties if tie.awaits_confirmation)

    @property
    def ties(self) -> tuple[Tie, ...]:
        """Every match, the one for third place before the final."""
        ties = [tie for each in self.rounds for tie in each.ties]
        return (*ties[:-1], self.third_place, ties[-1]) if self.third_place else tuple(ties)

    @property
    def to_come(self) -> tuple[Tie, ...]:
        """The matches not made yet, by the time they are planned for and their table."""
        waiting = [tie for tie in self.ties if tie.planned is not None]
        return tuple(
            sorted(waiting, key=lambda tie: (tie.planned.starts_at, tie.planned.table))  # type: ignore[union-attr]
        )

    @property
    def corrections(self) -> tuple[Correction, ...]:
        return self.state.corrections

    @property
    def seen(self) -> str:
        return fingerprint(self.state)

    @property
    def has_begun(self) -> bool:
        return self.state.has_begun

    @property
    def can_take_back_round(self) -> bool:
        """Whether the round made last can go again: none of it is called, begun or settled."""
        matches = self.state.last_round
        later = bool(matches) and matches[0].round > 1
        return later and not any(is_fixed(match) for match in matches)

    @cached_property
    def by_match(self) -> dict[int, Tie]:
        """Its matches by the number of their rows."""
        return {tie.view.match.number: tie for tie in self.ties if tie.view is not None}

    def _pair(self, number: object) -> PairView | None:
        return None if number is None else self.by_number.get(int(str(number)))


def knockout_of(
    tournament: Tournament,
    pairs: dict[int, PairView] | None = None,
    views: Sequence[MatchView] | None = None,
    now: datetime | None = None,
    bracket: Bracket | None = None,
) -> KnockoutView | None:
    """The knock-out that counts; None where none does (one query; none where its `bracket` is
    given).

    Two queries more, one where anything was settled by a decision, and three where `pairs` and
    `views`, all of the event, are not given. With `now`, when waiting matches are expected to start
    is told (one query more).
    """
    bracket = bracket or Bracket.objects.filter(tournament=tournament, counts=True).first()
    if bracket is None:
        return None
    pairs = pairs_by_key(tournament) if pairs is None else pairs
    views = matches_of(tournament, pairs) if views is None else views
    if now is not None:
        views = with_estimates(views, tournament, now)
    days = list(tournament.days.order_by("date"))
    return knockout_view(bracket, pairs, views, days, tournament)


def knockout_among(
    tournament: Tournament, pairs: Mapping[int, PairView], views: Sequence[MatchView]
) -> KnockoutView | None:
    """The knock-out that matches in play of the event belong to; None where they hold none of it.

    `pairs` and `views` are all of the event. No query without a knock-out, one with one, and one
    more where anything was settled by a decision.
    """
    bracket = next((view.match.bracket for view in views if view.match.bracket), None)
    if bracket is None:
        return None
    return knockout_view(bracket, pairs, views, list(tournament.days.order_by("date")), tournament)


def knockout_view(
    bracket: Bracket,
    pairs: Mapping[int, PairView],
    views: Sequence[MatchView],
    days: Sequence[PlayingDay],
    tournament: Tournament,
) -> KnockoutView:
    """A knock-out out of all pairs and matches in play of the event (one query where anything was
    settled by a decision)."""
    own = {key_of(view.match): view for view in views if view.match.bracket_id == bracket.pk}
    numbers = {key: pair.number for key, pair in pairs.items()}
    by_number = {pair.number: pair for pair in pairs.values()}
    state = state_of(bracket, [view.match for view in own.values()], numbers)
    plan = plan_now(state, days, tournament)
    log = decisions_about(bracket) if bracket.decided else None
    decided = _decided(bracket, by_number, log or ())
    ties = [
        _tie(state, each, own.get(each.key), by_number, plan.get(each.key), decided)
        for each in state.knockout.matches
    ]
    third = next((tie for tie in ties if tie.is_third_place), None)
    rounds = tuple(
        RoundView(
            number,
            tuple(tie for tie in ties if tie.key.round == number and not tie.is_third_place),
        )
        for number in range(1, bracket.rounds + 1)
    )
    return KnockoutView(bracket, state, rounds, third, by_number, log)


def _tie(
    state: BracketState,
    each: KnockoutMatch,
    view: MatchView | None,
    by_number: Mapping[int, PairView],
    planned: Planned | None,
    decided: Mapping[str, Decided],
) -> Tie:
    feeds = state.knockout.feeds(each.key)
    sides = []
    for index, number in enumerate((each.a, each.b)):
        pair = None if number is None else by_number.get(int(number))
        points = None
        if view is not None and view.match.is_started and pair is not None:
            points = view.points_a if pair.pk == view.a.pk else view.points_b
        sides.append(
            TieSide(
                pair,
                feed=feeds[index] if feeds and number is None else None,
                of_loser=each.is_third_place,
                points=points,
                won=number is not None and number == each.winner and each.stage is not Stage.BYE,
            )
        )
    if each.stage is Stage.BYE and sides[0].pair is None:
        sides.reverse()
    a, b = sides
    return Tie(
        each.key,
        each.stage,
        a,
        b,
        deals=deals_of(state.bracket, each.key.round),
        is_third_place=each.is_third_place,
        view=view,
        planned=planned,
        decided=decided.get(key_text(each.key)),
        corrected=any(correction.key == each.key for correction in state.corrections),
    )


def _decided(
    bracket: Bracket, by_number: Mapping[int, PairView], log: Iterable[AuditRecord]
) -> dict[str, Decided]:
    """The winners by decision with what the log tells of each."""
    told = {record.details.get("key"): record for record in log if record.verb in DECISIONS}
    return {
        key: Decided(
            by_number.get(pair),
            reason=str(told[key].details.get("reason", "")) if key in told else "",
            by=told[key].actor_name if key in told else "",
            at=told[key].at if key in told else None,
        )
        for key, pair in bracket.decided.items()
    }
