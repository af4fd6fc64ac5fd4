"""Guessing links and codes is limited, in every process alike: wrong tries are kept for a while."""

from __future__ import annotations

from django.utils import timezone

from tournaments.guessing import counts_since
from tournaments.models import Tournament, WrongTry


def too_many_wrong(tournament: Tournament, kind: WrongTry.Kind, subject: str, *, most: int) -> bool:
    """Whether `most` wrong tries of this kind and subject count now (one query)."""
    tries = WrongTry.objects.filter(
        tournament=tournament, kind=kind, subject=subject, at__gte=counts_since(timezone.now())
    )
    return tries.count() >= most


def keep_wrong_try(tournament: Tournament, kind: WrongTry.Kind, subject: str) -> None:
    """Keeps one wrong try more, and drops those that count no longer.

    A guess is no change of the event, so the audit does not tell of it. Call it outside the
    transaction that the guess makes fail.
    """
    WrongTry.objects.filter(tournament=tournament, at__lt=counts_since(timezone.now())).delete()
    WrongTry.objects.create(tournament=tournament, kind=kind, subject=subject)
