"""Why a result typed without its sheet cannot be, in words."""

from __future__ import annotations

from django.utils.translation import gettext as _

from scoring.bare_results import ResultProblem, result_problem, turned_round
from scoring.deals import POINTS_A_STEP, Side
from scoring.entries import FormatKind, ResultEntry
from scoring.notation import NotationFault, format_entry, parse_token
from scoring.rulings import TUPPI_POINTS
from tournaments.codes_in_words import FAULTS


def impossible_result(
    entry: ResultEntry, kind: FormatKind | None = None, *, is_line: bool = False
) -> str:
    """What is wrong with a result in a match of this kind, None for one not known.

    `is_line`: it was typed as one line, the winner's points first; where they look turned round,
    the line that may be meant is offered.
    """
    problem = result_problem(entry, kind)
    if problem is None:
        return str(FAULTS["impossible_result"])
    sentences = [_("These match points cannot be."), _why(entry, problem)]
    turned = turned_round(entry, kind) if is_line else None
    if turned is not None:
        meant = _("The winner's points come first. Did you mean %(line)s?")
        sentences.append(meant % {"line": format_entry(turned)})
    return " ".join(sentences)


def impossible_token(token: str) -> str:
    """The same of a result as one token of a sheet."""
    try:
        entry = parse_token(token, None)
    except NotationFault:
        entry = None
    if not isinstance(entry, ResultEntry):
        return str(FAULTS["impossible_result"])
    return impossible_result(entry, is_line=True)


def _why(entry: ResultEntry, problem: ResultProblem) -> str:
    totals = {Side.A: entry.total_a, Side.B: entry.total_b}
    told = {
        "winner": entry.winner.value,
        "won": totals[entry.winner],
        "loser": entry.winner.other.value,
        "lost": totals[entry.winner.other],
        "tuppi": TUPPI_POINTS,
    }
    match problem:
        case ResultProblem.NO_MULTIPLE:
            text = _("Match points are multiples of 4: %(odd)s is none.")
            odd = [str(each) for each in totals.values() if each % POINTS_A_STEP]
            return text % {"odd": ", ".join(odd)}
        case ResultProblem.TUPPI_TOO_LOW:
            text = _(
                "With a tuppi (t) the winner has at least %(tuppi)d, "
                "and pair %(winner)s would have %(won)d."
            )
        case ResultProblem.WINNER_HAS_FEWER:
            text = _(
                "The winner has more points, and pair %(winner)s would have won with %(won)d "
                "against %(lost)d."
            )
        case ResultProblem.LEVEL:
            text = _(
                "The winner has more points, and both would have %(won)d. "
                "Level points are parted by one deal more, which is booked."
            )
        case ResultProblem.TUPPI_MISSING:
            text = _("A match to tuppi ends with a tuppi: write t at the end, or tick it.")
        case ResultProblem.TUPPI_IN_PLAY_OFF:
            text = _("A play-off match has no tuppi: leave it out.")
        case _:
            text = _("They are out of range.")
    return text % told
