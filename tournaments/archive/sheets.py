"""The score sheets of an archive: every revision replays, and gives what the archive says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from scoring.entries import Entry, FormatKind, MatchFormat
from scoring.faults import Fault
from scoring.ledger import Scorer
from scoring.records import read_entry, write_entry
from tournaments.archive.faults import ArchiveFault, FaultCode
from tournaments.archive.form_parts import MAX_LINES
from tournaments.archive.shapes import malformed
from tournaments.archive.text import Value
from tournaments.archive.writing_play import outcome
from tournaments.ledger import outcome_fields
from tournaments.ruling_facts import offence_of

MAX_REPLAYED = 500_000
"""Lines replayed of one archive at most; one that needs more is refused as too large."""


@dataclass
class Replays:
    """How many lines have been replayed of an archive so far."""

    lines: int = field(default=0)

    def count(self, lines: int) -> None:
        self.lines += lines
        if self.lines > MAX_REPLAYED:
            raise ArchiveFault(FaultCode.TOO_LARGE)


def check_sheet(match: Value, where: str, replays: Replays) -> None:
    """Raises ArchiveFault unless every revision of a match replays, the sheet is what the last
    of them left, and the outcome is what `tournaments.ledger` caches of it."""
    sheet = match["sheet"]
    try:
        match_format = MatchFormat(FormatKind(sheet["format"]), sheet["deals"])
    except Fault:
        raise malformed(f"{where}.sheet.deals") from None
    live: list[Entry] = []
    scorer = Scorer(match_format)
    for index, revision in enumerate(match["revisions"]):
        at = f"{where}.revisions[{index}]"
        if revision["revision"] != match["first_revision"] + index + 1:
            raise ArchiveFault(FaultCode.ORDER, f"{at}.revision")
        kept, added = revision["kept"], _entries(revision["added"], f"{at}.added")
        if kept > len(live) or kept + len(added) > MAX_LINES or (kept == len(live) and not added):
            raise ArchiveFault(FaultCode.CONTRADICTION, f"{at}.kept")
        if kept < len(live):
            # A correction: the lines that stay are booked anew.
            scorer = Scorer(match_format)
            _book(scorer, live[:kept], at, replays)
        _book(scorer, added, at, replays)
        live[kept:] = added
        _check_rulings(revision, added, at, first=match["first_revision"])
    if sheet["entries"] != [write_entry(entry) for entry in live]:
        raise ArchiveFault(FaultCode.CONTRADICTION, f"{where}.sheet.entries")
    if match["outcome"] != outcome(outcome_fields(scorer.ledger(), len(live))):
        raise ArchiveFault(FaultCode.OUTCOME, f"{where}.outcome")
    if (match["changed_at"] is None) != (not match["revisions"]):
        raise ArchiveFault(FaultCode.CONTRADICTION, f"{where}.changed_at")


def _entries(records: Sequence[object], where: str) -> list[Entry]:
    """The entries of records that are just what the rules write of them."""
    entries = []
    for index, record in enumerate(records):
        try:
            entry = read_entry(record)
        except Fault:
            raise ArchiveFault(FaultCode.SHEET, f"{where}[{index}]") from None
        if write_entry(entry) != record:
            raise malformed(f"{where}[{index}]")
        entries.append(entry)
    return entries


def _book(scorer: Scorer, entries: Sequence[Entry], where: str, replays: Replays) -> None:
    replays.count(len(entries))
    try:
        for entry in entries:
            scorer.add(entry)
    except Fault:
        raise ArchiveFault(FaultCode.SHEET, where) from None


def _check_rulings(revision: Value, added: Sequence[Entry], where: str, *, first: int) -> None:
    """Rulings belong to lines of this revision that rule on an offence, in their order."""
    ruled = [
        revision["kept"] + place
        for place, entry in enumerate(added, start=1)
        if offence_of(entry) is not None
    ]
    lines = [ruling["line"] for ruling in revision["rulings"]]
    if lines != sorted(set(lines)) or not set(lines) <= set(ruled):
        raise ArchiveFault(FaultCode.CONTRADICTION, f"{where}.rulings")
    if any(
        not first < ruling["recorded"] <= revision["revision"] for ruling in revision["rulings"]
    ):
        raise ArchiveFault(FaultCode.REFERENCE, f"{where}.rulings")
