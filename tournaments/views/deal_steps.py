"""Entering a deal by taps: every key is an address, and the address is the whole state.

?game=rami               which pair declared                                    R4
?game=nolo               which pair won                                         R1
  &declarer=A, &winner=A the trick keys, each with what it would book           R1-R3, R7-R9
  &entry=ra8             what will be written; any one line in the short form   R15-R18 too
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar
from urllib.parse import urlencode

from scoring.deals import (
    TRICKS_IN_DEAL,
    TRICKS_TO_WIN_NOLO,
    TRICKS_TO_WIN_RAMI,
    Game,
    Side,
)
from scoring.ledger import DealEntry, Ledger, MatchFormat, Row, RowEvent, Tricks, append, options_of
from scoring.notation import format_entry


class Step(StrEnum):
    GAME = "game"
    PAIR = "pair"
    TRICKS = "tricks"
    CONFIRM = "confirm"


@dataclass(frozen=True)
class Choice:
    """What was tapped so far. `pair` declared the rami or won the nolo; `entry` is as typed.

    `at` is the sheet's revision it was chosen at, None where the address does not say: Back after
    writing must not offer the same line as if it were new.
    """

    game: Game | None = None
    pair: Side | None = None
    entry: str = ""
    at: int | None = None

    @property
    def step(self) -> Step:
        if self.entry:
            return Step.CONFIRM
        if self.game is None:
            return Step.GAME
        return Step.PAIR if self.pair is None else Step.TRICKS

    @property
    def query(self) -> str:
        """The address of this choice, from its question mark on; "?" for none."""
        values: dict[str, str] = {}
        if self.game:
            values["game"] = self.game.value
            if self.pair:
                values[_pair_name(self.game)] = self.pair.value
        if self.entry:
            values["entry"] = self.entry
            if self.at is not None:
                values["at"] = str(self.at)
        return "?" + urlencode(values)

    @property
    def without_entry(self) -> Choice:
        return Choice(self.game, self.pair, at=self.at)

    @property
    def without_pair(self) -> Choice:
        return Choice(self.game, at=self.at)


NOTHING_CHOSEN = Choice()


def read_choice(query: Mapping[str, str]) -> tuple[Choice, bool]:
    """The choice an address holds, and whether all of it could be read.

    What cannot be read is left out, with all that builds on it.
    """
    game = _read(Game, query.get("game", ""))
    pair = _read(Side, query.get(_pair_name(game), "")) if game else None
    entry = query.get("entry", "").strip()
    at = query.get("at", "")
    choice = Choice(game, pair, entry, int(at) if at.isdecimal() and len(at) < 9 else None)
    asked = {name for name in ("game", "declarer", "winner", "entry") if query.get(name)}
    understood = {"game"} if game else set()
    if game and pair:
        understood.add(_pair_name(game))
    if entry:
        understood.add("entry")
    return choice, asked == understood


@dataclass(frozen=True)
class TrickKey:
    """One way a deal can end: the winner's tricks, the points booked, what it ends."""

    choice: Choice
    tricks: int
    points: int
    is_tuppi: bool

    @property
    def id(self) -> str:
        return f"key-{self.choice.entry}"


@dataclass(frozen=True)
class KeyGroup:
    """The keys of one winner. `robbery`: the others of a rami. `fall`: the pair whose rise ends,
    so that nobody books points (R7)."""

    winner: Side
    robbery: bool
    fall: Side | None
    keys: tuple[TrickKey, ...]


def key_groups(choice: Choice, ledger: Ledger, match_format: MatchFormat) -> tuple[KeyGroup, ...]:
    """The trick keys of a chosen game and pair; none before both are chosen or after the end."""
    if choice.game is None or choice.pair is None or ledger.is_finished:
        return ()
    if choice.game is Game.NOLO:
        tricks = range(TRICKS_TO_WIN_NOLO, -1, -1)
        return (_group(choice, choice.pair, tricks, ledger, match_format),)
    tricks = range(TRICKS_TO_WIN_RAMI, TRICKS_IN_DEAL + 1)
    return tuple(
        _group(choice, winner, tricks, ledger, match_format)
        for winner in (choice.pair, choice.pair.other)
    )


def cut_short_choice(
    choice: Choice, ledger: Ledger, match_format: MatchFormat
) -> tuple[Choice, Side] | None:
    """The key "fell, not played on" and who falls; None where the loser was not rising (R8)."""
    winner = options_of(ledger, match_format).cut_short_winner
    if winner is None or choice.game is None or choice.pair is None:
        return None
    if choice.game is Game.NOLO:
        if choice.pair is not winner:
            return None
        entry = "n/"
    else:
        entry = f"r{choice.pair.lower()}/"
    return Choice(choice.game, choice.pair, entry, choice.at), winner.other


def _group(
    choice: Choice, winner: Side, tricks: range, ledger: Ledger, match_format: MatchFormat
) -> KeyGroup:
    game, declarer = choice.game or Game.NOLO, None
    if game is Game.RAMI:
        declarer = choice.pair
    keys: list[TrickKey] = []
    row: Row | None = None
    for own in tricks:
        entry = DealEntry(game, declarer, Tricks(own if winner is Side.A else TRICKS_IN_DEAL - own))
        row = append(ledger, match_format, entry).rows[-1]
        keys.append(
            TrickKey(
                Choice(game, choice.pair, format_entry(entry), choice.at),
                own,
                row.points,
                row.event is RowEvent.TUPPI,
            )
        )
    falls = row is not None and row.event is RowEvent.FALL
    return KeyGroup(
        winner,
        robbery=declarer is not None and winner is not declarer,
        fall=winner.other if falls else None,
        keys=tuple(keys),
    )


_Code = TypeVar("_Code", bound=StrEnum)


def _read(kind: type[_Code], text: str) -> _Code | None:
    try:
        return kind(text)
    except ValueError:
        return None


def _pair_name(game: Game | None) -> str:
    return "declarer" if game is Game.RAMI else "winner"
