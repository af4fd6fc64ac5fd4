"""Play: draws, pools, matches and their score sheets."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models

from scoring.deals import Side
from scoring.ledger import DecidedBy, FormatKind, MatchState
from tournaments.models.event import Pair, Tournament

if TYPE_CHECKING:
    from django.db.models.fields.related_descriptors import RelatedManager

    from tournaments.models.rulings import JuryDecision


def _choices(codes: type[StrEnum]) -> list[tuple[str, str]]:
    return [(code.value, code.value) for code in codes]


class Draw(models.Model):
    """One draw of an event, kept whether or not it came to count (R24).

    `entrants` are the pair numbers as they went in and `pools` the pair numbers as they came out;
    with `seed` and `apart` anyone can make the draw again.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="draws")
    number = models.PositiveSmallIntegerField()
    seed = models.CharField(max_length=80)
    pool_count = models.PositiveSmallIntegerField()
    apart = models.BooleanField()
    entrants = models.JSONField()
    pools = models.JSONField()
    clashes = models.PositiveSmallIntegerField()
    drawn_at = models.DateTimeField(auto_now_add=True)
    drawn_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    drawn_by_name = models.CharField(max_length=160)
    published_at = models.DateTimeField(null=True)
    counts = models.BooleanField(default=False)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="draw_number_once"),
            models.UniqueConstraint(
                fields=["tournament"], condition=models.Q(counts=True), name="one_draw_counts"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number}: {self.seed}"


class Pool(models.Model):
    """Pairs who all meet once (R22), with the deals of their matches (R21)."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="pools")
    number = models.PositiveSmallIntegerField()
    deals = models.PositiveSmallIntegerField()

    places: RelatedManager[PoolPlace]
    matches: RelatedManager[Match]

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="pool_number_once")
        ]

    def __str__(self) -> str:
        return self.label

    @property
    def label(self) -> str:
        """A, B … Z, then AA, AB …"""
        letters, rest = "", self.number
        while rest:
            rest, letter = divmod(rest - 1, 26)
            letters = chr(65 + letter) + letters
        return letters


class PoolPlace(models.Model):
    """A pair's place in its pool, in the order drawn."""

    pool = models.ForeignKey(Pool, on_delete=models.CASCADE, related_name="places")
    pair = models.OneToOneField(Pair, on_delete=models.PROTECT, related_name="pool_place")
    position = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["pool", "position"], name="pool_position_once")
        ]

    def __str__(self) -> str:
        return f"{self.pool_id}/{self.position}"


class Match(models.Model):
    """Two pairs, an agreed number of deals, a time and a table.

    The fields under "cached" are derived from the score sheet, written by `tournaments.ledger`
    alone and can be rebuilt from the entries (`manage.py check_ledgers`).
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="matches")
    number = models.PositiveSmallIntegerField()
    pool = models.ForeignKey(Pool, on_delete=models.CASCADE, related_name="matches")
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
    changed_at = models.DateTimeField(null=True)

    entries: RelatedManager[LedgerEntry]
    jury_decisions: RelatedManager[JuryDecision]
    revisions: RelatedManager[SheetRevision]

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="match_number_once"),
            models.UniqueConstraint(
                fields=["tournament", "slot", "table"], name="one_match_at_a_table"
            ),
            models.CheckConstraint(
                condition=~models.Q(pair_a=models.F("pair_b")), name="match_needs_two_pairs"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number}"

    @property
    def is_finished(self) -> bool:
        return self.state == MatchState.FINISHED

    @property
    def is_started(self) -> bool:
        return self.entry_count > 0

    @property
    def under_way(self) -> bool:
        return self.is_started and not self.is_finished


class SheetRevision(models.Model):
    """One write to a match's score sheet: who, when and, for a correction, why."""

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="revisions")
    number = models.PositiveIntegerField()
    made_at = models.DateTimeField(auto_now_add=True)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    made_by_name = models.CharField(max_length=160)
    reason = models.CharField(max_length=300, blank=True)
    corrects = models.BooleanField(default=False)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="sheet_revision_once")
        ]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.number}"


class LedgerEntry(models.Model):
    """One line of a score sheet. Never changed, never deleted: a correction ends it.

    `record` is the entry in the form of RULES.md ("Formats"); `position` counts from 1. The entry
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
