"""At the tables: links, confirmed results, calls for a referee, wrong tries."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from scoring.deals import Side
from tournaments.models.draws import MAX_REASON
from tournaments.models.event import Tournament
from tournaments.models.play import Match

_SIDES = [(side.value, side.value) for side in Side]


class TableLink(models.Model):
    """What became of a table's link; a table without a row has its first one (see
    `tournaments.access`). `renewed` counts the links made in place of earlier ones."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="table_links")
    table = models.PositiveSmallIntegerField()
    renewed = models.PositiveSmallIntegerField(default=0)
    is_revoked = models.BooleanField(default=False)

    class Meta:
        ordering = ["table"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "table"], name="table_link_once")
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}/{self.table}"


class Confirmation(models.Model):
    """A pair's word for a result, or a referee's for it: it holds for one revision of the sheet.

    Given with the pair's own code at the table, it has no name.
    """

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="confirmations")
    side = models.CharField(max_length=1, choices=_SIDES)
    revision = models.PositiveIntegerField()
    made_at = models.DateTimeField(auto_now_add=True)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    made_by_name = models.CharField(max_length=160, blank=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["match", "side", "revision"], name="result_confirmed_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.revision}: {self.side}"


class RefereeCall(models.Model):
    """A table asks for a referee: to come, or because a pair disputes the result.

    `match` is the one it is about, None where the table has none; a dispute tells the `side` that
    made it, the `revision` disputed and its reason. A referee who has said that he is coming is in
    `coming_by`; the call stays open until it is answered, which for a call to come is: handled.
    `answer` is the referee's note, for the staff. What became of a dispute is its `outcome`, "" for
    one answered before that was asked; `answered_revision` is the sheet's when it was answered.
    """

    class Kind(models.TextChoices):
        HELP = "help"
        DISPUTE = "dispute"

    class Outcome(models.TextChoices):
        STANDS = "stands"
        CORRECTED = "corrected"

    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, related_name="referee_calls"
    )
    table = models.PositiveSmallIntegerField()
    # A match made anew before its first deal is gone; the table still waits for a referee.
    match = models.ForeignKey(
        Match, on_delete=models.SET_NULL, null=True, related_name="referee_calls"
    )
    kind = models.CharField(max_length=7, choices=Kind)
    side = models.CharField(max_length=1, choices=_SIDES, blank=True)
    revision = models.PositiveIntegerField(null=True)
    reason = models.CharField(max_length=MAX_REASON, blank=True)
    made_at = models.DateTimeField(auto_now_add=True)

    coming_at = models.DateTimeField(null=True)
    coming_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    coming_by_name = models.CharField(max_length=160, blank=True)

    answered_at = models.DateTimeField(null=True)
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    answered_by_name = models.CharField(max_length=160, blank=True)
    answer = models.CharField(max_length=MAX_REASON, blank=True)
    outcome = models.CharField(max_length=9, choices=Outcome, blank=True)
    answered_revision = models.PositiveIntegerField(null=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "table"],
                condition=models.Q(kind="help", answered_at__isnull=True),
                name="one_open_call_a_table",
            ),
            models.UniqueConstraint(
                fields=["match", "side"],
                condition=models.Q(kind="dispute", answered_at__isnull=True),
                name="one_open_dispute_a_pair",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}/{self.table}: {self.kind}"

    @property
    def is_dispute(self) -> bool:
        return self.kind == self.Kind.DISPUTE

    @property
    def is_corrected(self) -> bool:
        return self.outcome == self.Outcome.CORRECTED

    @property
    def corrected_by(self) -> int | None:
        """The revision that corrected the sheet disputed; None where the result was corrected by
        something else, by points of the jury say, or not at all."""
        is_another = self.answered_revision != self.revision
        return self.answered_revision if self.is_corrected and is_another else None


class WrongTry(models.Model):
    """A wrong link or code, kept for as long as guessing is to be limited.

    `subject` says what was tried: a digest of the address the guess came from, or a match and side.
    """

    class Kind(models.TextChoices):
        LINK = "link"
        CODE = "code"

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(max_length=4, choices=Kind)
    subject = models.CharField(max_length=64)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = [models.Index(fields=["tournament", "kind", "subject", "at"])]

    def __str__(self) -> str:
        return f"{self.kind}: {self.subject}"
