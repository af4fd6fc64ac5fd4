"""Who has signed up for an event, and where each of them stands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from tournaments.drawn_pairs import has_draw
from tournaments.models import SignUp, Tournament
from tournaments.sign_up_phase import Phase, phase_of, waiting_places


@dataclass(frozen=True)
class SignUpView:
    """A sign-up. `waits_as` is its place on the waiting list from 1, None where it has room."""

    sign_up: SignUp
    waits_as: int | None

    @property
    def name(self) -> str:
        """Both names; never inflected."""
        return f"{self.sign_up.first_name} – {self.sign_up.second_name}"

    @property
    def clubs(self) -> str:
        """The clubs of both, a shared one once; "" where neither has any."""
        clubs = dict.fromkeys((self.sign_up.first_club, self.sign_up.second_club))
        return ", ".join(club for club in clubs if club)


@dataclass(frozen=True)
class SignUps:
    """An event's sign-ups: `open_ones` in the order they came, `settled` the latest first.

    `room` is how many pairs more the event takes, None where it has no limit.
    """

    phase: Phase
    pair_count: int
    room: int | None
    open_ones: tuple[SignUpView, ...]
    settled: tuple[SignUpView, ...]

    @property
    def with_room(self) -> tuple[SignUpView, ...]:
        return tuple(view for view in self.open_ones if view.waits_as is None)

    @property
    def waiting(self) -> tuple[SignUpView, ...]:
        return tuple(view for view in self.open_ones if view.waits_as is not None)

    @property
    def next_waits_as(self) -> int | None:
        """Where on the waiting list whoever signs up now would stand; None where there is room."""
        if self.room is None or len(self.with_room) < self.room:
            return None
        return len(self.waiting) + 1


def sign_ups_of(tournament: Tournament, now: datetime | None = None) -> SignUps:
    """All sign-ups of an event (three queries)."""
    found = list(tournament.sign_ups.select_related("pair").order_by("number"))
    pair_count = tournament.pairs.filter(cancelled_at=None).count()
    open_ones = [each for each in found if each.state == SignUp.State.OPEN]
    views = _views(open_ones, pair_count, tournament.sign_up_limit)
    settled = sorted(
        (each for each in found if each.state != SignUp.State.OPEN),
        key=lambda each: (each.decided_at or each.made_at, each.number),
        reverse=True,
    )
    limit = tournament.sign_up_limit
    return SignUps(
        phase=phase_of(tournament, now or timezone.now(), is_drawn=has_draw(tournament)),
        pair_count=pair_count,
        room=None if limit is None else max(0, limit - pair_count),
        open_ones=tuple(views),
        settled=tuple(SignUpView(each, None) for each in settled),
    )


def sign_up_by_digest(tournament: Tournament, digest: str) -> SignUp | None:
    """The sign-up whose private link this is (one query); None for no such link."""
    return tournament.sign_ups.select_related("pair").filter(digest=digest).first()


def _views(open_ones: Sequence[SignUp], pair_count: int, limit: int | None) -> list[SignUpView]:
    waiting = waiting_places([each.number for each in open_ones], pair_count, limit)
    places = {number: place for place, number in enumerate(waiting, start=1)}
    return [SignUpView(each, places.get(each.number)) for each in open_ones]
