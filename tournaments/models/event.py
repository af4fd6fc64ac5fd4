"""An event: its days, its staff, its pairs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.people import Club, Player
from tournaments.names import MAX_NAME, MAX_SORT_KEY

if TYPE_CHECKING:
    from django.db.models.fields.related_descriptors import RelatedManager

    from tournaments.models.rulings import JuryDecision, JuryMember
    from tournaments.models.withdrawals import Withdrawal


class Tournament(models.Model):
    """One event. `revision` counts the changes of its settings; a change names the one it saw."""

    slug = models.SlugField(max_length=60, unique=True)
    name = models.CharField(_("Name"), max_length=120)
    place = models.CharField(_("Place"), max_length=120)
    table_count = models.PositiveSmallIntegerField(_("Number of tables"))
    minutes_per_deal = models.PositiveSmallIntegerField(_("Minutes a deal"), default=5)  # R14
    is_public = models.BooleanField(default=False)
    revision = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField(auto_now_add=True)

    days: RelatedManager[PlayingDay]
    decisions: RelatedManager[JuryDecision]
    jury: RelatedManager[JuryMember]
    pairs: RelatedManager[Pair]
    withdrawals: RelatedManager[Withdrawal]

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(table_count__gte=1, table_count__lte=500),
                name="tournament_has_tables",
            ),
            models.CheckConstraint(
                condition=models.Q(minutes_per_deal__gte=1, minutes_per_deal__lte=60),
                name="tournament_minutes_per_deal_in_range",
            ),
        ]

    def __str__(self) -> str:
        return self.name


class PlayingDay(models.Model):
    """A day of play in local time, from the first cards at `starts_at` to `ends_at`."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="days")
    date = models.DateField(_("Date"))
    starts_at = models.TimeField(_("First cards at"))
    ends_at = models.TimeField(_("Play ends by"))

    class Meta:
        ordering = ["date"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "date"], name="playing_day_once"),
            models.CheckConstraint(
                condition=models.Q(ends_at__gt=models.F("starts_at")),
                name="playing_day_ends_after_it_starts",
            ),
        ]

    def __str__(self) -> str:
        return self.date.isoformat()


class Role(models.TextChoices):
    ORGANISER = "organiser", _("Organiser")
    REFEREE = "referee", _("Referee")


class Membership(models.Model):
    """What a signed-in user is in one event."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships"
    )
    role = models.CharField(max_length=12, choices=Role)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament", "user", "role"], name="membership_once")
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.role}"


class Pair(models.Model):
    """Two players in one event, under the number printed on paper."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="pairs")
    number = models.PositiveSmallIntegerField()
    entered_at = models.DateTimeField(auto_now_add=True)

    players: RelatedManager[PairPlayer]

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="pair_number_once")
        ]

    def __str__(self) -> str:
        return f"{self.number}"


class PairPlayer(models.Model):
    """One of a pair's two players, with name and club as they stood when entered.

    Renaming a player or a club later changes no past event. `tournament` repeats the pair's, so
    that the database itself keeps a player out of two pairs of one event.
    """

    pair = models.ForeignKey(Pair, on_delete=models.CASCADE, related_name="players")
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="+")
    seat = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="appearances")
    name = models.CharField(max_length=MAX_NAME)
    sort_key = models.CharField(max_length=MAX_SORT_KEY)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, null=True, related_name="appearances")
    club_name = models.CharField(max_length=MAX_NAME, blank=True)

    class Meta:
        ordering = ["seat"]
        constraints = [
            models.UniqueConstraint(fields=["pair", "seat"], name="pair_seat_once"),
            models.UniqueConstraint(fields=["tournament", "player"], name="player_in_one_pair"),
            models.CheckConstraint(condition=models.Q(seat__in=(1, 2)), name="pair_has_two_seats"),
        ]

    def __str__(self) -> str:
        return self.name


class ImportDraft(models.Model):
    """An uploaded or pasted entry list between its preview and its confirmation.

    One that belongs to no event is the archive of an event that is not here yet.
    """

    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, null=True, related_name="+"
    )
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    token = models.UUIDField(unique=True)
    file_name = models.CharField(max_length=200, blank=True)
    content = models.BinaryField()
    pasted = models.BooleanField()
    made_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.file_name
