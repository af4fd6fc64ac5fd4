"""What was done, by whom: one table for every write, and the one-time links."""

from django.conf import settings
from django.db import models

from tournaments.models.event import Tournament
from tournaments.models.play import Match


class AuditRecord(models.Model):
    """One write. `token` is the submission's: a form sent twice finds the first one's record.

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
    verb = models.CharField(max_length=40)
    details = models.JSONField(default=dict)
    token = models.UUIDField(null=True, unique=True)

    class Meta:
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.actor_name} {self.verb}"


class OneTimeLink(models.Model):
    """A link that lets somebody in once. Only the digest of its secret is kept."""

    class Purpose(models.TextChoices):
        FIRST_ORGANISER = "first-organiser"

    purpose = models.CharField(max_length=20, choices=Purpose)
    digest = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return self.purpose
