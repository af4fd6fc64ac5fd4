"""The staff of an event: invited by link, removed again; and people invited to make events."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.actions.accounts import make_account
from tournaments.actions.audit import Verb, record, refuse_repeat, writing
from tournaments.actions.links import (
    MadeLink,
    Purpose,
    new_link,
    put_out_of_use,
    usable_link,
    use_up,
)
from tournaments.actions.refusals import Refused
from tournaments.models import Membership, OneTimeLink, Role, Tournament, User
from tournaments.permissions import Act, Actor, actor_of, require

INVITATION_LIVES = timedelta(days=7)
INVITATIONS = (Purpose.INVITATION, Purpose.EVENT_MAKER)
EVENT_MAKER = "event_maker"
"""What the audit calls somebody invited to make events, where it names a role elsewhere."""


def invite(
    *,
    actor: Actor,
    tournament: Tournament,
    role: Role,
    meant_for: str,
    token: UUID | None = None,
) -> MadeLink:
    """A link that makes whoever accepts it organiser or referee of the event, once.

    `meant_for` is a name to tell links apart by, already clean. Raises AlreadyDone.
    """
    with writing(actor=actor, act=Act.MANAGE_EVENT, tournament=tournament, token=token) as locked:
        made = new_link(
            purpose=Purpose.INVITATION,
            lives=INVITATION_LIVES,
            tournament=locked,
            role=role,
            meant_for=meant_for,
            made_by_id=actor.user_id,
        )
        record(
            actor=actor,
            verb=Verb.INVITE,
            tournament=locked,
            token=token,
            role=role.value,
            person=meant_for,
        )
    return made


def invite_event_maker(*, actor: Actor, meant_for: str, token: UUID | None = None) -> MadeLink:
    """A link that lets whoever accepts it make events, once. Raises AlreadyDone."""
    with transaction.atomic():
        require(actor, Act.LOOK_AFTER_SITE)
        refuse_repeat(token)
        made = new_link(
            purpose=Purpose.EVENT_MAKER,
            lives=INVITATION_LIVES,
            meant_for=meant_for,
            made_by_id=actor.user_id,
        )
        record(
            actor=actor,
            verb=Verb.INVITE,
            tournament=None,
            token=token,
            role=EVENT_MAKER,
            person=meant_for,
        )
    return made


def has_it_already(link: OneTimeLink, user: User) -> bool:
    """Whether an invitation would give the user nothing new."""
    if link.purpose == Purpose.EVENT_MAKER:
        return user.is_superuser or user.may_make_events
    return Membership.objects.filter(
        tournament=link.tournament_id, user=user, role__in=(Role.ORGANISER, link.role)
    ).exists()


def accept_invitation(*, user: User, digest: str) -> OneTimeLink:
    """Uses an invitation up for somebody who has an account; accepting it twice changes nothing.

    Raises Refused where the link works no more, or would give the user nothing new.
    """
    with transaction.atomic():
        used = OneTimeLink.objects.filter(
            digest=digest, purpose__in=INVITATIONS, used_by=user
        ).first()
        if used and has_it_already(used, user):
            return used
        link = _locked_invitation(digest)
        if has_it_already(link, user):
            raise Refused(
                _("You have this role already. Give the link to the person it is meant for.")
            )
        _accept(link, user, new_account=False)
        return link


def accept_with_new_account(
    *, digest: str, username: str, password: str, full_name: str, token: UUID | None = None
) -> tuple[User, OneTimeLink]:
    """Uses an invitation up for somebody new: the account made and the link. Nothing or both.

    `password` is already validated. Raises Refused where the link works no more or the user name
    is taken, AlreadyDone where this form was sent before.
    """
    hashed = make_password(password)
    with transaction.atomic():
        refuse_repeat(token)
        link = _locked_invitation(digest)
        user = make_account(username=username, hashed_password=hashed, full_name=full_name)
        _accept(link, user, new_account=True, token=token)
        return user, link


def remove_from_staff(*, actor: Actor, tournament: Tournament, username: str) -> None:
    """Takes a person's roles in the event away, and the links he made for it, at once.

    Removing twice changes nothing. Raises Refused for the event's last organiser.
    """
    with writing(actor=actor, act=Act.MANAGE_EVENT, tournament=tournament) as locked:
        memberships = list(
            locked.memberships.select_related("user").filter(user__username=username)
        )
        if not memberships:
            return
        user = memberships[0].user
        roles = sorted(membership.role for membership in memberships)
        if (
            Role.ORGANISER in roles
            and not locked.memberships.filter(role=Role.ORGANISER).exclude(user=user).exists()
        ):
            raise Refused(
                _(
                    "%(person)s is the event's last organiser and cannot be removed. "
                    "Invite another organiser first."
                )
                % {"person": user.display_name}
            )
        locked.memberships.filter(user=user).delete()
        if not user.is_superuser:
            put_out_of_use(OneTimeLink.objects.filter(tournament=locked, made_by=user))
        record(
            actor=actor,
            verb=Verb.REMOVE_FROM_STAFF,
            tournament=locked,
            username=username,
            person=user.display_name,
            roles=roles,
        )


def _locked_invitation(digest: str) -> OneTimeLink:
    """The invitation, held until the write is over; its event before it, as an organiser's
    writes take them. Desks, which point at the event without changing it, do not wait."""
    link = usable_link(digest, *INVITATIONS)
    if link and link.tournament_id:
        Tournament.objects.select_for_update(no_key=True).get(pk=link.tournament_id)
    link = usable_link(digest, *INVITATIONS, lock=True)
    if link is None:
        raise Refused(_("This link has been used, withdrawn or has expired. Ask for a new one."))
    return link


def _accept(link: OneTimeLink, user: User, *, new_account: bool, token: UUID | None = None) -> None:
    use_up(link, user)
    if link.tournament is None:
        user.may_make_events = True
        user.save(update_fields=["may_make_events"])
    else:
        # An organiser may do all that a referee may: one person stands on the list once.
        Membership.objects.filter(tournament=link.tournament, user=user).delete()
        Membership.objects.create(tournament=link.tournament, user=user, role=link.role)
    record(
        actor=actor_of(user),
        verb=Verb.ACCEPT_INVITATION,
        tournament=link.tournament,
        token=token,
        username=user.username,
        role=link.role or EVENT_MAKER,
        new_account=new_account,
        invited_by=link.made_by.display_name if link.made_by else "",
    )
