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
from tournaments.models import Course
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
    CARDS = "cards"
    POOLS = "pools"
    ROUNDS = "rounds"
    TABLES = "tables"
    SHEETS = "sheets"
    FILLED = "filled"


@dataclass(frozen=True)
class OfferedFile:
    """A file of the registry. `staff` ones have an address of their own, for organisers only."""

    name: str
    kind: str
    export: Export
    staff: bool


@dataclass(frozen=True)
class Offer:
    """Files of one name: what they are, what for, and whether there is anything in them before
    the draw. `printed` ones are PDFs, others every kind but PDF; `staff` is set where a public
    file has the same name. An event of the course `not_in` has no such file."""

    moment: Moment
    name: str
    title: str | Promise
    text: str | Promise = ""
    counted: Counted | None = None
    printed: bool = True
    needs_draw: bool = True
    staff: bool | None = None
    not_in: Course | None = None

    def takes(self, file: OfferedFile) -> bool:
        return (
            file.name == self.name
            and (file.kind == "pdf") == self.printed
            and self.staff in (None, file.staff)
        )


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
        _(
            "To stand on the tables: the number, to be seen across the hall, the matches, and a "
            "code by which the table keeps its score on a phone."
        ),
        Counted.TABLES,
    ),
    Offer(
        Moment.DRAWN,
        "pair-cards",
        _("Pair cards"),
        _(
            "To hand out: each pair's number, where it plays whom and when, and the code with "
            "which it confirms its results. Cut the whole pile at once, and it is in order."
        ),
        Counted.CARDS,
    ),
    Offer(
        Moment.DRAWN,
        "score-sheets",
        _("Score sheets"),
        _(
            "With the names: one for every match, with its table and time, and a code by which "
            "its score can be kept on a phone."
        ),
        Counted.SHEETS,
        staff=True,
    ),
    Offer(
        Moment.DRAWN,
        "score-sheets",
        _("Score sheets without codes"),
        _("The same for everybody to print: nothing on them lets anybody write."),
        Counted.SHEETS,
        staff=False,
    ),
    Offer(
        Moment.PLAY,
        "knockout",
        _("Knock-out"),
        _("For the wall: the bracket with its results, and when and where the next are played."),
        needs_draw=False,
        not_in=Course.POOLS,
    ),
    Offer(
        Moment.PLAY,
        "standings",
        _("Standings"),
        _("For the wall: places with their reasons, and what is still to play."),
        Counted.POOLS,
        not_in=Course.KNOCKOUT,
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
        "final-results",
        _("Final results"),
        _("To keep, and for the wall: champions, places, the last matches, records."),
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
        not_in=Course.KNOCKOUT,
    ),
    Offer(
        Moment.DATA,
        "places",
        _("Places"),
        printed=False,
    ),
    Offer(
        Moment.DATA,
        "knockout",
        _("Knock-out"),
        printed=False,
        needs_draw=False,
        not_in=Course.POOLS,
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
        if files := [file for file in left if offer.takes(file)]:
            left = [file for file in left if file not in files]
            yield offer, files
    for file in left:
        title = f"{file.name}.{file.kind}"
        yield Offer(Moment.DATA, file.name, title, needs_draw=False), [file]


def wanted_now(run: PrintRun) -> tuple[Moment, ...]:
    """The moment an event has come to, the nearest first: what else is wanted beside it follows."""
    if not run.is_drawn:
        return (Moment.BEFORE,)
    if not run.filled:
        return (Moment.DRAWN,)
    if not run.awaited:
        return (Moment.AFTER, Moment.PLAY)
    # The next round of a knock-out is printed while it is played.
    return (Moment.PLAY, Moment.DRAWN) if run.knockout_rounds else (Moment.PLAY,)


def amount_text(offer: Offer, run: PrintRun) -> str:
    """How much of a file there is, in a word or two; empty where nobody counts it or it is none."""
    if offer.counted is None:
        return ""
    count: int = getattr(run, offer.counted.value)
    match offer.counted:
        case Counted.PAIRS | Counted.CARDS:
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
