"""Which files an organiser is offered, when in the event, and in which words.

What is named here and not in the registry is passed over; what is in the registry and not named
here is offered last, under its file's name.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from tournaments.exports.registry import EXPORTS, STAFF_EXPORTS, Export
from tournaments.queries.printing import PrintRun


class Moment(StrEnum):
    """When in the event a file is wanted."""

    BEFORE = "before"
    DRAWN = "drawn"
    PLAY = "play"
    AFTER = "after"
    DATA = "data"


class Counted(StrEnum):
    """What tells how much of a file there is."""

    PAIRS = "pairs"
    POOLS = "pools"
    ROUNDS = "rounds"
    TABLES = "tables"
    SHEETS = "sheets"
    FILLED = "filled"


@dataclass(frozen=True)
class Offer:
    """Files of one name: what they are, what for, and whether there is anything in them before
    the draw. `printed` ones are PDFs, others every kind but PDF."""

    moment: Moment
    name: str
    title: str | Promise
    text: str | Promise = ""
    counted: Counted | None = None
    printed: bool = True
    needs_draw: bool = True

    def takes(self, name: str, kind: str) -> bool:
        return name == self.name and (kind == "pdf") == self.printed


@dataclass(frozen=True)
class OfferedFile:
    """A file of the registry. `staff` ones have an address of their own, for organisers only."""

    name: str
    kind: str
    export: Export
    staff: bool


OFFERS: tuple[Offer, ...] = (
    Offer(
        Moment.BEFORE,
        "entries",
        _("Entries"),
        _("For the wall: pairs by name, with their numbers and clubs."),
        Counted.PAIRS,
        needs_draw=False,
    ),
    Offer(
        Moment.BEFORE,
        "poster",
        _("Poster"),
        _("For the wall: the address of the event and its code for phones."),
        needs_draw=False,
    ),
    Offer(
        Moment.BEFORE,
        "score-sheets-blank",
        _("Blank score sheets"),
        _("Without names, for any match: a few to spare."),
        needs_draw=False,
    ),
    Offer(
        Moment.DRAWN,
        "draw",
        _("Draw"),
        _("For the wall: pools with their pairs, seed and time of the draw."),
        Counted.POOLS,
    ),
    Offer(
        Moment.DRAWN,
        "schedule",
        _("Schedule by round"),
        _("For the wall: who plays where, start by start."),
        Counted.ROUNDS,
    ),
    Offer(
        Moment.DRAWN,
        "schedule-by-table",
        _("Schedule by table"),
        _("For the wall: the matches of every table in order."),
        Counted.TABLES,
    ),
    Offer(
        Moment.DRAWN,
        "table-cards",
        _("Table cards"),
        _("To stand on the tables: the number, to be seen across the hall, and the matches."),
        Counted.TABLES,
    ),
    Offer(
        Moment.DRAWN,
        "pair-cards",
        _("Pair cards"),
        _("To hand out: each pair's number, and where it plays whom and when."),
        Counted.PAIRS,
    ),
    Offer(
        Moment.DRAWN,
        "score-sheets",
        _("Score sheets"),
        _("With the names: one for every match, with its table and time."),
        Counted.SHEETS,
    ),
    Offer(
        Moment.PLAY,
        "standings",
        _("Standings"),
        _("For the wall: places with their reasons, and what is still to play."),
        Counted.POOLS,
    ),
    Offer(
        Moment.PLAY,
        "score-sheets-filled",
        _("Filled score sheets"),
        _("As they have been typed so far."),
        Counted.FILLED,
    ),
    Offer(
        Moment.PLAY,
        "score-sheets",
        _("Score sheets to fill in at a computer"),
        _("For results without a network: filled in, they are brought back."),
        Counted.SHEETS,
        printed=False,
    ),
    Offer(
        Moment.AFTER,
        "workbook",
        _("Workbook"),
        _("Everything public of the event in one workbook, a sheet a subject."),
        printed=False,
    ),
    Offer(
        Moment.AFTER,
        "results",
        _("Results"),
        _("Every match and every deal."),
        printed=False,
    ),
    Offer(
        Moment.AFTER,
        "result-form",
        _("Result form"),
        _("Places, players, clubs and cup points, as the federation keeps them."),
        printed=False,
    ),
    Offer(
        Moment.DATA,
        "standings",
        _("Standings"),
        printed=False,
    ),
    Offer(
        Moment.DATA,
        "schedule",
        _("Schedule"),
        printed=False,
    ),
    Offer(
        Moment.DATA,
        "pairs",
        _("Pairs"),
        printed=False,
        needs_draw=False,
    ),
    Offer(
        Moment.DATA,
        "matches",
        _("Matches"),
        printed=False,
    ),
    Offer(
        Moment.DATA,
        "deals",
        _("Deals"),
        printed=False,
    ),
    Offer(
        Moment.DATA,
        "draws",
        _("Draws"),
        printed=False,
        needs_draw=False,
    ),
    Offer(
        Moment.DATA,
        "rulings",
        _("Rulings"),
        printed=False,
    ),
    Offer(
        Moment.DATA,
        "event",
        _("The whole event"),
        printed=False,
        needs_draw=False,
    ),
)


def offered() -> Iterator[tuple[Offer, list[OfferedFile]]]:
    """Every file of the site under the offer it belongs to, in the order they are wanted."""
    left = [
        OfferedFile(name, kind, export, staff)
        for staff, exports in ((False, EXPORTS), (True, STAFF_EXPORTS))
        for (name, kind), export in exports.items()
    ]
    for offer in OFFERS:
        if files := [file for file in left if offer.takes(file.name, file.kind)]:
            left = [file for file in left if file not in files]
            yield offer, files
    for file in left:
        title = f"{file.name}.{file.kind}"
        yield Offer(Moment.DATA, file.name, title, needs_draw=False), [file]


def amount_text(offer: Offer, run: PrintRun) -> str:
    """How much of a file there is, in a word or two; empty where nobody counts it or it is none."""
    if offer.counted is None:
        return ""
    count: int = getattr(run, offer.counted.value)
    match offer.counted:
        case Counted.PAIRS:
            text = ngettext("%(count)d pair", "%(count)d pairs", count)
        case Counted.POOLS:
            text = ngettext("%(count)d pool", "%(count)d pools", count)
        case Counted.ROUNDS:
            text = ngettext("%(count)d round", "%(count)d rounds", count)
        case Counted.TABLES:
            text = ngettext("%(count)d table", "%(count)d tables", count)
        case _:
            text = ngettext("%(count)d sheet", "%(count)d sheets", count)
    return text % {"count": count} if count else ""
