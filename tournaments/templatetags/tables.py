"""The pages at the tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any
from uuid import uuid4

from django import template
from django.utils.translation import gettext as _

from scoring.deals import (
    TRICKS_IN_DEAL,
    TRICKS_TO_WIN_NOLO,
    TRICKS_TO_WIN_RAMI,
    Game,
    Side,
)
from scoring.entries import CutShort, DealEntry, Tricks
from scoring.ledger import MatchState
from scoring.notation import format_entry
from tournaments.queries.sheets import SheetView
from tournaments.sentences import ending
from tournaments.table_addresses import TableAddresses

register = template.Library()


@register.simple_tag
def table_match_address(addresses: TableAddresses, number: int) -> str:
    """Where another match of the same table is, under the same link."""
    return replace(addresses, number=number)["match"]


@register.simple_tag
def code_form_of(forms: Mapping[str, Any], side: str) -> Any:
    """The form of a pair's code, by the pair's letter."""
    return forms[side]


@register.simple_tag
def fresh_token() -> str:
    """A token for one submission of a form."""
    return str(uuid4())


@dataclass(frozen=True)
class PhoneKeys:
    """The keys of one game and pair on a phone that cannot ask the site: for each pair that can
    win, its tricks with the deal in short notation; `fell` is the deal not played on, "" where
    another step offers it."""

    game: Game
    pair: Side
    groups: tuple[tuple[Side, bool, tuple[tuple[int, str], ...]], ...]
    fell: str


@register.simple_tag
def keys_on_phone() -> list[PhoneKeys]:
    """All deals that can be chosen without the site. What they come to is the site's to say."""
    steps = []
    for pair in Side:
        groups = (_tricks(Game.RAMI, pair, pair), _tricks(Game.RAMI, pair, pair.other))
        fell = format_entry(DealEntry(Game.RAMI, pair, CutShort(pair)))
        steps.append(PhoneKeys(Game.RAMI, pair, groups, fell))
        steps.append(PhoneKeys(Game.NOLO, pair, (_tricks(Game.NOLO, None, pair),), ""))
    return steps


def _tricks(
    game: Game, declarer: Side | None, winner: Side
) -> tuple[Side, bool, tuple[tuple[int, str], ...]]:
    """The winner, whether it robs, and each number of its tricks with the deal (R1-R3)."""
    if game is Game.NOLO:
        numbers = range(TRICKS_TO_WIN_NOLO, -1, -1)
    else:
        numbers = range(TRICKS_TO_WIN_RAMI, TRICKS_IN_DEAL + 1)
    keys = []
    for own in numbers:
        tricks_a = own if winner is Side.A else TRICKS_IN_DEAL - own
        keys.append((own, format_entry(DealEntry(game, declarer, Tricks(tricks_a)))))
    return winner, declarer not in (None, winner), tuple(keys)


@register.simple_tag
def table_progress(sheet: SheetView) -> str:
    """The deal that is being played, out of how many, in a few words; empty once it is over."""
    ledger, deals = sheet.ledger, sheet.view.match.deals
    deal = ledger.deals_played + 1
    match ledger.state:
        case MatchState.FINISHED:
            return ""
        case MatchState.PLAYING_OUT:
            text = _("deal %(deal)d, the rise is played out")
        case MatchState.DECIDER:
            text = _("deal %(deal)d decides")
        case _ if deals is None:
            text = _("deal %(deal)d, to a tuppi")
        case _:
            text = _("deal %(deal)d/%(deals)d")
    return text % {"deal": deal, "deals": deals}


@register.simple_tag
def table_state(sheet: SheetView) -> str:
    """Where the match is, in one sentence: the rise, the match points, the deal."""
    ledger = sheet.ledger
    if ledger.is_finished:
        return ending(ledger)
    if ledger.rise.a:
        rise = _("Pair A on the rise %(rise)d") % {"rise": ledger.rise.a}
    elif ledger.rise.b:
        rise = _("Pair B on the rise %(rise)d") % {"rise": ledger.rise.b}
    elif sheet.collects:
        rise = _("Both pairs collect points")
    else:
        rise = _("Neither pair is on the rise")
    return _("%(rise)s, match points %(a)d–%(b)d, %(deal)s.") % {
        "rise": rise,
        "a": ledger.total.a,
        "b": ledger.total.b,
        "deal": table_progress(sheet),
    }
