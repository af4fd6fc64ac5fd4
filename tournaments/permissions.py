"""Who may do what: one table.

An `Actor` is who asks, loaded once a request. `Act` names everything that can be asked of the
site; `POLICY` says for each act which actors may do it in a given event. Views declare the act
they need, actions check it again before they write.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from django.core.exceptions import PermissionDenied

from tournaments.models import Membership, Role, Tournament, User


class Act(StrEnum):
    VISIT = "visit"
    SIGN_IN = "sign_in"
    CHANGE_OWN_PASSWORD = "change_own_password"  # noqa: S105 - a code, no password
    MAKE_EVENTS = "make_events"
    SEE_EVENT = "see_event"
    MANAGE_EVENT = "manage_event"
    USE_DESK = "use_desk"


@dataclass(frozen=True)
class Actor:
    """Who asks. `user_id` is None for somebody not signed in; `roles` by event key."""

    user_id: int | None = None
    name: str = ""
    is_site_admin: bool = False
    may_make_events: bool = False
    roles: Mapping[int, frozenset[str]] = field(default_factory=dict)

    @property
    def is_signed_in(self) -> bool:
        return self.user_id is not None

    def has_role(self, tournament: Tournament | None, *roles: Role) -> bool:
        if tournament is None:
            return False
        return bool(self.roles.get(tournament.pk, frozenset()).intersection(roles))


ANONYMOUS = Actor()


def actor_of(user: User) -> Actor:
    """The actor behind a signed-in user; reads the user's memberships (one query)."""
    roles: dict[int, set[str]] = {}
    for tournament_id, role in Membership.objects.filter(user=user).values_list(
        "tournament_id", "role"
    ):
        roles.setdefault(tournament_id, set()).add(role)
    return Actor(
        user_id=user.pk,
        name=user.display_name,
        is_site_admin=user.is_superuser,
        may_make_events=user.is_superuser or user.may_make_events,
        roles={key: frozenset(value) for key, value in roles.items()},
    )


def _anyone(actor: Actor, tournament: Tournament | None) -> bool:
    return True


def _signed_in(actor: Actor, tournament: Tournament | None) -> bool:
    return actor.is_signed_in


def _event_maker(actor: Actor, tournament: Tournament | None) -> bool:
    return actor.may_make_events


def _organiser(actor: Actor, tournament: Tournament | None) -> bool:
    return actor.is_site_admin or actor.has_role(tournament, Role.ORGANISER)


def _organiser_or_referee(actor: Actor, tournament: Tournament | None) -> bool:
    return _organiser(actor, tournament) or actor.has_role(tournament, Role.REFEREE)


def _reader(actor: Actor, tournament: Tournament | None) -> bool:
    """A public event is everybody's; a draft is its staff's."""
    if tournament is None:
        return False
    return tournament.is_public or _organiser_or_referee(actor, tournament)


POLICY: dict[Act, Callable[[Actor, Tournament | None], bool]] = {
    Act.VISIT: _anyone,
    Act.SIGN_IN: _anyone,
    Act.CHANGE_OWN_PASSWORD: _signed_in,
    Act.MAKE_EVENTS: _event_maker,
    Act.SEE_EVENT: _reader,
    Act.MANAGE_EVENT: _organiser,
    Act.USE_DESK: _organiser_or_referee,
}

OPEN_TO_ALL = frozenset({Act.VISIT, Act.SIGN_IN, Act.SEE_EVENT})
"""Acts that may be asked without signing in."""


def may(actor: Actor, act: Act, tournament: Tournament | None = None) -> bool:
    return POLICY[act](actor, tournament)


def require(actor: Actor, act: Act, tournament: Tournament | None = None) -> None:
    """Raises PermissionDenied unless `actor` may do `act` in `tournament`."""
    if not may(actor, act, tournament):
        raise PermissionDenied(act.value)
