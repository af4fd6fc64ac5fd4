"""Pairs that withdrew."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from scoring.withdrawal import Choice
from tournaments.models.draws import MAX_REASON
from tournaments.models.event import Pair, Tournament


class Withdrawal(models.Model):
    """A pair's withdrawal from its pool (R27). Kept for ever, an undone one too.

    `effects` tells what it made of which match, by number: `{"match", "annulled": true}`, or
    `{"match", "awarded_to", "revision"}` where it wrote a forfeit in that revision of the sheet.
    `left` are the matches that undoing it left to be corrected by hand. `reason` is for the staff.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="withdrawals")
    # A pair that came back can still be removed, once the draw has been taken back.
    pair = models.ForeignKey(Pair, on_delete=models.SET_NULL, null=True, related_name="withdrawals")
    pair_number = models.PositiveSmallIntegerField()
    choice = models.CharField(
        max_length=5, choices=[(choice.value, choice.value) for choice in Choice]
    )
    reason = models.CharField(max_length=MAX_REASON)
    made_at = models.DateTimeField(auto_now_add=True)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    made_by_name = models.CharField(max_length=160)
    effects = models.JSONField(default=list)

    undone_at = models.DateTimeField(null=True)
    undone_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    undone_by_name = models.CharField(max_length=160, blank=True)
    undone_reason = models.CharField(max_length=MAX_REASON, blank=True)
    left = models.JSONField(default=list)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["pair"],
                condition=models.Q(undone_at__isnull=True),
                name="one_withdrawal_of_a_pair_in_force",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.pair_number}: {self.choice}"
