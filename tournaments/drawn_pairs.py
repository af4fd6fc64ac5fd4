"""Whether a draw counts, of pools or of a straight knock-out, whether a pair is in it or still can
come to be.

Actions refuse by it what pages do not offer, so both ask here.
"""

from __future__ import annotations

from django.db.models import Exists, OuterRef
from django.utils.translation import gettext as _

from tournaments.models import Bracket, LockedField, Pair, Pool, PoolPlace, Tournament


def has_draw(tournament: Tournament) -> bool:
    """Whether pools or a bracket count, so that the pairs stand (one query)."""
    pools = Pool.objects.live().filter(tournament=OuterRef("pk"))
    brackets = Bracket.objects.filter(tournament=OuterRef("pk"), counts=True)
    drawn = Tournament.objects.filter(Exists(pools) | Exists(brackets), pk=tournament.pk)
    return drawn.exists()


def is_drawn(pair: Pair) -> bool:
    """Whether the pair has a place in a draw that counts (one query, two where no pool has it)."""
    return PoolPlace.objects.live().filter(pair=pair).exists() or is_in_bracket(pair)


def is_in_bracket(pair: Pair) -> bool:
    """Whether the pair is in the knock-out that counts (one query)."""
    return pair.number in numbers_in_bracket(pair.tournament_id)


def numbers_in_bracket(tournament: Tournament | int) -> frozenset[int]:
    """The numbers of the pairs in the knock-out that counts, of an event or its key (one query)."""
    brackets = Bracket.objects.filter(tournament=tournament, counts=True)
    slots = brackets.values_list("slots", flat=True)
    return frozenset(number for each in slots for number in each if number is not None)


def why_none_can_join(tournament: Tournament) -> str:
    """Why a pair that comes now can be in no draw any more, in a sentence; "" where it can be, or
    will be drawn (one query)."""
    of_event = {"tournament": OuterRef("pk")}
    locked = LockedField.objects.filter(undone_at__isnull=True, **of_event)
    brackets = Bracket.objects.filter(counts=True, **of_event)
    row = Tournament.objects.annotate(is_locked=Exists(locked), has_bracket=Exists(brackets))
    is_locked, has_bracket = row.values_list("is_locked", "has_bracket").get(pk=tournament.pk)
    if is_locked:
        return _(
            "It is locked who goes on from the pools, so no pair can be added any more. Take the "
            "locked list back on the page “Going on” first; a knock-out drawn from it has to be "
            "annulled before that."
        )
    if has_bracket:
        return _(
            "The knock-out has been drawn, so no pair can be added. Take its draw back first; "
            "this can be done until a match has been called or has begun."
        )
    return ""
