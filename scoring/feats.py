"""The sheets of an event -> its records: what was highest, most, longest, fastest.

the highest rise, fallen ones too; what was judged or awarded is none           R6, R7, R15, R17
tuppis made, one judged only where the club reads it so                         R9, R17
nälsys: a tuppi by a robbery in a single deal                                   R3, R9
the longest match that is over, in deals; the fastest tuppi, in deals           R9, R10
robberies, booked or not, by pair and by match                                  R3

A play-off match (R13) has no rises and is as long as all are, so it counts in robberies only. A
bare result tells a tuppi and nothing of how it came. Who is level holds a record together.
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from scoring.deals import Side
from scoring.entries import FormatKind
from scoring.rows import DecidedBy, EntryKind, Ledger, Row, RowEvent
from scoring.standings import PairId

MatchId = str | int
_Holder = TypeVar("_Holder", bound=Hashable)


@dataclass(frozen=True, slots=True)
class PlayedSheet:
    """The sheet of a match that is not annulled, under way or over."""

    match: MatchId
    a: PairId
    b: PairId
    kind: FormatKind
    ledger: Ledger

    def pair(self, side: Side) -> PairId:
        return self.a if side is Side.A else self.b


@dataclass(frozen=True, slots=True)
class Feat:
    """What a pair did in a match; `deal` is the deal it was done in, None where no line tells."""

    match: MatchId
    pair: PairId
    deal: int | None = None


@dataclass(frozen=True, slots=True)
class Most:
    """A number, and who shares it in the order of the sheets; nobody where nothing counts yet."""

    number: int
    feats: tuple[Feat, ...]


@dataclass(frozen=True, slots=True)
class MostByPair:
    """A number of things done by a pair in all its matches."""

    number: int
    pairs: tuple[PairId, ...]


@dataclass(frozen=True, slots=True)
class MostByMatch:
    """A number of deals, or of things done, in one match."""

    number: int
    matches: tuple[MatchId, ...]


@dataclass(frozen=True, slots=True)
class Feats:
    """The records of an event; each None, or empty, where there is none."""

    highest_rise: Most | None
    most_tuppis: MostByPair | None
    nalsys: tuple[Feat, ...]
    longest_match: MostByMatch | None
    most_robberies: MostByPair | None
    most_robberies_in_match: MostByMatch | None
    fastest_tuppi: Most | None

    @property
    def any(self) -> bool:
        return any(
            (
                self.highest_rise,
                self.most_tuppis,
                self.longest_match,
                self.most_robberies,
            )
        )


def feats_of(sheets: Sequence[PlayedSheet], *, award_is_tuppi: bool = False) -> Feats:
    """The records of these sheets; `award_is_tuppi` is the club's reading of R17."""
    tuppis = [
        (sheet, Feat(sheet.match, sheet.pair(side), sheet.ledger.rows[-1].deal))
        for sheet in sheets
        if (side := sheet.ledger.tuppi) is not None
    ]
    made_by = [feat.pair for _sheet, feat in tuppis]
    if award_is_tuppi:
        made_by += [
            sheet.pair(sheet.ledger.winner)
            for sheet in sheets
            if sheet.ledger.winner and sheet.ledger.decided_by is DecidedBy.AWARD
        ]
    robberies = [
        (sheet, row.winner) for sheet in sheets for row in sheet.ledger.rows if row.robbery
    ]
    by_pair = _most(sheet.pair(winner) for sheet, winner in robberies)
    by_match = _most(sheet.match for sheet, _winner in robberies)
    return Feats(
        highest_rise=_highest(_rises(sheets)),
        most_tuppis=MostByPair(*found) if (found := _most(made_by)) else None,
        nalsys=tuple(feat for sheet, feat in tuppis if sheet.ledger.nalsy),
        longest_match=_longest(sheets),
        most_robberies=MostByPair(*by_pair) if by_pair else None,
        most_robberies_in_match=MostByMatch(*by_match) if by_match else None,
        fastest_tuppi=_fastest(tuppis),
    )


def _rises(sheets: Iterable[PlayedSheet]) -> Iterable[tuple[int, Feat]]:
    """Every rise as it stood after each deal of it, the sheet's first deal first."""
    for sheet in sheets:
        if sheet.kind is FormatKind.PLAY_OFF:
            continue
        for row in sheet.ledger.rows:
            if height := _height(row):
                yield height, Feat(sheet.match, sheet.pair(row.winner), row.deal)


def _height(row: Row) -> int:
    """The rise that the row's winner stands on after it, 0 for none and for what was not played.

    A tuppi ends the match, and its rise stays on the row.
    """
    if row.kind is EntryKind.RESULT or row.event is RowEvent.AWARD:
        return 0
    return row.rise.of(row.winner)


def _highest(rises: Iterable[tuple[int, Feat]]) -> Most | None:
    best = 0
    feats: list[Feat] = []
    for height, feat in rises:
        if height > best:
            best, feats = height, []
        if height == best:
            feats.append(feat)
    return Most(best, tuple(feats)) if feats else None


def _longest(sheets: Iterable[PlayedSheet]) -> MostByMatch | None:
    lengths = {
        sheet.match: sheet.ledger.deals_played
        for sheet in sheets
        if sheet.ledger.is_finished and sheet.kind is not FormatKind.PLAY_OFF
    }
    longest = max(lengths.values(), default=0)
    if not longest:
        return None
    return MostByMatch(longest, tuple(key for key, length in lengths.items() if length == longest))


def _fastest(tuppis: Iterable[tuple[PlayedSheet, Feat]]) -> Most | None:
    deals = [
        (sheet.ledger.deals_played, feat) for sheet, feat in tuppis if sheet.ledger.deals_played
    ]
    fewest = min((played for played, _feat in deals), default=0)
    if not fewest:
        return None
    return Most(fewest, tuple(feat for played, feat in deals if played == fewest))


def _most(holders: Iterable[_Holder]) -> tuple[int, tuple[_Holder, ...]] | None:
    """The highest count, and who has it in the order of their first one."""
    counts = Counter(holders)
    if not counts:
        return None
    most = max(counts.values())
    return most, tuple(holder for holder, count in counts.items() if count == most)
