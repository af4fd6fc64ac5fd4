"""Withdrawing and annulling in words."""

from __future__ import annotations

from django import template
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from scoring.withdrawal import Choice
from tournaments.models import Annulment, Match
from tournaments.queries.pairs import PairView
from tournaments.queries.withdrawals import WithdrawalPicture

register = template.Library()


@register.simple_tag
def annulment_text(match: Match) -> str:
    """Why a match was annulled, as everybody may know it; empty for one that was not."""
    match match.annulment:
        case Annulment.DECISION:
            return _("Annulled: %(reason)s") % {"reason": match.annulment_reason}
        case Annulment.WITHDRAWAL:
            return _("Annulled: a pair withdrew.")
        case Annulment.DRAW:
            return _("Annulled with its whole draw: %(reason)s") % {
                "reason": match.annulment_reason
            }
    return ""


@register.simple_tag
def withdrawn_text(pair: PairView) -> str:
    """When a pair withdrew, in a sentence; empty for one that is in play."""
    if pair.withdrawn_at is None:
        return ""
    at = timezone.localtime(pair.withdrawn_at)
    return _("Pair %(number)d withdrew on %(day)s at %(time)s.") % {
        "number": pair.number,
        "day": date_format(at, "j.n.Y"),
        "time": date_format(at, "H.i"),
    }


@register.simple_tag
def why_default(picture: WithdrawalPicture) -> str:
    """Why one of the two choices is the rule's own."""
    if picture.default is Choice.STAND:
        text = _(
            "By the rules results stand: the pair played %(played)d of its %(all)d matches that "
            "are not annulled, which is at least %(percent)d %%."
        )
    else:
        text = _(
            "By the rules all is annulled: the pair played %(played)d of its %(all)d matches that "
            "are not annulled, which is less than %(percent)d %%."
        )
    reading = _("A forfeit before the first deal is not a match played.")
    text %= {
        "played": picture.played,
        "all": picture.match_count,
        "percent": picture.rules.withdrawal_percent,
    }
    return f"{text} {reading}"


@register.filter
def choice_title(choice: str) -> str:
    """A choice of R27 in a line."""
    if choice == Choice.STAND:
        return _("Results stand, the rest are forfeits")
    return _("All its matches are annulled")


@register.filter
def choice_text(choice: str) -> str:
    """What a choice of R27 does."""
    if choice == Choice.STAND:
        return _(
            "What has been played counts. The other matches go to the opponents; a match under "
            "way keeps its deals."
        )
    return _("None of its matches count, for anybody. Their sheets are kept and shown.")
