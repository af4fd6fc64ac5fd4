"""Signing up in public, and what the organiser makes of it."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.actions.audit import Verb, record, writing
from tournaments.actions.entries import (
    EnteredPair,
    EnteredPlayer,
    change_entered,
    enter_pairs,
    refuse_after_draw,
    told,
)
from tournaments.actions.links import digest_of
from tournaments.actions.refusals import Refused, Stale
from tournaments.drawn_pairs import has_draw, is_drawn
from tournaments.models import SignUp, Tournament
from tournaments.names import fold_name
from tournaments.network_sources import source_digest
from tournaments.permissions import Act, Actor
from tournaments.sign_up_phase import Phase, phase_of

MAX_WAITING = 400
"""Sign-ups an event holds that nobody has decided about."""

MOST_FROM_ONE_SOURCE = 12
SOURCE_WINDOW = timedelta(hours=1)
"""So many sign-ups are taken from one network address within this time: a club's whole bus may
sign up behind one, a machine that fills in forms gets no further."""

State = SignUp.State


@dataclass(frozen=True)
class SignUpSettings:
    """When people can sign up, in any time zone; None for `opens_at` closes the page, for
    `closes_at` leaves it open until the draw, for `limit` takes everybody."""

    opens_at: datetime | None
    closes_at: datetime | None
    limit: int | None


@dataclass(frozen=True)
class MadeSignUp:
    """A sign-up just made, with the secret of its private link: it is told once."""

    sign_up: SignUp
    secret: str


def set_sign_up(
    *,
    actor: Actor,
    tournament: Tournament,
    wanted: SignUpSettings,
    seen_revision: int,
    token: UUID | None = None,
) -> Tournament:
    """Opens or closes the public page. Raises Stale, AlreadyDone, Refused for a closing time that
    is not after the opening."""
    with writing(actor=actor, act=Act.MANAGE_EVENT, tournament=tournament, token=token) as locked:
        if locked.revision != seen_revision:
            raise Stale(
                _(
                    "Somebody changed the settings of the event while you had this page open. "
                    "Look at what stands here now, then save again."
                )
            )
        if wanted.opens_at and wanted.closes_at and wanted.closes_at <= wanted.opens_at:
            raise Refused(
                _("Signing up must close later than it opens. Correct one of the times."),
                field="closes_at",
            )
        before = _told_settings(locked)
        locked.sign_up_opens_at = wanted.opens_at
        locked.sign_up_closes_at = wanted.closes_at if wanted.opens_at else None
        locked.sign_up_limit = wanted.limit
        after = _told_settings(locked)
        if before == after:
            return locked
        locked.revision += 1
        locked.save(
            update_fields=["sign_up_opens_at", "sign_up_closes_at", "sign_up_limit", "revision"]
        )
        record(
            actor=actor,
            verb=Verb.SET_SIGN_UP,
            tournament=locked,
            token=token,
            before=before,
            after=after,
        )
    return locked


def sign_up(
    *,
    actor: Actor,
    tournament: Tournament,
    entry: EnteredPair,
    contact: str,
    source: str,
    token: UUID | None = None,
) -> MadeSignUp:
    """Two people sign up; the pair enters the event once an organiser approves it.

    `source` is the network address it came from; only a digest of it is kept, to hold off whoever
    fills in too many. Raises Refused where signing up is not open, a player has signed up or been
    entered already, or too many came from one source; AlreadyDone.
    """
    with writing(actor=actor, act=Act.SIGN_UP, tournament=tournament, token=token) as locked:
        _refuse_unless_open(locked)
        digest = source_digest(locked, source)
        recent = locked.sign_ups.filter(
            source_digest=digest, made_at__gt=timezone.now() - SOURCE_WINDOW
        ).count()
        if recent >= MOST_FROM_ONE_SOURCE:
            raise Refused(
                _(
                    "Too many sign-ups have come from this network within an hour. "
                    "Try again later, or ask the organiser to enter the pair."
                )
            )
        if locked.sign_ups.filter(state=State.OPEN).count() >= MAX_WAITING:
            raise Refused(_("No more sign-ups can be taken. Ask the organiser to enter the pair."))
        _refuse_known(locked, entry)
        secret = secrets.token_urlsafe(16)  # 128 bits
        made = SignUp.objects.create(
            tournament=locked,
            number=(locked.sign_ups.aggregate(highest=Max("number"))["highest"] or 0) + 1,
            digest=digest_of(secret),
            contact=contact,
            source_digest=digest,
            **_names(entry),
        )
        record(
            actor=_entrant(made),
            verb=Verb.SIGN_UP,
            tournament=locked,
            token=token,
            sign_up=made.number,
            players=told(entry),
        )
    return MadeSignUp(made, secret)


def change_sign_up(
    *,
    actor: Actor,
    tournament: Tournament,
    digest: str,
    entry: EnteredPair,
    contact: str,
    seen_revision: int,
    token: UUID | None = None,
) -> SignUp:
    """Whoever has the private link changes names, clubs or contact while signing up is open.

    A pair approved already is changed with it. Raises SignUp.DoesNotExist, Stale, Refused,
    AlreadyDone.
    """
    with writing(actor=actor, act=Act.SIGN_UP, tournament=tournament, token=token) as locked:
        found = locked.sign_ups.select_for_update(of=("self",)).get(digest=digest)
        if found.revision != seen_revision:
            raise Stale(
                _("This sign-up has changed meanwhile. Look at it, then make your change again.")
            )
        _refuse_unless_open(locked)
        if found.state not in (State.OPEN, State.APPROVED):
            raise Refused(_("This sign-up is over. Sign up again if you want to come."))
        before = told(entry_of(found))
        if found.state == State.APPROVED:
            if found.pair is None:
                raise Refused(_("The organiser has taken the pair off the list. Ask him."))
            change_entered(locked, found.pair, entry)
        else:
            _refuse_known(locked, entry, own=found)
        for field, value in {**_names(entry), "contact": contact}.items():
            setattr(found, field, value)
        found.revision += 1
        found.save()
        record(
            actor=_entrant(found),
            verb=Verb.CHANGE_SIGN_UP,
            tournament=locked,
            token=token,
            sign_up=found.number,
            before=before,
            after=told(entry),
        )
    return found


def cancel_sign_up(*, actor: Actor, tournament: Tournament, digest: str) -> SignUp:
    """Whoever has the private link calls it off; a pair approved already is called off with it.

    Doing it twice changes nothing. Raises SignUp.DoesNotExist, Refused after the draw.
    """
    with writing(actor=actor, act=Act.SIGN_UP, tournament=tournament) as locked:
        found = locked.sign_ups.select_for_update(of=("self",)).get(digest=digest)
        if found.state in (State.CANCELLED, State.REFUSED):
            return found
        pair = found.pair
        if pair is not None:
            if is_drawn(pair):
                raise Refused(
                    _("The pair has been drawn already. Tell the organiser that you cannot come.")
                )
            pair.cancelled_at = pair.cancelled_at or timezone.now()
            pair.save(update_fields=["cancelled_at"])
        found.state = State.CANCELLED
        found.decided_at = timezone.now()
        found.revision += 1
        found.save(update_fields=["state", "decided_at", "revision"])
        record(
            actor=_entrant(found),
            verb=Verb.CANCEL_SIGN_UP,
            tournament=locked,
            sign_up=found.number,
            pair=pair.number if pair else None,
            players=told(entry_of(found)),
        )
    return found


def approve_sign_ups(
    *, actor: Actor, tournament: Tournament, numbers: Sequence[int]
) -> list[SignUp]:
    """Enters these sign-ups as pairs, in the order they came, all or none of them.

    Those decided already are passed over. Raises Refused after the draw, RowsRefused or Refused
    where a player is in another pair by now.
    """
    with writing(actor=actor, act=Act.MANAGE_EVENT, tournament=tournament) as locked:
        refuse_after_draw(locked)
        waiting = list(
            locked.sign_ups.select_for_update(of=("self",))
            .filter(number__in=numbers, state=State.OPEN)
            .order_by("number")
        )
        if not waiting:
            return []
        pairs = enter_pairs(locked, [entry_of(each) for each in waiting])
        for each, pair in zip(waiting, pairs, strict=True):
            each.state, each.pair = State.APPROVED, pair
            _decide(each, actor)
            each.save()
        record(
            actor=actor,
            verb=Verb.APPROVE_SIGN_UPS,
            tournament=locked,
            sign_ups=[each.number for each in waiting],
            pairs=[
                [pair.number, *told(entry_of(each))]
                for each, pair in zip(waiting, pairs, strict=True)
            ],
        )
    return waiting


def refuse_sign_up(*, actor: Actor, tournament: Tournament, number: int) -> SignUp:
    """This sign-up is not taken. Refusing twice changes nothing.

    Raises SignUp.DoesNotExist, Refused for one that was approved or called off.
    """
    return _settle(actor, tournament, number, State.OPEN, State.REFUSED, Verb.REFUSE_SIGN_UP)


def reopen_sign_up(*, actor: Actor, tournament: Tournament, number: int) -> SignUp:
    """A refused sign-up waits again, in its old place. Reopening twice changes nothing.

    Raises SignUp.DoesNotExist, Refused for one that was approved or called off.
    """
    return _settle(actor, tournament, number, State.REFUSED, State.OPEN, Verb.REOPEN_SIGN_UP)


def _settle(
    actor: Actor, tournament: Tournament, number: int, before: State, after: State, verb: Verb
) -> SignUp:
    with writing(actor=actor, act=Act.MANAGE_EVENT, tournament=tournament) as locked:
        found = locked.sign_ups.select_for_update(of=("self",)).get(number=number)
        if found.state == after:
            return found
        if found.state != before:
            raise Refused(
                _("Sign-up %(number)d has been approved or called off meanwhile.")
                % {"number": number}
            )
        found.state = after
        _decide(found, actor)
        found.save()
        record(
            actor=actor,
            verb=verb,
            tournament=locked,
            sign_up=number,
            players=told(entry_of(found)),
        )
    return found


def entry_of(found: SignUp) -> EnteredPair:
    """The pair that a sign-up asks for."""
    return EnteredPair(
        EnteredPlayer(found.first_name, found.first_club),
        EnteredPlayer(found.second_name, found.second_club),
        row=found.number,
    )


def _names(entry: EnteredPair) -> dict[str, str]:
    return {
        "first_name": entry.first.name,
        "first_club": entry.first.club,
        "second_name": entry.second.name,
        "second_club": entry.second.club,
    }


def _decide(found: SignUp, actor: Actor) -> None:
    found.decided_at = timezone.now()
    found.decided_by_id = actor.user_id
    found.decided_by_name = actor.name
    found.revision += 1


def _entrant(found: SignUp) -> Actor:
    """Whom the log names: nobody is signed in, so the first of the two names."""
    return Actor(name=found.first_name)


def _refuse_unless_open(tournament: Tournament) -> None:
    phase = phase_of(tournament, timezone.now(), is_drawn=has_draw(tournament))
    if phase is Phase.EARLY:
        raise Refused(_("Signing up has not opened yet. Come back when it has."))
    if phase is not Phase.OPEN:
        raise Refused(_("Signing up is closed. Ask the organiser whether there is still room."))


def _refuse_known(tournament: Tournament, entry: EnteredPair, own: SignUp | None = None) -> None:
    """Raises Refused where a player has been entered or has signed up already."""
    taken = set(
        tournament.pairs.filter(cancelled_at=None).values_list("players__player__folded", flat=True)
    )
    for each in tournament.sign_ups.filter(state=State.OPEN):
        if own is None or each.pk != own.pk:
            taken |= {fold_name(each.first_name), fold_name(each.second_name)}
    for field, player in (("first_name", entry.first), ("second_name", entry.second)):
        if fold_name(player.name) in taken:
            raise Refused(
                _(
                    "%(player)s has signed up already. If it is somebody else of the same name, "
                    "ask the organiser to enter the pair."
                )
                % {"player": player.name},
                field=field,
            )


def _told_settings(tournament: Tournament) -> dict[str, object]:
    """The sign-up's settings as the audit keeps them."""
    opens, closes = tournament.sign_up_opens_at, tournament.sign_up_closes_at
    return {
        "opens_at": opens.isoformat() if opens else None,
        "closes_at": closes.isoformat() if closes else None,
        "limit": tournament.sign_up_limit,
    }
