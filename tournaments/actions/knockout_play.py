"""The knock-out goes on: the next matches are made once both their pairs are known (R29)."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _

from scoring.ledger import AwardEntry, Entry
from tournaments.actions.audit import Verb, record, writing
from tournaments.actions.knockout_rows import (
    counting_bracket,
    locked_state,
    make_rows,
    numbers_of,
)
from tournaments.actions.refusals import Stale
from tournaments.models import Match, Stage, Tournament
from tournaments.permissions import Act, Actor


def follow_knockout(actor: Actor, tournament: Tournament) -> list[Match]:
    """Makes every match whose two pairs have become known; what is made already stays.

    For use inside another write, which must hold the event (`writing`, or its row locked before
    any match) and have asked for its own permission. Nothing happens where no bracket counts or
    nobody has gone on, and nothing that a corrected result is still undecided about.
    """
    bracket = counting_bracket(tournament)
    if bracket is None:
        return []
    state = locked_state(tournament, bracket)
    made = make_rows(tournament, state, state.to_make)
    if made:
        record(
            actor=actor,
            verb=Verb.MAKE_KNOCKOUT_MATCHES,
            tournament=tournament,
            bracket=bracket.number,
            matches=numbers_of(made),
        )
    return made


def make_next_matches(*, actor: Actor, tournament: Tournament) -> list[Match]:
    """What `follow_knockout` makes, on an organiser's word. Doing it twice changes nothing.

    Raises Stale where no bracket counts.
    """
    with writing(actor=actor, act=Act.MANAGE_EVENT, tournament=tournament) as locked:
        if counting_bracket(locked) is None:
            raise Stale(_("No draw of the knock-out counts now. Look at what counts."))
        return follow_knockout(actor, locked)


def hold_event_for_result(match: Match) -> None:
    """Holds the event before the match, where what is about to be said of it may send a pair on.

    Whoever writes several rows of an event holds it first; so no two writes wait for one another.
    """
    if match.stage == Stage.KNOCKOUT:
        Tournament.objects.select_for_update(no_key=True).get(pk=match.tournament_id)


def follow_result(actor: Actor, match: Match) -> None:
    """Makes what follows from a match of the knock-out whose result both pairs have confirmed.

    For use behind `hold_event_for_result`, with the match as it is now.
    """
    if match.stage == Stage.KNOCKOUT and match.is_live and match.is_confirmed:
        follow_knockout(actor, match.tournament)


def hold_event_for_award(match: Match, entries: Iterable[Entry]) -> None:
    """Holds the event before the match, where these lines on its sheet may send a pair on at
    once."""
    if _has_award(entries):
        hold_event_for_result(match)


def follow_award(actor: Actor, match: Match, entries: Iterable[Entry]) -> None:
    """Makes what follows from a match of the knock-out that was given up or judged (R17, R18).

    For use behind `hold_event_for_award`, with the match as these lines have left it.
    """
    if match.stage == Stage.KNOCKOUT and match.is_live and _has_award(entries):
        follow_knockout(actor, match.tournament)


def _has_award(entries: Iterable[Entry]) -> bool:
    return any(isinstance(each, AwardEntry) for each in entries)
