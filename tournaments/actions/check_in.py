"""The organiser's quarter of an hour: who has paid, who is in the hall, who is not coming.

Every write here says what is so, never "the other way round": two clerks who tap one pair at the
same moment agree, and a tap sent twice changes nothing and leaves no second record.
"""

from __future__ import annotations

from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.actions.audit import Verb, record, writing
from tournaments.actions.refusals import Refused
from tournaments.drawn_pairs import has_draw, is_drawn
from tournaments.models import Pair, Tournament
from tournaments.permissions import Act, Actor


class AskFirst(Refused):
    """The write is made only for somebody who was asked whether it is meant, and says so."""


def set_paid(*, actor: Actor, tournament: Tournament, number: int, paid: bool) -> Pair:
    """Marks the entry fee of a pair paid, or not paid. Raises Pair.DoesNotExist.

    A pair whose entry was called off may pay or get its fee back as well.
    """
    with writing(actor=actor, act=Act.CHECK_IN, tournament=tournament) as locked:
        pair = locked.pairs.get(number=number)
        if (pair.paid_at is not None) != paid:
            pair.paid_at = timezone.now() if paid else None
            pair.save(update_fields=["paid_at"])
            verb = Verb.MARK_PAID if paid else Verb.MARK_UNPAID
            record(actor=actor, verb=verb, tournament=locked, pair=number)
    return pair


def set_present(
    *, actor: Actor, tournament: Tournament, number: int, present: bool, sure: bool = False
) -> Pair:
    """Marks a pair present, or absent again; one that is present keeps the time it came.

    Raises Pair.DoesNotExist; Refused for an entry that was called off; AskFirst where a pair that
    has been drawn would be absent again and nobody is `sure`.
    """
    with writing(actor=actor, act=Act.CHECK_IN, tournament=tournament) as locked:
        pair = locked.pairs.get(number=number)
        if (pair.present_at is not None) == present:
            return pair
        if present and pair.cancelled_at is not None:
            raise Refused(
                _(
                    "The entry of pair %(number)d was called off. An organiser can bring it back "
                    "on the page of the pair; mark it present after that."
                )
                % {"number": number}
            )
        if not present and not sure and is_drawn(pair):
            raise AskFirst(
                _("Pair %(number)d has been drawn. Is it really not here?") % {"number": number}
            )
        pair.present_at = timezone.now() if present else None
        pair.save(update_fields=["present_at"])
        verb = Verb.MARK_PRESENT if present else Verb.MARK_ABSENT
        record(actor=actor, verb=verb, tournament=locked, pair=number)
    return pair


def set_all_present(*, actor: Actor, tournament: Tournament) -> list[int]:
    """Marks everybody present who was not yet, and tells their numbers.

    Entries called off stay as they are; so do pairs that have withdrawn.
    """
    with writing(actor=actor, act=Act.CHECK_IN, tournament=tournament) as locked:
        absent = (
            locked.pairs.filter(present_at=None, cancelled_at=None)
            .exclude(withdrawals__in=locked.withdrawals.filter(undone_at=None))
            .order_by("number")
        )
        numbers = list(absent.values_list("number", flat=True))
        if numbers:
            locked.pairs.filter(number__in=numbers).update(present_at=timezone.now())
            record(actor=actor, verb=Verb.MARK_ALL_PRESENT, tournament=locked, pairs=numbers)
    return numbers


def call_off_entry(*, actor: Actor, tournament: Tournament, number: int) -> Pair:
    """Calls a pair's entry off before the draw: it stays on the list and is not drawn.

    It is not in the hall any more either; what it paid stays marked until it is given back.
    Raises Pair.DoesNotExist, Refused where the pair has been drawn.
    """
    with writing(actor=actor, act=Act.MANAGE_EVENT, tournament=tournament) as locked:
        pair = locked.pairs.get(number=number)
        if pair.cancelled_at is not None:
            return pair
        if is_drawn(pair):
            raise Refused(
                _(
                    "Pair %(number)d has been drawn, so its entry cannot be called off. "
                    "Withdraw the pair instead."
                )
                % {"number": number}
            )
        pair.cancelled_at = timezone.now()
        pair.present_at = None
        pair.save(update_fields=["cancelled_at", "present_at"])
        record(actor=actor, verb=Verb.CALL_OFF_ENTRY, tournament=locked, pair=number)
    return pair


def bring_back_entry(*, actor: Actor, tournament: Tournament, number: int) -> Pair:
    """Takes back that an entry was called off. Raises Pair.DoesNotExist; Refused after the draw."""
    with writing(actor=actor, act=Act.MANAGE_EVENT, tournament=tournament) as locked:
        pair = locked.pairs.get(number=number)
        if pair.cancelled_at is None:
            return pair
        if has_draw(locked):
            raise Refused(
                _(
                    "The draw has been published without pair %(number)d, so its entry cannot be "
                    "brought back. Take the draw back first; this can be done until the first deal."
                )
                % {"number": number}
            )
        pair.cancelled_at = None
        pair.save(update_fields=["cancelled_at"])
        record(actor=actor, verb=Verb.BRING_BACK_ENTRY, tournament=locked, pair=number)
    return pair
