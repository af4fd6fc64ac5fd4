"""What a ruling costs now, in sentences."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.deals import Game, Side
from scoring.ledger import Entry, Ledger, RowEvent, append
from scoring.rulings import TUPPI_POINTS, PlayOffence
from tournaments.ledger import format_of
from tournaments.queries.sheets import SheetLine, SheetView, lines_of
from tournaments.sentences import consequences


@dataclass(frozen=True)
class Cost:
    """What one more entry makes of a sheet: its `line`, and the ledger before and after it."""

    before: Ledger
    line: SheetLine
    after: Ledger


def cost_of(sheet: SheetView, entry: Entry) -> Cost:
    """What `entry` costs on this sheet as it stands. Raises scoring.faults.Fault."""
    after = append(sheet.ledger, format_of(sheet.view.match), entry)
    line = lines_of((*sheet.entries, entry), after)[-1]
    return Cost(sheet.ledger, line, after)


def cost_sentence(cost: Cost) -> str:
    """What is booked, what falls and what it ends, in a sentence or two."""
    row = cost.line.row
    loser = row.winner.other
    values = {
        "winner": row.winner.value,
        "loser": loser.value,
        "points": row.points,
        "rise": row.rise.of(row.winner),
        "before": cost.before.rise.of(row.winner),
        "fallen": cost.before.rise.of(loser),
        "tuppi": TUPPI_POINTS,
    }
    match row.event:
        case RowEvent.FALL:
            text = _(
                "Pair %(loser)s is on the rise at %(fallen)d: its rise falls, "
                "pair %(winner)s books nothing."
            )
        case RowEvent.AWARD if not row.points:
            text = _("The match to pair %(winner)s; nobody books points.")
        case RowEvent.AWARD if values["before"]:
            text = _(
                "The match to pair %(winner)s: its rise of %(before)d is completed to "
                "%(tuppi)d, %(points)d points booked."
            )
        case RowEvent.AWARD if values["fallen"]:
            text = _(
                "The match to pair %(winner)s: %(points)d points booked. The rise of pair "
                "%(loser)s, %(fallen)d, falls; its points stay."
            )
        case RowEvent.AWARD:
            text = _("The match to pair %(winner)s: %(points)d points booked.")
        case RowEvent.TUPPI:
            text = _("Pair %(winner)s books %(points)d, rise %(rise)d: a tuppi, the match is over.")
        case _ if values["rise"]:
            text = _("Pair %(winner)s books %(points)d, rise %(rise)d.")
        case _:
            text = _("Pair %(winner)s books %(points)d.")
    sentence = text % values
    if row.event in (RowEvent.AWARD, RowEvent.TUPPI) or cost.after.state is cost.before.state:
        return sentence
    return " ".join([sentence, *consequences(cost.after)])


def rest_sentence(offence: PlayOffence, against: Side, game: Game | None) -> str:
    """Where the rest of the tricks go by an offence in play (R16); `game` is None before it is
    told."""
    values = {"others": against.other.value, "offender": against.value}
    if offence is PlayOffence.FAILED_SPREAD:
        text = _(
            "In rami only: the spread cards from the first that fails and the rest of the tricks "
            "go to pair %(others)s."
        )
    elif game is None:
        text = _(
            "The current and all later tricks go to pair %(others)s in rami, "
            "to pair %(offender)s in nolo."
        )
    elif game is Game.RAMI:
        text = _("The current and all later tricks go to pair %(others)s.")
    else:
        text = _("The current and all later tricks go to pair %(offender)s.")
    return text % values
