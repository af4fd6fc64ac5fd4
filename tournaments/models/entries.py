"""How pairs come to an event and change: signing up in public, substitutes."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from tournaments.models.draws import MAX_REASON
from tournaments.models.event import Pair, Tournament
from tournaments.models.people import Club, Player
from tournaments.names import MAX_NAME

MAX_CONTACT = 200
"""The longest contact of somebody who signs up, in characters."""


class SignUp(models.Model):
    """Two names signed up in public, in the order they came.

    Of the entrant's private link only the digest is kept. `contact` is for the organisers, never
    public and in no file that is not asked for it. `source_digest` tells sign-ups from one address
    apart from others without keeping the address. `pair` is what approving made of it.
    """

    class State(models.TextChoices):
        OPEN = "open"
        """Waits for the organiser, or for a place where the event is full."""
        APPROVED = "approved"
        REFUSED = "refused"
        CANCELLED = "cancelled"
        """By the entrant."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="sign_ups")
    number = models.PositiveIntegerField()
    digest = models.CharField(max_length=64, unique=True)
    state = models.CharField(max_length=9, choices=State, default=State.OPEN)
    first_name = models.CharField(max_length=MAX_NAME)
    first_club = models.CharField(max_length=MAX_NAME, blank=True)
    second_name = models.CharField(max_length=MAX_NAME)
    second_club = models.CharField(max_length=MAX_NAME, blank=True)
    contact = models.CharField(max_length=MAX_CONTACT, blank=True)
    source_digest = models.CharField(max_length=64, blank=True)
    revision = models.PositiveIntegerField(default=1)
    made_at = models.DateTimeField(auto_now_add=True)
    decided_at = models.DateTimeField(null=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    decided_by_name = models.CharField(max_length=160, blank=True)
    pair = models.OneToOneField(
        Pair, on_delete=models.SET_NULL, null=True, related_name="signed_up_as"
    )

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="sign_up_number_once")
        ]

    def __str__(self) -> str:
        return f"{self.number}: {self.state}"


class Substitution(models.Model):
    """A player of a pair replaced by another from some moment on; the pair goes on.

    Names and clubs as they were then. One undone is kept, and gave the place back.
    """

    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, related_name="substitutions"
    )
    pair = models.ForeignKey(Pair, on_delete=models.CASCADE, related_name="substitutions")
    seat = models.PositiveSmallIntegerField()
    out_player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    out_name = models.CharField(max_length=MAX_NAME)
    out_club = models.ForeignKey(Club, on_delete=models.PROTECT, null=True, related_name="+")
    out_club_name = models.CharField(max_length=MAX_NAME, blank=True)
    in_player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    in_name = models.CharField(max_length=MAX_NAME)
    in_club = models.ForeignKey(Club, on_delete=models.PROTECT, null=True, related_name="+")
    in_club_name = models.CharField(max_length=MAX_NAME, blank=True)
    reason = models.CharField(max_length=MAX_REASON, blank=True)
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

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(seat__in=(1, 2)), name="substitution_is_of_a_seat"
            )
        ]

    def __str__(self) -> str:
        return f"{self.pair_id}/{self.seat}: {self.out_name} > {self.in_name}"
