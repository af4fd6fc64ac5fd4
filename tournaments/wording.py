"""The game's codes in words, as pages and files say them. Names are never inflected."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from scoring.deals import Game
from scoring.ledger import AwardEntry, DecidedBy, MatchState, PenaltyEntry, ResultEntry, RowEvent
from scoring.standings import Criterion
from tournaments.codes_in_words import OFFENCES
from tournaments.models import Lot, Match
from tournaments.queries.sheets import SheetLine
from tournaments.queries.standings import StandingRow


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
            text = _("Level with %(above)s. Decided by wins in the play-off.")
        case Criterion.PLAY_OFF_POINTS:
            text = _("Level with %(above)s. Decided by match points of the play-off.")
        case Criterion.LOT:
            return lot_reason(row.lot, above)
        case _:
            return ""
    return text % {"above": above}


def writer_name(name: str, table: int | None) -> str:
    """Who wrote something: by name, or at which table where it was written by a table's link."""
    return name if table is None else _("Table %(table)s") % {"table": table}


def lot_reason(lot: Lot | None, above: str) -> str:
    """That a lot decided, with its number in the public list and how it was drawn; `above` is the
    name of the pair that it put above."""
    if lot is None:
        return _("Level with %(above)s. Decided by lot.") % {"above": above}
    told = {"above": above, "lot": lot.number, "seed": lot.seed}
    if lot.seed:
        return _("Level with %(above)s. Decided by lot %(lot)d, seed %(seed)s.") % told
    return _(
        "Level with %(above)s. Decided by lot %(lot)d, drawn by hand. Witnesses: %(witnesses)s."
    ) % {**told, "witnesses": ", ".join(lot.witnesses)}


def match_status(match: Match) -> str:
    """Where a match is, in a word or two."""
    if match.annulled:
        return _("annulled")
    return state_words(MatchState(match.state)) if match.is_started else _("not started")


def state_words(state: MatchState) -> str:
    """The state of a match that has begun, in a word or two."""
    match state:
        case MatchState.FINISHED:
            return _("finished")
        case MatchState.PLAYING_OUT:
            return _("rise played out")
        case MatchState.DECIDER:
            return _("decider")
        case MatchState.PLAYING:
            return _("under way")


def match_decision(match: Match) -> str:
    """What decided a finished match, in a word or two; empty before its end."""
    if not match.decided_by:
        return _("level") if match.is_finished else ""
    match DecidedBy(match.decided_by):
        case DecidedBy.TUPPI:
            return _("by a tuppi")
        case DecidedBy.POINTS:
            return _("on points")
        case DecidedBy.DECIDER:
            return _("by the deciding deal")
        case DecidedBy.AWARD:
            return _("awarded")


def tuppi_word(match: Match) -> str:
    """The tuppi made in a match by its Finnish word, the same in every language; else empty."""
    if not match.tuppi:
        return ""
    return "nälsytuppi" if match.nalsy else "tuppi"


def game_name(game: Game | None) -> str:
    """RAMI or NOLO, the same in every language."""
    return game.value.upper() if game else ""


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
