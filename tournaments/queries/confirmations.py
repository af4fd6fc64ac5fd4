"""Who has confirmed which result, what waits for it, and which tables wait for a referee."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Q

from scoring.deals import Side
from tournaments.models import Confirmation, Match, RefereeCall, Tournament
from tournaments.queries.matches import MatchView
from tournaments.queries.pairs import PairView


@dataclass(frozen=True)
class SideView:
    """A pair at the end of its match. `confirmation` is None while it has not confirmed the result,
    `dispute` while it does not say that the result is wrong."""

    side: Side
    pair: PairView
    confirmation: Confirmation | None
    dispute: RefereeCall | None

    @property
    def by_code(self) -> bool:
        """Whether the pair confirmed it itself; else a referee did."""
        return self.confirmation is not None and not self.confirmation.made_by_name


@dataclass(frozen=True)
class ConfirmingView:
    """How far a match's result is confirmed, pair A first. `can_be_confirmed`: nothing but the
    word of a pair is missing."""

    view: MatchView
    sides: tuple[SideView, SideView]

    @property
    def disputes(self) -> tuple[RefereeCall, ...]:
        return tuple(each.dispute for each in self.sides if each.dispute)

    @property
    def waiting(self) -> tuple[SideView, ...]:
        """The pairs that have not confirmed it."""
        return tuple(each for each in self.sides if each.confirmation is None)

    @property
    def anybody_has(self) -> bool:
        return len(self.waiting) < len(self.sides)

    @property
    def can_be_confirmed(self) -> bool:
        return self.view.match.awaits_confirmation and not self.disputes


@dataclass(frozen=True)
class CallView:
    """A table that waits for a referee. `view` is its match, None where it has none; `pair` the
    one that disputes the result."""

    call: RefereeCall
    view: MatchView | None

    @property
    def pair(self) -> PairView | None:
        if self.view is None or not self.call.is_dispute:
            return None
        return self.view.a if self.call.side == Side.A else self.view.b

    @property
    def is_outdated(self) -> bool:
        """Whether the sheet has changed since the result was disputed."""
        return (
            self.view is not None
            and self.call.is_dispute
            and self.view.match.revision != self.call.revision
        )


@dataclass(frozen=True)
class Disputes:
    """What pairs have said of a match's result being wrong, in the order said: what waits for an
    answer, and what was answered."""

    waiting: tuple[RefereeCall, ...]
    answered: tuple[RefereeCall, ...]

    def standing(self, match: Match) -> tuple[RefereeCall, ...]:
        """The answers that the pairs go by: the last to each about the sheet as it is, until both
        have confirmed it."""
        if match.is_confirmed:
            return ()
        last = {
            call.side: call
            for call in self.answered
            if call.outcome and call.answered_revision == match.revision
        }
        asked_anew = {call.side for call in self.waiting}
        return tuple(last[side] for side in sorted(last.keys() - asked_anew))


@dataclass(frozen=True)
class CallsOfTable:
    """What a table with its match has asked: `help` is its call for a referee that is not handled
    yet."""

    help: RefereeCall | None
    disputes: Disputes


def confirming_of(view: MatchView, disputes: Disputes | None = None) -> ConfirmingView | None:
    """How far a match's result is confirmed; None where it has none that counts, and nobody
    disputes one (one query, two where the match's `disputes` are not given; none before the end of
    the match)."""
    match = view.match
    if not match.counts or not match.is_live:
        return None
    confirmed = {
        Side(each.side): each for each in match.confirmations.filter(revision=match.revision)
    }
    waiting = {
        Side(call.side): call
        for call in (disputes_of(match) if disputes is None else disputes).waiting
    }

    def side_view(side: Side, pair: PairView) -> SideView:
        return SideView(side, pair, confirmed.get(side), waiting.get(side))

    return ConfirmingView(view, (side_view(Side.A, view.a), side_view(Side.B, view.b)))


def unconfirmed_results(views: Iterable[MatchView]) -> list[MatchView]:
    """The matches with a result that not both pairs have confirmed, by time and table (no query).

    An event run on paper has all of its results here until a referee confirms them.
    """
    waiting = [view for view in views if view.match.awaits_confirmation]
    return sorted(
        waiting, key=lambda view: (view.match.starts_at, view.match.slot, view.match.table)
    )


def open_calls(tournament: Tournament, views: Iterable[MatchView] = ()) -> list[CallView]:
    """The tables that wait for a referee, the longest waiting first (one query).

    `views` are the event's matches; a call's own is told where it is among them.
    """
    by_key = {view.match.pk: view for view in views}
    calls = tournament.referee_calls.filter(answered_at__isnull=True).order_by("made_at", "pk")
    return [CallView(call, by_key.get(call.match_id or 0)) for call in calls]


def answered_calls(tournament: Tournament, views: Iterable[MatchView], most: int) -> list[CallView]:
    """The calls answered last, the latest first, at most `most` (one query)."""
    by_key = {view.match.pk: view for view in views}
    calls = tournament.referee_calls.filter(answered_at__isnull=False).order_by(
        "-answered_at", "-pk"
    )
    return [CallView(call, by_key.get(call.match_id or 0)) for call in calls[:most]]


def disputes_of(match: Match) -> Disputes:
    """What pairs have said of the match's result being wrong (one query)."""
    return _parted(match.referee_calls.filter(kind=RefereeCall.Kind.DISPUTE).order_by("pk"))


def calls_of_table(match: Match) -> CallsOfTable:
    """What the table of a match has asked (one query)."""
    is_help = Q(table=match.table, kind=RefereeCall.Kind.HELP, answered_at__isnull=True)
    is_dispute = Q(match=match, kind=RefereeCall.Kind.DISPUTE)
    calls = list(
        RefereeCall.objects.filter(
            is_help | is_dispute, tournament_id=match.tournament_id
        ).order_by("pk")
    )
    return CallsOfTable(
        next((call for call in calls if not call.is_dispute), None),
        _parted(call for call in calls if call.is_dispute),
    )


def _parted(disputes: Iterable[RefereeCall]) -> Disputes:
    disputes = list(disputes)
    return Disputes(
        tuple(call for call in disputes if call.answered_at is None),
        tuple(call for call in disputes if call.answered_at is not None),
    )
