"""What an organiser has to decide about the knock-out, and what would follow."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Q

from scoring.knockout import MatchKey
from tournaments.brackets import Correction, is_fixed, key_from
from tournaments.models import Match, Tournament
from tournaments.put_right import PutRight, built_on, decisions_about, last_put_right, made_since
from tournaments.queries.knockout import KnockoutView, Tie
from tournaments.queries.matches import MatchView
from tournaments.queries.pairs import PairView

Sides = tuple[PairView | None, PairView | None]


@dataclass(frozen=True)
class LaterMatch:
    """A later match that putting a result right changes: its pairs before and after.

    `view` is its row, None while it is not made; `begun`: it was called or written to, so that it
    is kept out of play and not just taken away.
    """

    key: MatchKey
    view: MatchView | None
    before: Sides
    after: Sides
    begun: bool


@dataclass(frozen=True)
class CorrectionView:
    """A corrected result after which another pair plays on than has won by now.

    `now` is None where the match has no winner any more.
    """

    view: MatchView
    key: MatchKey
    went_on: PairView | None
    now: PairView | None
    is_settled: bool
    later: tuple[LaterMatch, ...]

    @property
    def begun(self) -> tuple[LaterMatch, ...]:
        return tuple(each for each in self.later if each.begun)


@dataclass(frozen=True)
class PutRightView:
    """The knock-out as it was put right last, after the result of the match of `view`.

    `back` are the matches that taking it back brings into play again, with their pairs then;
    `gone` those made since, which go. `built_on` are those of them that were called or begun, which
    keep it from being taken back; `is_decided`: a later decision about the match does.
    """

    done: PutRight
    view: MatchView
    back: tuple[MatchBefore, ...]
    gone: tuple[MatchView, ...]
    built_on: tuple[MatchView, ...]
    is_decided: bool

    @property
    def can_be_taken_back(self) -> bool:
        return not self.built_on and not self.is_decided


@dataclass(frozen=True)
class MatchBefore:
    """A match that was put out of play: which it was, and its pairs. `kept`: with its sheet."""

    key: MatchKey
    number: int
    sides: Sides
    kept: bool


def put_right_of(knockout: KnockoutView) -> PutRightView | None:
    """What was put right last and could be taken back; None where nothing was.

    One query; none where the knock-out has a winner by decision, since its log was read then.
    """
    log = decisions_about(knockout.bracket) if knockout.log is None else knockout.log
    done = last_put_right(log)
    if done is None or done.number not in knockout.by_match:
        return None

    def views(matches: list[Match]) -> tuple[MatchView, ...]:
        found = (knockout.by_match[match.number].view for match in matches)
        return tuple(view for view in found if view is not None)

    own = knockout.by_match[done.number]
    assert own.view is not None  # noqa: S101 - matches by their numbers are made
    back = []
    for told in done.before:
        a, b = (knockout.by_number.get(pair) for pair in told["pairs"])
        back.append(MatchBefore(key_from(told["key"]), told["number"], (a, b), told["kept"]))
    return PutRightView(
        done,
        own.view,
        tuple(back),
        views(made_since(knockout.state, done)),
        views(built_on(knockout.state, done)),
        is_decided=own.decided is not None,
    )


def corrections_of(knockout: KnockoutView) -> list[CorrectionView]:
    """Every correction nobody has decided about, in the order of the bracket (no query)."""
    return [_view(knockout, each) for each in knockout.corrections]


def correction_of(knockout: KnockoutView, number: int) -> CorrectionView | None:
    """The one about the match of this number (no query); None where there is none."""
    return next(
        (each for each in corrections_of(knockout) if each.view.match.number == number), None
    )


def undecided_ties(knockout: KnockoutView) -> list[Tie]:
    """Matches in play without a result, which a decision could settle (no query)."""
    return [
        tie
        for tie in knockout.ties
        if tie.view is not None and tie.view.match.is_open and not tie.is_finished
    ]


def latest_match_of(tournament: Tournament, pair: int) -> Match | None:
    """The last match of the knock-out that the pair with this key plays, or played (one query)."""
    return (
        tournament.matches.live()
        .filter(Q(pair_a=pair) | Q(pair_b=pair), bracket__counts=True)
        .order_by("-round")
        .first()
    )


def _view(knockout: KnockoutView, correction: Correction) -> CorrectionView:
    def pair(number: object) -> PairView | None:
        return None if number is None else knockout.by_number.get(int(str(number)))

    ties = {tie.key: tie for tie in knockout.ties}
    later = []
    for change in correction.changes:
        view = ties[change.key].view
        later.append(
            LaterMatch(
                change.key,
                view,
                (pair(change.before[0]), pair(change.before[1])),
                (pair(change.after[0]), pair(change.after[1])),
                begun=view is not None and is_fixed(view.match),
            )
        )
    own = ties[correction.key].view
    assert own is not None  # noqa: S101 - only a match that is made is corrected
    return CorrectionView(
        own,
        correction.key,
        pair(correction.went_on),
        pair(correction.now),
        correction.is_settled,
        tuple(later),
    )
