"""What was done, by whom: one table for every write, and the one-time links."""

from django.conf import settings
from django.db import models

from tournaments.models.event import Role, Tournament
from tournaments.models.play import Match
from tournaments.names import MAX_NAME


class AuditRecord(models.Model):
    """One write. `token` is the submission's: a form sent twice finds the first one's record.

    One made at a table, without an account, has the number of its `table` and no name.

    `verb` is a code of `tournaments.actions.audit.Verb`; `details` holds what it was done with.
    """

    tournament = models.ForeignKey(
        Tournament, on_delete=models.PROTECT, null=True, related_name="audit"
    )
    match = models.ForeignKey(Match, on_delete=models.SET_NULL, null=True, related_name="audit")
    at = models.DateTimeField(auto_now_add=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    actor_name = models.CharField(max_length=160)
    table = models.PositiveSmallIntegerField(null=True)
    verb = models.CharField(max_length=40)
    details = models.JSONField(default=dict)
    token = models.UUIDField(null=True, unique=True)

    class Meta:
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.actor_name} {self.verb}"


class OneTimeLink(models.Model):
    """A link that lets somebody in once. Only the digest of its secret is kept.

    What it is for says which of the others it carries: an invitation its event and role, a new
    password the user it is for (and the event whose organiser made it; None for the site's admin).
    """

    class Purpose(models.TextChoices):
        FIRST_ORGANISER = "first-organiser"
        INVITATION = "invitation"
        EVENT_MAKER = "event-maker"
        NEW_PASSWORD = "new-password"  # noqa: S105 - a code, no password

    purpose = models.CharField(max_length=20, choices=Purpose)
    digest = models.CharField(max_length=64, unique=True)
    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, null=True, related_name="links"
    )
    role = models.CharField(max_length=12, choices=Role, blank=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, related_name="+"
    )
    meant_for = models.CharField(max_length=MAX_NAME, blank=True)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, related_name="+"
    )
    made_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)
    used_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    withdrawn_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(
                condition=~models.Q(purpose="invitation")
                | models.Q(tournament__isnull=False, role__in=Role.values),
                name="invitation_has_event_and_role",
            ),
            models.CheckConstraint(
                condition=~models.Q(purpose="new-password") | models.Q(user__isnull=False),
                name="new_password_has_its_user",
            ),
            models.CheckConstraint(
                condition=models.Q(purpose="first-organiser") | models.Q(made_by__isnull=False),
                name="link_has_its_maker",
            ),
        ]

    def __str__(self) -> str:
        return self.purpose
