"""Play: matches and their score sheets."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models

from scoring.deals import Side
from scoring.ledger import DecidedBy, FormatKind, MatchState
from scoring.turns import Seat, Seating
from tournaments.models.draws import MAX_REASON, Pool
from tournaments.models.event import Pair, Tournament
from tournaments.models.knockout import Bracket
from tournaments.models.live import LiveQuerySet

if TYPE_CHECKING:
    from django.db.models.fields.related_descriptors import RelatedManager

    from tournaments.models.rulings import JuryDecision
    from tournaments.models.tables import Confirmation

LARGEST_NUMBER = 32_767
"""No match and no table has a higher number: it is the most that both databases keep of one."""


def _choices(codes: type[StrEnum]) -> list[tuple[str, str]]:
    return [(code.value, code.value) for code in codes]


class Annulment(models.TextChoices):
    """What annulled a match: a decision about this very one, a pair's withdrawal (R27), or that
    its whole draw was annulled."""

    DECISION = "decision"
    WITHDRAWAL = "withdrawal"
    DRAW = "draw"


class Stage(models.TextChoices):
    """Which part of the event a match belongs to."""

    POOL = "pool"
    PLAY_OFF = "play_off"
    """Parts pairs that are level in their pool (R13, R25)."""
    KNOCKOUT = "knockout"


class Match(models.Model):
    """Two pairs, an agreed number of deals, a time and a table.

    A match of a pool or of its play-off has its `pool`. One of the knock-out has none: it is the
    match of its `bracket` with this `round`, from 1, and `bracket_number`, from 0 in the round
    (`scoring.knockout.MatchKey`).

    An annulled match keeps its sheet and counts nowhere. `annulment` is empty for one that is not
    annulled; `annulment_reason` is public, and empty where a withdrawal is reason enough.

    The fields under "cached" are derived from the score sheet, written by `tournaments.ledger`
    alone and can be rebuilt from the entries (`manage.py check_ledgers`).
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="matches")
    number = models.PositiveSmallIntegerField()
    stage = models.CharField(max_length=8, choices=Stage, default=Stage.POOL)
    pool = models.ForeignKey(Pool, on_delete=models.CASCADE, null=True, related_name="matches")
    bracket = models.ForeignKey(
        Bracket, on_delete=models.PROTECT, null=True, related_name="matches"
    )
    bracket_number = models.PositiveSmallIntegerField(null=True)
    round = models.PositiveSmallIntegerField()
    pair_a = models.ForeignKey(Pair, on_delete=models.PROTECT, related_name="matches_as_a")
    pair_b = models.ForeignKey(Pair, on_delete=models.PROTECT, related_name="matches_as_b")
    format = models.CharField(
        max_length=8, choices=_choices(FormatKind), default=FormatKind.FIXED.value
    )
    deals = models.PositiveSmallIntegerField(null=True)

    slot = models.PositiveSmallIntegerField()
    table = models.PositiveSmallIntegerField()
    starts_at = models.DateTimeField()
    # Since when its pairs have been called to the table, and whether somebody placed it by hand.
    called_at = models.DateTimeField(null=True)
    moved_by_hand = models.BooleanField(default=False)
    is_live = models.BooleanField(default=True)

    annulment = models.CharField(max_length=10, choices=Annulment, blank=True)
    annulment_reason = models.CharField(max_length=MAX_REASON, blank=True)
    annulled_at = models.DateTimeField(null=True)

    # Who sits where and deals first (R5): both or neither. `left_of_a1` is the player of pair B
    # on the left of pair A's first. `seats_revision` counts their changes.
    left_of_a1 = models.CharField(max_length=2, choices=_choices(Seat), blank=True)
    first_dealer = models.CharField(max_length=2, choices=_choices(Seat), blank=True)
    seats_revision = models.PositiveIntegerField(default=0)

    # The revision an empty sheet begins at. Each schedule made anew begins at another one: a page
    # of an earlier schedule never fits a match that has got the same number since.
    first_revision = models.PositiveIntegerField(default=0)

    # The revision of the sheet that pair A, or B, has confirmed: it holds while the sheet stays.
    confirmed_a = models.PositiveIntegerField(null=True)
    confirmed_b = models.PositiveIntegerField(null=True)
    # How often the link on the score sheet was renewed.
    link_renewed = models.PositiveSmallIntegerField(default=0)

    # cached
    revision = models.PositiveIntegerField(default=0)
    entry_count = models.PositiveSmallIntegerField(default=0)
    deals_played = models.PositiveSmallIntegerField(default=0)
    state = models.CharField(
        max_length=11, choices=_choices(MatchState), default=MatchState.PLAYING.value
    )
    winner = models.CharField(max_length=1, choices=_choices(Side), blank=True)
    decided_by = models.CharField(max_length=8, choices=_choices(DecidedBy), blank=True)
    total_a = models.PositiveIntegerField(default=0)
    total_b = models.PositiveIntegerField(default=0)
    rise_a = models.PositiveIntegerField(default=0)
    rise_b = models.PositiveIntegerField(default=0)
    tuppi = models.BooleanField(default=False)
    nalsy = models.BooleanField(default=False)
    sheet_missing = models.BooleanField(default=False)
    changed_at = models.DateTimeField(null=True)

    objects = LiveQuerySet.as_manager()

    confirmations: RelatedManager[Confirmation]
    entries: RelatedManager[LedgerEntry]
    jury_decisions: RelatedManager[JuryDecision]
    revisions: RelatedManager[SheetRevision]

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="match_number_once"),
            models.UniqueConstraint(
                fields=["tournament", "slot", "table"],
                condition=models.Q(is_live=True),
                name="one_match_at_a_table",
            ),
            models.CheckConstraint(
                condition=~models.Q(pair_a=models.F("pair_b")), name="match_needs_two_pairs"
            ),
            models.UniqueConstraint(
                fields=["bracket", "round", "bracket_number"],
                condition=models.Q(is_live=True),
                name="bracket_match_once",
            ),
            models.CheckConstraint(
                condition=models.Q(
                    stage="knockout",
                    pool__isnull=True,
                    bracket__isnull=False,
                    bracket_number__isnull=False,
                )
                | (
                    ~models.Q(stage="knockout")
                    & models.Q(
                        pool__isnull=False, bracket__isnull=True, bracket_number__isnull=True
                    )
                ),
                name="match_is_of_a_pool_or_a_bracket",
            ),
            models.CheckConstraint(
                condition=models.Q(annulment="", annulled_at__isnull=True)
                | (models.Q(annulled_at__isnull=False) & ~models.Q(annulment="")),
                name="annulled_match_has_its_time",
            ),
            models.CheckConstraint(
                condition=models.Q(left_of_a1="", first_dealer="")
                | models.Q(left_of_a1__in=("B1", "B2"), first_dealer__in=("A1", "A2", "B1", "B2")),
                name="match_has_its_seats_or_none",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number}"

    @property
    def is_finished(self) -> bool:
        return self.state == MatchState.FINISHED

    @property
    def was_written(self) -> bool:
        """Whether anything was ever written on the sheet, taken back since or not."""
        return self.revision > self.first_revision

    @property
    def is_started(self) -> bool:
        return self.entry_count > 0

    @property
    def annulled(self) -> bool:
        return bool(self.annulment)

    @property
    def counts(self) -> bool:
        """Whether the match has a result that counts."""
        return self.is_finished and not self.annulled

    @property
    def confirmed_by_a(self) -> bool:
        """Whether pair A stands by the sheet as it is now, or a referee confirmed for it."""
        return self.is_finished and self.confirmed_a == self.revision

    @property
    def confirmed_by_b(self) -> bool:
        """Whether pair B stands by the sheet as it is now, or a referee confirmed for it."""
        return self.is_finished and self.confirmed_b == self.revision

    @property
    def is_confirmed(self) -> bool:
        return self.confirmed_by_a and self.confirmed_by_b

    @property
    def awaits_confirmation(self) -> bool:
        """Whether the match has a result that not both pairs have confirmed."""
        return self.counts and not self.is_confirmed

    @property
    def is_open(self) -> bool:
        """Whether the match is still to be played, from its beginning or on from where it is."""
        return not self.is_finished and not self.annulled

    @property
    def under_way(self) -> bool:
        return self.is_started and self.is_open

    @property
    def is_called(self) -> bool:
        """Whether the match has been called to its table and no deal is written yet."""
        return self.called_at is not None and self.is_open and not self.is_started

    @property
    def seating(self) -> Seating | None:
        """Who sits where and deals first; None where nobody said."""
        if not self.first_dealer:
            return None
        return Seating(Seat(self.left_of_a1), Seat(self.first_dealer))


class SheetRevision(models.Model):
    """One write to a match's score sheet: who, when and, for a correction, why.

    One made at a table has its `made_at_table` and no name.

    `replayed_deal` is the deal that the jury has played again, where that took its line away.
    """

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="revisions")
    number = models.PositiveIntegerField()
    made_at = models.DateTimeField(auto_now_add=True)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    made_by_name = models.CharField(max_length=160)
    made_at_table = models.PositiveSmallIntegerField(null=True)
    reason = models.CharField(max_length=MAX_REASON, blank=True)
    corrects = models.BooleanField(default=False)
    replayed_deal = models.PositiveSmallIntegerField(null=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="sheet_revision_once")
        ]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.number}"

    @property
    def takes_back_at_table(self) -> bool:
        """Whether the deal written last was taken back at the table: a table ends no other line."""
        return self.corrects and self.made_at_table is not None


class LedgerEntry(models.Model):
    """One line of a score sheet. Never changed, never deleted: a correction ends it.

    `record` is the entry in the form of `scoring.records`; `position` counts from 1. The entry
    stands on the sheet from revision `added` until, if ever, revision `ended`.
    """

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="entries")
    position = models.PositiveSmallIntegerField()
    record = models.JSONField()
    added = models.ForeignKey(SheetRevision, on_delete=models.PROTECT, related_name="added_entries")
    ended = models.ForeignKey(
        SheetRevision, on_delete=models.PROTECT, null=True, related_name="ended_entries"
    )

    class Meta:
        ordering = ["match_id", "position"]
        constraints = [
            models.UniqueConstraint(
                fields=["match", "position"],
                condition=models.Q(ended__isnull=True),
                name="one_live_entry_at_a_position",
            ),
            models.CheckConstraint(
                condition=models.Q(position__gte=1), name="entry_positions_count_from_one"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}: {self.position}"
