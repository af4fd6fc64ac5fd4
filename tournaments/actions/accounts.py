"""Accounts: the first person of a fresh site, accounts by invitation, passwords."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

from django.contrib.auth.hashers import make_password
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from tournaments.actions.audit import Verb, record, refuse_repeat, writing
from tournaments.actions.links import (
    MadeLink,
    Purpose,
    digest_of,
    new_link,
    put_out_of_use,
    usable_link,
    use_up,
)
from tournaments.actions.refusals import Refused
from tournaments.models import Membership, OneTimeLink, Tournament, User
from tournaments.permissions import Act, Actor, actor_of, may_renew_password, require

FIRST_LINK_LIVES = timedelta(days=2)
PASSWORD_LINK_LIVES = timedelta(days=1)


def make_first_organiser_link() -> str | None:
    """A new secret that lets the first organiser in; None once the site has anybody.

    An earlier secret that was not used stops working.
    """
    with transaction.atomic():
        if User.objects.exists():
            return None
        OneTimeLink.objects.filter(purpose=Purpose.FIRST_ORGANISER, used_at__isnull=True).delete()
        return new_link(purpose=Purpose.FIRST_ORGANISER, lives=FIRST_LINK_LIVES).secret


def first_organiser_link_works(secret: str) -> bool:
    """Whether the link can be used now."""
    return usable_link(digest_of(secret), Purpose.FIRST_ORGANISER) is not None


def make_first_organiser(*, secret: str, username: str, password: str, full_name: str = "") -> User:
    """The site's first user, its admin. `password` is already validated.

    Raises Refused where the link was used, has expired or never was.
    """
    hashed = make_password(password)
    with transaction.atomic():
        link = usable_link(digest_of(secret), Purpose.FIRST_ORGANISER, lock=True)
        if link is None or User.objects.exists():
            raise Refused(
                _("This link has been used or has expired. Start the site again for a new one.")
            )
        user = make_account(
            username=username,
            hashed_password=hashed,
            full_name=full_name,
            may_make_events=True,
            is_superuser=True,
        )
        use_up(link, user)
        record(
            actor=actor_of(user),
            verb=Verb.MAKE_FIRST_ORGANISER,
            tournament=None,
            username=username,
        )
        return user


def make_account(
    *,
    username: str,
    hashed_password: str,
    full_name: str,
    may_make_events: bool = False,
    is_superuser: bool = False,
) -> User:
    """A new user; call it inside a write. The password was validated, and hashed before the
    write began: hashing is slow by design, and others wait for what a write holds.

    Raises Refused where the user name is taken, capitals or not.
    """
    first, _space, last = full_name.strip().rpartition(" ")
    if not User.objects.filter(username__iexact=username).exists():
        try:
            with transaction.atomic():
                return User.objects.create(
                    username=User.normalize_username(username),
                    password=hashed_password,
                    first_name=first[:150],
                    last_name=last[:150],
                    may_make_events=may_make_events,
                    is_superuser=is_superuser,
                    is_staff=is_superuser,
                )
        except IntegrityError:  # taken at the same moment
            pass
    raise Refused(
        _("Somebody has this user name already. Choose another, or sign in if it is yours."),
        field="username",
    )


def change_own_password(*, actor: Actor, user: User, password: str) -> None:
    """One's own new password, the present one having been asked for; `password` is validated.

    Every other session of the user ends, and links made for a new password stop working.
    """
    hashed = make_password(password)
    with transaction.atomic():
        require(actor, Act.CHANGE_OWN_PASSWORD)
        if actor.user_id != user.pk:
            raise PermissionDenied("the password is somebody else's")
        _write_password(user, hashed)
        record(actor=actor, verb=Verb.CHANGE_OWN_PASSWORD, tournament=None)


def make_password_link(
    *, actor: Actor, username: str, tournament: Tournament | None, token: UUID | None = None
) -> MadeLink:
    """A link by which a user gets a new password: one of an event's staff, or with None anybody.

    An earlier one for the same user stops working. Raises Refused where there is no such person
    or `may_renew_password` says no, AlreadyDone where this form was sent before.
    """
    if tournament is not None:
        with writing(
            actor=actor, act=Act.MANAGE_EVENT, tournament=tournament, token=token
        ) as locked:
            return _password_link(actor, username, locked, token)
    with transaction.atomic():
        require(actor, Act.LOOK_AFTER_SITE)
        refuse_repeat(token)
        return _password_link(actor, username, None, token)


def _password_link(
    actor: Actor, username: str, tournament: Tournament | None, token: UUID | None
) -> MadeLink:
    user = User.objects.select_for_update().filter(username=username).first()
    if user is None or (
        tournament is not None
        and not Membership.objects.filter(user=user, tournament=tournament).exists()
    ):
        raise Refused(_("This person is not on the list any more. Look at the list as it is now."))
    if not may_renew_password(actor, actor_of(user)):
        raise Refused(
            _(
                "You cannot make a new-password link for %(person)s, who may do more on this site "
                "than you. Ask the site's admin."
            )
            % {"person": user.display_name}
        )
    put_out_of_use(OneTimeLink.objects.filter(purpose=Purpose.NEW_PASSWORD, user=user))
    made = new_link(
        purpose=Purpose.NEW_PASSWORD,
        lives=PASSWORD_LINK_LIVES,
        tournament=tournament,
        user=user,
        made_by_id=actor.user_id,
    )
    record(
        actor=actor,
        verb=Verb.MAKE_PASSWORD_LINK,
        tournament=tournament,
        token=token,
        username=username,
        person=user.display_name,
    )
    return made


def set_new_password(*, digest: str, password: str, token: UUID | None = None) -> User:
    """The user a new-password link was for, with the new password; `password` is validated.

    Every session of the user ends. Raises Refused where the link works no more, AlreadyDone
    where this form was sent before.
    """
    hashed = make_password(password)
    with transaction.atomic():
        refuse_repeat(token)
        link = _locked_password_link(digest)
        if link is None or link.user is None or link.made_by is None:
            raise Refused(
                _("This link has been used, withdrawn or has expired. Ask for a new one.")
            )
        user = link.user
        use_up(link, user)
        _write_password(user, hashed)
        record(
            actor=actor_of(user),
            verb=Verb.SET_NEW_PASSWORD,
            tournament=link.tournament,
            token=token,
            made_by=link.made_by.display_name,
        )
        return user


def _locked_password_link(digest: str) -> OneTimeLink | None:
    """The link where it works, held until the write is over; its user before it.

    Every write to a password takes the user first and the links after: two that took them in
    different order would wait for one another.
    """
    link = usable_link(digest, Purpose.NEW_PASSWORD)
    if link is None or link.user_id is None:
        return None
    User.objects.select_for_update(no_key=True).get(pk=link.user_id or 0)
    return usable_link(digest, Purpose.NEW_PASSWORD, lock=True)


def _write_password(user: User, hashed: str) -> None:
    user.password = hashed
    user.save(update_fields=["password"])
    put_out_of_use(OneTimeLink.objects.filter(purpose=Purpose.NEW_PASSWORD, user=user))
