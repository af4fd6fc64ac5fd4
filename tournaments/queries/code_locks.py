"""Pairs whose code is locked by too many wrong ones, read along with their matches."""

from __future__ import annotations

from datetime import datetime

from django.db.models import OuterRef, QuerySet, Subquery, TextField, Value
from django.db.models.functions import Cast, Concat
from django.utils import timezone

from scoring.deals import Side
from tournaments.guessing import KEPT_FOR, MOST_WRONG_CODES, code_subject, counts_since
from tournaments.models import Match, WrongTry


def with_code_locks(matches: QuerySet[Match]) -> QuerySet[Match]:
    """Each match with what `code_locks` tells of it (no query more)."""
    return matches.annotate(locked_a=_locked(Side.A), locked_b=_locked(Side.B))


def code_locks(match: Match) -> dict[Side, datetime]:
    """The pairs of a match read by `with_code_locks` for which no code is read now, each with when
    it is again by itself (no query)."""
    first_tries = {Side.A: match.locked_a, Side.B: match.locked_b}  # type: ignore[attr-defined]
    return {side: at + KEPT_FOR for side, at in first_tries.items() if at is not None}


def _locked(side: Side) -> Subquery:
    """When the first of the wrong tries was made that lock the code of a pair; null where it is not
    locked."""
    subject = Concat(Cast(OuterRef("number"), TextField()), Value(code_subject("", side)))
    tries = WrongTry.objects.filter(
        tournament=OuterRef("tournament"),
        kind=WrongTry.Kind.CODE,
        subject=subject,
        at__gte=counts_since(timezone.now()),
    )
    return Subquery(tries.order_by("-at").values("at")[MOST_WRONG_CODES - 1 : MOST_WRONG_CODES])
