"""Drawing the knock-out, and letting one bracket count (R29)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from uuid import UUID

from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.bracket import Order
from scoring.field import LARGEST_FIELD, SMALLEST_FIELD
from scoring.ruleset import LIMITS
from tournaments.actions.audit import Verb, record, writing
from tournaments.actions.drawing import (
    refuse_annulled,
    refuse_changes,
    refuse_other_counting,
    refuse_too_many,
    seed_of,
)
from tournaments.actions.knockout_rows import (
    counting_bracket,
    locked_state,
    make_rows,
    numbers_of,
    remove_rows,
)
from tournaments.actions.locked_fields import refuse_withdrawn
from tournaments.actions.refusals import Refused
from tournaments.bracket_lots import (
    bracket_from_seed,
    changes_since,
    field_of,
    goes_by_pools,
    told,
)
from tournaments.bracket_plans import lay_plan, write_plan
from tournaments.brackets import drawn_of
from tournaments.ledger import ruleset_of
from tournaments.models import Bracket, Course, Tournament
from tournaments.permissions import Act, Actor


def draw_knockout(
    *,
    actor: Actor,
    tournament: Tournament,
    order: Order = Order.BY_LOT,
    byes: Order = Order.BY_SEEDS,
    apart: bool = True,
    seed: str = "",
    deals: Sequence[int] | None = None,
    include_absent: bool = False,
    token: UUID | None = None,
) -> Bracket:
    """Draws those who go on, without pools all pairs present, into a bracket; nothing counts yet.

    `order` and `byes` by seeds go by the places in the pools; without pools all is by lot. `seed`
    may be anything called out in the hall; empty lets the server choose one. `deals` are those of a
    match, round by round; the rules' own where None. Raises Refused where nobody can be drawn,
    a pair of the locked list has withdrawn, the deals are out of range or the knock-out has begun;
    AlreadyDone.
    """
    seed = seed_of(seed)
    with writing(actor=actor, act=Act.MANAGE_EVENT, tournament=tournament, token=token) as locked:
        refuse_no_knockout(locked)
        _refuse_begun(locked)
        number = (locked.brackets.aggregate(highest=Max("number"))["highest"] or 0) + 1
        refuse_too_many(number)
        field = field_of(locked, include_absent=include_absent)
        if goes_by_pools(locked) and field.locked is None:
            raise Refused(_("Who goes on from the pools has not been settled yet. Do that first."))
        if field.locked is not None:
            refuse_withdrawn(field.locked)
        if len(field.contenders) < SMALLEST_FIELD:
            raise Refused(_("A draw needs at least two pairs. Enter the pairs first."))
        if len(field.contenders) > LARGEST_FIELD:
            raise Refused(
                _("A knock-out takes at most %(most)d pairs. Draw the pairs into pools first.")
                % {"most": LARGEST_FIELD}
            )
        if field.locked is None:
            order = byes = Order.BY_LOT
        rules = ruleset_of(locked)
        rounds = (len(field.contenders) - 1).bit_length()
        kept_deals = [rules.deals_in_knockout] * rounds if deals is None else list(deals)
        _refuse_deals(kept_deals, rounds)
        drawn = bracket_from_seed(
            field.contenders,
            seed,
            order=order,
            byes=byes,
            apart=apart,
            third_place=rules.third_place_match,
        )
        bracket = Bracket.objects.create(
            tournament=locked,
            number=number,
            field=field.locked,
            seed=seed,
            order=order.value,
            byes=byes.value,
            apart=apart,
            third_place=drawn.bracket.third_place,
            contenders=told(field.contenders),
            slots=list(drawn.bracket.slots),
            from_one_pool=drawn.from_one_pool,
            clashes=drawn.clashes,
            deals=kept_deals,
            drawn_by_id=actor.user_id,
            drawn_by_name=actor.name,
        )
        record(
            actor=actor,
            verb=Verb.DRAW_KNOCKOUT,
            tournament=locked,
            token=token,
            bracket=number,
            seed=seed,
            pairs=len(field.contenders),
            order=order.value,
            byes=byes.value,
            apart=apart,
            deals=kept_deals,
            include_absent=include_absent,
        )
    return bracket


def publish_bracket(
    *,
    actor: Actor,
    tournament: Tournament,
    number: int,
    starts_at: datetime,
    seen_counting: int | None = None,
    leaving_out: Collection[int] = (),
    token: UUID | None = None,
) -> Bracket:
    """Lets the bracket of this number count: its plan is laid from `starts_at` on, and the matches
    whose pairs are known are made.

    The event is shown to everybody from then on. Publishing what counts already changes nothing.
    `leaving_out` are pairs that have come since and stay out knowingly. Raises
    Bracket.DoesNotExist; Refused where the knock-out has begun, the pairs have changed since, one
    of the locked list has withdrawn, or the start is on no day of play; Stale where what counts is
    not `seen_counting` (0 for none; None is not asked); AlreadyDone.
    """
    with writing(actor=actor, act=Act.MANAGE_EVENT, tournament=tournament, token=token) as locked:
        bracket = Bracket.objects.get(tournament=locked, number=number)
        if bracket.counts:
            return bracket
        refuse_other_counting(counting_bracket(locked), seen_counting)
        refuse_no_knockout(locked)
        _refuse_begun(locked)
        refuse_annulled(bracket)
        field = field_of(locked)
        refuse_changes(changes_since(bracket, field), leaving_out)
        if field.locked is not None:
            refuse_withdrawn(field.locked)
        days = list(locked.days.order_by("date"))
        if timezone.localtime(starts_at).date() not in {day.date for day in days}:
            raise Refused(_("Choose a time on a day of play."), field="starts_at")
        _take_out(locked)
        bracket.plan = write_plan(
            lay_plan(drawn_of(bracket), bracket.deals, starts_at, days, locked)
        )
        bracket.decided = {}
        bracket.counts = True
        bracket.published_at = timezone.now()
        bracket.save(update_fields=["plan", "decided", "counts", "published_at"])
        state = locked_state(locked, bracket)
        made = make_rows(locked, state, state.to_make)
        locked.is_public = True
        locked.save(update_fields=["is_public"])
        record(
            actor=actor,
            verb=Verb.PUBLISH_BRACKET,
            tournament=locked,
            token=token,
            bracket=number,
            seed=bracket.seed,
            starts_at=starts_at.isoformat(),
            slots=bracket.slots,
            matches=numbers_of(made),
        )
    return bracket


def take_back_bracket(
    *, actor: Actor, tournament: Tournament, seen_counting: int | None = None
) -> None:
    """No bracket counts any more: its matches go and it can be drawn again.

    It stays in the log of draws. Doing it twice changes nothing. Raises Refused where a match of
    it has begun, Stale where another counts than was seen.
    """
    with writing(actor=actor, act=Act.MANAGE_EVENT, tournament=tournament) as locked:
        counting = counting_bracket(locked)
        if counting is None:
            return
        refuse_other_counting(counting, seen_counting)
        _refuse_begun(locked)
        bracket = _take_out(locked)
        if bracket is not None:
            record(
                actor=actor,
                verb=Verb.TAKE_BACK_BRACKET,
                tournament=locked,
                bracket=bracket.number,
                seed=bracket.seed,
            )


def refuse_no_knockout(tournament: Tournament) -> None:
    """Raises Refused where the event has no knock-out, or pools where it should have none."""
    if tournament.course == Course.POOLS:
        raise Refused(
            _("By its settings this event has no knock-out. Change what it is made of first.")
        )
    if not goes_by_pools(tournament) and tournament.pools.live().exists():
        raise Refused(
            _("The pairs have been drawn into pools. Take that draw back first, or annul it.")
        )


def _refuse_begun(tournament: Tournament) -> None:
    """Raises Refused where the knock-out that counts has begun; holds its matches."""
    bracket = counting_bracket(tournament)
    if bracket is not None and locked_state(tournament, bracket).has_begun:
        raise Refused(
            _(
                "A match of the knock-out has been called or has begun, so its draw stays as it "
                "is. Annul it with a reason if it was wrong."
            )
        )


def _take_out(tournament: Tournament) -> Bracket | None:
    """Takes the bracket that counts out of play with its matches; none of these has begun."""
    bracket = counting_bracket(tournament)
    if bracket is not None:
        remove_rows(bracket.matches.live())
        bracket.counts = False
        bracket.save(update_fields=["counts"])
    return bracket


def _refuse_deals(deals: Sequence[int], rounds: int) -> None:
    least, most = LIMITS["deals_in_knockout"]
    if len(deals) != rounds or not all(least <= each <= most for each in deals):
        raise Refused(
            _("Give every round from %(least)d to %(most)d deals a match.")
            % {"least": least, "most": most}
        )
