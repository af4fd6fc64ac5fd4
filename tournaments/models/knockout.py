"""What follows the pools: lots, the field that was locked, the brackets drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models

from scoring.bracket import Order
from tournaments.models.draws import MAX_REASON, Pool
from tournaments.models.event import Tournament

if TYPE_CHECKING:
    from tournaments.models.live import LiveManager
    from tournaments.models.play import Match

MAX_SEED = 80
"""The longest seed of a lot or a draw, in characters."""


class Lot(models.Model):
    """A lot drawn between pairs that nothing else parts (R25, R26, R28, R30). Kept for ever, one
    taken back too.

    `pairs` are the pair numbers as they went in, `order` as they came out, the best first. Drawn on
    the server, `seed` gives the order again; drawn by hand in the hall, there is no seed and two
    `witnesses` are named.
    """

    class Scope(models.TextChoices):
        """What the lot decides."""

        POOL = "pool"
        """The order of level pairs in their pool."""
        FIELD = "field"
        """Who of the best next-placed goes on."""
        PLACES = "places"
        """Final places."""

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="lots")
    number = models.PositiveSmallIntegerField()
    scope = models.CharField(max_length=6, choices=Scope)
    pool = models.ForeignKey(Pool, on_delete=models.PROTECT, null=True, related_name="lots")
    pairs = models.JSONField()
    order = models.JSONField()
    seed = models.CharField(max_length=MAX_SEED, blank=True)
    witnesses = models.JSONField(default=list)
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
    undone_reason = models.CharField(max_length=MAX_REASON, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="lot_number_once"),
            models.CheckConstraint(
                condition=models.Q(scope="pool", pool__isnull=False)
                | (~models.Q(scope="pool") & models.Q(pool__isnull=True)),
                name="lot_of_a_pool_has_its_pool",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number}: {self.scope}"


class LockedField(models.Model):
    """Who goes on from the pools, locked (R28). Kept for ever, one taken back too.

    `rows` tell each pair of the field, best first, as it was then: `{"pair": number,
    "pool": number, "ground", "pool_place", "moved_past": [numbers]}`; `first` and `size` are those
    of `scoring.advancement`.

    `kept_despite` tells each time that the field was kept though the pools came to say something
    else: `{"difference": its fingerprint, "reason", "at", "by"}` (`tournaments.field_changes`).
    """

    tournament = models.ForeignKey(
        Tournament, on_delete=models.PROTECT, related_name="locked_fields"
    )
    first = models.PositiveSmallIntegerField()
    size = models.PositiveSmallIntegerField()
    rows = models.JSONField()
    kept_despite = models.JSONField(default=list)
    locked_at = models.DateTimeField(auto_now_add=True)
    locked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    locked_by_name = models.CharField(max_length=160)

    undone_at = models.DateTimeField(null=True)
    undone_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    undone_by_name = models.CharField(max_length=160, blank=True)
    undone_reason = models.CharField(max_length=MAX_REASON, blank=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament"],
                condition=models.Q(undone_at__isnull=True),
                name="one_field_is_locked",
            )
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}: {self.size}"


class Bracket(models.Model):
    """One draw of the knock-out (R29), kept whether or not it came to count.

    `contenders` went in, best first, as `[number, pool number or null, [clubs]]`; with `seed`,
    `order`, `byes`, `apart` and `third_place` anyone can draw it again. `slots` are the pair
    numbers of the first round, null for a bye (`scoring.bracket`). `field` is the locked one it was
    drawn from, None for a knock-out without pools.

    `deals` are those of a match, round by round; `plan` tells when and at which table each match is
    to be played, by its key: `{"1.0": [starts_at, table], …}`, the match for third place under
    its own. `decided` holds winners that an organiser's decision stands for, by key: a result
    corrected after the next round began, or a match without a winner.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="brackets")
    number = models.PositiveSmallIntegerField()
    field = models.ForeignKey(
        LockedField, on_delete=models.PROTECT, null=True, related_name="brackets"
    )
    seed = models.CharField(max_length=MAX_SEED)
    order = models.CharField(max_length=8, choices=[(each.value, each.value) for each in Order])
    byes = models.CharField(max_length=8, choices=[(each.value, each.value) for each in Order])
    apart = models.BooleanField()
    third_place = models.BooleanField()
    contenders = models.JSONField()
    slots = models.JSONField()
    from_one_pool = models.PositiveSmallIntegerField()
    clashes = models.PositiveSmallIntegerField()
    deals = models.JSONField(default=list)
    plan = models.JSONField(default=dict)
    decided = models.JSONField(default=dict)
    drawn_at = models.DateTimeField(auto_now_add=True)
    drawn_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    drawn_by_name = models.CharField(max_length=160)
    published_at = models.DateTimeField(null=True)
    counts = models.BooleanField(default=False)

    annulled_at = models.DateTimeField(null=True)
    annulled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    annulled_by_name = models.CharField(max_length=160, blank=True)
    annulled_reason = models.CharField(max_length=MAX_REASON, blank=True)

    matches: LiveManager[Match]

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="bracket_number_once"),
            models.UniqueConstraint(
                fields=["tournament"], condition=models.Q(counts=True), name="one_bracket_counts"
            ),
            models.CheckConstraint(
                condition=models.Q(annulled_at__isnull=True) | models.Q(counts=False),
                name="annulled_bracket_does_not_count",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number}: {self.seed}"

    @property
    def rounds(self) -> int:
        """How many rounds there are, the final included."""
        return len(self.slots).bit_length() - 1
