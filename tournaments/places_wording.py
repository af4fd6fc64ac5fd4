"""Final places in words: why there are none yet, how far a pair came, what parts it from the pair
above. Names are never inflected."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.final_places import PlaceCriterion
from tournaments.placing import NoPlaces
from tournaments.queries.pairs import PairView
from tournaments.queries.places import KnockoutMatchView, PlacedPair, Places
from tournaments.queries.standings import StandingRow
from tournaments.stage_wording import knockout_match_name, knockout_round_name
from tournaments.wording import lot_reason, match_decision, tie_break_reason, tuppi_word


def why_no_places(places: Places) -> str:
    """Why not everybody has a place yet, and what is to be done; empty where everybody has."""
    count = len(places.open)
    match places.missing:
        case None:
            return ""
        case NoPlaces.NOT_DRAWN:
            return _("The draw has not been published yet.")
        case NoPlaces.NOT_FINISHED:
            text = ngettext(
                "%(count)d match of the pools is still to be played to its end.",
                "%(count)d matches of the pools are still to be played to their end.",
                count,
            )
        case NoPlaces.NOT_CONFIRMED:
            text = ngettext(
                "All matches of the pools are played. %(count)d result is still to be confirmed by "
                "both pairs or a referee.",
                "All matches of the pools are played. %(count)d results are still to be confirmed "
                "by both pairs or a referee.",
                count,
            )
        case NoPlaces.KNOCKOUT_NOT_DRAWN:
            return _("What decides the places is the knock-out, which has not been drawn yet.")
        case NoPlaces.KNOCKOUT_RUNNING:
            return _("The knock-out is still being played.")
        case NoPlaces.KNOCKOUT_NOT_CONFIRMED:
            text = ngettext(
                "%(count)d result of the knock-out is still to be confirmed by both pairs or a "
                "referee.",
                "%(count)d results of the knock-out are still to be confirmed by both pairs or a "
                "referee.",
                count,
            )
        case NoPlaces.KNOCKOUT_UNDECIDED:
            return _(
                "A result of the knock-out was corrected after the next match was made. The "
                "organiser decides what follows."
            )
    return text % {"count": count}


def place_text(placed: PlacedPair) -> str:
    """The place as a number, `=` behind a shared one; empty where it is not known."""
    if placed.place is None:
        return ""
    return f"{placed.place}=" if placed.shared else f"{placed.place}"


def place_reasons(placed: PlacedPair) -> list[str]:
    """How a pair came to its place: its last match, its pool, what parts it from the pair above."""
    if placed.final is None:
        return []
    reasons = [*_last_match(placed), *_pool(placed), *_parted(placed)]
    if placed.shared:
        reasons.append(_("Nothing parts the pairs that share this place."))
    return reasons


def place_sentence(placed: PlacedPair) -> str:
    """The same in one piece of text, for files."""
    return " ".join(place_reasons(placed))


def points_for(match: KnockoutMatchView, pair: PairView) -> str:
    """The match points of a match as a pair sees them: its own first."""
    if match.view is None:
        return ""
    a, b = match.view.points_a, match.view.points_b
    return f"{a}–{b}" if match.view.a.pk == pair.pk else f"{b}–{a}"


def match_name(match: KnockoutMatchView) -> str:
    """The final, semi-final 2 …"""
    return knockout_match_name(match.bracket, match.match.key.round, match.match.key.number)


@dataclass(frozen=True)
class KnockoutRound:
    """Matches of the knock-out under one heading."""

    name: str
    matches: tuple[KnockoutMatchView, ...]


def knockout_rounds(matches: Iterable[KnockoutMatchView]) -> list[KnockoutRound]:
    """The matches that are decided, the final first, then the match for third place, then round by
    round back to the first."""
    decided = [match for match in matches if match.winner is not None]
    last = [match for match in decided if match.is_final or match.match.is_third_place]
    rounds = [
        KnockoutRound(match_name(match), (match,))
        for match in sorted(last, key=lambda match: match.match.is_third_place)
    ]
    for number in sorted({match.match.key.round for match in decided if match not in last})[::-1]:
        own = tuple(match for match in decided if match.match.key.round == number)
        rounds.append(KnockoutRound(knockout_round_name(own[0].bracket, number), own))
    return rounds


def how_decided(match: KnockoutMatchView) -> str:
    """What decided a match in a word or two: by a tuppi, on points …; empty where nothing did."""
    if match.is_decided:
        return _("by a decision")
    if match.view is None:
        return ""
    return tuppi_word(match.view.match) or match_decision(match.view.match)


def _last_match(placed: PlacedPair) -> Iterator[str]:
    match = placed.last
    if match is None or match.winner is None or match.loser is None:
        return
    won = match.winner == placed.pair
    other = match.loser if won else match.winner
    told = {"pair": other.name, "points": points_for(match, placed.pair)}
    if match.is_decided:
        told["round"] = match_name(match)
        text = (
            _("%(round)s: went on by a decision, against %(pair)s.")
            if won
            else _("%(round)s: went out by a decision, against %(pair)s.")
        )
    elif match.is_final:
        text = (
            _("Won the final %(points)s against %(pair)s.")
            if won
            else _("Lost the final %(points)s to %(pair)s.")
        )
    elif match.match.is_third_place:
        text = (
            _("Won the match for third place %(points)s against %(pair)s.")
            if won
            else _("Lost the match for third place %(points)s to %(pair)s.")
        )
    else:
        told["round"] = knockout_round_name(match.bracket, match.match.key.round)
        text = _("%(round)s: lost %(points)s to %(pair)s.")
    yield text % told


def _pool(placed: PlacedPair) -> Iterator[str]:
    """The place in the pool, of those whom it placed."""
    if placed.row is None or placed.pool is None or (placed.place in (1, 2, 3, 4) and placed.last):
        return
    standing = placed.row.standing
    yield (
        _("Pool %(pool)s: place %(place)d, won %(wins)d of %(played)d, match points %(points)d.")
        % {
            "pool": placed.pool.label,
            "place": standing.place,
            "wins": standing.wins,
            "played": standing.played,
            "points": standing.points,
        }
    )


def _parted(placed: PlacedPair) -> Iterator[str]:
    """What parts the pair from the one above, where neither rounds nor wins of a pool say it."""
    final, above = placed.final, placed.above
    if final is None or above is None or above.final is None:
        return
    told: dict[str, str] = {"above": above.pair.name}
    match final.decided_by:
        case PlaceCriterion.POOL_PLACE if placed.pool == above.pool:
            # Of one pool the standings tell what parts them, of a neighbour only.
            if (
                placed.row
                and placed.row.above == above.pair
                and (reason := tie_break_reason(placed.row))
            ):
                yield reason
            return
        case PlaceCriterion.POOL_PLACE:
            text = _("Below %(above)s by the place in the pool.")
        case PlaceCriterion.SHARE_WON:
            text = _("Below %(above)s by the share of pool matches won: %(own)s and %(theirs)s.")
            told |= {"own": _share(placed.row), "theirs": _share(above.row)}
        case PlaceCriterion.POINTS_A_MATCH:
            text = _("Below %(above)s by match points a pool match: %(own)s and %(theirs)s.")
            told |= _points_a_match(final.points_a_match, above.final.points_a_match)
        case PlaceCriterion.LOT:
            yield lot_reason(placed.lot, above.pair.name)
            return
        case _:
            return
    yield text % told


def _share(row: StandingRow | None) -> str:
    return f"{row.standing.wins}/{row.standing.played}" if row else ""


def _points_a_match(own: Fraction | None, theirs: Fraction | None) -> dict[str, str]:
    """Both to as many decimals as it takes to tell them apart, three at most."""
    if own is None or theirs is None:
        return {"own": "", "theirs": ""}
    decimals = next((n for n in (1, 2, 3) if round(own, n) != round(theirs, n)), 3)
    # Rounded first: writing a number cuts what is left of it off.
    return {
        "own": number_format(round(float(own), decimals), decimals),
        "theirs": number_format(round(float(theirs), decimals), decimals),
    }
