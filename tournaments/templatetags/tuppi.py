"""The game's codes in words."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from django import template
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from scoring.deals import Game
from scoring.ledger import (
    AwardEntry,
    DecidedBy,
    MatchState,
    PenaltyEntry,
    ResultEntry,
    RowEvent,
)
from scoring.standings import Criterion
from tournaments.models import Match, Pool
from tournaments.queries.sheets import SheetLine, SheetView
from tournaments.queries.standings import StandingRow
from tournaments.wording import OFFENCES

register = template.Library()


@register.filter
def pool_label(number: int) -> str:
    """A for the first pool, B for the second …"""
    return Pool(number=number).label


@register.filter
def days_text(days: Iterable[date]) -> str:
    """Days of play in short: 28.–29.11.2026. The empty string for none."""
    dates = sorted(days)
    if not dates:
        return ""
    first, last = dates[0], dates[-1]
    if first == last:
        return date_format(first, "j.n.Y")
    if first.year != last.year:
        return f"{date_format(first, 'j.n.Y')}–{date_format(last, 'j.n.Y')}"
    return f"{date_format(first, 'j.n.')}–{date_format(last, 'j.n.Y')}"


@register.simple_tag
def tie_break_reason(row: StandingRow) -> str:
    """Why a pair stands below the one above it, in plain words; empty where wins say it."""
    above = row.above.name if row.above else ""
    match row.tie_break:
        case Criterion.MUTUAL_WINS:
            text = _("Level on wins with %(above)s. Decided by wins in their own matches.")
        case Criterion.MUTUAL_POINTS:
            text = _("Level on wins with %(above)s. Decided by points of their own matches.")
        case Criterion.POINTS:
            text = _("Level on wins with %(above)s. Decided by all match points.")
        case Criterion.PLAY_OFF_WINS:
            text = _("Level with %(above)s. Decided by play-off wins.")
        case Criterion.PLAY_OFF_POINTS:
            text = _("Level with %(above)s. Decided by play-off points.")
        case Criterion.LOT:
            text = _("Level with %(above)s. Decided by lot.")
        case _:
            return ""
    return text % {"above": above}


@register.filter
def match_status(match: Match) -> str:
    """Where a match is, in a word or two."""
    if match.annulled:
        return _("annulled")
    if match.is_finished:
        return _("finished")
    if not match.is_started:
        return _("not started")
    match MatchState(match.state):
        case MatchState.PLAYING_OUT:
            return _("rise played out")
        case MatchState.DECIDER:
            return _("decider")
        case _:
            return _("under way")


@register.filter
def game_name(game: Game | None) -> str:
    """RAMI or NOLO, the same in every language."""
    return game.value.upper() if game else ""


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


@register.simple_tag
def line_remark(line: SheetLine) -> str:
    """What a line says beyond its numbers: a robbery, a fall, a ruling, a missing sheet."""
    winner, row = line.row.winner, line.row
    remarks = []
    match line.entry:
        case PenaltyEntry(offence=offence, against=against):
            remarks.append(
                _("28 against pair %(pair)s: %(offence)s.")
                % {"pair": against.value, "offence": OFFENCES[offence.value]}
            )
            if not line.entry.counts_as_deal:
                remarks.append(_("No deal was used up."))
        case AwardEntry(to=to, reason=reason):
            remarks.append(
                _("Awarded to pair %(pair)s: %(reason)s.")
                % {"pair": to.value, "reason": OFFENCES[reason.value]}
            )
        case ResultEntry():
            remarks.append(_("Result only: the sheet is missing."))
    if ruling := line.play_ruling:
        remarks.append(
            _("Ruling against pair %(pair)s, the rest of the tricks: %(offence)s.")
            % {"pair": ruling.against.value, "offence": OFFENCES[ruling.offence.value]}
        )
    if row.robbery:
        remarks.append(_("Robbery."))
    if row.event is RowEvent.FALL and winner:
        remarks.append(_("Pair %(pair)s fell.") % {"pair": winner.other.value})
    if row.event is RowEvent.TUPPI:
        remarks.append(_("Tuppi."))
    return " ".join(str(remark) for remark in remarks)
