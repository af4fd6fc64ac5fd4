"""Match and pool records (plain JSON values) <-> values of the rules.

Entries are judged in order and the first at fault is named; within one: the end of the match,
kind, game, declarer, form of the outcome, its values. So a sheet is read and replayed together.

A key that is missing counts as null. A null game is `unknown_game`, a null declarer in rami
`declarer_missing`, a null offence or reason `unknown_offence`; a value of a wrong type, or a pair
that is neither "A" nor "B", is `malformed`. Unknown keys are passed over. `true` is no number.
"""

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import Any, Final, TypeVar

from scoring.deals import Game, Side, check_declarer
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
from scoring.ledger import EntryKind, Ledger, PerSide, Scorer, check_entry
from scoring.rulings import AwardReason, Penalty, PlayOffence
from scoring.standings import PairId, PlayedMatch, Standing, rank

Record = dict[str, Any]

# Keeps every sum printable whatever somebody types.
_MOST_POINTS: Final = 1_000_000
_MOST_IN_AN_ID: Final = 10**18

_Words = TypeVar("_Words", bound=StrEnum)


def _words(kind: type[_Words]) -> dict[str, _Words]:
    return {word.value: word for word in kind}


_SIDES: Final = _words(Side)
_GAMES: Final = _words(Game)
_FORMATS: Final = _words(FormatKind)
_PENALTIES: Final = _words(Penalty)
_PLAY_OFFENCES: Final = _words(PlayOffence)
_REASONS: Final = _words(AwardReason)


def _object(value: object) -> Mapping[str, object]:
    if not isinstance(value, dict):
        raise Fault(FaultCode.MALFORMED)
    return value


def _list(value: object) -> Sequence[object]:
    if not isinstance(value, list):
        raise Fault(FaultCode.MALFORMED)
    return value


def _whole(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise Fault(FaultCode.MALFORMED)
    return value


def _flag(record: Mapping[str, object], key: str, default: bool) -> bool:
    value = record.get(key, default)
    if not isinstance(value, bool):
        raise Fault(FaultCode.MALFORMED)
    return value


def _side(value: object) -> Side:
    side = _SIDES.get(value) if isinstance(value, str) else None
    if side is None:
        raise Fault(FaultCode.MALFORMED)
    return side


def _word(value: object, words: Mapping[str, _Words], unknown: FaultCode) -> _Words:
    if value is None:
        raise Fault(unknown)
    if not isinstance(value, str):
        raise Fault(FaultCode.MALFORMED)
    word = words.get(value)
    if word is None:
        raise Fault(unknown)
    return word


def _read_deal(record: Mapping[str, object]) -> DealEntry:
    game = _word(record.get("game"), _GAMES, FaultCode.UNKNOWN_GAME)
    named = record.get("declarer")
    if game is Game.RAMI and named is not None:
        declarer: Side | None = _side(named)
    else:
        # Whoever is named in nolo, it is one too many.
        declarer = None if named is None else Side.A
        check_declarer(game, declarer)
    outcome: Tricks | CutShort | PlayRuling
    if "tricks_a" in record:
        if "winner" in record or "offence" in record:
            raise Fault(FaultCode.MALFORMED)
        outcome = Tricks(_whole(record["tricks_a"]))
    elif "winner" in record:
        if "offence" in record:
            raise Fault(FaultCode.MALFORMED)
        outcome = CutShort(_side(record["winner"]))
    elif "offence" in record:
        outcome = _read_ruling(record)
    else:
        raise Fault(FaultCode.MALFORMED)
    return DealEntry(game, declarer, outcome)


def _read_ruling(record: Mapping[str, object]) -> PlayRuling:
    against = _side(record.get("against"))
    before = _object(record.get("tricks_before"))
    before_a, before_b = _whole(before.get("A")), _whole(before.get("B"))
    offence = _word(record["offence"], _PLAY_OFFENCES, FaultCode.UNKNOWN_OFFENCE)
    return PlayRuling(offence, against, before_a, before_b)


def _read_penalty(record: Mapping[str, object]) -> PenaltyEntry:
    against = _side(record.get("against"))
    counts_as_deal = _flag(record, "counts_as_deal", True)
    offence = _word(record.get("offence"), _PENALTIES, FaultCode.UNKNOWN_OFFENCE)
    return PenaltyEntry(offence, against, counts_as_deal)


def _read_award(record: Mapping[str, object]) -> AwardEntry:
    to = _side(record.get("to"))
    return AwardEntry(to, _word(record.get("reason"), _REASONS, FaultCode.UNKNOWN_OFFENCE))


def _read_result(record: Mapping[str, object]) -> ResultEntry:
    winner = _side(record.get("winner"))
    total = _object(record.get("total"))
    totals = _whole(total.get("A")), _whole(total.get("B"))
    return ResultEntry(winner, *totals, tuppi=_flag(record, "tuppi", False))


_READERS: Final[Mapping[str, Callable[[Mapping[str, object]], Entry]]] = {
    EntryKind.DEAL.value: _read_deal,
    EntryKind.PENALTY.value: _read_penalty,
    EntryKind.AWARD.value: _read_award,
    EntryKind.RESULT.value: _read_result,
}


def _read_form(record: object) -> Entry:
    """An entry whose form is sound; its values are still to be judged."""
    fields = _object(record)
    kind = fields.get("kind")
    reader = _READERS.get(kind) if isinstance(kind, str) else None
    if reader is None:
        raise Fault(FaultCode.MALFORMED)
    return reader(fields)


def read_entry(record: object, index: int | None = None) -> Entry:
    """One entry from its record, judged by itself; `index` goes into the fault it may raise."""
    try:
        entry = _read_form(record)
        check_entry(entry)
    except Fault as fault:
        raise Fault(fault.code, index) from None
    return entry


def _read_and_replay(record: object) -> tuple[MatchFormat, tuple[Entry, ...], Ledger]:
    fields = _object(record)
    deals = fields.get("deals")
    match_format = MatchFormat(
        _word(fields.get("format"), _FORMATS, FaultCode.MALFORMED),
        None if deals is None else _whole(deals),
    )
    scorer = Scorer(match_format)
    entries: list[Entry] = []
    for index, each in enumerate(_list(fields.get("entries"))):
        if scorer.is_finished:
            raise Fault(FaultCode.MATCH_OVER, index)
        try:
            entry = _read_form(each)
        except Fault as fault:
            raise Fault(fault.code, index) from None
        scorer.add(entry)
        entries.append(entry)
    return match_format, tuple(entries), scorer.ledger()


def read_match(record: object) -> tuple[MatchFormat, tuple[Entry, ...]]:
    """Format and entries of a match record that keeps all rules; else the first fault."""
    match_format, entries, _ = _read_and_replay(record)
    return match_format, entries


def replay_record(record: object) -> Ledger:
    """The ledger of a match record; raises the first fault."""
    return _read_and_replay(record)[2]


def write_entry(entry: Entry) -> Record:
    """The record of an entry; keys that say what is so anyway are left out."""
    if isinstance(entry, DealEntry):
        record: Record = {"kind": "deal", "game": entry.game.value}
        if entry.declarer is not None:
            record["declarer"] = entry.declarer.value
        outcome = entry.outcome
        if isinstance(outcome, Tricks):
            record["tricks_a"] = outcome.tricks_a
        elif isinstance(outcome, CutShort):
            record["winner"] = outcome.winner.value
        else:
            record["offence"] = outcome.offence.value
            record["against"] = outcome.against.value
            record["tricks_before"] = {"A": outcome.tricks_before_a, "B": outcome.tricks_before_b}
        return record
    if isinstance(entry, PenaltyEntry):
        record = {
            "kind": "penalty",
            "offence": entry.offence.value,
            "against": entry.against.value,
        }
        return record if entry.counts_as_deal else record | {"counts_as_deal": False}
    if isinstance(entry, AwardEntry):
        return {"kind": "award", "to": entry.to.value, "reason": entry.reason.value}
    total = {"A": entry.total_a, "B": entry.total_b}
    record = {"kind": "result", "winner": entry.winner.value, "total": total}
    return record | {"tuppi": True} if entry.tuppi else record


def write_match(match_format: MatchFormat, entries: Sequence[Entry]) -> Record:
    """The record of a whole sheet; `read_match` reads it back."""
    return {
        "format": match_format.kind.value,
        "deals": match_format.deals,
        "entries": [write_entry(entry) for entry in entries],
    }


def _write_sides(points: PerSide) -> Record:
    return {"A": points.a, "B": points.b}


def write_ledger(ledger: Ledger) -> Record:
    """The record of a ledger, as `replay` answers it."""
    return {
        "rows": [
            {
                "kind": str(row.kind),
                "deal": row.deal,
                "winner": str(row.winner),
                "points": row.points,
                "robbery": row.robbery,
                "event": row.event and str(row.event),
                "rise": _write_sides(row.rise),
                "total": _write_sides(row.total),
            }
            for row in ledger.rows
        ],
        "state": str(ledger.state),
        "winner": ledger.winner and str(ledger.winner),
        "decided_by": ledger.decided_by and str(ledger.decided_by),
        "total": _write_sides(ledger.total),
        "rise": _write_sides(ledger.rise),
        "deals_played": ledger.deals_played,
    }


def _pair_id(value: object) -> PairId:
    """A pair's id: text that can be written down, or a whole number."""
    if isinstance(value, str):
        if any("\ud800" <= letter <= "\udfff" for letter in value):
            raise Fault(FaultCode.MALFORMED)
        return value
    number = _whole(value)
    if abs(number) > _MOST_IN_AN_ID:
        raise Fault(FaultCode.MALFORMED)
    return number


def _points(value: object) -> int:
    points = _whole(value)
    if not 0 <= points <= _MOST_POINTS:
        raise Fault(FaultCode.MALFORMED)
    return points


def _read_played(record: object) -> PlayedMatch:
    fields = _object(record)
    points = _object(fields.get("points"))
    winner = fields.get("winner")
    return PlayedMatch(
        a=_pair_id(fields.get("a")),
        b=_pair_id(fields.get("b")),
        winner=None if winner is None else _pair_id(winner),
        points_a=_points(points.get("a")),
        points_b=_points(points.get("b")),
    )


def rank_record(record: object) -> tuple[Standing, ...]:
    """The places of a pool record; raises `malformed` where it is unsound."""
    fields = _object(record)
    return rank(
        [_pair_id(each) for each in _list(fields.get("pairs"))],
        [_read_played(each) for each in _list(fields.get("matches"))],
        [_read_played(each) for each in _list(fields.get("play_off", []))],
        [_pair_id(each) for each in _list(fields.get("lots", []))],
    )


def write_standings(standings: Sequence[Standing]) -> list[Record]:
    """The records of a pool's places, as `rank` answers them."""
    return [
        {
            "pair": each.pair,
            "place": each.place,
            "shared": each.shared,
            "played": each.played,
            "wins": each.wins,
            "losses": each.losses,
            "points": each.points,
            "points_against": each.points_against,
            "decided_by": each.decided_by and str(each.decided_by),
        }
        for each in standings
    ]


def write_fault(fault: Fault) -> Record:
    """The record of a refusal."""
    return {"error": {"code": str(fault.code), "entry": fault.entry}}
