"""The game's codes in words."""

from __future__ import annotations

from django import template
from django.utils.translation import gettext as _

from scoring.ledger import MatchState
from scoring.notation import format_sheet
from tournaments import stage_wording, wording
from tournaments.models import Match, Pool, SheetRevision
from tournaments.queries.sheets import SheetView
from tournaments.sentences import (
    consequences,
    ending,
    fault_sentence,
    game_word,
    line_booked,
    line_play,
    line_sentence,
    line_title,
    shown_token,
)
from tournaments.tie_wording import side_text

register = template.Library()
for telling in (
    consequences,
    fault_sentence,
    game_word,
    line_booked,
    line_play,
    line_sentence,
    line_title,
):
    register.filter(telling.__name__, telling)
register.filter("shown_token", shown_token)

# Words that files say too live in `tournaments.wording`.
register.filter(wording.days_text)
register.simple_tag(wording.tie_break_reason)
register.filter(wording.match_status)
register.filter(wording.game_name)
register.simple_tag(wording.line_remark)
register.filter(stage_wording.stage_and_match)
register.filter(stage_wording.stage_and_round)
register.filter(stage_wording.stage_name)
register.filter(stage_wording.stage_round_and_table)
register.filter(stage_wording.slot_title)
register.simple_tag(stage_wording.knockout_round_name, name="round_name")
register.simple_tag(stage_wording.knockout_match_name, name="knockout_match_name")
register.simple_tag(side_text)


@register.filter
def made_by(revision: SheetRevision) -> str:
    """Who made a revision of a sheet."""
    return wording.writer_name(revision.made_by_name, revision.made_at_table)


@register.filter
def pool_label(number: int) -> str:
    """A for the first pool, B for the second …"""
    return Pool(number=number).label


@register.simple_tag
def match_ending(sheet: SheetView) -> str:
    """Who won and how, in a sentence."""
    return ending(sheet.ledger)


@register.simple_tag
def what_next(sheet: SheetView) -> str:
    """What the next deal is, in a sentence; empty where the match is over."""
    ledger = sheet.ledger
    deal = ledger.deals_played + 1
    deals = sheet.view.match.deals
    match ledger.state:
        case MatchState.PLAYING_OUT:
            text = _("Deal %(deal)d: the rise is played out.")
        case MatchState.DECIDER:
            text = _("Deal %(deal)d decides: the match points are level.")
        case MatchState.FINISHED:
            return ""
        case _ if deals is None:
            text = _("Deal %(deal)d: play goes on to a tuppi.")
        case _:
            text = _("Deal %(deal)d of %(deals)d comes next.")
    return text % {"deal": deal, "deals": deals}


@register.simple_tag
def sheet_outcome(sheet: SheetView) -> str:
    """Where a sheet leaves the match: who won and how, or in a word or two how it goes on."""
    ledger = sheet.ledger
    if ledger.is_finished:
        return ending(ledger)
    return wording.state_words(ledger.state) if ledger.rows else _("not started")


@register.simple_tag
def sheet_notation(sheet: SheetView) -> str:
    """The sheet in the short form."""
    return format_sheet(sheet.entries)


@register.simple_tag
def deals_text(match: Match) -> str:
    """The deals played of a match under way, out of how many."""
    if match.deals is None:
        return _("%(played)d deals") % {"played": match.deals_played}
    return _("%(played)d of %(deals)d deals") % {
        "played": match.deals_played,
        "deals": match.deals,
    }
