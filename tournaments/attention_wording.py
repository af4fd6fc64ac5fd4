"""Why a table wants somebody of the desk, in words."""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from scoring.ledger import MatchState
from tournaments.models import Match
from tournaments.queries.attention import Concern, Reason
from tournaments.queries.lateness import LateMatch
from tournaments.wording import state_words


def reason_word(concern: Concern) -> str:
    """The reason in a word or two."""
    match concern.reason:
        case Reason.DISPUTE:
            return _("Disputed")
        case Reason.CALL:
            return _("Referee!")
        case Reason.COMING:
            return _("Referee on the way")
        case Reason.LOCKED:
            return _("Code locked")
        case Reason.STALE:
            return _("No deals written")
        case Reason.LATE:
            return _("Pair late")
        case Reason.UNCONFIRMED:
            return _("Not confirmed")
        case Reason.SHEET_MISSING:
            return _("Sheet missing")
        case Reason.CALLED:
            return _("Called, not begun")
        case Reason.DUE:
            return _("Not begun")
        case Reason.UNDER_WAY:
            return _("Under way")
        case Reason.FREE:
            return _("Free")


def why(concern: Concern) -> str:
    """The reason in a sentence, with since when; "" for a table at which nothing comes."""
    told = {"time": clock(concern.since) if concern.since else ""}
    match concern.reason:
        case Reason.DISPUTE | Reason.CALL:
            return _called_why(concern, told["time"])
        case Reason.COMING if concern.call:
            told["who"] = concern.call.coming_by_name
            return _("%(who)s is on the way since %(time)s.") % told
        case Reason.LOCKED if concern.side and concern.opens_at:
            told = {"side": concern.side.value, "time": clock(concern.opens_at)}
            text = _(
                "Too many wrong codes for pair %(side)s. The lock opens by itself at %(time)s."
            )
            return text % told
        case Reason.STALE:
            return _("No deal since %(time)s.") % told
        case Reason.LATE if concern.late:
            return _late_why(concern.late, told["time"])
        case Reason.UNCONFIRMED if concern.view:
            return _unconfirmed_why(concern.view.match) % told
        case Reason.SHEET_MISSING:
            return _("Only the result is known, entered at %(time)s.") % told
        case Reason.CALLED:
            return _("Called at %(time)s, no deal yet.") % told
        case Reason.DUE:
            return _("Was to begin at %(time)s.") % told
        case Reason.UNDER_WAY:
            return _("Latest deal at %(time)s.") % told
        case Reason.FREE if concern.view:
            return _("Next at %(time)s.") % told
    return ""


def deal_text(match: Match) -> str:
    """The deal that comes next in a match under way, in short: deal 9/12; else its state."""
    if match.state != MatchState.PLAYING:
        return state_words(MatchState(match.state))
    told = {"deal": match.deals_played + 1, "deals": match.deals}
    return (_("deal %(deal)d") if match.deals is None else _("deal %(deal)d/%(deals)d")) % told


def clock(at: datetime) -> str:
    """A time of day in short, with the day of the week where it is not today."""
    local = timezone.localtime(at)
    return date_format(local, "H.i" if local.date() == timezone.localdate() else "D H.i")


def _called_why(concern: Concern, time: str) -> str:
    reason = concern.call.reason if concern.call else ""
    side = concern.call.side if concern.call else ""
    if concern.reason is Reason.CALL:
        text = _("The table asks for a referee since %(time)s.")
    elif side:
        text = _("Pair %(side)s disputes the result since %(time)s.")
    else:
        text = _("The result is disputed since %(time)s.")
    told = text % {"side": side, "time": time}
    return f"{told} {reason}" if reason else told


def _late_why(late: LateMatch, time: str) -> str:
    absent = [pair.name for _side, pair, is_absent in late.sides if is_absent]
    if len(absent) > 1:
        text = _("Neither pair has come. The start was at %(time)s.")
    else:
        text = _("%(pair)s has not come. The start was at %(time)s.")
    return text % {"pair": "".join(absent[:1]), "time": time}


def _unconfirmed_why(match: Match) -> str:
    if match.confirmed_by_a:
        return _("Finished at %(time)s. Pair B has not confirmed.")
    if match.confirmed_by_b:
        return _("Finished at %(time)s. Pair A has not confirmed.")
    return _("Finished at %(time)s. Neither pair has confirmed.")
