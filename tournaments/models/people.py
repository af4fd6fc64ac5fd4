"""People and clubs. What an event printed of them stands on the pair, not here."""

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models.functions import Lower

from tournaments.names import MAX_NAME, MAX_SORT_KEY


class User(AbstractUser):
    """Somebody who signs in: an organiser, a referee, the site's admin (`is_superuser`)."""

    may_make_events = models.BooleanField(default=False)

    class Meta(AbstractUser.Meta):
        constraints = [
            models.UniqueConstraint(
                Lower("username"), name="user_name_unique_case_blind"
            )
        ]

    @property
    def display_name(self) -> str:
        return self.get_full_name() or self.username


class Club(models.Model):
    """A club players represent. `folded` is its name for comparing."""

    name = models.CharField(max_length=MAX_NAME)
    folded = models.TextField(unique=True)

    def __str__(self) -> str:
        return self.name


class Player(models.Model):
    """A person who has played. Two people of one name are two rows."""

    name = models.CharField(max_length=MAX_NAME)
    folded = models.TextField(db_index=True)
    sort_key = models.CharField(max_length=MAX_SORT_KEY, db_index=True)

    class Meta:
        ordering = ["sort_key", "id"]

    def __str__(self) -> str:
        return self.name
