"""Who gave which ruling, the jury of an event, and what it decided."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from tournaments.models.event import Pair, Tournament
from tournaments.models.play import LedgerEntry, Match, SheetRevision
from tournaments.names import MAX_NAME

MAX_DECISION_REASON = 200
"""The longest public reason of a decision, in characters: it goes into a sheet's revision too."""

MAX_NOTE = 500
"""The longest note for the staff, in characters."""

MAX_RULED_BY = 160
"""The longest name of whoever ruled, in characters."""

JURY_SEATS = 3


class Ruling(models.Model):
    """Who gave the ruling of a line of a sheet, when, and a note for the staff (R20).

    Offence and offender stand in the entry itself. `recorded` is the write with which the ruling
    first came to the sheet: when it was, and who typed it. A correction that ends the line and
    adds it again carries the facts over to the new entry; the old one keeps its own.
    """

    entry = models.OneToOneField(LedgerEntry, on_delete=models.PROTECT, related_name="ruling")
    recorded = models.ForeignKey(SheetRevision, on_delete=models.PROTECT, related_name="+")
    ruled_by = models.CharField(max_length=MAX_RULED_BY)
    note = models.CharField(max_length=MAX_NOTE, blank=True)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.entry_id}: {self.ruled_by}"


class JuryMember(models.Model):
    """One of the three people who decide what the rules leave open (R20a)."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="jury")
    seat = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=MAX_NAME)
    club_name = models.CharField(max_length=MAX_NAME, blank=True)

    class Meta:
        ordering = ["seat"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "seat"], name="jury_seat_once"),
            models.CheckConstraint(condition=models.Q(seat__in=(1, 2, 3)), name="jury_of_three"),
        ]

    def __str__(self) -> str:
        return self.name


class JuryDecision(models.Model):
    """A free decision of the jury (R19, R20a). Kept for ever, an undone one too.

    `subject` names whom it is about as they stood then: a pair, a player, the two pairs of match
    `subject_match`, or nobody. `points` are added to the pair's
    match points in the match, taken from them below 0. `deal` is the deal played again. `reason`
    is public, `note` for the staff. `jury` holds name and club of its members at that time.
    """

    class Kind(models.TextChoices):
        REPLAY = "replay"
        POINTS = "points"
        EXCLUSION = "exclusion"
        OTHER = "other"

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="decisions")
    number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=9, choices=Kind)
    # A draw taken back takes matches and pairs along; what was decided stays, by `subject`.
    match = models.ForeignKey(
        Match, on_delete=models.SET_NULL, null=True, related_name="jury_decisions"
    )
    pair = models.ForeignKey(
        Pair, on_delete=models.SET_NULL, null=True, related_name="jury_decisions"
    )
    subject = models.JSONField(default=list)
    subject_match = models.PositiveSmallIntegerField(null=True)
    points = models.IntegerField(null=True)
    deal = models.PositiveSmallIntegerField(null=True)
    reason = models.CharField(max_length=MAX_DECISION_REASON)
    note = models.CharField(max_length=MAX_NOTE, blank=True)
    jury = models.JSONField(default=list)
    made_at = models.DateTimeField(auto_now_add=True)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    made_by_name = models.CharField(max_length=160)

    undone_at = models.DateTimeField(null=True)
    undone_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    undone_by_name = models.CharField(max_length=160, blank=True)
    undone_reason = models.CharField(max_length=MAX_DECISION_REASON, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "number"], name="jury_decision_number_once"
            ),
            models.CheckConstraint(
                condition=models.Q(kind="points", points__isnull=False)
                | (~models.Q(kind="points") & models.Q(points__isnull=True)),
                name="jury_points_are_points",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number}: {self.kind}"

    @property
    def is_undone(self) -> bool:
        return self.undone_at is not None
