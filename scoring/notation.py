"""The short form in which a paper sheet is typed, both ways.

    ra8  na4                 tricks of the named pair; in rami it is the declarer's      R1-R4
    ra+12  ra-24  nb+16      the same by points: won, robbed of, won
    ra/  n/                  cut short: the rising pair fell                             R8
    !a  !a-  !a:third_misdeal                  28 against A; not using up a deal         R15
    ra3-2!b:revoke  na3-2!b:revoke             tricks of the named pair and of the other R16
    =a:signalling            the match to A                                              R17, R18
    b76-24t                  only the result, the winner's points first

Who won a deal that was cut short is known from the rise alone, so a sheet is read and replayed
together.
"""

import re
from collections.abc import Iterable
from enum import StrEnum
from typing import Final, TypeVar

from scoring.deals import POINTS_A_STEP, TRICKS_IN_DEAL, Game, Side, points_for, score_deal
from scoring.entries import (
    AwardEntry,
    CutShort,
    DealEntry,
    Entry,
    MatchFormat,
    PenaltyEntry,
    PlayRuling,
    ResultEntry,
    Tricks,
)
from scoring.faults import Fault, FaultCode
from scoring.ledger import Scorer, check_entry
from scoring.rulings import AwardReason, Penalty, PlayOffence

MOST_LETTERS: Final = 100_000
"""A longer text is no score sheet."""


class NotationCode(StrEnum):
    """What can be wrong with the typing itself."""

    UNREADABLE = "unreadable"
    IMPOSSIBLE_POINTS = "impossible_points"
    TOO_LONG = "too_long"


class NotationFault(Exception):
    """The first token that cannot stand.

    `code` is a `NotationCode` where the typing is at fault, else the `FaultCode` of the broken
    rule. `index` is the token's 0-based place, `token` the token as typed. A text that is too
    long as a whole has index 0 and an empty token.
    """

    def __init__(self, code: NotationCode | FaultCode, index: int, token: str) -> None:
        super().__init__(code, index, token)
        self.code = code
        self.index = index
        self.token = token

    def __str__(self) -> str:
        return f"{self.code} at {self.index}: {self.token}"


class _Unsound(Exception):
    def __init__(self, code: NotationCode) -> None:
        super().__init__(code)
        self.code = code


_DEAL: Final = re.compile(r"(?:r([ab])|n([ab]))(?:([0-9]{1,4})|([+-])([0-9]{1,4}))")
_CUT_SHORT: Final = re.compile(r"(?:r([ab])|n)/")
_RULING: Final = re.compile(r"(?:r([ab])|n([ab]))([0-9]{1,4})-([0-9]{1,4})!([ab]):([a-z_]+)")
_PENALTY: Final = re.compile(r"!([ab])(?:(-)?:([a-z_]+)|:([a-z_]+)(-)|(-))?")
_AWARD: Final = re.compile(r"=([ab]):([a-z_]+)")
_RESULT: Final = re.compile(r"([ab])([0-9]{1,9})-([0-9]{1,9})(t)?")
# What a phone's keyboard makes of a minus sign.
_DASHES: Final = str.maketrans("\u2212\u2013\u2010\u2011", "----")

_Words = TypeVar("_Words", bound=StrEnum)


def _side(letter: str) -> Side:
    return Side.A if letter == "a" else Side.B


def _word(kind: type[_Words], word: str) -> _Words:
    try:
        return kind(word)
    except ValueError:
        raise Fault(FaultCode.UNKNOWN_OFFENCE) from None


def _tricks_for(game: Game, robbery: bool, points: int) -> int:
    """The winner's tricks that give `points`."""
    if game is Game.NOLO:
        tricks, rest = 7 - points // POINTS_A_STEP, points % POINTS_A_STEP
    else:
        step = 2 * POINTS_A_STEP if robbery else POINTS_A_STEP
        tricks, rest = points // step + 6, points % step
    try:
        if rest == 0 and points_for(game, robbery=robbery, tricks=tricks) == points:
            return tricks
    except Fault:
        pass
    raise _Unsound(NotationCode.IMPOSSIBLE_POINTS)


def _played_deal(found: re.Match[str]) -> DealEntry:
    in_rami, in_nolo, tricks, sign, points = found.groups()
    game = Game.RAMI if in_rami else Game.NOLO
    named = _side(in_rami or in_nolo)
    if tricks is not None:
        own = int(tricks)
    elif sign == "+":
        own = _tricks_for(game, False, int(points))
    elif game is Game.RAMI:
        own = TRICKS_IN_DEAL - _tricks_for(game, True, int(points))
    else:
        raise _Unsound(NotationCode.UNREADABLE)
    tricks_a = own if named is Side.A else TRICKS_IN_DEAL - own
    return DealEntry(game, named if in_rami else None, Tricks(tricks_a))


def _ruled_deal(found: re.Match[str]) -> DealEntry:
    in_rami, in_nolo, own, others, against, offence = found.groups()
    named = _side(in_rami or in_nolo)
    before = (int(own), int(others)) if named is Side.A else (int(others), int(own))
    ruling = PlayRuling(_word(PlayOffence, offence), _side(against), *before)
    return DealEntry(
        Game.RAMI if in_rami else Game.NOLO, named if in_rami else None, outcome=ruling
    )


def _cut_short_deal(declarer: str | None, rising: Side | None) -> DealEntry:
    if rising is None:
        raise Fault(FaultCode.CUT_SHORT_WITHOUT_FALL)
    return DealEntry(
        Game.RAMI if declarer else Game.NOLO,
        _side(declarer) if declarer else None,
        CutShort(rising.other),
    )


def _read_token(token: str, rising: Side | None) -> Entry:
    plain = token.translate(_DASHES).lower()
    if found := _DEAL.fullmatch(plain):
        return _played_deal(found)
    if found := _CUT_SHORT.fullmatch(plain):
        return _cut_short_deal(found[1], rising)
    if found := _PENALTY.fullmatch(plain):
        offence = found[3] or found[4] or Penalty.FAULTY_SHOW.value
        free = found[2] or found[5] or found[6]
        return PenaltyEntry(_word(Penalty, offence), _side(found[1]), counts_as_deal=not free)
    if found := _RULING.fullmatch(plain):
        return _ruled_deal(found)
    if found := _AWARD.fullmatch(plain):
        return AwardEntry(_side(found[1]), _word(AwardReason, found[2]))
    if found := _RESULT.fullmatch(plain):
        winner = _side(found[1])
        won, lost = int(found[2]), int(found[3])
        totals = (won, lost) if winner is Side.A else (lost, won)
        return ResultEntry(winner, *totals, tuppi=found[4] is not None)
    raise _Unsound(NotationCode.UNREADABLE)


def parse_sheet(text: str, match_format: MatchFormat) -> tuple[Entry, ...]:
    """The entries of a sheet typed in the short form, for a match of the given format.

    Any white space parts the deals; capitals are as good as small letters. Raises a
    `NotationFault` at the first token that cannot be read or breaks a rule on this sheet.
    """
    if len(text) > MOST_LETTERS:
        raise NotationFault(NotationCode.TOO_LONG, 0, "")
    scorer = Scorer(match_format)
    entries: list[Entry] = []
    for index, token in enumerate(text.split()):
        if scorer.is_finished:
            raise NotationFault(FaultCode.MATCH_OVER, index, token)
        try:
            entry = _read_token(token, scorer.rising)
            scorer.add(entry)
        except (Fault, _Unsound) as fault:
            raise NotationFault(fault.code, index, token) from None
        entries.append(entry)
    return tuple(entries)


def parse_token(token: str, rising: Side | None) -> Entry:
    """The entry of one token, as it reads while `rising` is on the rise (None at the table).

    Whether the entry can stand is not asked. Raises a `NotationFault` with index 0 where the token
    cannot be read, and for a text that is more than one token.
    """
    if len(token) > MOST_LETTERS or len(token.split()) > 1:
        raise NotationFault(NotationCode.UNREADABLE, 0, token[:MOST_LETTERS])
    try:
        return _read_token(token.strip(), rising)
    except (Fault, _Unsound) as fault:
        raise NotationFault(fault.code, 0, token) from None


def format_entry(entry: Entry) -> str:
    """The short form of one entry. Raises the fault of an entry that can stand on no sheet."""
    check_entry(entry)
    if isinstance(entry, DealEntry):
        return _format_deal(entry)
    if isinstance(entry, PenaltyEntry):
        free = "" if entry.counts_as_deal else "-"
        named = "" if entry.offence is Penalty.FAULTY_SHOW else f":{entry.offence}"
        return f"!{entry.against.lower()}{free}{named}"
    if isinstance(entry, AwardEntry):
        return f"={entry.to.lower()}:{entry.reason}"
    totals = (entry.total_a, entry.total_b)
    won, lost = totals if entry.winner is Side.A else totals[::-1]
    return f"{entry.winner.lower()}{won}-{lost}{'t' if entry.tuppi else ''}"


def _format_deal(entry: DealEntry) -> str:
    game = "n" if entry.declarer is None else f"r{entry.declarer.lower()}"
    outcome = entry.outcome
    if isinstance(outcome, CutShort):
        return f"{game}/"
    if isinstance(outcome, Tricks) and entry.declarer is None:
        # Nolo names its winner, as people say it; either pair may be typed.
        winner = score_deal(entry.game, None, outcome.tricks_a).winner
        named, start = winner, f"n{winner.lower()}"
    else:
        named, start = entry.declarer or Side.A, game if entry.declarer else "na"
    if isinstance(outcome, Tricks):
        tricks = outcome.tricks_a if named is Side.A else TRICKS_IN_DEAL - outcome.tricks_a
        return f"{start}{tricks}"
    before = (outcome.tricks_before_a, outcome.tricks_before_b)
    own, others = before if named is Side.A else before[::-1]
    return f"{start}{own}-{others}!{outcome.against.lower()}:{outcome.offence}"


def format_sheet(entries: Iterable[Entry]) -> str:
    """The short form of a whole sheet; `parse_sheet` with the match's format reads it back."""
    return " ".join(format_entry(entry) for entry in entries)
