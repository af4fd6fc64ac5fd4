"""The game's codes in words."""

from __future__ import annotations

from django import template
from django.utils.translation import gettext as _

from scoring.ledger import DecidedBy, MatchState
from tournaments import wording
from tournaments.models import Pool
from tournaments.queries.sheets import SheetView

register = template.Library()

# Words that files say too live in `tournaments.wording`.
register.filter(wording.days_text)
register.simple_tag(wording.tie_break_reason)
register.filter(wording.match_status)
register.filter(wording.game_name)
register.simple_tag(wording.line_remark)


@register.filter
def pool_label(number: int) -> str:
    """A for the first pool, B for the second …"""
    return Pool(number=number).label


@register.simple_tag
def match_ending(sheet: SheetView) -> str:
    """Who won and how, in a sentence."""
    ledger = sheet.ledger
    if ledger.winner is None:
        return _("The match ended level.")
    values = {
        "pair": ledger.winner.value,
        "a": ledger.total.a,
        "b": ledger.total.b,
    }
    match ledger.decided_by:
        case DecidedBy.TUPPI:
            text = _("Pair %(pair)s won by a tuppi.")
        case DecidedBy.DECIDER:
            text = _("Pair %(pair)s won by the deciding deal.")
        case DecidedBy.AWARD:
            text = _("The match was awarded to pair %(pair)s.")
        case _:
            text = _("Pair %(pair)s won on points, A %(a)d and B %(b)d.")
    return text % values


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
