"""Entries of a score sheet -> the ledger of rises and the state of the match.

at the table the winner books and is on the rise; on the rise it adds     R6
the rising pair loses: its rise is 0, nobody books, its points stay       R7
cut short: only where the loser was on the rise                           R8
52 ends the match                                                         R9
N deals, a rise is played out, at the table the match points decide       R10
level: one deal or one 28 decides; its rise is not continued              R11
to a tuppi, however long                                                  R12
play-off: nothing falls, 52 is nothing special, may end level             R13
28 points; tricks by ruling; match awarded                                R15, R16, R17-R18
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from scoring.bare_results import result_problem
from scoring.deals import DealScore, Side, check_declarer, score_deal
from scoring.entries import (
    AwardEntry,
    CutShort,
    DealEntry,
    Entry,
    FormatKind,
    MatchFormat,
    PenaltyEntry,
    PlayRuling,
    ResultEntry,
    Tricks,
)
from scoring.faults import Fault, FaultCode
from scoring.rows import DecidedBy, EntryKind, Ledger, MatchState, PerSide, Row, RowEvent
from scoring.rulings import PENALTY_POINTS, TUPPI_POINTS, award_points, tricks_after_ruling

__all__ = [
    "AwardEntry",
    "CutShort",
    "DealEntry",
    "DecidedBy",
    "Entry",
    "EntryKind",
    "FormatKind",
    "Ledger",
    "MatchFormat",
    "MatchState",
    "Options",
    "PenaltyEntry",
    "PerSide",
    "PlayRuling",
    "ResultEntry",
    "Row",
    "RowEvent",
    "Scorer",
    "Tricks",
    "append",
    "check_entry",
    "options_of",
    "replay",
]

# A rise below 52 and one robbery of 56 at most: made once, not at every deal.
_RISES_OF_A: Final = tuple(PerSide(points, 0) for points in range(TUPPI_POINTS + 56))
_RISES_OF_B: Final = tuple(PerSide(0, points) for points in range(TUPPI_POINTS + 56))
_TABLE: Final = _RISES_OF_A[0]
# A member of an enum is slow to name; those of every deal are named once.
_A: Final = Side.A
_B: Final = Side.B
_FINISHED: Final = MatchState.FINISHED
_DECIDER: Final = MatchState.DECIDER
_DEAL: Final = EntryKind.DEAL
_PLAY_OFF: Final = FormatKind.PLAY_OFF
_TUPPI: Final = RowEvent.TUPPI


def _score_of(entry: DealEntry, outcome: Tricks | PlayRuling) -> DealScore:
    """The deal's own score, whatever the rises."""
    if isinstance(outcome, Tricks):
        return score_deal(entry.game, entry.declarer, outcome.tricks_a)
    check_declarer(entry.game, entry.declarer)
    tricks_a = tricks_after_ruling(
        entry.game,
        outcome.offence,
        outcome.against,
        outcome.tricks_before_a,
        outcome.tricks_before_b,
    )
    return score_deal(entry.game, entry.declarer, tricks_a)


def check_entry(entry: Entry) -> None:
    """Raise the fault an entry has by itself, on whatever sheet it stands (R1-R4, R16)."""
    if isinstance(entry, DealEntry):
        if isinstance(entry.outcome, CutShort):
            check_declarer(entry.game, entry.declarer)
        else:
            _score_of(entry, entry.outcome)
    elif isinstance(entry, ResultEntry) and result_problem(entry) is not None:
        raise Fault(FaultCode.IMPOSSIBLE_RESULT)


class Scorer:
    """Books the entries of one match, one after the other.

    A refused entry leaves everything as it was.
    """

    __slots__ = (
        "_deals",
        "_deals_played",
        "_decided_by",
        "_kind",
        "_rise",
        "_rows",
        "_state",
        "_total",
        "_winner",
    )

    def __init__(self, match_format: MatchFormat, ledger: Ledger | None = None) -> None:
        """Begin an empty sheet, or go on from a `ledger` of the same format."""
        self._kind = match_format.kind
        self._deals = match_format.deals
        self._rows = [] if ledger is None else list(ledger.rows)
        self._rise = _TABLE if ledger is None else ledger.rise
        self._total = _TABLE if ledger is None else ledger.total
        self._state = MatchState.PLAYING if ledger is None else ledger.state
        self._winner = None if ledger is None else ledger.winner
        self._decided_by = None if ledger is None else ledger.decided_by
        self._deals_played = 0 if ledger is None else ledger.deals_played

    @property
    def is_finished(self) -> bool:
        """Whether the match takes no more entries."""
        return self._state is _FINISHED

    @property
    def state(self) -> MatchState:
        """Where the match is after what was booked so far."""
        return self._state

    @property
    def rising(self) -> Side | None:
        """The pair on the rise, None at the table."""
        if self._rise.a:
            return _A
        return _B if self._rise.b else None

    def add(self, entry: Entry) -> Row:
        """Book one entry and return its row. Raises a fault with the entry's place on the sheet."""
        if self._state is _FINISHED:
            raise Fault(FaultCode.MATCH_OVER, len(self._rows))
        try:
            if isinstance(entry, DealEntry):
                row = self._add_deal(entry)
            elif isinstance(entry, PenaltyEntry):
                winner = entry.against.other
                row = self._book(
                    EntryKind.PENALTY, winner, PENALTY_POINTS, False, entry.counts_as_deal
                )
            elif isinstance(entry, AwardEntry):
                row = self._add_award(entry)
            elif isinstance(entry, ResultEntry):
                row = self._add_result(entry)
            else:
                raise Fault(FaultCode.MALFORMED)
        except Fault as fault:
            raise Fault(fault.code, len(self._rows)) from None
        self._rows.append(row)
        return row

    def ledger(self) -> Ledger:
        """All that was booked so far."""
        return Ledger(
            rows=tuple(self._rows),
            state=self._state,
            winner=self._winner,
            decided_by=self._decided_by,
            total=self._total,
            rise=self._rise,
            deals_played=self._deals_played,
        )

    def _add_deal(self, entry: DealEntry) -> Row:
        outcome = entry.outcome
        if not isinstance(outcome, CutShort):
            score = _score_of(entry, outcome)
            return self._book(_DEAL, score.winner, score.points, score.robbery, True)
        check_declarer(entry.game, entry.declarer)
        winner = outcome.winner
        if not self._rise.of(winner.other):
            raise Fault(FaultCode.CUT_SHORT_WITHOUT_FALL)
        robbery = entry.declarer is not None and entry.declarer is not winner
        return self._book(_DEAL, winner, 0, robbery, True)

    def _book(
        self, kind: EntryKind, winner: Side, points: int, robbery: bool, uses_deal: bool
    ) -> Row:
        """Book a won deal, or 28 points as if a deal had been won."""
        deal = None
        if uses_deal:
            deal = self._deals_played = self._deals_played + 1
        rise = self._rise
        event = None
        a_won = winner is _A
        if self._kind is not _PLAY_OFF:
            if rise.b if a_won else rise.a:
                rise = _TABLE
                points = 0
                event = RowEvent.FALL
            else:
                rise = _RISES_OF_A[rise.a + points] if a_won else _RISES_OF_B[rise.b + points]
                if rise.a >= TUPPI_POINTS or rise.b >= TUPPI_POINTS:
                    event = _TUPPI
            self._rise = rise
        if points:
            total = self._total
            self._total = (
                PerSide(total.a + points, total.b) if a_won else PerSide(total.a, total.b + points)
            )
        if event is _TUPPI:
            self._finish(winner, DecidedBy.TUPPI)
        elif self._state is _DECIDER:
            self._finish(winner, DecidedBy.DECIDER)
        elif self._deals is not None and self._deals_played >= self._deals:
            self._after_last_deal()
        return Row(kind, deal, winner, points, robbery, event, rise, self._total)

    def _after_last_deal(self) -> None:
        total = self._total
        if self.rising is not None:
            self._state = MatchState.PLAYING_OUT
        elif total.a != total.b:
            self._finish(_A if total.a > total.b else _B, DecidedBy.POINTS)
        elif self._kind is _PLAY_OFF:
            self._finish(None, DecidedBy.POINTS)
        else:
            self._state = _DECIDER

    def _add_award(self, entry: AwardEntry) -> Row:
        points = 0
        if self._kind is not _PLAY_OFF:
            points = award_points(self._rise.of(entry.to))
            self._rise = (_RISES_OF_A if entry.to is _A else _RISES_OF_B)[TUPPI_POINTS]
            self._total = (
                PerSide(self._total.a + points, self._total.b)
                if entry.to is _A
                else PerSide(self._total.a, self._total.b + points)
            )
        self._finish(entry.to, DecidedBy.AWARD)
        return Row(
            EntryKind.AWARD,
            None,
            entry.to,
            points,
            False,
            RowEvent.AWARD,
            self._rise,
            self._total,
        )

    def _add_result(self, entry: ResultEntry) -> Row:
        if self._rows:
            raise Fault(FaultCode.MALFORMED)
        if result_problem(entry, self._kind) is not None:
            raise Fault(FaultCode.IMPOSSIBLE_RESULT)
        self._total = PerSide(entry.total_a, entry.total_b)
        self._finish(entry.winner, DecidedBy.TUPPI if entry.tuppi else DecidedBy.POINTS)
        event = _TUPPI if entry.tuppi else None
        return Row(EntryKind.RESULT, None, entry.winner, 0, False, event, _TABLE, self._total)

    def _finish(self, winner: Side | None, decided_by: DecidedBy) -> None:
        self._state = _FINISHED
        self._winner = winner
        self._decided_by = decided_by


def replay(match_format: MatchFormat, entries: Iterable[Entry]) -> Ledger:
    """The ledger of a whole sheet. Raises the fault of the first entry that breaks a rule."""
    scorer = Scorer(match_format)
    for entry in entries:
        scorer.add(entry)
    return scorer.ledger()


def append(ledger: Ledger, match_format: MatchFormat, entry: Entry) -> Ledger:
    """The ledger with one more entry: what `replay` of the longer sheet gives, without replaying.

    Raises the fault of that entry; `ledger` itself never changes.
    """
    scorer = Scorer(match_format, ledger)
    scorer.add(entry)
    return scorer.ledger()


@dataclass(frozen=True, slots=True)
class Options:
    """What a sheet can take next.

    `takes_entry`: any deal, penalty or award. `deal`: the number the next deal gets, None after
    the end. `cut_short_winner`: who wins a deal that is cut short, None where none can be (R8).
    `takes_result`: whether the bare result of a missing sheet can still stand here.
    `must_be_tuppi`, `may_be_tuppi`: what such a result can say in this format.
    """

    takes_entry: bool
    deal: int | None
    cut_short_winner: Side | None
    takes_result: bool
    must_be_tuppi: bool
    may_be_tuppi: bool


def options_of(ledger: Ledger, match_format: MatchFormat) -> Options:
    """What the next entry of a sheet can be."""
    open_ = not ledger.is_finished
    rising = ledger.rising if open_ else None
    return Options(
        takes_entry=open_,
        deal=ledger.deals_played + 1 if open_ else None,
        cut_short_winner=None if rising is None else rising.other,
        takes_result=open_ and not ledger.rows,
        must_be_tuppi=match_format.kind is FormatKind.TO_TUPPI,
        may_be_tuppi=match_format.kind is not _PLAY_OFF,
    )
