"""What one score sheet says: to play on, to write everything on, or as it stands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.deals import Side
from scoring.ledger import FormatKind
from tournaments.exports.pdf.sheet_rows import Section, empty_sections, filled_sections
from tournaments.exports.remarks import decision_texts, match_remarks
from tournaments.models import JuryDecision
from tournaments.queries.matches import MatchView
from tournaments.queries.sheets import SheetView


@dataclass(frozen=True)
class Outcome:
    """The match points of both pairs as they count, who won, who made a tuppi; `struck` where
    the match is annulled and all this counts nowhere."""

    points_a: int
    points_b: int
    winner: Side | None = None
    tuppi: Side | None = None
    struck: bool = False


@dataclass(frozen=True)
class SheetForm:
    """One score sheet. `view` is None on a blank one, `outcome` on one that has none yet.

    `notices` stand above the rows, `decisions` among the remarks. `written` says that nobody is
    to write rows on it any more. `link` is the address by which the match can be written on a
    phone; a secret, so "" on what everybody can print. `collects` says that nothing falls on it:
    it has both pairs' points and no rises (R13).
    """

    view: MatchView | None
    deals: int | None
    sections: Sequence[Section]
    notices: tuple[str, ...] = ()
    decisions: tuple[str, ...] = ()
    outcome: Outcome | None = None
    written: bool = False
    link: str = ""
    collects: bool = False

    @property
    def most_rows(self) -> int:
        """How many rows it has, or had while everything could be written on it."""
        kind = FormatKind.PLAY_OFF if self.collects else FormatKind.FIXED
        empty = empty_sections(FormatKind.TO_TUPPI if self.deals is None else kind, self.deals)
        return max(sum(len(section.rows) for section in each) for each in (self.sections, empty))


def blank_form(deals: int) -> SheetForm:
    """A sheet without a match, of this many deals."""
    return SheetForm(None, deals, empty_sections(FormatKind.FIXED, deals))


def form_to_play(view: MatchView, link: str = "") -> SheetForm:
    """A match's sheet with nothing written on it, with the code of its link where one is given."""
    match = view.match
    return SheetForm(
        view,
        match.deals,
        empty_sections(match.format, match.deals),
        link=link,
        collects=match.format == FormatKind.PLAY_OFF,
    )


def filled_form(sheet: SheetView, decisions: Sequence[JuryDecision] = ()) -> SheetForm:
    """A match's sheet as it stands, with the decisions of the jury about it that are in force."""
    view, ledger = sheet.view, sheet.ledger
    outcome = None
    if ledger.is_finished:
        annulled = view.match.annulled
        outcome = Outcome(
            view.points_a,
            view.points_b,
            winner=None if annulled else ledger.winner,
            tuppi=ledger.winner if view.match.tuppi and not annulled else None,
            struck=annulled,
        )
    return SheetForm(
        view,
        view.match.deals,
        filled_sections(sheet),
        notices=tuple(match_remarks(view)),
        decisions=tuple(decision_texts(view, decisions)),
        outcome=outcome,
        written=ledger.is_finished or view.match.annulled,
        collects=sheet.collects,
    )
