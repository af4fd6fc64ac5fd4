"""Two people at one moment: a link lets in one of them, an event keeps an organiser."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.core.exceptions import PermissionDenied
from django.db import connection

from tests.builders import make_event_maker, make_tournament, make_user
from tournaments.actions.accounts import make_password_link, set_new_password
from tournaments.actions.links import digest_of
from tournaments.actions.refusals import Refused
from tournaments.actions.rights import let_look_after_site
from tournaments.actions.staff import (
    accept_invitation,
    accept_with_new_account,
    invite,
    remove_from_staff,
)
from tournaments.models import Membership, OneTimeLink, Role, User
from tournaments.permissions import actor_of

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(*works: Callable[[], object]) -> list[str]:
    """What became of each work, begun together in threads of their own: done or refused."""
    start = Barrier(len(works))

    def run(work: Callable[[], object]) -> str:
        try:
            start.wait(timeout=20)
            work()
        except (Refused, PermissionDenied):
            return "refused"
        finally:
            connection.close()
        return "done"

    with ThreadPoolExecutor(len(works)) as pool:
        return sorted(pool.map(run, works))


def test_two_people_who_accept_one_link_are_one() -> None:
    organiser = make_event_maker()
    tournament = make_tournament(organiser)
    made = invite(
        actor=actor_of(organiser), tournament=tournament, role=Role.REFEREE, meant_for="Reetta"
    )
    digest = digest_of(made.secret)
    users = [make_user(f"käyttäjä{number}") for number in range(4)]
    answers = at_once(
        *(lambda user=user: accept_invitation(user=user, digest=digest) for user in users)
    )
    assert answers == ["done", "refused", "refused", "refused"]
    [referee] = Membership.objects.filter(role=Role.REFEREE)
    assert OneTimeLink.objects.get().used_by == referee.user


def test_two_new_accounts_by_one_link_are_one() -> None:
    organiser = make_event_maker()
    tournament = make_tournament(organiser)
    made = invite(
        actor=actor_of(organiser), tournament=tournament, role=Role.ORGANISER, meant_for="Reetta"
    )
    answers = at_once(
        *(
            lambda name=name: accept_with_new_account(
                digest=digest_of(made.secret),
                username=name,
                password="ramin-ryöstö-16",
                full_name="Uusi Ihminen",
            )
            for name in ("yksi", "kaksi")
        )
    )
    assert answers == ["done", "refused"]
    assert (User.objects.count(), Membership.objects.count()) == (2, 2)


def test_one_user_name_at_one_moment_is_given_once() -> None:
    organiser = make_event_maker()
    tournament = make_tournament(organiser)
    made = [
        invite(actor=actor_of(organiser), tournament=tournament, role=Role.REFEREE, meant_for="R")
        for _time in range(2)
    ]
    answers = at_once(
        *(
            lambda link=link, name=name: accept_with_new_account(
                digest=digest_of(link.secret),
                username=name,
                password="ramin-ryöstö-16",
                full_name="Uusi Ihminen",
            )
            for link, name in zip(made, ("reetta", "Reetta"), strict=True)
        )
    )
    assert answers == ["done", "refused"]
    assert OneTimeLink.objects.filter(used_at__isnull=True).count() == 1


def test_two_organisers_who_remove_each_other_leave_one() -> None:
    organiser = make_event_maker()
    tournament = make_tournament(organiser)
    anna = make_user("anna")
    Membership.objects.create(tournament=tournament, user=anna, role=Role.ORGANISER)
    actors = {"anna": actor_of(organiser), "olli": actor_of(anna)}
    answers = at_once(
        *(
            lambda name=name, actor=actor: remove_from_staff(
                actor=actor, tournament=tournament, username=name
            )
            for name, actor in actors.items()
        )
    )
    assert answers == ["done", "refused"]
    assert Membership.objects.count() == 1


def test_two_admins_who_take_each_others_right_leave_one() -> None:
    first, second = (make_user(name, is_superuser=True) for name in ("eka", "toka"))
    actors = {"toka": actor_of(first), "eka": actor_of(second)}
    answers = at_once(
        *(
            lambda name=name, actor=actor: let_look_after_site(
                actor=actor, username=name, allowed=False
            )
            for name, actor in actors.items()
        )
    )
    assert answers == ["done", "refused"]
    assert User.objects.filter(is_superuser=True).count() == 1


def test_two_who_use_one_new_password_link_are_one() -> None:
    admin = make_user("ylläpito", is_superuser=True)
    make_user("satu")
    made = make_password_link(actor=actor_of(admin), username="satu", tournament=None)
    answers = at_once(
        *(
            lambda word=word: set_new_password(digest=digest_of(made.secret), password=word)
            for word in ("ramin-ryöstö-16", "nolon-nousu-24")
        )
    )
    assert answers == ["done", "refused"]
