"""The rules that a club may have otherwise, in words; what each means is `scoring.ruleset`'s."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise


@dataclass(frozen=True)
class RuleWording:
    """A rule's name, what it is about, and for a choice the words of yes and of no."""

    label: _StrPromise
    help_text: _StrPromise
    yes: _StrPromise | None = None
    no: _StrPromise | None = None

    def value_words(self, value: int | bool) -> str:
        """A value of this rule as it is told: the number itself, or the words of the choice."""
        return str(value if self.yes is None else self.yes if value else self.no)


RULES: dict[str, RuleWording] = {
    "deals_in_small_pool": RuleWording(
        _("Deals a match in a pool of four or fewer"),
        _("16 is the standard: four pairs then play 48 deals each."),
    ),
    "deals_in_large_pool": RuleWording(
        _("Deals a match in a larger pool"),
        _("12 is the standard: five pairs then play 48 deals each."),
    ),
    "smallest_pool": RuleWording(
        _("Fewest pairs in a pool"),
        _("4 is the standard: everybody then plays at least three matches."),
    ),
    "eight_pools_from": RuleWording(
        _("Pairs from which eight pools are recommended"),
        _("32 is the standard. You still choose the split yourself."),
    ),
    "sixteen_pools_from": RuleWording(
        _("Pairs from which sixteen pools are recommended"),
        _("64 is the standard. You still choose the split yourself."),
    ),
    "late_minutes": RuleWording(
        _("Minutes a pair may be late"),
        _("15 is the standard. After these its match can be given to the others."),
    ),
    "penalty_uses_deal": RuleWording(
        _("28 points for a fault before the play"),
        _("The referee can choose otherwise in each ruling."),
        _("take the place of the deal"),
        _("do not use up a deal"),
    ),
    "award_is_tuppi": RuleWording(
        _("A match given up or judged to tuppi"),
        _("It shows in the number of tuppis only; points and winner stay the same."),
        _("counts as a tuppi made"),
        _("is no tuppi made"),
    ),
    "restart_when_parted": RuleWording(
        _("When a criterion has parted level pairs"),
        _("The criteria are wins, mutual wins, mutual points, all points."),
        _("those still level begin again from wins"),
        _("those still level go on with the next criterion"),
    ),
    "mutual_waits_for_all": RuleWording(
        _("Mutual matches of level pairs"),
        _("It matters only while matches are still to be played."),
        _("count once all who are level have met"),
        _("count from the first one on"),
    ),
    "withdrawal_percent": RuleWording(
        _("Share of matches played, in per cent, from which a withdrawn pair keeps its results"),
        _("50 is the standard. It is only proposed; you choose each time."),
    ),
    "deals_in_knockout": RuleWording(
        _("Deals a match in the knock-out"),
        _("24 is the standard. It holds from the next draw of the knock-out on."),
    ),
    "third_place_match": RuleWording(
        _("Losers of the semi-finals"),
        _("It holds from the next draw of the knock-out on."),
        _("play a match for third place"),
        _("do not play each other: places 3 and 4 go by their earlier results"),
    ),
    "unconfirmed_counts": RuleWording(
        _("A result that not both pairs have confirmed"),
        _("Who goes on is decided by confirmed results only, whichever you choose."),
        _("counts in the standings at once, marked as not confirmed"),
        _("counts in the standings once both pairs have confirmed it"),
    ),
}
"""Every rule by its name in the ruleset, in the order that pages show them."""
