"""What the site's admin gives and takes: making events, looking after the site."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.actions.audit import Verb, record
from tournaments.actions.refusals import Refused
from tournaments.models import User
from tournaments.permissions import Act, Actor, require


def let_make_events(*, actor: Actor, username: str, allowed: bool) -> None:
    """Gives or takes the right to make events; what stands so already changes nothing.

    Events made stay with their organisers. Raises Refused for a site's admin, who may always.
    """
    with transaction.atomic():
        user = _locked_user(actor, username)
        if user.is_superuser:
            raise Refused(_("A site's admin may always make events."))
        if user.may_make_events == allowed:
            return
        user.may_make_events = allowed
        user.save(update_fields=["may_make_events"])
        record(
            actor=actor,
            verb=Verb.GRANT_EVENT_MAKING if allowed else Verb.TAKE_EVENT_MAKING,
            tournament=None,
            username=username,
            person=user.display_name,
        )


def let_look_after_site(*, actor: Actor, username: str, allowed: bool) -> None:
    """Makes a user the site's admin or takes that away; what stands so already changes nothing.

    Raises Refused for one's own right: so the site is never without an admin.
    """
    with transaction.atomic():
        user = _locked_user(actor, username)
        if user.is_superuser == allowed:
            return
        if user.pk == actor.user_id:
            raise Refused(
                _("You cannot take your own admin right away. Another admin of the site can.")
            )
        user.is_superuser = user.is_staff = allowed
        user.save(update_fields=["is_superuser", "is_staff"])
        record(
            actor=actor,
            verb=Verb.GRANT_SITE_ADMIN if allowed else Verb.TAKE_SITE_ADMIN,
            tournament=None,
            username=username,
            person=user.display_name,
        )


def _locked_user(actor: Actor, username: str) -> User:
    """The user, held until the write is over together with every admin, who are asked again.

    Two admins who take each other's right at one moment would otherwise both succeed.
    """
    require(actor, Act.LOOK_AFTER_SITE)
    admins = User.objects.select_for_update().filter(is_superuser=True).order_by("pk")
    if all(admin.pk != actor.user_id for admin in admins):
        raise PermissionDenied(Act.LOOK_AFTER_SITE.value)
    user = User.objects.select_for_update().filter(username=username).first()
    if user is None:
        raise Refused(_("There is no such user any more. Look at the list as it is now."))
    return user
