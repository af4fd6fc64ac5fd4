"""Who may do what: one table.

An `Actor` is who asks, loaded once a request. `Act` names everything that can be asked of the
site; `POLICY` says for each act which actors may do it in a given event. Views declare the act
they need, actions check it again before they write.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from django.core.exceptions import PermissionDenied

from tournaments.models import Match, Membership, OneTimeLink, Role, Tournament, User


class Act(StrEnum):
    VISIT = "visit"
    SIGN_IN = "sign_in"
    CHANGE_OWN_PASSWORD = "change_own_password"  # noqa: S105 - a code, no password
    MAKE_EVENTS = "make_events"
    SEE_EVENT = "see_event"
    SIGN_UP = "sign_up"
    MANAGE_EVENT = "manage_event"
    CHECK_IN = "check_in"
    USE_DESK = "use_desk"
    KEEP_SHEET = "keep_sheet"
    LOOK_AFTER_SITE = "look_after_site"


@dataclass(frozen=True)
class AtTable:
    """Where somebody stands who holds the link of a table, or of one match's score sheet.

    `match` is the number of the only match the link opens; None for all matches at the table.
    """

    tournament_id: int
    table: int
    match: int | None = None

    def opens(self, match: Match) -> bool:
        """Whether the link opens this match."""
        return (
            match.tournament_id == self.tournament_id
            and match.table == self.table
            and self.match in (None, match.number)
        )


@dataclass(frozen=True)
class Actor:
    """Who asks. `user_id` is None for somebody not signed in; `roles` by event key.

    `at_table` is the table whose link was followed; such an actor has no account.
    """

    user_id: int | None = None
    name: str = ""
    is_site_admin: bool = False
    may_make_events: bool = False
    roles: Mapping[int, frozenset[str]] = field(default_factory=dict)
    at_table: AtTable | None = None

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
    return actors_of([user])[user.pk]


def actors_of(users: Collection[User]) -> dict[int, Actor]:
    """The actors behind some users, by key (one query)."""
    roles: dict[int, dict[int, set[str]]] = {}
    for user_id, tournament_id, role in Membership.objects.filter(
        user__in=[user.pk for user in users]
    ).values_list("user_id", "tournament_id", "role"):
        roles.setdefault(user_id, {}).setdefault(tournament_id, set()).add(role)
    return {
        user.pk: Actor(
            user_id=user.pk,
            name=user.display_name,
            is_site_admin=user.is_superuser,
            may_make_events=user.is_superuser or user.may_make_events,
            roles={key: frozenset(value) for key, value in roles.get(user.pk, {}).items()},
        )
        for user in users
    }


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


def _at_table(actor: Actor, tournament: Tournament | None) -> bool:
    """Whoever holds a link of a table of the event, a draft's too. What the link opens is asked
    match by match: `AtTable.opens`."""
    place = actor.at_table
    return place is not None and tournament is not None and place.tournament_id == tournament.pk


def _site_admin(actor: Actor, tournament: Tournament | None) -> bool:
    return actor.is_site_admin


POLICY: dict[Act, Callable[[Actor, Tournament | None], bool]] = {
    Act.VISIT: _anyone,
    Act.SIGN_IN: _anyone,
    Act.CHANGE_OWN_PASSWORD: _signed_in,
    Act.MAKE_EVENTS: _event_maker,
    Act.SEE_EVENT: _reader,
    Act.SIGN_UP: _reader,
    Act.MANAGE_EVENT: _organiser,
    Act.CHECK_IN: _organiser_or_referee,
    Act.USE_DESK: _organiser_or_referee,
    Act.KEEP_SHEET: _at_table,
    Act.LOOK_AFTER_SITE: _site_admin,
}

OPEN_TO_ALL = frozenset({Act.VISIT, Act.SIGN_IN, Act.SEE_EVENT, Act.SIGN_UP, Act.KEEP_SHEET})
"""Acts that may be asked without signing in."""


def may(actor: Actor, act: Act, tournament: Tournament | None = None) -> bool:
    return POLICY[act](actor, tournament)


def require(actor: Actor, act: Act, tournament: Tournament | None = None) -> None:
    """Raises PermissionDenied unless `actor` may do `act` in `tournament`."""
    if not may(actor, act, tournament):
        raise PermissionDenied(act.value)


def may_renew_password(maker: Actor, person: Actor) -> bool:
    """Whether `maker` may make a link by which `person` gets a new password.

    Whoever makes the link could use it, so it must open nothing that the maker has not got. A
    site's admin may make one for anybody else. An organiser may where every event the person is
    staff of is one he organises, never for a site's admin, nor for somebody who may make events
    when he may not himself. One's own password is changed on its own page, which asks for the
    present one.
    """
    if person.user_id is None or person.user_id == maker.user_id:
        return False
    if maker.is_site_admin:
        return True
    if person.is_site_admin or (person.may_make_events and not maker.may_make_events):
        return False
    return bool(person.roles) and all(
        Role.ORGANISER in maker.roles.get(key, frozenset()) for key in person.roles
    )


def link_stands(link: OneTimeLink, maker: Actor, person: Actor | None = None) -> bool:
    """Whether `maker` could still make this link today; one who could not leaves it worthless.

    `person` is the user a new password is for. Use and expiry are another question.
    """
    match OneTimeLink.Purpose(link.purpose):
        case OneTimeLink.Purpose.INVITATION:
            return may(maker, Act.MANAGE_EVENT, link.tournament)
        case OneTimeLink.Purpose.EVENT_MAKER:
            return may(maker, Act.LOOK_AFTER_SITE)
        case OneTimeLink.Purpose.NEW_PASSWORD:
            return person is not None and may_renew_password(maker, person)
    return True
