"""One-time links: made, found again by their digest, used up, withdrawn.

The secret is 128 bits and known at one moment only, when the link is made; what is kept of it is
a digest. A link works until it is used, withdrawn or expired, and only as long as whoever made it
could still make it: somebody taken off the staff leaves no way back in.
"""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.actions.audit import Verb, record, writing
from tournaments.actions.refusals import Refused
from tournaments.models import OneTimeLink, Tournament, User
from tournaments.permissions import Act, Actor, actors_of, link_stands, require

Purpose = OneTimeLink.Purpose


@dataclass(frozen=True)
class MadeLink:
    """A link just made, with its secret: nobody can read it out again later."""

    link: OneTimeLink
    secret: str


def new_link(*, purpose: OneTimeLink.Purpose, lives: timedelta, **fields: Any) -> MadeLink:
    """Makes a link; call it inside a write. `fields` are those its purpose asks for."""
    secret = secrets.token_urlsafe(16)  # 128 bits
    link = OneTimeLink.objects.create(
        purpose=purpose, digest=digest_of(secret), expires_at=timezone.now() + lives, **fields
    )
    return MadeLink(link, secret)


def digest_of(secret: str) -> str:
    return hashlib.sha256(secret.encode(errors="replace")).hexdigest()


def usable_link(
    digest: str, *purposes: OneTimeLink.Purpose, lock: bool = False
) -> OneTimeLink | None:
    """The link of this digest where it works now for one of `purposes`; None otherwise.

    With `lock`, inside a transaction, nobody else can use it before that is over.
    """
    links = OneTimeLink.objects.select_related("tournament", "made_by", "user")
    if lock:
        links = links.select_for_update(of=("self",))
    link = open_links(links).filter(digest=digest, purpose__in=purposes).first()
    if link is None or link.made_by is None:
        return link
    actors = actors_of([user for user in (link.made_by, link.user) if user])
    if not link_stands(link, actors[link.made_by.pk], actors.get(link.user_id or 0)):
        return None
    return link


def open_links(links: QuerySet[OneTimeLink]) -> QuerySet[OneTimeLink]:
    """Those neither used nor withdrawn nor expired."""
    return links.filter(
        used_at__isnull=True, withdrawn_at__isnull=True, expires_at__gt=timezone.now()
    )


def use_up(link: OneTimeLink, user: User) -> None:
    """The link has done its work; call it inside the write that it was for."""
    link.used_at = timezone.now()
    link.used_by = user
    link.save(update_fields=["used_at", "used_by"])


def put_out_of_use(links: QuerySet[OneTimeLink]) -> None:
    """These links stop working where they still did; call it inside a write."""
    open_links(links).update(withdrawn_at=timezone.now())


def withdraw_link(*, actor: Actor, link_id: int, tournament: Tournament | None) -> None:
    """An event's link (or with None one of the site's own) stops working.

    Doing it twice changes nothing, nor does a link that is not the event's. Raises Refused where
    it has been used already.
    """
    if tournament is not None:
        with writing(actor=actor, act=Act.MANAGE_EVENT, tournament=tournament) as locked:
            _withdraw(actor, link_id, locked)
    else:
        with transaction.atomic():
            require(actor, Act.LOOK_AFTER_SITE)
            _withdraw(actor, link_id, None)


def _withdraw(actor: Actor, link_id: int, tournament: Tournament | None) -> None:
    link = (
        OneTimeLink.objects.select_for_update(of=("self",))
        .select_related("user")
        .filter(pk=link_id, tournament=tournament)
        .exclude(purpose=Purpose.FIRST_ORGANISER)
        .first()
    )
    if link is None or link.withdrawn_at:
        return
    if link.used_at:
        raise Refused(_("This link has been used already, so it cannot be withdrawn."))
    link.withdrawn_at = timezone.now()
    link.save(update_fields=["withdrawn_at"])
    record(
        actor=actor,
        verb=Verb.WITHDRAW_LINK,
        tournament=tournament,
        purpose=link.purpose,
        person=link.user.display_name if link.user else link.meant_for,
    )
