"""Going on from the pools in words (R25 to R28). Names are never inflected."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.advancement import Candidate, Ground
from scoring.field import FieldProposal
from scoring.pool_results import Comparison
from scoring.prospects import Prospect
from tournaments.advancing import FieldNumbers
from tournaments.field_changes import ChangedRow
from tournaments.models import Lot, Pool
from tournaments.queries.going_on import GoingOn, Line, LockedPair
from tournaments.queries.pairs import PairView


def prospect_word(prospect: Prospect) -> str:
    """What a pair comes to, in a word."""
    match prospect:
        case Prospect.THROUGH:
            return _("through")
        case Prospect.OUT:
            return _("out")
        case Prospect.OPEN:
            return _("open")


def line_text(line: Line, going: GoingOn) -> str:
    """What a line in the standings parts."""
    best = going.best_next
    if line is Line.ALL:
        return _("Those above go on")
    if line is Line.LEVEL:
        return _("Level at the line: it is not settled yet which of them go on")
    return ngettext(
        "%(count)d of all pools goes on from this place, the best one",
        "%(count)d of all pools go on from this place, the best ones",
        best,
    ) % {"count": best}


def numbers_text(numbers: FieldNumbers | FieldProposal, pool_count: int) -> str:
    """How many go on, in a sentence: the first 2 of each pool and the 2 best behind them …"""
    every = min(numbers.first, numbers.size // max(1, pool_count))
    rest = numbers.size - every * pool_count
    first = ngettext(
        "The first of each pool goes on", "The first %(count)d of each pool go on", every
    ) % {"count": every}
    if not every:
        first = ""
    if pool_count == 1:
        first = ngettext("The first goes on", "The first %(count)d go on", numbers.size) % {
            "count": numbers.size
        }
        rest = 0
    if rest > 0:
        behind = (
            ngettext(
                "and the best of those on place %(place)d",
                "and the %(count)d best of those on place %(place)d",
                rest,
            )
            % {"count": rest, "place": every + 1}
            if first
            else _("The %(count)d best winners of pools go on") % {"count": rest}
        )
        first = f"{first} {behind}".strip()
    total = ngettext("%(count)d pair in all", "%(count)d pairs in all", numbers.size) % {
        "count": numbers.size
    }
    return f"{first}: {total}."


def pool_place_text(pool: int | str, place: int) -> str:
    """Place 2 of pool A."""
    label = pool if isinstance(pool, str) else Pool(number=pool).label
    return _("Place %(place)d in pool %(pool)s") % {"place": place, "pool": label}


def locked_ground(pair: LockedPair) -> str:
    """By what a pair went on."""
    text = pool_place_text(pair.pool, pair.pool_place)
    if pair.is_best_next:
        text = _("%(place)s, one of the best next-placed") % {"place": text}
    if pair.moved_past:
        passed = ", ".join(str(each.number) for each in pair.moved_past)
        text = _("%(place)s; moved up past withdrawn pair %(pairs)s") % {
            "place": text,
            "pairs": passed,
        }
    return text


def candidate_ground(candidate: Candidate) -> str:
    """By what a pair of the list goes on, or would."""
    text = pool_place_text(int(candidate.pool), candidate.pool_place)
    if candidate.ground is Ground.BEST_NEXT:
        text = _("%(place)s, best next-placed") % {"place": text}
    if candidate.moved_past:
        text = _("%(place)s; moved up past withdrawn pair %(pairs)s") % {
            "place": text,
            "pairs": ", ".join(map(str, candidate.moved_past)),
        }
    return text


def changed_ground(change: ChangedRow, by_number: Mapping[int, PairView]) -> str:
    """That a pair would still go on, by another place than before."""
    pair = by_number.get(change.pair)
    before, after = (
        pool_place_text(row["pool"], row["pool_place"]) for row in (change.before, change.after)
    )
    return _("%(pair)s would still go on, by another place: %(before)s → %(after)s.") % {
        "pair": pair.name if pair else change.pair,
        "before": before,
        "after": after,
    }


def candidate_figures(candidate: Candidate) -> str:
    """What pairs of different pools are compared by: won 2/3, 41.3 points a match."""
    return _("won %(share)s, %(points)s points a match") % {
        "share": _share(candidate.share_won),
        "points": number_format(float(candidate.points_a_match), decimal_pos=1),
    }


def comparison_text(candidate: Candidate) -> str:
    """What parts a pair from the one above it in the list; "" where the place does."""
    match candidate.decided_by:
        case Comparison.SHARE_WON:
            return _("Behind the one above by the share of matches won.")
        case Comparison.POINTS_A_MATCH:
            return _("Behind the one above by match points a match.")
        case Comparison.LOT:
            return _("Behind the one above by lot.")
        case _:
            return ""


def lot_title(lot: Lot) -> str:
    """What a lot was about."""
    match lot.scope:
        case Lot.Scope.POOL:
            pool = lot.pool.label if lot.pool else ""
            return _("Order of level pairs in pool %(pool)s") % {"pool": pool}
        case Lot.Scope.FIELD:
            return _("Who of the best next-placed goes on")
    return _("Final places")


def _share(share: Fraction) -> str:
    if share == 1:
        return _("all")
    return f"{share.numerator}/{share.denominator}" if share else _("none")
