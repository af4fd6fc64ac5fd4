"""The matches of a filled workbook held against the sheets there are; nothing is written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from django.utils.translation import gettext as _

from tournaments.imports.filled_sheets import FilledFile, FilledMatch
from tournaments.imports.filled_wording import at_cell, filled_sentence
from tournaments.models import Tournament
from tournaments.queries.matches import MatchView, matches_of
from tournaments.queries.sheets import SheetChange, SheetView, sheets_of
from tournaments.views.desk.checking import CheckedSheet, check_lines


class Kind(StrEnum):
    """What taking a match of the file would do.

    `NEW`: lines behind those there are, or on an empty sheet. `RESULT`: its deals take the place
    of a bare result, and agree with it. `DIFFERS`: saved lines, or a result that the deals do not
    agree with, would go. `SAME`: the sheet reads so. `BEHIND`: it reads so and goes on.
    """

    NEW = "new"
    RESULT = "result"
    DIFFERS = "differs"
    SAME = "same"
    BEHIND = "behind"
    FAULTY = "faulty"


@dataclass(frozen=True)
class MatchOfFile:
    """A match of the file, judged. `view` is None where the event has no such match; `checked`
    where its lines were not looked at. `faults` are sentences, each with its cell."""

    filled: FilledMatch
    kind: Kind
    view: MatchView | None = None
    checked: CheckedSheet | None = None
    faults: tuple[str, ...] = ()

    @property
    def number(self) -> int:
        return self.filled.number

    @property
    def can_be_taken(self) -> bool:
        return self.kind in (Kind.NEW, Kind.RESULT, Kind.DIFFERS)

    @property
    def needs_reason(self) -> bool:
        """Whether somebody has to say why; the deals of a bare result say it themselves."""
        return self.kind is Kind.DIFFERS

    @property
    def tick(self) -> str:
        """What its tick sends: the match and the revision it was held against."""
        revision = self.view.match.revision if self.view else 0
        return f"{self.number}:{revision}"

    @property
    def sheet(self) -> SheetView:
        """The sheet the match would have."""
        if self.checked is None or self.checked.sheet is None:
            raise ValueError("a match at fault has no sheet")
        return self.checked.sheet


def judge(file: FilledFile, tournament: Tournament) -> list[MatchOfFile]:
    """Every match of the file by number (four queries)."""
    views = {view.match.number: view for view in matches_of(tournament)}
    there = [views[each.number] for each in file.matches if each.number in views]
    for view in there:
        view.match.tournament = tournament
    sheets = {sheet.view.match.number: sheet for sheet in sheets_of(there)} if there else {}
    return [_judge(each, sheets.get(each.number)) for each in file.matches]


def _judge(filled: FilledMatch, now: SheetView | None) -> MatchOfFile:
    faults = [str(filled_sentence(fault)) for fault in filled.faults]
    if now is None:
        faults.append(_at_head(filled, _("The event has no match of this number.")))
        return MatchOfFile(filled, Kind.FAULTY, faults=tuple(faults))
    if stranger := _stranger(filled, now.view):
        faults.append(_at_head(filled, stranger))
        return MatchOfFile(filled, Kind.FAULTY, now.view, faults=tuple(faults))
    checked = check_lines(now, [each.line for each in filled.lines])
    if checked.problem:
        faults.append(_at_head(filled, checked.problem))
    for fault in checked.faults:
        line = filled.lines[fault.number - 1]
        sentence = f"“{fault.typed}”: {fault.sentence}" if fault.typed else fault.sentence
        faults.append(str(at_cell(filled.sheet, line.cell(fault.code), sentence)))
    if faults or checked.difference is None:
        return MatchOfFile(filled, Kind.FAULTY, now.view, checked, tuple(faults))
    kind = _kind(checked.difference.change, bool(checked.difference.disagreements))
    return MatchOfFile(filled, kind, now.view, checked)


def _stranger(filled: FilledMatch, view: MatchView) -> str:
    """Why the block is not the event's match of this number; "" where it is."""
    if view.match.annulled:
        return _("The match has been annulled, so its sheet stays as it is.")
    known = {filled.pair_a, filled.pair_b} - {None}
    if known and (filled.pair_a, filled.pair_b) != (view.a.number, view.b.number):
        return _(
            "The match is between other pairs by now: A %(a)d. %(a_name)s, B %(b)d. %(b_name)s. "
            "The draw was made anew after the workbook; take a new one."
        ) % {
            "a": view.a.number,
            "a_name": view.a.name,
            "b": view.b.number,
            "b_name": view.b.name,
        }
    return ""


def _kind(change: SheetChange, disagrees: bool) -> Kind:
    if change.first is None:
        return Kind.SAME
    if not change.added:
        return Kind.BEHIND
    if not change.is_correction:
        return Kind.NEW
    replaces_result = change.before.bare_result and not change.after.bare_result
    return Kind.RESULT if replaces_result and not disagrees else Kind.DIFFERS


def _at_head(filled: FilledMatch, sentence: str) -> str:
    return str(at_cell(filled.sheet, filled.cell, sentence))


def of_kinds(matches: Sequence[MatchOfFile], *kinds: Kind) -> list[MatchOfFile]:
    return [match for match in matches if match.kind in kinds]
