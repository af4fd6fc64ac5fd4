"""The knock-out as it was shown, held for a decision about it."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournaments.actions.annulling import refuse_unseen
from tournaments.actions.knockout_rows import counting_bracket, locked_state
from tournaments.actions.refusals import Stale
from tournaments.brackets import BracketState, fingerprint
from tournaments.models import Match, Tournament


def seen_state(tournament: Tournament, seen: str) -> BracketState:
    """The knock-out that counts, held; raises Stale where it is not what was shown."""
    bracket = counting_bracket(tournament)
    if bracket is None:
        raise Stale(_("No draw of the knock-out counts now. Look at what counts."))
    state = locked_state(tournament, bracket)
    refuse_unseen(seen, fingerprint(state))
    return state


def match_numbered(state: BracketState, number: int) -> Match:
    """The match of this number in play; raises Match.DoesNotExist."""
    match = next((each for each in state.matches.values() if each.number == number), None)
    if match is None:
        raise Match.DoesNotExist
    return match
