"""Calling a match to its table, and taking that back."""

from __future__ import annotations

from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.actions.audit import Verb, record, writing
from tournaments.actions.places import NewPlace, exchange, live_matches, numbered, refuse_fixed
from tournaments.actions.refusals import Refused, Stale
from tournaments.calls import can_take, in_its_slot_at
from tournaments.models import Match, Tournament
from tournaments.permissions import Act, Actor
from tournaments.timetable import on_now, waits


def call_match(
    *,
    actor: Actor,
    tournament: Tournament,
    number: int,
    table: int,
    token: UUID | None = None,
) -> Match:
    """The pairs of a waiting match are called to this table, its own or another that is free.

    One called to that table already stays called. The match that has the other table in the same
    slot gets this one's in exchange. Raises Match.DoesNotExist, AlreadyDone, Refused where a pair
    or the table is not free, and Stale where the match has begun or was called elsewhere.
    """
    with writing(actor=actor, act=Act.USE_DESK, tournament=tournament, token=token) as locked:
        matches = live_matches(locked, [number])
        match = numbered(matches, number)
        if match.is_called and match.table == table:
            return match
        _refuse_unfit(match, table, matches, locked)
        moves = []
        if table != match.table:
            if not can_take(match, table, matches):
                raise Refused(
                    _("Table %(table)d is another match's in this round. Choose another table.")
                    % {"table": table}
                )
            holder = in_its_slot_at(match, table, matches)
            if holder is not None:  # its sheet may begin at this very moment
                holder = numbered(live_matches(locked, [holder.number]), holder.number)
                refuse_fixed(holder)
            changes = [NewPlace(match, match.slot, table, match.starts_at)]
            if holder is not None:
                changes.append(NewPlace(holder, match.slot, match.table, holder.starts_at))
            moves = exchange(changes)
        match.called_at = timezone.now()
        match.save(update_fields=["called_at"])
        record(
            actor=actor,
            verb=Verb.CALL_MATCH,
            tournament=locked,
            match=match,
            token=token,
            number=number,
            table=table,
            moves=moves,
        )
    return match


def take_back_call(
    *, actor: Actor, tournament: Tournament, number: int, token: UUID | None = None
) -> Match:
    """The match waits again, at the table it was called to; one that is not called stays so.

    Raises Match.DoesNotExist, AlreadyDone, and Stale where it has begun.
    """
    with writing(actor=actor, act=Act.USE_DESK, tournament=tournament, token=token) as locked:
        match = numbered(live_matches(locked, [number]), number)
        if match.called_at is None:
            return match
        if not match.is_called:
            raise Stale(_("Match %(number)d has begun, so it stays called.") % {"number": number})
        match.called_at = None
        match.save(update_fields=["called_at"])
        record(
            actor=actor,
            verb=Verb.TAKE_BACK_CALL,
            tournament=locked,
            match=match,
            token=token,
            number=number,
            table=match.table,
        )
    return match


def _refuse_unfit(match: Match, table: int, matches: list[Match], tournament: Tournament) -> None:
    if not waits(match):
        raise Stale(
            _("Match %(number)d has been called elsewhere, has begun or is over.")
            % {"number": match.number}
        )
    if not 1 <= table <= max(tournament.table_count, match.table):
        raise Refused(_("There is no such table. Choose another."))
    pairs = {match.pair_a_id, match.pair_b_id}
    for other in matches:
        if not on_now(other):
            continue
        if pairs & {other.pair_a_id, other.pair_b_id}:
            raise Refused(
                _("A pair of match %(number)d is at table %(table)d, in match %(other)d.")
                % {"number": match.number, "table": other.table, "other": other.number}
            )
        if other.table == table:
            raise Refused(
                _("Match %(other)d is at table %(table)d. Choose another table.")
                % {"other": other.number, "table": table}
            )
