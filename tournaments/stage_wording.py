"""Which part of an event a match belongs to, in words: its pool, a play-off, a round of the
knock-out."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Bracket, Stage
from tournaments.queries.matches import MatchView, SlotView


def stage_name(view: MatchView) -> str:
    """Pool A, play-off of pool A, semi-final 1 …"""
    match = view.match
    if match.bracket is not None:
        return knockout_match_name(match.bracket, match.round, match.bracket_number or 0)
    pool = view.pool.label if view.pool else ""
    if match.stage == Stage.PLAY_OFF:
        return _("Play-off, pool %(pool)s") % {"pool": pool}
    return _("Pool %(pool)s") % {"pool": pool}


def knockout_match_name(bracket: Bracket, round_number: int, number: int) -> str:
    """A match of a bracket by its round, from 1, and its number in the round, from 0."""
    match bracket.rounds - round_number:
        case 0:
            return _("Match for third place") if number == 1 else _("Final")
        case 1:
            return _("Semi-final %(number)d") % {"number": number + 1}
        case 2:
            return _("Quarter-final %(number)d") % {"number": number + 1}
    round_text = knockout_round_name(bracket, round_number)
    return _("%(round)s, no. %(number)d") % {"round": round_text, "number": number + 1}


def knockout_round_name(bracket: Bracket, round_number: int) -> str:
    """A round of a bracket: the final, the semi-finals, …; earlier ones by how many pairs play."""
    match bracket.rounds - round_number:
        case 0:
            return _("Final")
        case 1:
            return _("Semi-finals")
        case 2:
            return _("Quarter-finals")
        case to_come:
            return _("Round of %(pairs)d") % {"pairs": 2 ** (to_come + 1)}


def stage_label(view: MatchView) -> str:
    """What stands in a column of pools: the letter alone, for other matches what they are."""
    if view.pool is not None and view.match.stage == Stage.POOL:
        return view.pool.label
    return stage_name(view)


def stage_and_match(view: MatchView) -> str:
    """Pool A, match 12."""
    if view.pool is not None and view.match.stage == Stage.POOL:
        told = {"pool": view.pool.label, "number": view.match.number}
        return _("Pool %(pool)s, match %(number)s") % told
    told = {"stage": stage_name(view), "number": view.match.number}
    return _("%(stage)s, match %(number)s") % told


def stage_and_round(view: MatchView) -> str:
    """Pool A, round 2; matches outside the pools by what they are."""
    if view.pool is not None and view.match.stage == Stage.POOL:
        told = {"pool": view.pool.label, "round": view.match.round}
        return _("Pool %(pool)s, round %(round)s") % told
    return stage_name(view)


def stage_round_and_table(view: MatchView) -> str:
    """Pool A, round 2, table 7."""
    told = {"stage": stage_and_round(view), "table": view.match.table}
    return _("%(stage)s, table %(table)s") % told


def round_names(pairs: int) -> list[str]:
    """The rounds of a knock-out of so many pairs, the first first; none for fewer than two."""
    rounds = (pairs - 1).bit_length() if pairs > 1 else 0
    bracket = Bracket(slots=[None] * (1 << rounds))
    return [knockout_round_name(bracket, number) for number in range(1, rounds + 1)]


def slot_title(slot: SlotView) -> str:
    """What is played at a start: Rounds 2, 3; quarter-finals."""
    parts = []
    if slot.rounds:
        text = ngettext("Round %(rounds)s", "Rounds %(rounds)s", len(slot.rounds))
        parts.append(text % {"rounds": ", ".join(map(str, slot.rounds))})
    if slot.has_play_off:
        parts.append(_("Play-off"))
    bracket = slot.bracket
    if bracket is not None:
        parts += [knockout_round_name(bracket, number) for number in slot.knockout_rounds]
    return " · ".join(parts)


def round_label(view: MatchView) -> str:
    """What stands in a column of rounds: the number alone, nothing outside the pools."""
    return str(view.match.round) if view.match.stage == Stage.POOL else ""


def round_name(view: MatchView) -> str:
    """Round 2; outside the pools what the match is."""
    if view.match.stage == Stage.POOL:
        return _("Round %(number)d") % {"number": view.match.round}
    return stage_name(view)
