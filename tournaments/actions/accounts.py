"""The way in for the first person of a fresh site, and accounts made by hand."""

from __future__ import annotations

import hashlib
import secrets
from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.actions.audit import Verb, record
from tournaments.actions.refusals import Refused
from tournaments.models import OneTimeLink, User
from tournaments.permissions import actor_of

FIRST_LINK_LIVES = timedelta(days=2)


def make_first_organiser_link() -> str | None:
    """A new secret that lets the first organiser in; None once the site has anybody.

    An earlier secret that was not used stops working.
    """
    with transaction.atomic():
        if User.objects.exists():
            return None
        OneTimeLink.objects.filter(
            purpose=OneTimeLink.Purpose.FIRST_ORGANISER, used_at__isnull=True
        ).delete()
        secret = secrets.token_urlsafe(16)  # 128 bits
        OneTimeLink.objects.create(
            purpose=OneTimeLink.Purpose.FIRST_ORGANISER,
            digest=_digest(secret),
            expires_at=timezone.now() + FIRST_LINK_LIVES,
        )
        return secret


def first_organiser_link_works(secret: str) -> bool:
    """Whether the link can be used now."""
    return _usable_link(secret) is not None


def make_first_organiser(
    *, secret: str, username: str, password: str, full_name: str = ""
) -> User:
    """The site's first user, its admin. `password` is already validated.

    Raises Refused where the link was used, has expired or never was.
    """
    with transaction.atomic():
        link = _usable_link(secret, lock=True)
        if link is None or User.objects.exists():
            raise Refused(
                _("This link has been used or has expired. Start the site again for a new one.")
            )
        first, _space, last = full_name.strip().rpartition(" ")
        user = User.objects.create_superuser(
            username=username,
            password=password,
            first_name=first[:150],
            last_name=last[:150],
            may_make_events=True,
        )
        link.used_at = timezone.now()
        link.save(update_fields=["used_at"])
        record(
            actor=actor_of(user),
            verb=Verb.MAKE_FIRST_ORGANISER,
            tournament=None,
            username=username,
        )
        return user


def _usable_link(secret: str, *, lock: bool = False) -> OneTimeLink | None:
    links = OneTimeLink.objects.select_for_update() if lock else OneTimeLink.objects.all()
    return links.filter(
        purpose=OneTimeLink.Purpose.FIRST_ORGANISER,
        digest=_digest(secret),
        used_at__isnull=True,
        expires_at__gt=timezone.now(),
    ).first()


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
