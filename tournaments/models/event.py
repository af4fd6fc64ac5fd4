"""An event: its days, its staff, its pairs."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.people import Club, Player
from tournaments.names import MAX_NAME, MAX_SORT_KEY

if TYPE_CHECKING:
    from django.db.models.fields.related_descriptors import RelatedManager

    from tournaments.models.draws import Draw, Pool, PoolPlace
    from tournaments.models.entries import SignUp, Substitution
    from tournaments.models.knockout import Bracket, LockedField, Lot
    from tournaments.models.live import LiveManager
    from tournaments.models.play import Match
    from tournaments.models.rulings import JuryDecision, JuryMember
    from tournaments.models.tables import RefereeCall, TableLink
    from tournaments.models.withdrawals import Withdrawal


MAX_FEE_CENTS = 100_000
"""The highest entry fee of a pair, in cents."""


def new_access_key() -> str:
    """128 bits that the links and codes of an event are made from (see `tournaments.access`)."""
    return secrets.token_hex(16)


class Course(models.TextChoices):
    """What an event is made of."""

    POOLS = "pools", _("Pools only: the standings are the result")
    POOLS_AND_KNOCKOUT = "pools_and_knockout", _("Pools, then a knock-out")
    KNOCKOUT = "knockout", _("Straight knock-out, without pools")


class Tournament(models.Model):
    """One event. `revision` counts the changes of its settings; a change names the one it saw.

    `advance_first` of each pool and the best next-placed up to `advance_size` pairs go on to the
    knock-out (R28); None leaves either to the rules. `access_key` is secret.
    """

    slug = models.SlugField(max_length=60, unique=True)
    name = models.CharField(_("Name"), max_length=120)
    place = models.CharField(_("Place"), max_length=120)
    table_count = models.PositiveSmallIntegerField(_("Number of tables"))
    minutes_per_deal = models.PositiveSmallIntegerField(_("Minutes a deal"), default=5)  # R14
    entry_fee_cents = models.PositiveIntegerField(default=0)
    # What the club wants otherwise than `scoring.ruleset` has it, by the ruleset's names.
    rules = models.JSONField(default=dict)

    # The public sign-up page: closed unless `sign_up_opens_at` says since when it is open.
    sign_up_opens_at = models.DateTimeField(null=True)
    sign_up_closes_at = models.DateTimeField(null=True)
    sign_up_limit = models.PositiveSmallIntegerField(null=True)

    course = models.CharField(max_length=18, choices=Course, default=Course.POOLS_AND_KNOCKOUT)
    advance_first = models.PositiveSmallIntegerField(null=True)
    advance_size = models.PositiveSmallIntegerField(null=True)

    access_key = models.CharField(max_length=32, default=new_access_key)
    is_public = models.BooleanField(default=False)
    revision = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField(auto_now_add=True)

    brackets: RelatedManager[Bracket]
    days: RelatedManager[PlayingDay]
    decisions: RelatedManager[JuryDecision]
    jury: RelatedManager[JuryMember]
    draws: RelatedManager[Draw]
    locked_fields: RelatedManager[LockedField]
    lots: RelatedManager[Lot]
    matches: LiveManager[Match]
    pairs: RelatedManager[Pair]
    pools: LiveManager[Pool]
    referee_calls: RelatedManager[RefereeCall]
    sign_ups: RelatedManager[SignUp]
    substitutions: RelatedManager[Substitution]
    table_links: RelatedManager[TableLink]
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
            models.CheckConstraint(
                condition=models.Q(entry_fee_cents__lte=MAX_FEE_CENTS),
                name="tournament_fee_in_range",
            ),
            models.CheckConstraint(
                condition=models.Q(sign_up_closes_at__isnull=True)
                | models.Q(sign_up_closes_at__gt=models.F("sign_up_opens_at")),
                name="sign_up_closes_after_it_opens",
            ),
        ]

    def __str__(self) -> str:
        return self.name


class PlayingDay(models.Model):
    """A day of play in local time, from the first cards at `starts_at` to `ends_at`.

    No match is planned into its break; a day has the whole break or none.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="days")
    date = models.DateField(_("Date"))
    starts_at = models.TimeField(_("First cards at"))
    ends_at = models.TimeField(_("Play ends by"))
    break_starts_at = models.TimeField(_("Break from"), null=True)
    break_ends_at = models.TimeField(_("Break until"), null=True)

    class Meta:
        ordering = ["date"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "date"], name="playing_day_once"),
            models.CheckConstraint(
                condition=models.Q(ends_at__gt=models.F("starts_at")),
                name="playing_day_ends_after_it_starts",
            ),
            models.CheckConstraint(
                condition=models.Q(break_starts_at__isnull=True, break_ends_at__isnull=True)
                | models.Q(
                    break_starts_at__gte=models.F("starts_at"),
                    break_ends_at__gt=models.F("break_starts_at"),
                    ends_at__gte=models.F("break_ends_at"),
                ),
                name="playing_day_break_lies_within_it",
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
    """Two players in one event, under the number printed on paper.

    Each of the times below tells since when, and None that it is not so: the fee is paid, the pair
    is in the hall, the entry was called off before the draw (the pair stays on the list and is not
    drawn; after the draw a pair withdraws instead, see `Withdrawal`). `code_renewed` counts the
    new codes the pair was given in place of a lost one.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="pairs")
    number = models.PositiveSmallIntegerField()
    entered_at = models.DateTimeField(auto_now_add=True)
    paid_at = models.DateTimeField(null=True)
    present_at = models.DateTimeField(null=True)
    cancelled_at = models.DateTimeField(null=True)
    code_renewed = models.PositiveSmallIntegerField(default=0)

    players: RelatedManager[PairPlayer]
    pool_places: LiveManager[PoolPlace]
    substitutions: RelatedManager[Substitution]

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="pair_number_once")
        ]

    def __str__(self) -> str:
        return f"{self.number}"


class PairPlayer(models.Model):
    """One of a pair's two players, with name and club as they stood when entered.

    It is whoever plays now: a substitute takes the place, and `Substitution` tells whose.
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

    One that belongs to no event is the archive of an event that is not here yet. `handled` keeps
    what was done to the rows of an entry list in its preview, by the name of their sheet ("" for
    a text): `left_out`, the rows unticked, and `mended`, names and clubs typed anew by row.
    """

    class Purpose(models.TextChoices):
        """What is to be made of it."""

        PAIRS = "pairs"
        ARCHIVE = "archive"
        SHEETS = "sheets"

    purpose = models.CharField(max_length=8, choices=Purpose, default=Purpose.PAIRS)
    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, null=True, related_name="+"
    )
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    token = models.UUIDField(unique=True)
    file_name = models.CharField(max_length=200, blank=True)
    content = models.BinaryField()
    pasted = models.BooleanField()
    handled = models.JSONField(default=dict)
    made_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.file_name
