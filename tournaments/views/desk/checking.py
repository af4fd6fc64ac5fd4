"""A typed sheet held against the rules and the sheet there is; nothing is written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256

from scoring.diagnosis import Diagnosis, Line, diagnose
from scoring.notation import MOST_LETTERS, NotationCode, format_sheet
from tournaments.actions.refusals import Refused
from tournaments.actions.sheet_revisions import refuse_too_long
from tournaments.codes_in_words import FAULTS
from tournaments.forms.sheets_rows import SheetRow, UnreadRow, line_of
from tournaments.ledger import format_of
from tournaments.queries.differences import SheetDifference, difference_between
from tournaments.queries.pairs import PairView
from tournaments.queries.sheets import SheetLine, SheetView, sheet_from
from tournaments.sentences import fault_sentence, shown_token


@dataclass(frozen=True)
class LineFault:
    """What is wrong with a line. `number` counts from 1; `typed` is "" for a line in fields.
    `code` is a fault of the rules or the typing, "" for a field that could not be read."""

    number: int
    typed: str
    sentence: str
    code: str = ""


@dataclass(frozen=True)
class CheckedSheet:
    """A typed sheet, judged.

    `difference` is None while there are `faults`; `sheet` is what the lines that stand come to,
    None where that cannot be shown (`problem`). `line_numbers` says for each of its lines which
    typed line it is, from 1.
    """

    sheet: SheetView | None
    line_numbers: tuple[int, ...] = ()
    difference: SheetDifference | None = None
    faults: tuple[LineFault, ...] = ()
    problem: str = ""

    @property
    def name(self) -> str:
        """Names the change, to tell whether it is the one that was shown; "" where none is."""
        if self.difference is None:
            return ""
        change = self.difference.change
        text = f"{change.before.view.match.revision} {format_sheet(change.after.entries)}"
        return sha256(text.encode()).hexdigest()

    @property
    def lines_by_number(self) -> dict[int, SheetLine]:
        """The lines that stand, by the number of the typed line."""
        if self.sheet is None:
            return {}
        return dict(zip(self.line_numbers, self.sheet.lines, strict=True))


def check_typed(now: SheetView, typed: str, pairs: Mapping[int, PairView]) -> CheckedSheet:
    """A sheet typed in the short form."""
    if len(typed) > MOST_LETTERS:
        return CheckedSheet(None, problem=str(FAULTS[NotationCode.TOO_LONG.value]))
    tokens = typed.split()
    return _checked(now, tokens, range(1, len(tokens) + 1), (), pairs)


def check_rows(
    now: SheetView, rows: Sequence[SheetRow], pairs: Mapping[int, PairView]
) -> CheckedSheet:
    """A sheet typed in fields; rows left out or empty are passed over."""
    lines: list[Line] = []
    numbers: list[int] = []
    unread: list[LineFault] = []
    for number, row in enumerate(rows, start=1):
        if not row.counts:
            continue
        try:
            lines.append(line_of(row))
        except UnreadRow as fault:
            unread.append(LineFault(number, "", fault.message))
        else:
            numbers.append(number)
    return _checked(now, lines, numbers, unread, pairs)


def check_lines(now: SheetView, lines: Sequence[Line]) -> CheckedSheet:
    """A sheet of lines that were read already, numbered from 1. The places it would move are not
    worked out, so there is no query."""
    return _checked(now, lines, range(1, len(lines) + 1), (), None)


def unchanged(now: SheetView, pairs: Mapping[int, PairView]) -> CheckedSheet:
    """The sheet as it stands, nothing typed yet."""
    return _sound(now, now, tuple(range(1, len(now.entries) + 1)), pairs)


def check_again(
    fresh: SheetView, typed: CheckedSheet, pairs: Mapping[int, PairView]
) -> CheckedSheet:
    """A sheet that stood by the rules, held against the sheet as it is by now."""
    if typed.sheet is None:
        return typed
    return _sound(fresh, sheet_from(fresh.view, typed.sheet.entries), typed.line_numbers, pairs)


def _checked(
    now: SheetView,
    lines: Sequence[Line],
    numbers: Sequence[int],
    unread: Sequence[LineFault],
    pairs: Mapping[int, PairView] | None,
) -> CheckedSheet:
    try:
        refuse_too_long(len(lines))
    except Refused as refused:
        return CheckedSheet(None, problem=refused.message)
    found = diagnose(format_of(now.view.match), lines)
    faults = sorted([*unread, *_told(found, numbers)], key=lambda fault: fault.number)
    after = sheet_from(now.view, found.entries)
    standing = tuple(numbers[place] for place in found.places)
    if faults:
        return CheckedSheet(after, standing, faults=tuple(faults))
    return _sound(now, after, standing, pairs)


def _sound(
    now: SheetView,
    after: SheetView,
    numbers: tuple[int, ...],
    pairs: Mapping[int, PairView] | None,
) -> CheckedSheet:
    return CheckedSheet(after, numbers, difference_between(now, after, pairs))


def _told(found: Diagnosis, numbers: Sequence[int]) -> list[LineFault]:
    return [
        LineFault(numbers[fault.index], shown_token(fault), fault_sentence(fault), fault.code.value)
        for fault in found.faults
    ]
