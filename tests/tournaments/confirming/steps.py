"""What pairs and referees do at the end of a match, step by step."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from scoring.deals import Side
from tournaments.access import pair_code
from tournaments.actions.confirming import confirm_for, confirm_with_code
from tournaments.actions.referee_calls import dispute_result
from tournaments.models import Match, RefereeCall, User
from tournaments.permissions import ANONYMOUS, Actor, AtTable, actor_of

A, B = Side.A, Side.B


def at_table(match: Match) -> Actor:
    """Whoever holds the link of the match's table."""
    return replace(ANONYMOUS, at_table=AtTable(match.tournament_id, match.table))


def code(match: Match, side: Side) -> str:
    return pair_code(match.tournament, match.pair_a if side is A else match.pair_b)


def wrong(match: Match, side: Side) -> str:
    """A code that is not the pair's."""
    return f"{(int(code(match, side)) + 1) % 100_000:05d}"


def confirm(match: Match, side: Side, typed: str | None = None, **changed: Any) -> Match:
    """A pair confirms at its table, with its own code unless another is typed."""
    seen = Match.objects.get(pk=match.pk).revision
    confirmed = confirm_with_code(
        **{
            "actor": at_table(match),
            "match": match,
            "side": side,
            "code": code(match, side) if typed is None else typed,
            "seen_revision": seen,
            **changed,
        }
    )
    match.refresh_from_db()
    return confirmed


def confirm_both(user: User, match: Match) -> None:
    """A referee confirms for both pairs."""
    match.refresh_from_db()
    confirm_for(actor=actor_of(user), match=match, sides=(A, B), seen_revision=match.revision)
    match.refresh_from_db()


def dispute(
    match: Match, side: Side, reason: str = "deal 4 was ours", **changed: Any
) -> RefereeCall:
    """A pair says at its table that the result is wrong."""
    seen = Match.objects.get(pk=match.pk).revision
    call = dispute_result(
        **{
            "actor": at_table(match),
            "match": match,
            "side": side,
            "code": code(match, side),
            "reason": reason,
            "seen_revision": seen,
            **changed,
        }
    )
    match.refresh_from_db()
    return call
