"""Draws, and the pools that came of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models

from tournaments.models.event import Pair, Tournament
from tournaments.models.live import LiveQuerySet

if TYPE_CHECKING:
    from tournaments.models.live import LiveManager
    from tournaments.models.play import Match

MAX_REASON = 300
"""The longest reason kept with a decision, in characters."""


class Draw(models.Model):
    """One draw of an event, kept whether or not it came to count (R24).

    `entrants` are the pair numbers as they went in and `pools` the pair numbers as they came out;
    with `seed`, `apart`, `seeded` (numbers of the pairs spread over the pools, best first) and
    `kept_apart` (groups of pair numbers) anyone can make the draw again. A draw can be annulled
    after play began; its pools and matches are kept then, no longer live.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="draws")
    number = models.PositiveSmallIntegerField()
    seed = models.CharField(max_length=80)
    pool_count = models.PositiveSmallIntegerField()
    apart = models.BooleanField()
    seeded = models.JSONField(default=list)
    kept_apart = models.JSONField(default=list)
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
    annulled_at = models.DateTimeField(null=True)
    annulled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    annulled_by_name = models.CharField(max_length=160, blank=True)
    annulled_reason = models.CharField(max_length=MAX_REASON, blank=True)

    drawn_pools: LiveManager[Pool]

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="draw_number_once"),
            models.CheckConstraint(
                condition=models.Q(annulled_at__isnull=True) | models.Q(counts=False),
                name="annulled_draw_does_not_count",
            ),
            models.UniqueConstraint(
                fields=["tournament"], condition=models.Q(counts=True), name="one_draw_counts"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number}: {self.seed}"


class Pool(models.Model):
    """Pairs who all meet once (R22), with the deals of their matches (R21).

    One that is not live came of a draw annulled since; so did its places and matches. It shows in
    no list of the event, and nothing of it counts.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="pools")
    number = models.PositiveSmallIntegerField()
    deals = models.PositiveSmallIntegerField()
    draw = models.ForeignKey(Draw, on_delete=models.PROTECT, null=True, related_name="drawn_pools")
    is_live = models.BooleanField(default=True)

    objects = LiveQuerySet.as_manager()

    places: LiveManager[PoolPlace]
    matches: LiveManager[Match]

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "number"],
                condition=models.Q(is_live=True),
                name="pool_number_once",
            )
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
    """A pair's place in its pool, in the order drawn; `added_at` where it joined after the draw."""

    pool = models.ForeignKey(Pool, on_delete=models.CASCADE, related_name="places")
    pair = models.ForeignKey(Pair, on_delete=models.PROTECT, related_name="pool_places")
    position = models.PositiveSmallIntegerField()
    added_at = models.DateTimeField(null=True)
    is_live = models.BooleanField(default=True)

    objects = LiveQuerySet.as_manager()

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["pool", "position"], name="pool_position_once"),
            models.UniqueConstraint(
                fields=["pair"], condition=models.Q(is_live=True), name="pair_in_one_live_pool"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.pool_id}/{self.position}"
