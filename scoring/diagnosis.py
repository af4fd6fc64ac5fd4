"""A whole sheet judged line by line: every fault of it, not only the first.

Lines come as entries, as tokens of the short notation, or as deals that fell, whose winner is
known from the rise alone (R8). A line that cannot stand is noted and left out; the lines after it
are judged as if it were not there.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from scoring.deals import Game, Side, check_declarer
from scoring.entries import CutShort, DealEntry, Entry, MatchFormat, ResultEntry
from scoring.faults import Fault, FaultCode
from scoring.ledger import Ledger, Scorer
from scoring.notation import NotationFault, parse_token


@dataclass(frozen=True, slots=True)
class Fell:
    """A deal that was cut short because the rising pair fell, whichever that is (R8)."""

    game: Game
    declarer: Side | None


Line = Entry | Fell | str
"""One line of a sheet to be judged; text is one token of the short notation."""


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """What a sheet comes to without the lines at fault.

    `entries` are the lines that stand and `places` their 0-based places among all lines, `ledger`
    is their replay. `faults` are in the order of the lines; the `index` of each is its line's
    place, its `token` is the line as typed, empty for a line that was not typed as text.
    """

    entries: tuple[Entry, ...]
    places: tuple[int, ...]
    ledger: Ledger
    faults: tuple[NotationFault, ...]

    @property
    def is_sound(self) -> bool:
        """Whether every line stands."""
        return not self.faults


def diagnose(match_format: MatchFormat, lines: Sequence[Line]) -> Diagnosis:
    """Replays a sheet past every line that breaks a rule or cannot be read.

    Without a fault the result is exactly what `replay` gives for the same entries. Raises nothing.
    """
    scorer = Scorer(match_format)
    entries: list[Entry] = []
    places: list[int] = []
    faults: list[NotationFault] = []
    for index, line in enumerate(lines):
        try:
            if scorer.is_finished:
                raise Fault(FaultCode.MATCH_OVER)
            entry = _entry_of(line, scorer.rising)
            scorer.add(entry)
        except (Fault, NotationFault) as fault:
            typed = line if isinstance(line, str) else ""
            faults.append(NotationFault(fault.code, index, typed))
            continue
        entries.append(entry)
        places.append(index)
    return Diagnosis(tuple(entries), tuple(places), scorer.ledger(), tuple(faults))


def _entry_of(line: Line, rising: Side | None) -> Entry:
    if isinstance(line, str):
        return parse_token(line, rising)
    if isinstance(line, Fell):
        check_declarer(line.game, line.declarer)
        if rising is None:
            raise Fault(FaultCode.CUT_SHORT_WITHOUT_FALL)
        return DealEntry(line.game, line.declarer, CutShort(rising.other))
    return line


class Disagreement(StrEnum):
    """Where the deals of a sheet leave another result than the one entered without them."""

    UNFINISHED = "unfinished"
    WINNER = "winner"
    TOTAL = "total"
    TUPPI = "tuppi"


def disagreements(result: ResultEntry, ledger: Ledger) -> tuple[Disagreement, ...]:
    """What the bare result of a match says otherwise than its `ledger`; empty where they agree.

    A match judged to tuppi is none made (R17), so its bare result has no tuppi either.
    """
    found = []
    if not ledger.is_finished:
        found.append(Disagreement.UNFINISHED)
    elif ledger.winner is not result.winner:
        found.append(Disagreement.WINNER)
    if (ledger.total.a, ledger.total.b) != (result.total_a, result.total_b):
        found.append(Disagreement.TOTAL)
    if (ledger.tuppi is not None) != result.tuppi:
        found.append(Disagreement.TUPPI)
    return tuple(found)
