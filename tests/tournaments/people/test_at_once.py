"""Two people at one moment: a link lets in one of them, an event keeps an organiser."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import Barrier, BrokenBarrierError
from typing import Any

import pytest
from django.contrib.auth.hashers import MD5PasswordHasher
from django.core.exceptions import PermissionDenied
from django.db import connection, transaction

from tests.at_once import at_once as begun_together
from tests.builders import (
    add_referee,
    make_drawn_tournament,
    make_event_maker,
    make_tournament,
    make_user,
    play,
)
from tournaments.actions.accounts import (
    change_own_password,
    make_first_organiser,
    make_first_organiser_link,
    make_password_link,
    set_new_password,
)
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
    told = []
    for result in begun_together(*works):
        if isinstance(result, Exception) and not isinstance(result, (Refused, PermissionDenied)):
            raise result
        told.append("refused" if isinstance(result, Exception) else "done")
    return sorted(told)


class Meeting:
    """Lets two works each take a first lock before either goes on, where the locks let them.

    A database that locks rows brings two works into a deadlock here if they take the same rows in
    different order. Where they take them in one order, the second is kept waiting and the first
    goes on after a moment, as both do on a database that locks as a whole.
    """

    def __init__(self) -> None:
        self.both = Barrier(2)

    def of(self, work: Callable[[], object]) -> Callable[[], object]:
        """The work, stopping once behind the first rows it locks."""
        met = False

        def stop(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
            nonlocal met
            answer = execute(sql, *rest)
            if not met and ("UPDATE" in sql.split(maxsplit=1)[0] or " UPDATE" in sql[-40:]):
                met = True
                # Broken where the other waits for what is held here.
                with suppress(BrokenBarrierError):
                    self.both.wait(timeout=1)
            return answer

        def run() -> object:
            with connection.execute_wrapper(stop):
                return work()

        return run


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


@pytest.mark.parametrize("other", ["change", "link"])
def test_a_password_written_by_link_and_otherwise_at_once_ends_in_no_deadlock(
    other: str,
) -> None:
    admin = make_user("ylläpito", is_superuser=True)
    satu = make_user("satu")
    made = make_password_link(actor=actor_of(admin), username="satu", tournament=None)
    others: dict[str, Callable[[], object]] = {
        "change": lambda: change_own_password(
            actor=actor_of(satu), user=satu, password="nolon-nousu-24"
        ),
        "link": lambda: make_password_link(actor=actor_of(admin), username="satu", tournament=None),
    }
    meeting = Meeting()
    answers = at_once(
        meeting.of(
            lambda: set_new_password(digest=digest_of(made.secret), password="ramin-ryöstö-16")
        ),
        meeting.of(others[other]),
    )
    # The link works where it comes first, and is withdrawn where the other does.
    assert answers in (["done", "done"], ["done", "refused"])
    made.link.refresh_from_db()
    assert (made.link.used_at is None) == ("refused" in answers)


def test_desks_write_while_an_invitation_is_accepted() -> None:
    organiser = make_event_maker()
    tournament = make_drawn_tournament(organiser)
    referee = add_referee(tournament)
    match = tournament.matches.get(number=1)
    made = invite(
        actor=actor_of(organiser), tournament=tournament, role=Role.REFEREE, meant_for="Satu"
    )
    satu = make_user("satu")

    def write() -> None:
        try:
            play(referee, match, "ra8")
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            accept_invitation(user=satu, digest=digest_of(made.secret))
            writing = pool.submit(write)
            if connection.features.has_select_for_update:  # rows are locked, not the whole
                writing.result(timeout=10)
        writing.result(timeout=30)
    match.refresh_from_db()
    assert match.total_a == 8


class WatchedHasher(MD5PasswordHasher):
    """Tells of every hash made whether a transaction was open meanwhile."""

    inside: list[bool] = []

    def encode(self, password: str, salt: str) -> str:
        self.inside.append(connection.in_atomic_block)
        return super().encode(password, salt)


def write_first_password() -> None:
    secret = make_first_organiser_link()
    assert secret is not None
    make_first_organiser(secret=secret, username="olli", password="ramin-ryöstö-16")


def write_password_of_new_account() -> None:
    organiser = User.objects.create(username="olli", may_make_events=True)
    tournament = make_tournament(organiser)
    made = invite(
        actor=actor_of(organiser), tournament=tournament, role=Role.REFEREE, meant_for="R"
    )
    accept_with_new_account(
        digest=digest_of(made.secret), username="satu", password="ramin-ryöstö-16", full_name=""
    )


def write_password_by_link() -> None:
    admin = User.objects.create(username="ylläpito", is_superuser=True)
    User.objects.create(username="satu")
    made = make_password_link(actor=actor_of(admin), username="satu", tournament=None)
    set_new_password(digest=digest_of(made.secret), password="ramin-ryöstö-16")


def write_own_password() -> None:
    satu = User.objects.create(username="satu")
    change_own_password(actor=actor_of(satu), user=satu, password="ramin-ryöstö-16")


@pytest.mark.parametrize(
    "write",
    [
        write_first_password,
        write_password_of_new_account,
        write_password_by_link,
        write_own_password,
    ],
)
def test_a_password_is_hashed_while_nothing_is_locked(
    write: Callable[[], None], settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.PASSWORD_HASHERS = [f"{__name__}.WatchedHasher"]
    monkeypatch.setattr(WatchedHasher, "inside", [])
    write()
    assert WatchedHasher.inside == [False]
    user = User.objects.latest("pk")
    assert user.check_password("ramin-ryöstö-16")
