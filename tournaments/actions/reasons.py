"""Why something was decided: a reason is given where it is asked for, and is not too long."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournaments.actions.refusals import Refused
from tournaments.models.draws import MAX_REASON


def clean_reason(reason: str, missing: str = "") -> str:
    """The reason to keep. Raises Refused, at its field, where there is none, with what `missing`
    says, or it is too long."""
    reason = reason.strip()
    if not reason:
        raise Refused(missing or _("Write why."), field="reason")
    refuse_long_reason(reason)
    return reason


def refuse_long_reason(reason: str) -> None:
    """Raises Refused, at its field, for a reason longer than what is kept."""
    if len(reason) > MAX_REASON:
        raise Refused(
            _("Give the reason in at most %(most)d characters.") % {"most": MAX_REASON},
            field="reason",
        )
