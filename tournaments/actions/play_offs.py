"""Play-offs between pairs that are level in their pool (R13, R25): made, and taken back."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from django.db.models import Max
from django.utils.translation import gettext as _

from scoring.entries import PLAY_OFF_DEALS
from scoring.ledger import FormatKind
from tournaments.actions.annulling import apply_change, refuse_unseen
from tournaments.actions.audit import Verb, record, writing
from tournaments.actions.field_guard import refuse_locked_field
from tournaments.actions.places import slot_at
from tournaments.actions.refusals import Refused, Stale
from tournaments.actions.schedules import schedules_made
from tournaments.advancing import pool_states_of
from tournaments.fates import in_force, of_withdrawal
from tournaments.models import Annulment, Match, Stage, Tournament
from tournaments.permissions import Act, Actor
from tournaments.play_offs import can_play_off, plan_fingerprint, plan_play_off


def make_play_off(
    *,
    actor: Actor,
    tournament: Tournament,
    pool: int,
    pairs: Sequence[int],
    seen: str,
    now: datetime,
    token: UUID | None = None,
) -> list[Match]:
    """The matches that part these level pairs of the pool, by number: everyone against everyone.

    They have numbers behind all others and the first free tables from `now` on. Pairs that met in
    an earlier play-off of the pool do not meet again; a match against a pair that has withdrawn is
    a forfeit (R27). Raises Stale where these pairs are not level in
    such a pool any more or something changed since the page was shown (`seen`); Refused where all
    have met, so that only a lot is left, and once the field is locked; AlreadyDone.
    """
    with writing(actor=actor, act=Act.MANAGE_EVENT, tournament=tournament, token=token) as locked:
        refuse_locked_field(locked)
        # No sheet may change between reading who is level and making the matches.
        matches = list(locked.matches.live().select_for_update(of=("self",)).order_by("pk"))
        states = {state.pool.number: state for state in pool_states_of(locked)}
        state = states.get(pool)
        groups = state.level_groups() if state else ()
        level = next((each for each in groups if set(each) == set(pairs)), None)
        if state is None or level is None:
            raise Stale(
                _(
                    "These pairs are not level any more, or a result of theirs is open again. "
                    "Nothing was made. Look at what is still to be settled now."
                )
            )
        refuse_unseen(seen, plan_fingerprint(level, state))
        if not can_play_off(state, level):
            raise Refused(
                _(
                    "A play-off cannot part these pairs: they have played one and are still level, "
                    "or two of them have withdrawn. Draw a lot."
                )
            )
        plan = plan_play_off(
            state=state,
            pairs=level,
            matches=matches,
            highest=locked.matches.aggregate(highest=Max("number"))["highest"] or 0,
            tournament=locked,
            days=list(locked.days.all()),
            now=now,
        )
        first = schedules_made(locked)
        made: list[Match] = []
        for each in plan:
            made.append(
                Match.objects.create(
                    tournament=locked,
                    number=each.number,
                    stage=Stage.PLAY_OFF.value,
                    pool=state.pool,
                    round=each.round,
                    pair_a_id=each.pair_a,
                    pair_b_id=each.pair_b,
                    format=FormatKind.PLAY_OFF.value,
                    deals=PLAY_OFF_DEALS,
                    slot=slot_at(locked, [*matches, *made], each.starts_at, each.table),
                    table=each.table,
                    starts_at=each.starts_at,
                    first_revision=first,
                    revision=first,
                    seats_revision=first,
                )
            )
        _settle(actor, locked, made)
        record(
            actor=actor,
            verb=Verb.MAKE_PLAY_OFF,
            tournament=locked,
            token=token,
            pool=state.pool.label,
            pairs=list(level),
            matches=[match.number for match in made],
        )
    return made


def take_back_play_off(
    *, actor: Actor, tournament: Tournament, number: int, token: UUID | None = None
) -> list[int]:
    """All matches that were made together with this play-off match go; their numbers.

    Raises Match.DoesNotExist, Refused once a deal of any of them is written, one has been called or
    annulled by decision, and once the field is locked; AlreadyDone.
    """
    with writing(actor=actor, act=Act.MANAGE_EVENT, tournament=tournament, token=token) as locked:
        refuse_locked_field(locked)
        named = locked.matches.live().get(number=number, stage=Stage.PLAY_OFF)
        matches = list(
            locked.matches.live()
            .select_for_update(of=("self",))
            .filter(stage=Stage.PLAY_OFF, pool=named.pool_id, first_revision=named.first_revision)
            .order_by("pk")
        )
        why = next(filter(None, map(why_it_stays, matches)), "")
        if why:
            raise Refused(why)
        numbers = sorted(match.number for match in matches)
        label = named.pool.label if named.pool else ""
        Match.objects.filter(pk__in=[match.pk for match in matches]).delete()
        record(
            actor=actor,
            verb=Verb.TAKE_BACK_PLAY_OFF,
            tournament=locked,
            token=token,
            pool=label,
            matches=numbers,
        )
    return numbers


def _settle(actor: Actor, tournament: Tournament, made: list[Match]) -> None:
    """A match against a pair that has withdrawn is a forfeit from the start (R27)."""
    withdrawn = in_force(tournament)
    for match in made:
        for key in {match.pair_a_id, match.pair_b_id} & set(withdrawn):
            for change in of_withdrawal([match], key, withdrawn[key], withdrawn):
                apply_change(actor=actor, change=change, entries=(), reason="")


def why_it_stays(match: Match) -> str:
    """Why a match of a play-off cannot be taken back, in a sentence; "" where it can."""
    if match.was_written:
        return _(
            "Match %(number)d of the play-off has been written to, and what was written is kept. "
            "It can be annulled by decision."
        ) % {"number": match.number}
    if match.is_called:
        return _("Match %(number)d of the play-off has been called. Take the call back first.") % {
            "number": match.number
        }
    if match.annulment == Annulment.DECISION:
        return _(
            "Match %(number)d of the play-off has been annulled by decision. Undo that first."
        ) % {"number": match.number}
    return ""
